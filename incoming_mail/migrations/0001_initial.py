import django.db.models.deletion
import django.utils.timezone
import incoming_mail.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='AddressToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=incoming_mail.models.new_token, max_length=32, unique=True)),
                ('address', models.CharField(help_text='hash of the address', max_length=64)),
                ('handler', models.CharField(max_length=40)),
                ('subject', models.CharField(max_length=80)),
                ('holding', models.CharField(blank=True, max_length=40)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'verbose_name': 'address key',
                'verbose_name_plural': 'address keys',
                'ordering': ['id'],
                'indexes': [models.Index(fields=['made_at'], name='incoming_mail_address_made')],
                'constraints': [models.UniqueConstraint(fields=('subject', 'handler', 'address', 'holding'), name='incoming_mail_address_once')],
            },
        ),
        migrations.CreateModel(
            name='ReplyWish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('preview', models.CharField(choices=[('never', 'never: play at once'), ('uncovering', 'when the move reveals something hidden'), ('always', 'always')], default='uncovering', max_length=10)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='reply_wish', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='IncomingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(help_text='SHA-256 of the received bytes', max_length=64, unique=True)),
                ('raw', models.BinaryField(blank=True)),
                ('size', models.PositiveIntegerField()),
                ('way', models.CharField(choices=[('smtp', 'SMTP'), ('lmtp', 'LMTP'), ('webhook', 'email service')], max_length=12)),
                ('envelope_from', models.CharField(blank=True, max_length=320)),
                ('envelope_to', models.JSONField(blank=True, default=list)),
                ('received_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('handled', 'handled'), ('dropped', 'discarded'), ('failed', 'failed')], default='waiting', max_length=8)),
                ('due_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('handled_at', models.DateTimeField(null=True)),
                ('handler', models.CharField(blank=True, max_length=40)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('letter', models.CharField(blank=True, max_length=64)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sent_mails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'incoming email',
                'verbose_name_plural': 'incoming emails',
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='incoming_mail_due'), models.Index(fields=['user', 'received_at'], name='incoming_mail_user'), models.Index(condition=models.Q(('letter', ''), _negated=True), fields=['letter'], name='incoming_mail_letter'), models.Index(fields=['received_at'], name='incoming_mail_received')],
            },
        ),
        migrations.CreateModel(
            name='ReplyToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=incoming_mail.models.new_token, max_length=32, unique=True)),
                ('handler', models.CharField(max_length=40)),
                ('subject', models.CharField(max_length=80)),
                ('holding', models.CharField(blank=True, max_length=40)),
                ('number', models.PositiveIntegerField(default=0)),
                ('data', models.JSONField(blank=True, default=dict)),
                ('content', models.CharField(help_text='hash of everything the token allows', max_length=64)),
                ('proof', models.CharField(help_text="hash of the recipient address and of the account's sign-in state", max_length=64)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('used_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reply_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'reply-by-email key',
                'verbose_name_plural': 'reply-by-email keys',
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('holding', ''), _negated=True), fields=['holding'], name='incoming_mail_token_holding'), models.Index(fields=['made_at'], name='incoming_mail_token_made')],
                'constraints': [models.UniqueConstraint(fields=('user', 'content'), name='incoming_mail_token_once')],
            },
        ),
    ]
