from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_substitutes_and_pauses"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="deadlines_met",
            field=models.PositiveIntegerField(default=0, help_text="by who holds the seat"),
        ),
        migrations.AddField(
            model_name="seat",
            name="deadlines_missed",
            field=models.PositiveIntegerField(default=0, help_text="by who holds the seat"),
        ),
        migrations.AddField(
            model_name="tenure",
            name="deadlines_met",
            field=models.PositiveIntegerField(default=0, help_text="while it is open, the seat counts"),
        ),
        migrations.AddField(
            model_name="tenure",
            name="deadlines_missed",
            field=models.PositiveIntegerField(default=0, help_text="while it is open, the seat counts"),
        ),
    ]
