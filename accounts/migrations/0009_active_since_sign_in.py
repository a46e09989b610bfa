"""Until somebody is seen again, what is known of him is his last sign-in."""

from django.db import migrations
from django.db.models.functions import TruncDate


def take_over(apps, editor):
    apps.get_model("accounts", "User").objects.filter(active_on=None).update(active_on=TruncDate("last_login"))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_active_on"),
    ]

    operations = [
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
