import django.db.models.deletion
import django.db.models.functions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_wishes_move_out"),
    ]

    operations = [
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(verbose_name="since")),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who is blocked",
                    ),
                ),
                (
                    "blocker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who blocks",
                    ),
                ),
            ],
            options={
                "verbose_name": "block",
                "verbose_name_plural": "blocks",
                "constraints": [
                    models.UniqueConstraint(fields=("blocker", "blocked"), name="accounts_block_once"),
                    models.CheckConstraint(
                        condition=models.Q(("blocker", models.F("blocked")), _negated=True),
                        name="accounts_block_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Household",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("asked_at", models.DateTimeField(verbose_name="asked")),
                ("since", models.DateTimeField(null=True, verbose_name="since")),
                ("until", models.DateTimeField(null=True, verbose_name="until")),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="households_asked",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who asked",
                    ),
                ),
                (
                    "named",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="households_named",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who was named",
                    ),
                ),
            ],
            options={
                "verbose_name": "household",
                "verbose_name_plural": "households",
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.Least("asker", "named"),
                        django.db.models.functions.Greatest("asker", "named"),
                        condition=models.Q(("until__isnull", True)),
                        name="accounts_household_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("asker", models.F("named")), _negated=True),
                        name="accounts_household_two",
                    ),
                ],
            },
        ),
    ]
