"""Keys of the framework's own app, which stood in clear in its table, become tokens that are kept hashed.

They go on working: a program sends the same text, which is found by its hash. That app is no longer installed, so its
table is looked at as if it were ours; a new database has none.
"""

import hashlib

from django.db import migrations, models


def take_over(apps, editor):
    old, token = apps.get_model("accounts", "OldKey"), apps.get_model("accounts", "ApiToken")
    with editor.connection.cursor() as cursor:
        if old._meta.db_table not in editor.connection.introspection.table_names(cursor):
            return
    for row in old.objects.all():
        token.objects.update_or_create(
            hash=hashlib.sha256(row.key.encode()).hexdigest(),
            defaults={
                "user_id": row.user_id,
                "name": "Program",
                "prefix": row.key[:8],
                "scopes": "read play",
                "created_at": row.created,
            },
        )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_api_token")]
    operations = [
        migrations.CreateModel(
            name="OldKey",
            fields=[
                ("key", models.CharField(max_length=40, primary_key=True)),
                ("user_id", models.BigIntegerField()),
                ("created", models.DateTimeField()),
            ],
            options={"managed": False, "db_table": "authtoken_token"},
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.DeleteModel(name="OldKey"),
    ]
