"""Games of tournaments that run allow planned vacation: their players were promised days away."""

from django.db import migrations


def allow(apps, schema_editor):
    games = apps.get_model("games", "Game").objects.filter(status="running", tournament_table__isnull=False, vacation="")
    games.update(vacation="planned")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_own_hours_and_vacation"),
        ("tournaments", "0004_pace_of_players"),
    ]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
