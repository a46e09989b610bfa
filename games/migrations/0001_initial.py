import django.core.validators
import django.db.models.deletion
import django.db.models.fields.json
import django.db.models.functions.text
import django.utils.timezone
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal_id', models.CharField(editable=False, help_text='name used in records', max_length=100, unique=True)),
                ('size', models.PositiveSmallIntegerField(editable=False, help_text='seats per game')),
                ('options', models.JSONField(editable=False, help_text='engine.Options as JSON, the same in all its games')),
                ('secret', models.BinaryField(default=games.models.game.new_secret)),
                ('commitment', models.CharField(editable=False, max_length=64)),
                ('released_at', models.DateTimeField(editable=False, help_text='when its secret became public', null=True)),
            ],
            options={
                'base_manager_name': 'objects',
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, validators=[django.core.validators.MaxLengthValidator(60)], verbose_name='title')),
                ('status', models.CharField(choices=[('open', 'open'), ('full', 'about to start'), ('running', 'running'), ('finished', 'finished'), ('closed', 'closed')], default='open', max_length=10)),
                ('visibility', models.CharField(choices=[('public', 'everyone in the lobby'), ('link', 'only people with the link')], default='public', max_length=10)),
                ('link_token', models.CharField(default=games.models.game.new_token, editable=False, max_length=32, unique=True)),
                ('options', models.JSONField(help_text='engine.Options as JSON')),
                ('pace_kind', models.CharField(choices=[('move', 'time per move'), ('bank', 'time bank with increment')], default='move', max_length=10)),
                ('pace_base', models.DurationField(help_text='time per move, or the time bank at the start')),
                ('pace_increment', models.DurationField(blank=True, help_text='added to the time bank with each own move', null=True)),
                ('pace_cap', models.DurationField(blank=True, help_text='maximum of the time bank', null=True)),
                ('misses_before_bot', models.PositiveSmallIntegerField(default=2, help_text='0: never')),
                ('rated', models.BooleanField(default=False, help_text="before the start the host's choice, then whether the game is rated")),
                ('seats_given', models.BooleanField(default=False, editable=False, help_text='seats come from a pairing and are not drawn')),
                ('secret', models.BinaryField(default=games.models.game.new_secret)),
                ('commitment', models.CharField(blank=True, editable=False, max_length=64)),
                ('rules_version', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('ply', models.PositiveIntegerField(default=0, editable=False)),
                ('said', models.PositiveIntegerField(default=0, editable=False, help_text="number of the last message in the table's chat")),
                ('said_by_watchers', models.PositiveIntegerField(default=0, editable=False, help_text="number of the last message in the spectators' chat")),
                ('is_silent', models.BooleanField(default=False, editable=False, help_text='chat is disabled')),
                ('result', models.JSONField(blank=True, editable=False, null=True)),
                ('glance', models.JSONField(editable=False, help_text='summary for lists while the game runs: games.play.glances', null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('options_changed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('starts_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('expires_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('started_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('finished_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('breaks_off_at', models.DateTimeField(blank=True, editable=False, help_text='when the game is abandoned for lack of players; empty while somebody plays', null=True)),
                ('paused_at', models.DateTimeField(editable=False, help_text='paused since; empty while the clocks run', null=True)),
                ('resumed_at', models.DateTimeField(editable=False, help_text='end of the last pause', null=True)),
                ('annulled_at', models.DateTimeField(editable=False, help_text='the game does not count', null=True)),
                ('deal', models.ForeignKey(blank=True, editable=False, help_text='empty: a deal of its own', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.deal')),
                ('host', models.ForeignKey(blank=True, help_text='empty if created automatically', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='hosted_games', to=settings.AUTH_USER_MODEL)),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.game')),
            ],
            options={
                'verbose_name': 'game',
                'verbose_name_plural': 'games',
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('status', 'open'), ('visibility', 'public')), fields=['-created_at'], name='game_open'), models.Index(condition=models.Q(('status', 'full')), fields=['starts_at'], name='game_starts_at'), models.Index(condition=models.Q(('status', 'open')), fields=['expires_at'], name='game_expires_at'), models.Index(condition=models.Q(('breaks_off_at__isnull', False), ('status', 'running')), fields=['breaks_off_at'], name='game_breaks_off_at'), models.Index(condition=models.Q(('status', 'finished')), fields=['-finished_at'], name='game_finished'), models.Index(django.db.models.fields.json.KeyTransform('edition', 'options'), models.OrderBy(models.F('finished_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('status', 'finished'), ('visibility', 'public')), name='game_finished_edition'), models.Index(condition=models.Q(('options__players', 1), ('status', 'finished')), fields=['host'], name='game_solo')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['running', 'finished']), _negated=True), ('started_at__isnull', False), _connector='OR'), name='game_running_has_begun'), models.CheckConstraint(condition=models.Q(('paused_at__isnull', True), ('status', 'running'), _connector='OR'), name='game_paused_runs'), models.CheckConstraint(condition=models.Q(('deal__isnull', True), ('seats_given', True), _connector='OR'), name='game_deal_seats_given')],
            },
        ),
        migrations.CreateModel(
            name='FinishedSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=20)),
                ('edition', models.PositiveSmallIntegerField()),
                ('over_at', models.DateTimeField(help_text='when the game finished')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='finished_sets', to='games.game')),
            ],
            options={
                'indexes': [models.Index(fields=['name', 'over_at', 'game'], name='finished_set'), models.Index(fields=['name', 'edition', 'over_at', 'game'], name='finished_set_edition')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('unheard', models.BooleanField(default=False, help_text='email is not sent: the invited person is blocked')),
                ('language', models.CharField(default='en', help_text='language of the email to an address without an account', max_length=5)),
                ('token', models.CharField(default=games.models.game.new_token, max_length=32, unique=True)),
                ('word', models.CharField(blank=True, help_text='message from the inviter, plain text', max_length=240)),
                ('state', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('revoked', 'revoked')], default='open', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.game')),
                ('inviter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'ordering': ['created_at', 'id'],
                'indexes': [models.Index(django.db.models.functions.text.Upper('email'), condition=models.Q(('state', 'open'), ('user__isnull', True)), name='invitation_address')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open'), ('user__isnull', False)), fields=('game', 'user'), name='invitation_user_once'), models.UniqueConstraint(condition=models.Q(('state', 'open'), models.Q(('email', ''), _negated=True)), fields=('game', 'email'), name='invitation_address_once'), models.CheckConstraint(condition=models.Q(('user__isnull', False), models.Q(('email', ''), _negated=True), _connector='OR'), name='invitation_names_somebody')],
            },
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('seats', 'table chat'), ('watchers', 'spectator chat')], default='seats', max_length=8)),
                ('number', models.PositiveIntegerField(help_text='1, 2, 3, … in its room')),
                ('text', models.CharField(blank=True, max_length=500)),
                ('at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(null=True)),
                ('why', models.CharField(blank=True, choices=[('', 'visible'), ('author', 'deleted by the author'), ('host', 'removed by the host'), ('tournament', 'removed by a tournament director'), ('staff', 'removed by a moderator'), ('left', 'author deleted their account')], default='', max_length=16)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='games.game')),
                ('removed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
                'indexes': [models.Index(fields=['author', 'at'], name='line_author_at')],
                'constraints': [models.UniqueConstraint(fields=('game', 'room', 'number'), name='line_number_once'), models.CheckConstraint(condition=models.Q(('removed_at__isnull', True), ('text', ''), _connector='OR'), name='line_removed_is_empty')],
            },
        ),
        migrations.CreateModel(
            name='LogRow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='1, 2, 3, … without gaps')),
                ('kind', models.CharField(choices=[('move', 'move'), ('back', 'undo'), ('seat', 'seat changed hands'), ('end', 'ended early')], default='move', max_length=5)),
                ('ply', models.PositiveIntegerField(help_text='moves in force up to and including this one', null=True)),
                ('seat', models.PositiveSmallIntegerField()),
                ('text', models.CharField(max_length=80)),
                ('source', models.CharField(choices=[('page', 'page'), ('api', 'API'), ('mail', 'email'), ('standing', 'auto-pass'), ('auto', 'forced move'), ('timeout', 'time ran out'), ('bot', 'bot'), ('director', 'director')], max_length=8)),
                ('at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='games.game')),
            ],
            options={
                'verbose_name': 'log entry',
                'verbose_name_plural': 'log entries',
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='log_number_once')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'muted'), name='mute_once'), models.CheckConstraint(condition=models.Q(('user', models.F('muted')), _negated=True), name='mute_another')],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=5000)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'user'), name='note_once')],
            },
        ),
        migrations.CreateModel(
            name='Participant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('agreed', models.BooleanField(default=True)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('over_at', models.DateTimeField(editable=False, help_text='when the game finished or the table closed; empty before', null=True)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='participants', to='games.game')),
                ('user', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='participations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['joined_at', 'id'],
                'indexes': [models.Index(fields=['user', 'over_at', 'game'], name='participant_over'), models.Index(fields=['user', 'game'], name='participant_game')],
                'constraints': [models.UniqueConstraint(fields=('game', 'user'), name='participant_once'), models.CheckConstraint(condition=models.Q(models.Q(('bot', ''), ('user__isnull', False)), models.Q(('user__isnull', True), models.Q(('bot', ''), _negated=True)), _connector='OR'), name='participant_user_or_bot')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('insult', 'insults or threats'), ('spam', 'advertising'), ('cheating', 'collusion or outside help'), ('other', 'something else')], max_length=8, verbose_name='Reason')),
                ('words', models.CharField(blank=True, max_length=500, verbose_name='Details')),
                ('context', models.JSONField(default=list)),
                ('at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(null=True, verbose_name='resolved at')),
                ('note', models.CharField(blank=True, help_text='visible to the site team only', max_length=500, verbose_name='note')),
                ('line', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.line')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='talk_reports', to=settings.AUTH_USER_MODEL)),
                ('settled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'message report',
                'verbose_name_plural': 'message reports',
                'ordering': ['-at', '-id'],
                'constraints': [models.UniqueConstraint(fields=('line', 'reporter'), name='report_once'), models.CheckConstraint(condition=models.Q(('settled_at__isnull', False), ('note', ''), _connector='OR'), name='report_settled_by_somebody')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('waiting', models.BooleanField(default=False, help_text='the game waits for this seat')),
                ('asked_number', models.PositiveIntegerField(default=0)),
                ('remaining', models.DurationField(help_text='time bank while the clock is stopped; with time per move, the time kept by a pause', null=True)),
                ('running_since', models.DateTimeField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('misses', models.PositiveSmallIntegerField(default=0, help_text='deadlines missed in a row')),
                ('bot_due_at', models.DateTimeField(null=True)),
                ('pass_mode', models.CharField(blank=True, choices=[('', 'none'), ('until-change', 'until the tableau changes'), ('phase', 'this phase'), ('timeout', 'this phase (time ran out)')], default='', max_length=12)),
                ('pass_phase', models.CharField(blank=True, help_text='engine.phase_key of the auto-pass', max_length=20)),
                ('wants_end', models.BooleanField(default=False)),
                ('deadlines_met', models.PositiveIntegerField(default=0, help_text='counted for the current seat holder')),
                ('deadlines_missed', models.PositiveIntegerField(default=0, help_text='counted for the current seat holder')),
                ('drafted', models.BooleanField(default=False, help_text='the player may have a draft only they can see')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['index'],
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='seat_due'), models.Index(condition=models.Q(('bot_due_at__isnull', False)), fields=['bot_due_at'], name='seat_bot_due'), models.Index(condition=models.Q(('waiting', True)), fields=['game'], name='seat_waiting')],
                'constraints': [models.UniqueConstraint(fields=('game', 'index'), name='seat_once'), models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', True), ('running_since__isnull', True)), models.Q(('due_at__isnull', False), ('running_since__isnull', False), ('waiting', True)), _connector='OR'), name='seat_clock_whole')],
            },
        ),
        migrations.CreateModel(
            name='Preset',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('value', models.CharField(max_length=60)),
                ('phase', models.CharField(blank=True, help_text='the phase it applies to; empty: until changed', max_length=20)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presets', to='games.seat')),
            ],
            options={
                'ordering': ['seat', 'name'],
                'constraints': [models.UniqueConstraint(fields=('seat', 'name'), name='preset_once')],
            },
        ),
        migrations.CreateModel(
            name='Draft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_number', models.PositiveIntegerField(help_text='the question it answers')),
                ('moves', models.JSONField(default=list, help_text='texts of moves, in order')),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='draft', to='games.seat')),
            ],
            options={
                'ordering': ['seat'],
            },
        ),
        migrations.CreateModel(
            name='Seen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField(default=0, help_text='last log number that was on screen')),
                ('line', models.PositiveIntegerField(default=0, help_text='last chat message that was on screen')),
                ('result', models.BooleanField(default=False, help_text='the game has finished and the player has seen the result')),
                ('unread', models.BooleanField(default=False, help_text='there may be a chat message after `line`')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen', to='games.game')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['user', 'game'],
                'indexes': [models.Index(condition=models.Q(('result', False)), fields=['user'], name='seen_result_open'), models.Index(condition=models.Q(('unread', True)), fields=['user'], name='seen_unread')],
                'constraints': [models.UniqueConstraint(fields=('user', 'game'), name='seen_once')],
            },
        ),
        migrations.CreateModel(
            name='Tenure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('since_number', models.PositiveIntegerField(default=0)),
                ('began', models.CharField(choices=[('began', 'from the start'), ('kept', 'bot for an absent player'), ('resigned', 'bot after a resignation'), ('deleted', 'bot after an account deletion'), ('returned', 'returned'), ('substitute', 'substitute'), ('play-out', 'plays out the game')], default='began', max_length=10)),
                ('until', models.DateTimeField(null=True)),
                ('until_number', models.PositiveIntegerField(null=True)),
                ('ended', models.CharField(blank=True, choices=[('', 'holds the seat'), ('resigned', 'resigned'), ('kept', 'missed too many deadlines'), ('deleted', 'deleted their account'), ('returned', 'the player returned'), ('replaced', 'replaced by a substitute'), ('play-out', 'bots play out the game')], default='', max_length=10)),
                ('deadlines_met', models.PositiveIntegerField(default=0, help_text='counted on the seat while this is open')),
                ('deadlines_missed', models.PositiveIntegerField(default=0, help_text='counted on the seat while this is open')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tenures', to='games.seat')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tenures', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat holder',
                'verbose_name_plural': 'seat holders',
                'ordering': ['seat', 'since_number', 'id'],
                'indexes': [models.Index(condition=models.Q(('until__isnull', True)), fields=['user'], name='tenure_user_open')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('until__isnull', True)), fields=('seat',), name='tenure_one_open'), models.CheckConstraint(condition=models.Q(models.Q(('bot', ''), ('user__isnull', False)), models.Q(('user__isnull', True), models.Q(('bot', ''), _negated=True)), _connector='OR'), name='tenure_user_or_bot')],
            },
        ),
        migrations.AddField(
            model_name='line',
            name='tenure',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='lines', to='games.tenure'),
        ),
    ]
