"""PostgreSQL checks whom a notice is for when it is written, not in a statement for each notice when the transaction ends.

So an error stands where it is made. SQLite makes no statements for its checks, and goes on checking at the end.
"""

from django.db import migrations


def checked(when):
    """What writes the constraint anew, to be checked then."""

    def change(apps, schema_editor):
        connection, table = schema_editor.connection, apps.get_model("notices", "Notice")._meta.db_table
        if connection.vendor != "postgresql":
            return
        with connection.cursor() as cursor:
            constraints = connection.introspection.get_constraints(cursor, table)
        (name,) = (name for name, one in constraints.items() if one["foreign_key"])
        schema_editor.execute(f"ALTER TABLE {table} ALTER CONSTRAINT {schema_editor.quote_name(name)} {when}")

    return change


class Migration(migrations.Migration):

    dependencies = [("notices", "0001_initial")]

    operations = [
        migrations.RunPython(checked("NOT DEFERRABLE"), checked("DEFERRABLE INITIALLY DEFERRED")),
    ]
