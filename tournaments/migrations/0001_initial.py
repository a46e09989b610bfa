import datetime
import django.db.models.deletion
import django.utils.timezone
import games.models.game
import tournaments.models.tournament
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HiddenRatings',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='RatingQueue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('merged', models.PositiveIntegerField(db_default=0, default=0, help_text='number of merged accounts with rated games')),
                ('rebuilt', models.PositiveIntegerField(db_default=0, default=0, help_text='the same number at the last full recalculation')),
            ],
            options={
                'verbose_name': 'rating queue',
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('stage', models.PositiveSmallIntegerField(default=0)),
                ('state', models.CharField(choices=[('paired', 'paired'), ('running', 'running'), ('closed', 'closed')], default='paired', max_length=10)),
                ('made_from', models.TextField(blank=True, editable=False)),
                ('made_by', models.CharField(blank=True, editable=False, max_length=40)),
                ('why', models.JSONField(default=list, editable=False)),
                ('is_held', models.BooleanField(db_default=False, default=False)),
                ('paired_at', models.DateTimeField()),
                ('begins_at', models.DateTimeField()),
                ('deadline_at', models.DateTimeField()),
                ('was_extended', models.BooleanField(default=False)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('entered', 'registered'), ('waiting', 'on the waiting list'), ('withdrawn', 'withdrawn'), ('removed', 'removed by a director')], default='entered', max_length=10)),
                ('number', models.PositiveIntegerField(editable=False, null=True)),
                ('lot', models.PositiveIntegerField(editable=False, help_text='drawn at the start, the lowest first', null=True)),
                ('rating', models.FloatField(editable=False, help_text='at the start', null=True)),
                ('first_round', models.PositiveSmallIntegerField(default=1)),
                ('requested', models.JSONField(default=list, help_text='numbers of rounds for which a bye is requested')),
                ('not_before', models.DateField(blank=True, help_text='not paired before this day', null=True)),
                ('away_from', models.DateTimeField(blank=True, null=True)),
                ('away_until', models.DateTimeField(blank=True, help_text='no deadline of their games is before this', null=True)),
                ('is_idle', models.BooleanField(default=False, help_text='dropped out; not paired until they rejoin')),
                ('gave_up', models.CharField(blank=True, choices=[('annul', 'results voided'), ('keep', 'results stand')], db_default='', default='', editable=False, help_text='withdrew from a round-robin: what happened to the results', max_length=5)),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['tournament', 'number', 'id'],
            },
        ),
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=50, verbose_name='name')),
                ('about', models.TextField(blank=True, max_length=5000, verbose_name='description')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('closed_at', models.DateTimeField(blank=True, help_text='no further season follows', null=True)),
                ('options', models.JSONField(help_text='engine.Options as JSON')),
                ('pace_kind', models.CharField(choices=[('move', 'time per move'), ('bank', 'time bank with increment')], default='move', max_length=10)),
                ('pace_base', models.DurationField()),
                ('pace_increment', models.DurationField(blank=True, null=True)),
                ('pace_cap', models.DurationField(blank=True, null=True)),
                ('is_rated', models.BooleanField(default=True, verbose_name='rated')),
                ('in_pairs', models.BooleanField(default=False)),
                ('group_size', models.PositiveSmallIntegerField(default=7)),
                ('games', models.PositiveSmallIntegerField(default=4, help_text='games per player in a season, at tables')),
                ('up', models.PositiveSmallIntegerField(default=1)),
                ('down', models.PositiveSmallIntegerField(default=2)),
                ('season_time', models.DurationField(default=datetime.timedelta(days=90))),
                ('pause', models.DurationField(default=datetime.timedelta(days=7), help_text='break between two seasons')),
                ('last_act', models.PositiveIntegerField(default=0, editable=False)),
                ('head', models.CharField(blank=True, editable=False, help_text='hash of the last action', max_length=64)),
                ('created_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='created_leagues', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['title', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Over',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
            ],
        ),
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ended_at', models.DateTimeField()),
                ('number', models.PositiveBigIntegerField(help_text='1, 2, 3, … without gaps', null=True, unique=True)),
                ('judged', models.TextField(blank=True)),
                ('unrated', models.CharField(blank=True, choices=[('', 'it is rated'), ('casual', 'the game was played for fun'), ('too-few-people', 'fewer than two seats are held by people'), ('too-short', 'the game was abandoned before two rounds were completed'), ('agreed', 'everyone agreed to stop'), ('household', 'two players share a household')], default='', max_length=20)),
                ('annulled_at', models.DateTimeField(blank=True, null=True)),
                ('annulled_because', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
            ],
            options={
                'verbose_name': 'rated game',
                'verbose_name_plural': 'rated games',
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=150)),
                ('value', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('played_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'rating',
                'verbose_name_plural': 'ratings',
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=150)),
                ('rank', models.PositiveSmallIntegerField()),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
                ('games_before', models.PositiveIntegerField()),
                ('rated_game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='tournaments.ratedgame')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Rest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('why', models.CharField(help_text='arbiter.progression.situation.Why', max_length=10)),
                ('points', models.CharField(default='0', max_length=12)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rests', to='tournaments.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rests', to='tournaments.round')),
            ],
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('open', 'open for registration'), ('running', 'running'), ('finished', 'finished')], default='open', max_length=10)),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(help_text='deadline of its games')),
                ('put_off', models.PositiveSmallIntegerField(default=0)),
                ('takes_entries', models.BooleanField(default=True, help_text='registration is open')),
                ('was_reminded', models.BooleanField(default=False)),
                ('moves', models.JSONField(default=dict, help_text='account to the reason for its place: arbiter.formats.leagues.Move')),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='tournaments.league')),
            ],
            options={
                'ordering': ['league', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Signup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('taken_off_at', models.DateTimeField(blank=True, null=True)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='signups', to='tournaments.season')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='signups', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('group', models.PositiveSmallIntegerField(default=0, help_text='0: no groups')),
                ('leg', models.PositiveSmallIntegerField(default=1, help_text='number of the game within the match')),
                ('deal', models.PositiveIntegerField(default=0, help_text='number of its deal in a duplicate tournament')),
                ('state', models.CharField(choices=[('waiting', 'about to start'), ('running', 'running'), ('counted', 'counted'), ('annulled', 'voided')], default='waiting', max_length=10)),
                ('result_text', models.TextField(blank=True, editable=False)),
                ('was_played', models.BooleanField(default=True)),
                ('is_corrected', models.BooleanField(default=False)),
                ('closing', models.CharField(blank=True, help_text='how it counts if its round closed before it ended', max_length=10)),
                ('was_closed', models.BooleanField(default=False, help_text='what `closing` asks for was done to its game')),
                ('late', models.JSONField(default=list, help_text='seats that were late when the round closed')),
                ('counted_at', models.DateTimeField(blank=True, null=True)),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournament_table', to='games.game')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
            ],
            options={
                'ordering': ['round', 'number', 'leg'],
            },
        ),
        migrations.CreateModel(
            name='Chair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('leg', models.PositiveSmallIntegerField(default=1)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chairs', to='tournaments.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='tournaments.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chairs', to='tournaments.table')),
            ],
            options={
                'ordering': ['table', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=80, verbose_name='name')),
                ('about', models.TextField(blank=True, max_length=5000, verbose_name='description')),
                ('state', models.CharField(choices=[('draft', 'in preparation'), ('open', 'open for registration'), ('running', 'running'), ('finished', 'finished'), ('abandoned', 'cancelled')], default='draft', max_length=10)),
                ('reach', models.CharField(choices=[('public', 'everyone'), ('link', 'anyone with the link'), ('private', 'players and directors only')], default='public', max_length=10)),
                ('link_token', models.CharField(default=games.models.game.new_token, editable=False, max_length=32, unique=True)),
                ('options', models.JSONField(help_text='engine.Options as JSON; the number of players is per table')),
                ('pace_kind', models.CharField(choices=[('move', 'time per move'), ('bank', 'time bank with increment')], default='move', max_length=10)),
                ('pace_base', models.DurationField()),
                ('pace_increment', models.DurationField(blank=True, null=True)),
                ('pace_cap', models.DurationField(blank=True, null=True)),
                ('misses_before_bot', models.PositiveSmallIntegerField(default=2, help_text='0: never')),
                ('is_rated', models.BooleanField(default=True, verbose_name='rated')),
                ('has_chat', models.BooleanField(default=True, help_text='chat is enabled at its tables')),
                ('plan_text', models.TextField(help_text='arbiter.progression.plan.Plan as text')),
                ('conditions_text', models.TextField(help_text='arbiter.progression.plan.Conditions as text')),
                ('most_entrants', models.PositiveIntegerField(blank=True, help_text='empty: no limit', null=True)),
                ('hold', models.DurationField(blank=True, editable=False, help_text='the next round is on hold', null=True)),
                ('starts_when_full', models.BooleanField(default=False, help_text='an open cup: starts with `most_entrants`')),
                ('seed', models.CharField(default=tournaments.models.tournament.new_seed, editable=False, max_length=32)),
                ('version', models.PositiveIntegerField(default=0, editable=False, help_text='increases with every change')),
                ('last_act', models.PositiveIntegerField(default=0, editable=False)),
                ('head', models.CharField(blank=True, editable=False, help_text='hash of the last action', max_length=64)),
                ('standings_due', models.BooleanField(default=False, editable=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('closes_at', models.DateTimeField(blank=True, help_text='end of registration; empty: at the start', null=True)),
                ('starts_at', models.DateTimeField(blank=True, help_text='empty: started by a director', null=True)),
                ('started_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('paused_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('finished_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('created_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='created_tournaments', to=settings.AUTH_USER_MODEL)),
                ('follows', models.OneToOneField(blank=True, help_text='the previous cup', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('order', models.PositiveIntegerField(help_text='row of the list, from 1; ties are ordered by number')),
                ('shared_by', models.PositiveIntegerField(default=1)),
                ('values', models.JSONField(default=list)),
                ('decided_by', models.CharField(blank=True, max_length=10)),
                ('best', models.PositiveIntegerField(null=True)),
                ('worst', models.PositiveIntegerField(null=True)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='standing', to='tournaments.entry')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['tournament', 'order'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.CharField(choices=[('conduct', "a player's conduct"), ('appeal', 'an appeal against a decision'), ('other', 'something else')], max_length=10)),
                ('text', models.TextField(max_length=4000)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('answer', models.TextField(blank=True, max_length=4000)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Post',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=1000)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Halt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('step', models.CharField(choices=[('starts', 'the tournament starts'), ('counts', 'the result of a game is counted'), ('pairs', 'the next round is paired, or the tournament ends'), ('begins', 'the games of a round begin'), ('closes', 'a round is closed'), ('stands', 'the standings follow the results'), ('tells', 'people are reminded, and deadlines of who is away move'), ('promotes', 'a season begins, ends, or is followed by the next')], max_length=10)),
                ('code', models.CharField(max_length=60)),
                ('why', models.JSONField(null=True)),
                ('mark', models.PositiveIntegerField(help_text='the version of the tournament, or the last act of the league')),
                ('at', models.DateTimeField()),
                ('until', models.DateTimeField(null=True)),
                ('season', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='halt', to='tournaments.season')),
                ('tournament', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='halt', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='follows_of', to='tournaments.league')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='follows_of', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Due',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('closes', 'entries close'), ('starts', 'the tournament starts'), ('begins', 'the games of a round begin'), ('deadline', 'the time of a round is over'), ('reminder', 'the end of a round comes near')], max_length=10)),
                ('number', models.PositiveSmallIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dues', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField()),
                ('group', models.PositiveSmallIntegerField()),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.season')),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='division', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['season', 'level', 'group'],
            },
        ),
        migrations.CreateModel(
            name='Director',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='directed', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='directors', to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Act',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('data', models.JSONField(default=dict)),
                ('reason', models.TextField(blank=True, max_length=1000)),
                ('private', models.TextField(blank=True, help_text='for directors only', max_length=2000)),
                ('salt', models.CharField(max_length=32)),
                ('reason_digest', models.CharField(max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'tournament action',
                'verbose_name_plural': 'tournament actions',
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='TournamentInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, help_text='empty if invited by name', max_length=254)),
                ('language', models.CharField(blank=True, max_length=5)),
                ('token', models.CharField(default=games.models.game.new_token, editable=False, max_length=32, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('inviter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tournament_invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='LeagueAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('data', models.JSONField(default=dict)),
                ('reason', models.TextField(blank=True, max_length=1000)),
                ('private', models.TextField(blank=True, help_text='for directors only', max_length=2000)),
                ('salt', models.CharField(max_length=32)),
                ('reason_digest', models.CharField(max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='tournaments.league')),
            ],
            options={
                'verbose_name': 'league action',
                'verbose_name_plural': 'league actions',
                'ordering': ['league', 'number'],
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='league_act_once')],
            },
        ),
        migrations.CreateModel(
            name='LeagueDirector',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='directors', to='tournaments.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='league_director_once')],
            },
        ),
        migrations.AddIndex(
            model_name='ratedgame',
            index=models.Index(condition=models.Q(('annulled_at__isnull', True), ('number__isnull', True), ('unrated', '')), fields=['ended_at', 'game'], name='rated_game_waits'),
        ),
        migrations.AddConstraint(
            model_name='ratedgame',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('judged', ''), ('number__isnull', True)), models.Q(('number__isnull', False), ('unrated', ''), models.Q(('judged', ''), _negated=True)), _connector='OR'), name='rated_game_whole'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(models.F('pool'), models.OrderBy(models.F('value'), descending=True), models.F('user'), name='rating_ladder'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'pool'), name='rating_once'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['user', 'pool'], name='rating_change_of'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('rated_game', 'pool', 'user'), name='rating_change_once'),
        ),
        migrations.AddConstraint(
            model_name='rest',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='rest_once'),
        ),
        migrations.AddIndex(
            model_name='season',
            index=models.Index(fields=['state', 'starts_at'], name='season_state'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='season_once'),
        ),
        migrations.AddConstraint(
            model_name='signup',
            constraint=models.UniqueConstraint(fields=('season', 'user'), name='signup_once'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['round'], name='table_waiting'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(models.Q(('closing', ''), _negated=True), ('was_closed', False)), fields=['id'], name='table_to_close'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number', 'leg'), name='table_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'counted'), _negated=True), models.Q(('result_text', ''), _negated=True), _connector='OR'), name='table_counted_has_result'),
        ),
        migrations.AddConstraint(
            model_name='chair',
            constraint=models.UniqueConstraint(fields=('table', 'seat'), name='chair_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='chair',
            constraint=models.UniqueConstraint(fields=('round', 'entry', 'leg'), name='chair_entry_once'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['state', 'starts_at'], name='event_state'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('standings_due', True)), fields=['id'], name='tournament_standings_due'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['running', 'finished']), _negated=True), ('started_at__isnull', False), _connector='OR'), name='tournament_running_has_started'),
        ),
        migrations.AddConstraint(
            model_name='standing',
            constraint=models.UniqueConstraint(fields=('tournament', 'order'), name='standing_line'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='round_once'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['tournament'], name='report_open'),
        ),
        migrations.AddConstraint(
            model_name='halt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('season', None), ('tournament__isnull', False)), models.Q(('season__isnull', False), ('tournament', None)), _connector='OR'), name='halt_of_tournament_or_season'),
        ),
        migrations.AddConstraint(
            model_name='follow',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('league__isnull', False), ('tournament__isnull', True)), models.Q(('league__isnull', True), ('tournament__isnull', False)), _connector='OR'), name='follow_of_one'),
        ),
        migrations.AddConstraint(
            model_name='follow',
            constraint=models.UniqueConstraint(condition=models.Q(('tournament__isnull', False)), fields=('user', 'tournament'), name='follow_tournament_once'),
        ),
        migrations.AddConstraint(
            model_name='follow',
            constraint=models.UniqueConstraint(condition=models.Q(('league__isnull', False)), fields=('user', 'league'), name='follow_league_once'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['user', 'state'], name='entry_user'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='entry_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='entry_number'),
        ),
        migrations.AddIndex(
            model_name='due',
            index=models.Index(fields=['at'], name='due_at'),
        ),
        migrations.AddConstraint(
            model_name='due',
            constraint=models.UniqueConstraint(fields=('tournament', 'what', 'number'), name='due_once'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'level', 'group'), name='division_once'),
        ),
        migrations.AddConstraint(
            model_name='director',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='director_once'),
        ),
        migrations.AddConstraint(
            model_name='act',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='act_once'),
        ),
        migrations.AddConstraint(
            model_name='tournamentinvitation',
            constraint=models.UniqueConstraint(condition=models.Q(('email', '')), fields=('tournament', 'user'), name='tournament_invitation_user'),
        ),
        migrations.AddConstraint(
            model_name='tournamentinvitation',
            constraint=models.UniqueConstraint(condition=models.Q(('email', ''), _negated=True), fields=('tournament', 'email'), name='tournament_invitation_email'),
        ),
    ]
