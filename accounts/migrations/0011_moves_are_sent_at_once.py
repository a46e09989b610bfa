"""A move is sent by the button of its panel; being asked once more is a wish."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", '0010_guests'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='confirm_moves',
            field=models.BooleanField(default=False, help_text='A second look before each move. What uncovers something hidden is always asked once more.', verbose_name='ask me before a move is sent'),
        ),
    ]
