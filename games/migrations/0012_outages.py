import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_proposals'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('game', models.BigIntegerField(default=0, help_text='games up to this number are credited')),
                ('done_at', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddIndex(
            model_name='outage',
            index=models.Index(condition=models.Q(('done_at', None)), fields=['ended_at'], name='outage_open'),
        ),
    ]
