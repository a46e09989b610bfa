"""What becomes of every row that points to a person when the account is deleted: one table, from which no relation is missing."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.utils.timezone import now

from accounts.models import Block, Followed, Household, User
from arbiter.progression.plan import Plan, Swiss
from games.models import Invitation, MoveNote, Mute, Note, OrderTemplate, Puzzle, PuzzleAnswer, SavedSearch
from games.play.open_seats import volunteer
from games.play.vacation import DAY, plan
from games.tables import seeks
from games.tables.sitting import join_table
from incoming_mail.models import IncomingMail, MailState, ReplyToken, ReplyWish
from moderation.models import Measure, MeasureKind, NetworkSight
from notifications.models import Endpoint, Hours, Preference
from tests.accounts.test_devices import DESK, sign_in
from tests.accounts.test_leaving import everything_stored
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.people import PASSWORD, token_of
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import made
from tournaments.models import Follow, TournamentInvitation

pytestmark = pytest.mark.django_db

GONE = frozenset(
    {
        *(
            "account.EmailAddress user",
            "accounts.ApiToken user",
            "accounts.Device user",
            "accounts.KnownBrowser user",
            "mfa.Authenticator user",
        ),
        *("accounts.Block blocker", "accounts.Block blocked", "accounts.User_groups user"),
        *("accounts.Followed follower", "accounts.Followed player"),
        *(
            "games.Mute user",
            "games.Mute muted",
            "games.MoveNote user",
            "games.Note user",
            "games.OrderTemplate user",
            "games.PuzzleAnswer user",
            "games.SavedSearch user",
            "games.Seek user",
            "games.Seen user",
            "games.VacationDay user",
            "games.Volunteer user",
        ),
        *("incoming_mail.IncomingMail user", "incoming_mail.ReplyToken user", "incoming_mail.ReplyWish user"),
        *("moderation.Measure user", "moderation.NetworkSight user"),
        *("notifications.Endpoint user", "notifications.Hours user", "notifications.Preference user"),
        *("tournaments.Director user", "tournaments.TournamentInvitation user", "tournaments.Follow user"),
    }
)
"""No row points to him any more."""

STAYS = {
    "accounts.Household asker": "ended; who lived together still may not have met in a rated game",
    "accounts.Household named": "ended, as above",
    "admin.LogEntry user": "what staff did",
    "games.DeadlineSum user": "follows from the tenures, which stay",
    "games.Game host": "the game is the others' too",
    "games.GameImport uploader": "others may have found its games",
    "games.Invitation inviter": "of tables that have begun; without its word",
    "games.Invitation user": "of tables that have begun; without the address",
    "games.Line author": "its place, without the text",
    "games.Line removed_by": "he himself, as the reason why the text is gone",
    "games.Participant user": "of tables that have begun",
    "games.PlayerTotal user": "follows from the tenures, which stay",
    "games.Report reporter": "until it is settled, and its time is over",
    "games.Report settled_by": "what staff did",
    "games.SeatFact user": "follows from the tenures, which stay",
    "games.SoloResult user": "a line of a list of the archive",
    "games.Tenure user": "who sat there: a former player",
    "moderation.Complaint reporter": "without its words",
    "moderation.Complaint settled_by": "what staff did",
    "moderation.Measure by": "what staff did",
    "moderation.StaffNote by": "what staff did",
    "moderation.TrailRow by": "the trail is a chain",
    "notifications.Delivery user": "when something was sent, without what servers answered; until its time is over",
    "notifications.Notification user": "that something was told; until its time is over",
    "tournaments.Act by": "the log of a tournament is a chain",
    "tournaments.Entry user": "a line of the standings",
    "tournaments.Tournament created_by": "the tournament is the others' too",
    "tournaments.TournamentInvitation inviter": "whom he asked may still come",
    "tournaments.HiddenRatings user": "what was hidden stays so",
    "tournaments.League created_by": "the league is the others' too",
    "tournaments.LeagueAct by": "the log of a league is a chain",
    "tournaments.LeagueDirector user": "of leagues that are over",
    "tournaments.MonthGain user": "follows from rated games, which stay",
    "tournaments.Opponent opponent": "follows from rated games, which stay",
    "tournaments.Opponent user": "as above",
    "tournaments.Post by": "what directors told the players",
    "tournaments.Rating user": "without it the figures of the others would change",
    "tournaments.RatingChange user": "as above",
    "tournaments.Report answered_by": "what directors did",
    "tournaments.Report by": "until it is answered, and its time is over",
    "tournaments.Signup user": "of seasons that have begun",
}
"""What is not his alone, and why. It names him "Former player 7"."""

RIGHTS = "accounts.User_user_permissions user"


def relations() -> dict[str, tuple[type, str]]:
    """Everything that points to a person, by the name of its row and field."""
    return {
        f"{one.related_model._meta.label} {one.field.name}": (one.related_model, one.field.name)
        for one in User._meta.get_fields(include_hidden=True)
        if one.auto_created and not one.concrete and not one.many_to_many
        if apps.get_app_config(one.related_model._meta.app_label).name in OURS
    }


OURS = {
    "accounts",
    "games",
    "incoming_mail",
    "moderation",
    "notifications",
    "tournaments",
    "allauth.account",
    "allauth.mfa",
    "django.contrib.admin",
}


def test_every_relation_has_its_word():
    assert not GONE & set(STAYS)
    assert set(relations()) == GONE | set(STAYS) | {RIGHTS}, "say what becomes of it, and see to it"


def test_what_is_to_go_is_gone(anna: User, boris: User, clara: User):
    client = sign_in(DESK)
    game = begun(anna, boris, clara, now=now())
    client.get(f"/games/{game.pk}/")
    client.post(f"/games/{game.pk}/seen/", {"version": 0})
    join_table(game_id=table(boris, players=3, now=now()).pk, user=anna, now=now())
    Invitation.objects.create(game=game, inviter=anna, user=clara, word="A word of Anna")
    token_of(anna)
    anna.groups.add(Group.objects.create(name="helpers"))
    Authenticator.objects.create(user=anna, type="totp", data={})
    Block.objects.create(blocker=anna, blocked=boris, at=now())
    Block.objects.create(blocker=clara, blocked=anna, at=now())
    Followed.objects.create(follower=anna, player=clara, at=now())
    Followed.objects.create(follower=clara, player=anna, at=now())
    Household.objects.create(asker=anna, named=boris, asked_at=now(), since=now())
    seeks.seek(user=anna, pool=seeks.Pool(2, 2, "2d"), now=now())
    volunteer(user=anna, fastest="1d", slowest="2d", players=[2], with_sets=False, most_a_month=1)
    Mute.objects.create(user=anna, muted=boris)
    Mute.objects.create(user=clara, muted=anna)
    Note.objects.create(user=anna, game=game, text="A note of Anna")
    OrderTemplate.objects.create(user=anna, name="mine", text="pass this round")
    plan(anna, now().date() + DAY, now().date() + DAY, now())
    MoveNote.objects.create(user=anna, game=game, number=0, text="A note of Anna")
    IncomingMail.objects.create(
        digest="d", size=1, way="reply", state=MailState.HANDLED, user=anna, envelope_from="anna@example.org"
    )
    ReplyToken.objects.create(user=anna, handler="h", subject="game:1", content="c", proof="p")
    ReplyWish.objects.create(user=anna)
    Endpoint.objects.create(user=anna, channel="webhook", url="https://hooks.example.org/of-anna")
    Hours.objects.create(user=anna)
    puzzle = Puzzle.objects.create(game=game, ply=1, seat=0, day=now(), played="pass", choices=[], futures=0)
    PuzzleAnswer.objects.create(user=anna, puzzle=puzzle, move="pass", is_right=True, streak=1, at=now())
    SavedSearch.objects.create(user=anna, text="result:won", created_at=now())
    Preference.objects.create(user=anna, category="games", when="never")
    Measure.objects.create(user=anna, kind=MeasureKind.MUTE, reason="A reason about Anna", since=now(), by=boris)
    NetworkSight.objects.get_or_create(user=anna, key="k", defaults={"at": now()})
    tournament = made(anna, Plan(stages=(Swiss(2),), sizes=None))
    TournamentInvitation.objects.create(tournament=tournament, inviter=boris, user=anna)
    Follow.objects.create(user=anna, tournament=tournament)
    league(boris)
    of_people = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=boris, content_type=of_people, object_id=str(anna.pk), object_repr="Anna", action_flag=CHANGE
    )
    seen = game.seen.model.objects
    seen.get_or_create(user=anna, game=game)
    there = relations()
    for name in GONE:
        model, field = there[name]
        assert model._default_manager.filter(**{field: anna.pk}).exists(), f"{name}: make one above"

    client.post("/profile/delete/", {"proof": PASSWORD})
    assert User.objects.get(pk=anna.pk).is_pseudonym
    for name in GONE:
        model, field = there[name]
        assert not model._default_manager.filter(**{field: anna.pk}).exists(), name
    assert Household.objects.get().until is not None
    assert not LogEntry.objects.exclude(object_repr="").filter(content_type=of_people, object_id=str(anna.pk)).exists()

    stored = everything_stored()
    for trace in ("A word of Anna", "A note of Anna", "of-anna", "anna@example.org"):
        assert trace not in stored, trace
