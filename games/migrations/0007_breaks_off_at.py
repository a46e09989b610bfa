from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_list_indexes"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="breaks_off_at",
            field=models.DateTimeField(
                blank=True, editable=False, help_text="when it ends because nobody plays; empty while somebody does", null=True
            ),
        ),
        migrations.AlterField(
            model_name="logrow",
            name="kind",
            field=models.CharField(
                choices=[
                    ("move", "move"),
                    ("back", "take-back"),
                    ("seat", "seat changed hands"),
                    ("end", "ended before its end"),
                ],
                default="move",
                max_length=5,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("breaks_off_at__isnull", False), ("status", "running")),
                fields=["breaks_off_at"],
                name="game_breaks_off_at",
            ),
        ),
    ]
