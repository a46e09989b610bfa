"""Resigning one game is a result like any other: the player stays in the tournament and is paired again."""

from __future__ import annotations

import pytest

from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Leavers, OutcomeKind, Rule
from games.models import Source
from games.play.positions import load
from games.play.seats import resign
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay
from incoming_mail.services import take
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.page_reading import text_of
from tests.games.play_builders import asked_user, play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of as text_of_mail
from tests.people import person, signed_in
from tournaments.models import Chair, Entry, Table

from .club import DAY, NOON, again, people, play_round, started

pytestmark = pytest.mark.django_db
STAYS = "You stay in the tournament “Winter on the Neva”."


def test_who_resigns_is_last_and_plays_the_next_round() -> None:
    users = people(4)
    tournament = started(person("Nora"), users, Plan(stages=(Swiss(2),)))
    table = Table.objects.get(round__tournament=tournament)
    resign(game_id=table.game_id or 0, user=users[0], source=Source.PAGE, now=NOON)
    play_round(tournament)
    table.refresh_from_db()
    own = Entry.objects.get(tournament=tournament, user=users[0])
    assert table.result is not None
    (outcome,) = (one for one in table.result.outcomes if one.entrant == own.number)
    assert (outcome.place, outcome.part, own.is_idle) == (4, OutcomeKind.LEFT, False)
    assert Chair.objects.filter(round__tournament=tournament, round__number=2).count() == 4
    page = text_of(signed_in(users[0]).get(f"/tournaments/{again(tournament).pk}/"))
    assert "You lost your seat" not in page


def test_the_page_and_the_email_that_ask_say_that_the_player_stays_in_the_tournament(mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = started(person("Nora"), people(4), Plan(stages=(Swiss(2),)))
    game = Table.objects.get(round__tournament=tournament).game
    assert game is not None
    first = asked_user(load(game.pk))
    play = play_on(game, until=lambda play: asked_user(play) != first)
    bundle_due(NOON + DAY / 24)
    deliver_due(NOON + DAY / 24)
    user = asked_user(play)
    assert f"In this game you come last. {STAYS}" in text_of(signed_in(user).get(f"/games/{game.pk}/resign/"))
    (turn,) = (mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "your_turn")
    asked = reply_to(turn, "resign")
    take(
        asked.as_bytes(),
        envelope_from=str(asked["From"]),
        envelope_to=[str(asked["To"])],
        way=ArrivalWay.SMTP,
        now=NOON + DAY / 24,
    )
    handle_due(NOON + DAY / 24)
    bundle_due(NOON + DAY / 12)
    deliver_due(NOON + DAY / 12)
    assert f"In this game you come last. {STAYS}" in " ".join(text_of_mail(mailbox.to(user.email)[-1]).split())


def test_where_bots_play_on_for_a_player_the_page_says_whose_result_counts() -> None:
    users = people(4)
    plan = Plan(stages=(Swiss(2),), rule=Rule(Leavers.AS_PLAYED_ON))
    tournament = started(person("Nora"), users, plan)
    game = Table.objects.get(round__tournament=tournament).game
    assert game is not None
    page = text_of(signed_in(users[0]).get(f"/games/{game.pk}/resign/"))
    assert f"The result of the bot counts for you. {STAYS}" in page
