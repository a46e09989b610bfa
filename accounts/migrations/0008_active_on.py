from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_bonds"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="active_on",
            field=models.DateField(blank=True, editable=False, null=True, verbose_name="last seen"),
        ),
    ]
