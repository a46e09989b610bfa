"""A round that has not begun is paired anew by hand, and one that follows at once is held for it."""

from __future__ import annotations

import pytest

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.models import Game
from notifications.models import Notification
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import DAY, NOON, again, made, people, play_round
from tournaments.director.content import desk_of
from tournaments.lifecycle.errors import BadRequest, OwnTable, WrongState
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import by_hand
from tournaments.lifecycle.services.acts.by_hand import Seating
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.verifying import tournament_faults
from tournaments.models import Due, Entry, Rest, RoundState, Tournament, What

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def held(nora: User, entrants: list[User], **plan: object) -> Tournament:
    """A Swiss whose rounds follow at once, its first one held for two days and paired."""
    tournament = made(nora, Plan(stages=(Swiss(2),), **plan))  # type: ignore[arg-type]
    for user in entrants:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    by_hand.hold(tournament_id=tournament.pk, director=nora, lasts=2 * DAY, reason="friends", now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    return again(tournament)


def arrange(tournament: Tournament, nora: User, tables: list[list[int]], byes: list[int] | None = None) -> None:
    seating = Seating(dict(enumerate(tables, start=1)), byes or [])
    by_hand.arrange(tournament_id=tournament.pk, director=nora, number=1, seating=seating, reason="a wish", now=NOON)


def told(kind: str) -> list[str]:
    return sorted(Notification.objects.filter(kind=kind).values_list("user__display_name", flat=True))


def test_a_held_round_is_told_to_its_directors_alone_until_one_begins_it(nora: User) -> None:
    tournament = held(nora, people(4))
    of = tournament.rounds.get()
    assert (of.state, of.is_held, of.begins_at, tournament.hold) == (RoundState.PAIRED, True, NOON + 2 * DAY, None)
    assert (told("held"), told("paired"), Game.objects.exists()) == (["Nora"], [], False)
    asked = [one.text for one in desk_of(tournament, nora, NOON)["asked"]]
    assert asked[0].startswith("Round 1 is paired and waiting for you.")
    assert "at the latest" in signed_in(nora).get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    later = NOON + DAY
    by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="as it should be", now=later)
    of.refresh_from_db()
    assert (of.is_held, of.deadline_at) == (False, later + tournament.plan.round_time)
    assert not Due.objects.filter(tournament=tournament, what=What.BEGINS).exists()
    assert Due.objects.get(tournament=tournament, what=What.DEADLINE).at == of.deadline_at
    clockwork.sweep(later)
    assert len(told("paired")) == 4
    assert Game.objects.count() == 1
    with pytest.raises(WrongState):
        by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="again", now=later)
    play_round(tournament, later)
    assert tournament.rounds.get(number=2).state == RoundState.RUNNING  # one round was held, not all of them
    assert list(tournament_faults(again(tournament))) == []


def test_a_held_round_begins_by_itself(nora: User) -> None:
    tournament = held(nora, people(4))
    clockwork.sweep(NOON + 2 * DAY)
    assert tournament.rounds.get().state == RoundState.RUNNING
    assert len(told("paired")) == 4


def test_anybody_sits_anywhere_and_what_that_violates_is_named(nora: User) -> None:
    tournament = held(nora, people(9))
    of = tournament.rounds.get()
    sizes = [len(table) for table in by_hand.seating_of(of).tables.values()]
    assert sizes == [3, 3, 3]
    page = signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/arrange/").content.decode()
    assert "#1 Player1" in page
    wish = {"tables": "#9 #2 #3 #4\n#5, #6, #7, #8", "byes": "#1", "reason": "a wish"}
    page = signed_in(nora).post(f"/tournaments/{tournament.pk}/manage/arrange/", wish).content.decode()
    assert "Table 1: Player9, Player2, Player3, Player4." in page
    assert "Bye: Player1." in page
    assert "Avoided if possible" in page
    signed_in(nora).post(f"/tournaments/{tournament.pk}/manage/arrange/", wish | {"step": "sure"})
    of.refresh_from_db()
    assert list(by_hand.seating_of(of).tables.values()) == [[9, 2, 3, 4], [5, 6, 7, 8]]
    assert (Rest.objects.get(round=of).entry.number, Rest.objects.get(round=of).points) == (1, "1/2")
    assert [one[0] for one in tournament.acts.latest("number").data["violates"]] == ["needless_bye"]
    assert (
        "changed this pairing manually"
        in signed_in(nora).get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    )
    assert "2 tables changed" in signed_in(nora).get(f"/tournaments/{tournament.pk}/log/").content.decode()
    assert told("paired") == []
    arrange(tournament, nora, [[9, 2, 3, 4], [5, 6, 8, 7]], [1])
    by_hand.let_begin(tournament_id=tournament.pk, director=nora, reason="done", now=NOON)
    clockwork.sweep(NOON)
    play_round(tournament)
    assert list(tournament_faults(again(tournament))) == []


def test_what_cannot_be_played_is_refused_with_what_is_wrong(nora: User) -> None:
    tournament = held(nora, people(4), sizes=None)
    (one, two), (three, four) = by_hand.seating_of(tournament.rounds.get()).tables.values()
    for tables, byes, said in (
        ([[one, two], [three, 77]], [], "No player in this round has number 77"),
        ([[one, two], [three, one]], [], "more than once"),
        ([[one, two]], [three], "neither a table nor a bye"),
        ([[one, two, three]], [four], "Table 1 has 3 players"),
        ([[one, two], [three, four]], [], "This is already the"),
    ):
        with pytest.raises(BadRequest, match=said):
            arrange(tournament, nora, tables, byes)
    Entry.objects.filter(tournament=tournament, number=four).update(state="withdrawn")
    arrange(tournament, nora, [[two, one]], [three])
    assert dict(tournament.rounds.get().rests.values_list("entry__number", "why")) == {three: "bye", four: "absent"}
    assert list(tournament_faults(again(tournament))) == []
    arrange(tournament, nora, [[three, one]], [two])


def test_a_director_who_plays_leaves_his_own_table_as_it_is() -> None:
    users = people(8)
    tournament = held(users[0], users)
    own, other = by_hand.seating_of(tournament.rounds.get()).tables.values()
    number = Entry.objects.get(tournament=tournament, user=users[0]).number
    if number in other:
        own, other = other, own
    with pytest.raises(OwnTable):
        arrange(tournament, users[0], [own[::-1], other])
    arrange(tournament, users[0], [other[::-1], own])


def test_a_hold_can_be_taken_back_and_has_bounds(nora: User) -> None:
    tournament = made(nora, Plan(stages=(Swiss(2),)))
    with pytest.raises(BadRequest):
        by_hand.hold(tournament_id=tournament.pk, director=nora, lasts=8 * DAY, reason="long", now=NOON)
    by_hand.hold(tournament_id=tournament.pk, director=nora, lasts=DAY, reason="to look", now=NOON)
    assert (
        "immediately, without a hold"
        in signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/hold/").content.decode()
    )
    wish = {"lasts": "0", "reason": "no need", "step": "sure"}
    signed_in(nora).post(f"/tournaments/{tournament.pk}/manage/hold/", wish)
    assert again(tournament).hold is None
