"""What players gained in months before now. Games that are rated while this runs are counted by the next rebuild."""

from collections import defaultdict
from datetime import UTC

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    found = defaultdict(lambda: [0, 0, 0])
    changes = apps.get_model("tournaments", "RatingChange").objects.filter(pool="overall")
    columns = ("user", "rated_game__ended_at", "before", "after", "rank")
    for user, at, before, after, rank in changes.values_list(*columns).iterator(2000):
        row = found[user, f"{at.astimezone(UTC):%Y-%m}"]
        row[0] += round(1000 * (after - before))
        row[1] += 1
        row[2] += rank == 1
    gains = apps.get_model("tournaments", "MonthGain")
    gains.objects.bulk_create(
        (
            gains(user_id=user, month=month, gained=gained, games=games, won=won)
            for (user, month), (gained, games, won) in found.items()
        ),
        batch_size=1000,
    )
    apps.get_model("tournaments", "RatingQueue").objects.update(merged=F("merged") + 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_month_gains")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
