from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_following")]

    operations = [
        migrations.AddField(
            model_name="ratingqueue",
            name="merged",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="how often accounts with rated games became one"
            ),
        ),
        migrations.AddField(
            model_name="ratingqueue",
            name="rebuilt",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="how often they had when all was rebuilt last"
            ),
        ),
    ]
