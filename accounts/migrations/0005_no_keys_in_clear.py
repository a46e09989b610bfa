"""The table of the framework's tokens goes, and with it the keys in clear. There is no way back from a hash."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_hash_api_keys")]
    operations = [migrations.RunSQL("DROP TABLE IF EXISTS authtoken_token", migrations.RunSQL.noop)]
