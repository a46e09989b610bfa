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
            name='FailedTask',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100, verbose_name='task')),
                ('error', models.CharField(max_length=80, verbose_name='error')),
                ('at', models.DateTimeField(db_index=True, verbose_name='when')),
            ],
            options={
                'verbose_name': 'failed task',
                'verbose_name_plural': 'failed tasks',
                'ordering': ['-pk'],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Head',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rows', models.PositiveIntegerField(default=0)),
                ('digest', models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='StaffNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(db_index=True, max_length=80, verbose_name='about')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('text', models.TextField(max_length=2000, verbose_name='note')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'staff note',
                'verbose_name_plural': 'staff notes',
                'ordering': ['-pk'],
                'default_permissions': ('view', 'add'),
            },
        ),
        migrations.CreateModel(
            name='TrailRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(unique=True, verbose_name='number')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('act', models.CharField(max_length=40, verbose_name='action')),
                ('about', models.CharField(db_index=True, max_length=80, verbose_name='about')),
                ('before', models.JSONField(default=dict, verbose_name='before')),
                ('after', models.JSONField(default=dict, verbose_name='after')),
                ('reason', models.TextField(blank=True, max_length=1000, verbose_name='reason')),
                ('salt', models.CharField(blank=True, max_length=32)),
                ('reason_digest', models.CharField(max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'audit log entry',
                'verbose_name_plural': 'audit log entries',
                'ordering': ['number'],
                'permissions': [('see_addresses', 'Can see mail addresses'), ('see_networks', 'Can see who came from one network'), ('extend_clock', 'Can give a seat more time'), ('answer_for_seat', 'Can answer for a seat'), ('replace_seat', 'Can give a seat to somebody else or to a bot'), ('end_game', 'Can cancel and annul games'), ('resend_mail', 'Can send a mail once more'), ('mute_person', 'Can mute people'), ('suspend_person', 'Can suspend people'), ('rename_person', 'Can rename people'), ('erase_person', 'Can close and erase accounts'), ('merge_people', 'Can merge accounts'), ('hand_over_tournament', 'Can hand a tournament to another director')],
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Complaint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(max_length=80, verbose_name='about')),
                ('reason', models.CharField(choices=[('conduct', 'rude behaviour or harassment'), ('together', 'multiple accounts or collusion'), ('stalling', 'stalling on purpose'), ('name', 'offensive name'), ('other', 'something else')], max_length=12, verbose_name='reason')),
                ('words', models.TextField(blank=True, max_length=2000, verbose_name='in your own words')),
                ('context', models.JSONField(default=list, verbose_name='as reported')),
                ('at', models.DateTimeField(verbose_name='when')),
                ('settled_at', models.DateTimeField(null=True, verbose_name='resolved')),
                ('note', models.TextField(blank=True, max_length=1000, verbose_name='note')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='complaints', to=settings.AUTH_USER_MODEL, verbose_name='reporter')),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='resolved by')),
            ],
            options={
                'verbose_name': 'report of a player or game',
                'verbose_name_plural': 'reports of players and games',
                'ordering': ['-pk'],
                'default_permissions': ('view', 'change'),
                'indexes': [models.Index(condition=models.Q(('settled_at', None)), fields=['at'], name='complaint_open')],
            },
        ),
        migrations.CreateModel(
            name='Measure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('mute', 'mute'), ('suspension', 'suspension')], max_length=10, verbose_name='kind')),
                ('reason', models.TextField(max_length=1000, verbose_name='reason')),
                ('since', models.DateTimeField(verbose_name='since')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
                ('appeal', models.TextField(blank=True, max_length=2000, verbose_name='appeal')),
                ('appealed_at', models.DateTimeField(null=True, verbose_name='appealed on')),
                ('answer', models.TextField(blank=True, max_length=1000, verbose_name='answer')),
                ('answered_at', models.DateTimeField(null=True, verbose_name='answered')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='measures', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'sanction',
                'verbose_name_plural': 'sanctions',
                'ordering': ['pk'],
                'default_permissions': ('view',),
                'indexes': [models.Index(condition=models.Q(('ended_at', None)), fields=['until'], name='measure_until'), models.Index(condition=models.Q(('answered_at', None), ('appealed_at__isnull', False)), fields=['appealed_at'], name='measure_appealed')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('user', 'kind'), name='measure_once')],
            },
        ),
        migrations.CreateModel(
            name='NetworkSight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=32)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['key'], name='network_sight_key'), models.Index(fields=['at'], name='network_sight_at')],
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='network_sight_once')],
            },
        ),
    ]
