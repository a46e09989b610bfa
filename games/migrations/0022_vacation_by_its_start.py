from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0021_player_totals")]

    operations = [
        migrations.RemoveConstraint(model_name='vacationday', name='vacation_day_once'),
        migrations.AddConstraint(
            model_name='vacationday',
            constraint=models.UniqueConstraint(fields=('user', 'since'), name='vacation_once'),
        ),
    ]
