import django.db.models.deletion
import notifications.models
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def checked(when):
    """What writes the constraint on the user of a notification anew, to be checked then.

    PostgreSQL checks it when the row is written, not in a statement for each row when the transaction ends: an error stands
    where it is made. SQLite makes no statements for its checks, and goes on checking at the end."""

    def change(apps, schema_editor):
        connection, table = schema_editor.connection, apps.get_model("notifications", "Notification")._meta.db_table
        if connection.vendor != "postgresql":
            return
        for statement in schema_editor.deferred_sql:
            if getattr(statement, "references_table", lambda _: False)(table) and "FOREIGN KEY" in str(statement):
                schema_editor.execute(statement)
        schema_editor.deferred_sql = [
            one
            for one in schema_editor.deferred_sql
            if not (getattr(one, "references_table", lambda _: False)(table) and "FOREIGN KEY" in str(one))
        ]
        with connection.cursor() as cursor:
            constraints = connection.introspection.get_constraints(cursor, table)
        for name, one in constraints.items():
            if one["foreign_key"] and one["columns"] == ["user_id"]:
                schema_editor.execute(f"ALTER TABLE {table} ALTER CONSTRAINT {schema_editor.quote_name(name)} {when}")

    return change


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AddressScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('score', models.FloatField(default=0)),
                ('scored_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('stopped_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'scores of addresses',
            },
        ),
        migrations.CreateModel(
            name='Key',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20, unique=True)),
                ('value', models.TextField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='MutedAddress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'muted address',
                'verbose_name_plural': 'muted addresses',
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('app', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=40)),
                ('subject', models.CharField(blank=True, max_length=80)),
                ('channel', models.CharField(choices=[('mail', 'email'), ('push', 'push'), ('hook', 'webhook')], default='mail', max_length=10)),
                ('endpoint', models.CharField(blank=True, help_text="target, if not the user's own address", max_length=254)),
                ('state', models.CharField(choices=[('pending', 'pending'), ('sent', 'sent'), ('dropped', 'outdated'), ('failed', 'failed'), ('returned', 'returned')], default='pending', max_length=8)),
                ('due_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('token', models.CharField(default=notifications.models.new_token, help_text='local part of the Message-ID', max_length=32, unique=True)),
                ('sent_to', models.CharField(blank=True, help_text='hash of the address the email was sent to', max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('sent_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('answer', models.CharField(help_text='response of the server, or why none was asked', max_length=300)),
                ('delivery', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempted', to='notifications.delivery')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Hours',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='hours', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('digest', models.JSONField(default=notifications.models.usual_hours, help_text='hours at which collected notifications are sent')),
                ('gather_minutes', models.PositiveSmallIntegerField(default=120)),
                ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('quiet_until', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'hours',
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__lt', 24), ('quiet_until__lt', 24)), _connector='OR'), name='notifications_hours_quiet')],
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('app', models.CharField(help_text='the app that declares the kind', max_length=40)),
                ('kind', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=120)),
                ('subject', models.CharField(blank=True, help_text='what it is about, for example game:12', max_length=80)),
                ('data', models.JSONField(blank=True, default=dict, help_text='further data of its kind')),
                ('address', models.EmailField(blank=True, help_text='only without an account', max_length=254)),
                ('language', models.CharField(blank=True, help_text='language for that address', max_length=5)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('due_at', models.DateTimeField(help_text='when it is scheduled; empty once sent or dropped', null=True)),
                ('held', models.CharField(blank=True, help_text='why it was last postponed', max_length=10)),
                ('deadline', models.DateTimeField(help_text='deadline of what it reminds of', null=True)),
                ('planned_from', models.DateTimeField(help_text='when a reminder was due before quiet hours were applied', null=True)),
                ('dropped', models.CharField(blank=True, help_text='why no email was sent', max_length=40)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'notification',
                'verbose_name_plural': 'notifications',
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='delivery',
            name='notifications',
            field=models.ManyToManyField(related_name='deliveries', to='notifications.notification'),
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('category', models.CharField(blank=True, help_text='category, such as turns; empty: all categories', max_length=40)),
                ('channel', models.CharField(choices=[('mail', 'email'), ('push', 'push'), ('hook', 'webhook')], default='mail', max_length=10)),
                ('subject', models.CharField(blank=True, help_text='empty: the whole category', max_length=80)),
                ('when', models.CharField(choices=[('at_once', 'at once'), ('first', 'first at once, then in a summary'), ('digest', 'in a summary at my hours'), ('deadlines', 'deadlines only'), ('never', 'never')], max_length=10)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'notification setting',
                'verbose_name_plural': 'notification settings',
                'ordering': ['user', 'category', 'subject'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fingerprint', models.CharField(help_text="hash of the report's raw bytes", max_length=64, unique=True)),
                ('trouble', models.CharField(choices=[('hard', 'rejected permanently'), ('soft', 'rejected temporarily'), ('blocked', 'rejected because of the site'), ('delayed', 'delayed'), ('complaint', 'marked as spam')], max_length=9)),
                ('status', models.CharField(blank=True, help_text='for example 5.1.1 (RFC 3463)', max_length=11)),
                ('at', models.DateTimeField()),
                ('delivery', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='notifications.delivery')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('label', models.CharField(blank=True, max_length=40)),
                ('count', models.PositiveBigIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'ordering': ['name', 'label'],
                'constraints': [models.UniqueConstraint(fields=('name', 'label'), name='notifications_tally_once')],
            },
        ),
        migrations.CreateModel(
            name='Endpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('mail', 'email'), ('push', 'push'), ('hook', 'webhook')], max_length=10)),
                ('subject', models.CharField(blank=True, max_length=80)),
                ('form', models.CharField(choices=[('json', 'plain JSON, signed'), ('discord', 'Discord'), ('slack', 'Slack')], default='json', max_length=10)),
                ('url', models.CharField(max_length=1000)),
                ('label', models.CharField(blank=True, max_length=60)),
                ('secret', models.CharField(default=notifications.models.new_secret, help_text='signs requests to a webhook', max_length=64)),
                ('p256dh', models.CharField(blank=True, help_text='public key of a browser', max_length=100)),
                ('auth', models.CharField(blank=True, help_text='secret of a browser', max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tried_at', models.DateTimeField(help_text='last manual test', null=True)),
                ('worked_at', models.DateTimeField(null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('failed_at', models.DateTimeField(null=True)),
                ('last_error', models.CharField(blank=True, max_length=300)),
                ('off_at', models.DateTimeField(help_text='when it was turned off after repeated failures', null=True)),
                ('seen', models.CharField(blank=True, max_length=80)),
                ('told', models.CharField(blank=True, max_length=80)),
                ('due_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='endpoints', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('subject', ''), _negated=True), fields=['subject'], name='notifications_endpoint_subject')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('channel', 'push')), fields=('url',), name='notifications_endpoint_once')],
            },
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='notification_due'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('deadline__isnull', False), ('due_at__isnull', False), ('planned_from__isnull', True)), fields=['id'], name='notification_unplanned'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(fields=['subject'], name='notification_subject'),
        ),
        migrations.AddConstraint(
            model_name='notification',
            constraint=models.UniqueConstraint(fields=('app', 'key'), name='notification_once'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'pending')), fields=['due_at'], name='notifications_delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='preference',
            constraint=models.UniqueConstraint(fields=('user', 'category', 'channel', 'subject'), name='notifications_preference_once'),
        ),
        migrations.RunPython(checked("NOT DEFERRABLE"), checked("DEFERRABLE INITIALLY DEFERRED")),
    ]
