"""Wishes about mails are rows of `notices` now (games/0004_notices_move_out copies them before)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_no_keys_in_clear"),
    ]

    operations = [
        migrations.RemoveField("user", "mail_your_turn"),
        migrations.RemoveField("user", "mail_reminder"),
        migrations.RemoveField("user", "mail_invitations"),
        migrations.RemoveField("user", "mail_results"),
    ]
