from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_preset"),
    ]

    operations = [
        migrations.AddField(
            model_name="preset",
            name="phase",
            field=models.CharField(blank=True, help_text="the phase it is for; empty until it is changed", max_length=20),
        ),
    ]
