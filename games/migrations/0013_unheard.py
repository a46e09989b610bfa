from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_count_deadlines"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="unheard",
            field=models.BooleanField(default=False, help_text="the address leads to nobody: its person is kept apart"),
        ),
    ]
