from django.db import migrations, models


class Migration(migrations.Migration):
    """The column stays empty here: only a replay knows what belongs there, and `manage.py prepare` fills it after the migrations."""

    dependencies = [
        ("games", "0004_notices_move_out"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="glance",
            field=models.JSONField(editable=False, help_text="what lists say while it runs: games.play.glance", null=True),
        ),
    ]
