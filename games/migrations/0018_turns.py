"""A pass may come by itself where nothing else was possible; a turn of several acts may be drafted."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0017_talk"),
    ]

    operations = [
        migrations.AlterField(
            model_name="logrow",
            name="source",
            field=models.CharField(
                choices=[
                    ("page", "page"),
                    ("api", "API"),
                    ("mail", "mail"),
                    ("standing", "standing pass"),
                    ("auto", "only move"),
                    ("timeout", "time ran out"),
                    ("bot", "bot"),
                    ("director", "organiser"),
                ],
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="drafted",
            field=models.BooleanField(default=False, help_text="its player may have drafted acts, for his eyes only"),
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_number", models.PositiveIntegerField(help_text="the question it answers")),
                ("moves", models.JSONField(default=list, help_text="texts of moves, in order")),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="draft", to="games.seat"
                    ),
                ),
            ],
            options={"ordering": ["seat"]},
        ),
    ]
