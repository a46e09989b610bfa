import accounts.models
import accounts.names
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tries',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('value', models.JSONField()),
                ('ends_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'verbose_name_plural': 'tries',
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(error_messages={'unique': 'An account with this email address already exists.'}, max_length=254, null=True, unique=True, verbose_name='email address')),
                ('display_name', models.CharField(help_text='Shown to other players. 2 to 20 characters.', max_length=20, validators=[accounts.names.check_name], verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=80, unique=True)),
                ('time_zone', models.CharField(default='UTC', help_text='Deadlines and dates are shown in this time zone.', max_length=64, validators=[accounts.models.check_time_zone], verbose_name='time zone')),
                ('language', models.CharField(choices=[('en', 'English'), ('de', 'Deutsch')], default='en', max_length=5, verbose_name='language')),
                ('confirm_moves', models.BooleanField(default=False, help_text='You check each move before it is sent. Moves that reveal hidden cards always need confirmation.', verbose_name='confirm each move before sending')),
                ('pass_by_itself', models.BooleanField(default=True, help_text='Only with open hands and rubles, where everybody sees it anyway. The log shows it.', verbose_name='pass automatically when I have no other move')),
                ('warn_too_late', models.BooleanField(default=True, help_text='In the last round, for cards that only bring rubles.', verbose_name='warn me about cards that no longer pay off')),
                ('keyboard_shortcuts', models.BooleanField(default=True, help_text='Single letters such as b for buy. Turn this off if a screen reader or voice control uses them.', verbose_name='keyboard shortcuts on the game page')),
                ('log_pictures', models.BooleanField(default=True, help_text='Off: card names as links.', verbose_name='card pictures in the log')),
                ('window_width', models.BooleanField(default=True, help_text='Off: at most 1280 pixels wide.', verbose_name='game page at full window width')),
                ('window_height', models.BooleanField(default=True, verbose_name='game page at full window height or more')),
                ('window_ratio', models.CharField(blank=True, choices=[('', 'any aspect ratio'), ('4:3', '4 : 3'), ('3:2', '3 : 2'), ('16:10', '16 : 10'), ('16:9', '16 : 9'), ('21:9', '21 : 9')], default='', help_text='Width to height. Needs exactly one of the two settings above.', max_length=5, verbose_name='fixed aspect ratio of the game page')),
                ('is_staff', models.BooleanField(default=False, verbose_name='can use the admin pages')),
                ('is_active', models.BooleanField(default=True, verbose_name='can sign in')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='member since')),
                ('active_on', models.DateField(blank=True, editable=False, null=True, verbose_name='last seen')),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='deleted on')),
                ('guest_until', models.DateTimeField(blank=True, editable=False, help_text='The guest and all their games are deleted then. Empty for accounts.', null=True, verbose_name='guest until')),
                ('mail_stopped_at', models.DateTimeField(editable=False, help_text='no email is sent to the address since then, because emails bounced', null=True)),
                ('feed_key', models.CharField(blank=True, editable=False, help_text='secret part of the calendar address; empty: none', max_length=32)),
                ('came_by_link', models.BooleanField(default=False, editable=False, help_text='created through an email link, and no code was entered elsewhere since')),
                ('bot_since', models.DateTimeField(blank=True, editable=False, help_text='when an operator allowed a program to play for this account; the name shows it', null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'indexes': [models.Index(condition=models.Q(('guest_until__isnull', False)), fields=['guest_until'], name='user_guest')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='accounts_user_email_lower')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('prefix', models.CharField(max_length=8, verbose_name='starts with')),
                ('hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('scopes', models.CharField(help_text='scopes separated by spaces', max_length=100, verbose_name='permissions')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='valid until')),
                ('last_used_on', models.DateField(blank=True, editable=False, null=True, verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ('-created_at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='since')),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL, verbose_name='blocked player')),
                ('blocker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL, verbose_name='blocked by')),
            ],
            options={
                'verbose_name': 'block',
                'verbose_name_plural': 'blocks',
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='accounts_block_once'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='accounts_block_another')],
            },
        ),
        migrations.CreateModel(
            name='Household',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('since', models.DateTimeField(null=True, verbose_name='since')),
                ('until', models.DateTimeField(null=True, verbose_name='until')),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='households_asked', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
                ('named', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='households_named', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
            ],
            options={
                'verbose_name': 'household',
                'verbose_name_plural': 'households',
                'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Least('asker', 'named'), django.db.models.functions.comparison.Greatest('asker', 'named'), condition=models.Q(('until__isnull', True)), name='accounts_household_once'), models.CheckConstraint(condition=models.Q(('asker', models.F('named')), _negated=True), name='accounts_household_two')],
            },
        ),
        migrations.CreateModel(
            name='KnownBrowser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('signed_in_at', models.DateTimeField(help_text='the last time')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='known_browsers', to=settings.AUTH_USER_MODEL, verbose_name='user')),
            ],
            options={
                'verbose_name_plural': 'known browsers',
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(editable=False, max_length=40, unique=True)),
                ('label', models.CharField(blank=True, max_length=40, verbose_name='browser')),
                ('began_at', models.DateTimeField(verbose_name='signed in')),
                ('seen_on', models.DateField(verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('browser', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='devices', to='accounts.knownbrowser', verbose_name='browser')),
            ],
            options={
                'verbose_name': 'device',
                'verbose_name_plural': 'devices',
            },
        ),
    ]
