"""Who can do nothing but pass need not be asked; what comes too late to pay back is said, unless it is not wanted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0012_came_by_link"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="pass_by_itself",
            field=models.BooleanField(
                default=True,
                help_text="Only where everybody sees it: with open hands and rubles. The log says so.",
                verbose_name="pass for me where I can do nothing else",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="warn_too_late",
            field=models.BooleanField(
                default=True,
                help_text="In the last round, at cards that do nothing but pay rubles.",
                verbose_name="tell me what comes too late to pay back",
            ),
        ),
    ]
