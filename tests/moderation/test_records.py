"""Whatever staff and directors have done in a game, it can be read afterwards like any other."""

from __future__ import annotations

import pytest
from django.db.models import F
from django.utils.timezone import now

import engine
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from engine.record import SOURCES
from games.models import Game, Source, Status
from games.play.positions import load
from games.play.seats import take_back_seat
from moderation.actions import actions
from moderation.permissions import DIRECTOR, MODERATOR
from tests.games.page_reading import text_of
from tests.games.play_builders import begun, play_on
from tests.games.table_builders import table
from tests.games.whole_records import are_read_in_every_way
from tests.moderation.staff import act, staff
from tests.people import person, signed_in
from tests.tournaments.director.sending import as_first_shown
from tests.tournaments.lifecycle.club import NOON, made, people, play_out, started
from tournaments.director.actions import ACTIONS
from tournaments.lifecycle.services import clockwork
from tournaments.models import Chair, RoundState, Table, TableState, Tournament

pytestmark = pytest.mark.django_db

NOTHING_PLAYED = {"resend-mail", "answer-appeal"}
"""Acts of staff that are about words only."""


@pytest.fixture
def vera(db: None) -> User:
    """She may do everything that staff may."""
    user = staff("Vera", MODERATOR, DIRECTOR)
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    return User.objects.get(pk=user.pk)


def asked(game: Game) -> int:
    (index,) = engine.waiting_for(load(game.pk).state)
    return int(index)


def test_after_every_act_of_staff_the_game_is_read_replayed_verified_and_taken_along(vera, anna, boris, clara, dmitri):
    fanny, _emil, _gustav = person("Fanny"), person("Emil"), person("Gustav")
    done = set(NOTHING_PLAYED)

    def acts_on(what: str, number: int, /, **values: object) -> None:
        done.add(what)
        act(what, number, vera, now(), **values)

    def goes_on(game: Game) -> None:
        before = load(game.pk).game.version
        play_on(game, until=lambda play: play.game.version > before + 5, now=now())

    game, cancelled = begun(anna, boris, clara, now=now(), rated=True), begun(anna, boris, now=now(), rated=True)
    acts_on("extend-clock", game.pk, seat=asked(game), hours=5)
    for _ in range(2):
        acts_on("answer-for-seat", game.pk, seat=asked(game))
        goes_on(game)
    assert Source.DIRECTOR in {row.source for row in load(game.pk).moves}
    acts_on("substitute", game.pk, seat=asked(game), name="Dmitri")
    goes_on(game)
    acts_on("seat-to-bot", game.pk, seat=load(game.pk).seat_of(dmitri).index)  # type: ignore[union-attr]
    goes_on(game)
    of_the_tournament = started(fanny, [anna, boris], Plan(stages=(Swiss(1),), sizes=None))
    paired = Game.objects.get(tournament_table__round__tournament=of_the_tournament)
    acts_on("answer-for-seat", paired.pk, seat=asked(paired))
    acts_on("substitute-in-tournament", paired.pk, seat=asked(paired), name="Dmitri")
    acts_on("hand-over-tournament", of_the_tournament.pk, name="Emil", alone=True)
    acts_on("close-table", table(clara, players=4, now=now()).pk)
    left = [user for user in (anna, boris, clara) if load(game.pk).seat_of(user)]
    acts_on("mute", left[0].pk, days=3)
    acts_on("rename", left[0].pk, new_name="Anuschka")
    acts_on("suspend", left[0].pk, days=3)
    acts_on("lift", left[0].pk, kind="suspension")
    take_back_seat(game_id=game.pk, user=left[0], source=Source.PAGE, now=now())
    acts_on("merge-account", left[0].pk, name="Gustav")
    acts_on("erase-account", left[1].pk)
    acts_on("answer-for-seat", cancelled.pk, seat=asked(cancelled))
    acts_on("cancel-game", cancelled.pk)
    for running in (game, paired):
        play_on(running, now=now())
    clockwork.sweep(now())
    acts_on("annul-game", game.pk)
    assert done == set(actions()) - {"remove-import", "remove-notes"}, "those of what is no part of a log"
    are_read_in_every_way(Game.objects.filter(status=Status.FINISHED), signed_in(vera))


def test_after_every_act_of_directors_the_games_are_read_replayed_verified_and_taken_along(vera):
    other, substitute = person("Other"), person("Substitute")
    gathers, client = made(other), signed_in(vera)
    gathers.directors.create(user=vera, since=NOON)
    tournament = started(vera, people(10), Plan(stages=(Swiss(4),), sizes=None))
    done = set()

    def acts_on(what: str, of: Tournament = tournament, /, **chosen: object) -> None:
        address = f"/tournaments/{of.pk}/manage/{what}/"
        sent = as_first_shown(client, address, **chosen)
        assert f"Done: {ACTIONS[what].title}" in text_of(client.post(address, sent, follow=True)), what
        done.add(what)

    def whose_move(number: int) -> str:
        chair = Chair.objects.filter(
            table__number=number, table__game__seats__waiting=True, table__game__seats__index=F("seat")
        ).get()
        return f"{chair.table_id}-{chair.entry_id}"

    def ends(of: int) -> None:
        for one in Table.objects.filter(round__tournament=tournament, round__number=of, state=TableState.RUNNING):
            assert one.game is not None
            if one.game.is_running:
                play_out(one.game, now())
        clockwork.sweep(now())

    acts_on("close-entries", gathers)
    acts_on("reopen-entries", gathers)
    acts_on("time", seat=whose_move(1))
    acts_on("forfeit", seat=whose_move(1))
    acts_on("substitute", seat=whose_move(2), name=substitute.name)
    acts_on("adjudicate", table=str(Table.objects.get(number=3).pk))
    for name in ("late-entry", "remind", "extend", "deadline", "announce", "pause", "resume", "hold"):
        acts_on(name)
    acts_on("add", name=other.name)
    acts_on("director", name=other.name)
    acts_on("withdraw")
    acts_on("remove")
    ends(1)
    counted = Table.objects.filter(round__tournament=tournament, state=TableState.COUNTED).order_by("number")
    corrected = as_first_shown(client, f"/tournaments/{tournament.pk}/manage/correct/", table=str(counted[3].pk))
    points = dict.fromkeys((name for name in corrected if name.startswith("points_")), "9")
    acts_on("correct", table=str(counted[3].pk), **points)
    acts_on("annul", table=str(counted[4].pk))
    assert tournament.rounds.get(number=2).state == RoundState.PAIRED
    acts_on("swap")
    shown = as_first_shown(client, f"/tournaments/{tournament.pk}/manage/arrange/")
    acts_on("arrange", tables="\n".join(reversed(str(shown["tables"]).splitlines())))
    acts_on("begin")
    clockwork.sweep(now())
    acts_on("step-down", user=str(other.pk))
    acts_on("abandon")
    assert done == set(ACTIONS) - {"retry"}, "which is for a tournament on hold alone, and only sweeps again"
    games = Game.objects.filter(tournament_table__round__tournament=tournament)
    assert {game.status for game in games} == {Status.FINISHED}
    are_read_in_every_way(games, client)


def test_records_know_every_source_that_a_row_may_have():
    assert set(Source.values) <= set(SOURCES)
