import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='KeptAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='hash of the key', max_length=64)),
                ('request', models.CharField(help_text='hash of method, path and body', max_length=64)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('media_type', models.CharField(blank=True, max_length=60)),
                ('body', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='api_one_answer_a_key')],
            },
        ),
    ]
