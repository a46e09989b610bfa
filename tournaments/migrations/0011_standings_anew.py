"""Direct encounters that part nobody are no longer kept as a 1: all standings are written once more by the next sweeps."""

from django.db import migrations


def anew(apps, schema_editor):
    events = apps.get_model("tournaments", "Standing").objects.values("event")
    apps.get_model("tournaments", "Event").objects.filter(pk__in=events).update(standings_due=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_held_rounds")]

    operations = [migrations.RunPython(anew, migrations.RunPython.noop)]
