"""What the privacy page says about periods is what the night does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from allauth.account import app_settings
from allauth.core.internal import ratelimit
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from accounts import services as accounts
from accounts.models import ApiToken, Household, KnownBrowser, Scope, Tries, User
from api.models import KeptAnswer
from games.models import Game, Invitation, Line
from games.models import Report as TalkReport
from incoming_mail.models import IncomingMail, MailState, ReplyToken
from moderation.models import NetworkSight
from notifications import services
from notifications.history import history_page
from notifications.models import AddressScore, Attempt, Delivery, DeliveryState, Notification
from stpete_site.retention import periods
from stpete_site.tasks import tidy
from tests.games.play_builders import begun
from tests.games.table_builders import agreed_over, table
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import made
from tournaments.models import Report, Tournament, TournamentInvitation, TournamentState

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def session(days: int, older: timedelta) -> Model:
    """One that was last saved so long ago."""
    signed_in(User.objects.first() or person("Anna"))
    found = Session.objects.order_by("-expire_date").first()
    assert found is not None
    assert abs(found.expire_date - now() - timedelta(days=days)) < HOUR, "a new one lasts as long as is said"
    Session.objects.filter(pk=found.pk).update(expire_date=found.expire_date - timedelta(days=days) - older)
    return found


def browser(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    at = now() - timedelta(days=days) - older
    return KnownBrowser.objects.create(user=user, digest=f"{older}", signed_in_at=at)


def sign_up(days: int, older: timedelta) -> Model:
    user = User.objects.create_user(f"{days}{older.days}@example.org", "pw", display_name=f"New {older.days}")
    User.objects.filter(pk=user.pk).update(created_at=now() - timedelta(days=days) - older)
    return user


def tried(days: int, older: timedelta) -> Model:
    longest = max(rate.duration for text in app_settings.RATE_LIMITS.values() for rate in ratelimit.parse_rates(text))
    assert timedelta(seconds=longest) <= timedelta(days=days), "no limit counts for longer than is said"
    return Tries.objects.create(digest=f"{older}", value=[], ends_at=now() - older)


def guest(days: int, older: timedelta) -> Model:
    """One who began his only game so long ago."""
    assert Client().post("/play-now/").status_code == 302
    found = User.objects.filter(guest_until__isnull=False).latest("pk")
    assert found.guest_until is not None
    assert abs(found.guest_until - now() - timedelta(days=days)) < HOUR, "a new one is kept as long as is said"
    User.objects.filter(pk=found.pk).update(guest_until=found.guest_until - timedelta(days=days) - older)
    return found


def mail(days: int, older: timedelta) -> Model:
    received = now() - timedelta(days=days) - older
    return IncomingMail.objects.create(
        digest=f"{older}", size=1, way="page", state=MailState.HANDLED, received_at=received, handled_at=received
    )


def reply_address(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    made = ReplyToken.objects.create(user=user, handler="h", subject="game:1", content=f"{older}", proof="p", data={})
    ReplyToken.objects.filter(pk=made.pk).update(made_at=now() - timedelta(days=days) - older)
    return made


def network(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    return NetworkSight.objects.create(user=user, key=f"{older}", at=now() - timedelta(days=days) - older)


def answer(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    made = now() - timedelta(days=days) - older
    return KeptAnswer.objects.create(user=user, key=f"{older}", request="r", created_at=made)


def ended_token(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    ends = now() - timedelta(days=days) - older
    return ApiToken.objects.issue(user=user, name="Old", scopes=[Scope.READ], now=ends, expires_at=ends)[0]


def message(days: int, older: timedelta) -> Model:
    user = User.objects.first() or person("Anna")
    at = now() - timedelta(days=days) - older
    sent = Delivery.objects.create(
        app="games", kind="k", user=user, state=DeliveryState.SENT, created_at=at, sent_at=at
    )
    Attempt.objects.create(delivery=sent, at=at, answer="250 OK")
    return sent


def finished() -> Game:
    found = Game.objects.first()
    return found or agreed_over(begun(person("Anna"), person("Boris")))


def invitation(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    game = finished()
    return Invitation.objects.create(game=game, inviter=game.host, email=f"a{older.days}@example.org", created_at=at)


def invitation_to_a_tournament(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    tournament = Tournament.objects.first() or made(person("Anna"))
    Tournament.objects.update(state=TournamentState.ABANDONED)
    return TournamentInvitation.objects.create(
        tournament=tournament, inviter=User.objects.get(), email=f"a{older.days}@example.org", created_at=at
    )


def told_to_an_address(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    return Notification.objects.create(app="games", kind="k", key=f"{older}", address="a@example.org", created_at=at)


def message_to_an_address(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    return Delivery.objects.create(
        app="games", kind="k", endpoint="a@example.org", state=DeliveryState.SENT, created_at=at
    )


def score(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    return AddressScore.objects.create(digest=f"{older}", score=9, scored_at=at, stopped_at=at)


def settled_report(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    game = finished()
    line = Line.objects.create(game=game, number=Line.objects.count() + 1, author=game.host, text="Hm", at=at)
    return TalkReport.objects.create(
        line=line, reporter=User.objects.get(display_name="Boris"), reason="other", at=at, settled_at=at
    )


def answered_report(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    tournament = Tournament.objects.first() or made(person("Anna"))
    return Report.objects.create(
        tournament=tournament, by=User.objects.get(), about="other", text="Hm", at=at, answer="So", answered_at=at
    )


def unanswered_household(days: int, older: timedelta) -> Model:
    at = now() - timedelta(days=days) - older
    asker = User.objects.filter(display_name="Anna").first() or person("Anna")
    other = person(f"Other{older.days + 5}")
    return Household.objects.create(asker=asker, named=other, asked_at=at)


Maker = Callable[[int, timedelta], Model]
KEPT: list[tuple[Maker, ...]] = [
    (session,),
    (browser,),
    (sign_up,),
    (tried,),
    (guest,),
    (mail,),
    (reply_address,),
    (answer,),
    (network,),
    (message,),
    (invitation, invitation_to_a_tournament, told_to_an_address, message_to_an_address),
    (score,),
    (settled_report,),
    (answered_report,),
    (ended_token,),
    (unanswered_household,),
]
"""How each of the periods begins, in their order."""


@pytest.mark.parametrize(("index", "made"), [(at, one) for at, makers in enumerate(KEPT) for one in makers])
def test_what_is_older_than_is_said_is_gone_in_the_morning(index: int, made: Maker, settings: Settings) -> None:
    settings.GUEST_DAYS, settings.INBOUND_KEEP_DAYS = 41, 43  # as the page would say then
    days = periods()[index].days
    old, young = made(days, HOUR), made(days, -2 * HOUR)
    tidy()
    assert not type(old)._default_manager.filter(pk=old.pk).exists()
    assert type(young)._default_manager.filter(pk=young.pk).exists()


def test_what_still_waits_for_something_is_kept_however_old_it_is(anna: User, boris: User) -> None:
    long_ago = now() - timedelta(days=4000)
    gathering = table(anna, players=3, now=now())
    running = begun(anna, boris, now=now())
    line = Line.objects.create(game=running, number=1, author=anna, text="Hm", at=long_ago)
    kept: list[Model] = [
        Invitation.objects.create(game=gathering, inviter=anna, email="a@example.org", created_at=long_ago),
        TournamentInvitation.objects.create(
            tournament=made(anna), inviter=anna, email="a@example.org", created_at=long_ago
        ),
        Invitation.objects.create(game=running, inviter=anna, user=boris, created_at=long_ago),
        Delivery.objects.create(app="games", kind="k", user=anna, created_at=long_ago, due_at=now()),
        Notification.objects.create(
            app="games", kind="k", key="1", address="a@example.org", created_at=long_ago, due_at=now()
        ),
        TalkReport.objects.create(line=line, reporter=boris, reason="other", at=long_ago),
        Report.objects.create(tournament=Tournament.objects.get(), by=boris, about="other", text="Hm", at=long_ago),
        Household.objects.create(asker=anna, named=boris, asked_at=long_ago, since=long_ago),
        ApiToken.objects.issue(user=anna, name="New", scopes=[Scope.READ], now=long_ago, expires_at=None)[0],
    ]
    tidy()
    for one in kept:
        assert type(one)._default_manager.filter(pk=one.pk).exists(), one


def test_one_that_fails_keeps_no_other_from_its_work_and_the_task_fails(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = ended_token(periods()[-2].days, HOUR)

    def broken(**_when: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(accounts, "forget_unconfirmed", broken)
    with pytest.raises(OSError, match="disk"):
        tidy()
    assert not ApiToken.objects.filter(pk=old.pk).exists()


def test_many_rows_go_in_pieces(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "ROWS_AT_ONCE", 2)
    for _ in range(5):
        message(200, HOUR)
    assert services.forget_messages(now=now()) == 10, "with the answers of servers"


def test_the_page_of_what_one_was_told_shows_no_notification_whose_messages_are_gone(anna: User) -> None:
    for days, key in ((200, "old"), (1, "new")):
        Notification.objects.create(
            app="games", kind=key, key=key, user=anna, dropped="gone", created_at=now() - timedelta(days=days)
        )
    assert [str(one["what"]) for one in history_page(anna, 1, now())] == ["new"]


def test_the_page_states_every_period(settings: Settings) -> None:
    settings.GUEST_DAYS, settings.INBOUND_KEEP_DAYS = 41, 1
    page = unescape(Client().get("/privacy/").content.decode())
    assert len(periods()) == len(KEPT)
    for period in periods():
        assert f"{period.what}: {period.days} day{'s' if period.days != 1 else ''}</li>" in page
