"""The bracket of a knockout, from the first round to the final."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client

from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from notifications.models import Notification
from tests.games.page_reading import statements, text_of
from tests.people import signed_in
from tests.tournaments.lifecycle.club import NOON, again, people, play_round, started
from tournaments.emails.rounds import Paired
from tournaments.lifecycle import verifying
from tournaments.models import TournamentState
from tournaments.pages.explanation import bracket_of, how_far, round_name
from tournaments.pages.rounds import resting

pytestmark = pytest.mark.django_db

PAIRS = Plan(stages=(Knockout(),), sizes=None, bye=Fraction(1))


def test_all_rounds_are_drawn_from_the_start_and_filled_as_they_are_played() -> None:
    users = people(3)
    tournament = started(users[0], users, PAIRS)
    assert tournament.started_at is not None
    ((_name, columns, _halves),) = bracket_of(tournament, users[0], tournament.started_at) or ()
    assert [(column.name, len(column.duels)) for column in columns] == [("Semifinals", 2), ("Final", 1)]
    bye, open_match = columns[0].duels
    assert (bye.is_bye, bye.sides[0].has_won, open_match.is_bye) == (True, True, False)
    final = columns[1].duels[0]
    assert (final.sides[0].person, final.sides[1].person) == (bye.sides[0].person, None)
    told = Notification.objects.get(kind="paired", user=bye.sides[0].person.user)
    assert "You advance to the next round without a game." in str(Paired().write([told], tournament.started_at).body)
    play_round(tournament)
    final = Client().get(f"/tournaments/{tournament.pk}/rounds/2/")
    assert "Without a game" in text_of(Client().get(f"/tournaments/{tournament.pk}/rounds/1/"))
    assert "already in the next round" not in text_of(final), "who has lost is out"
    out = tournament.entries.exclude(chairs__round__number=2).get().user
    assert "You have been knocked out." in text_of(signed_in(out).get(f"/tournaments/{tournament.pk}/"))
    for _ in range(7):
        play_round(tournament)
    tournament = again(tournament)
    assert tournament.state == TournamentState.FINISHED
    ((_name, columns, _halves),) = bracket_of(tournament, None, tournament.started_at) or ()
    final = columns[-1].duels[0]
    assert [side.has_won for side in final.sides].count(True) == 1
    assert all(side.wins is not None for side in final.sides)
    page, caught = statements(Client(), f"/tournaments/{tournament.pk}/standings/")
    assert 'id="h-bracket"' in page.content.decode()
    assert len(caught) <= 12


def test_a_double_elimination_has_two_brackets_and_a_grand_final() -> None:
    """Who waits is told so, who has lost twice is out, and the places follow from how far everybody came."""
    users = people(5)
    tournament = started(users[0], users, replace(PAIRS, stages=(Knockout(double=True),)))
    text = unescape(text_of(Client().get(f"/tournaments/{tournament.pk}/standings/")))
    for words in ("Winners' bracket", "Losers' bracket", "Grand final"):
        assert words in text
    seen = set()
    for _ in range(25):
        if (tournament := again(tournament)).is_over:
            break
        for entry in tournament.entries.all():
            page = text_of(signed_in(entry.user).get(f"/tournaments/{tournament.pk}/"))
            said = [
                one for one in ("Your next opponent is not known yet.", "You have been knocked out.") if one in page
            ]
            seen.update(said)
            if said and tournament.rounds.filter(closed_at=None).exists():
                of = tournament.rounds.latest("number")
                waits = {one["person"].entry for one in resting(of, None, tournament.plan)}
                assert (entry.pk in waits) == (said[0] == "Your next opponent is not known yet.")
        play_round(tournament)
    assert tournament.state == TournamentState.FINISHED
    assert seen == {"Your next opponent is not known yet.", "You have been knocked out."}
    sections = bracket_of(tournament, None, tournament.started_at)
    assert sections is not None
    assert [(one.name, [len(column.duels) for column in one.columns]) for one in sections[:2]] == [
        ("Winners' bracket", [4, 2, 1]),
        ("Losers' bracket", [2, 2, 1, 1]),
    ]
    champion = next(side.person for side in sections[-1].columns[0].duels[0].sides if side.has_won)
    best = tournament.standings.get(order=1)
    assert champion is not None
    assert (best.place, best.shared_by, best.entry_id) == (1, 1, champion.entry)
    assert list(verifying.tournament_faults(tournament)) == []
    page, caught = statements(Client(), f"/tournaments/{tournament.pk}/standings/")
    assert "Losers' bracket, round" in unescape(page.content.decode())
    assert len(caught) <= 12
    rounds = unescape(text_of(Client().get(f"/tournaments/{tournament.pk}/rounds/2/")))
    assert "winners' bracket" in rounds
    assert "losers' bracket" in rounds


def test_the_match_for_third_place_stands_beside_the_final() -> None:
    users = people(4)
    tournament = started(users[0], users, replace(PAIRS, stages=(Knockout(third_place=True),)))
    for _ in range(9):
        if again(tournament).is_over:
            break
        play_round(tournament)
    bracket, third = bracket_of(again(tournament), None, NOON) or ()
    assert [one.name for one in bracket.columns] == ["Semifinals", "Final"]
    assert third.name == "Match for third place"
    assert [row.place for row in again(tournament).standings.all()] == [1, 2, 3, 4]
    assert "third place" in text_of(Client().get(f"/tournaments/{tournament.pk}/standings/"))


def test_no_other_tournament_has_one() -> None:
    users = people(3)
    tournament = started(users[0], users, Plan(stages=(RoundRobin(),), sizes=None))
    assert tournament.started_at is not None
    assert bracket_of(tournament, None, tournament.started_at) is None


def test_rounds_have_names() -> None:
    assert [round_name(number) for number in (1, 2, 4, 8)] == ["Final", "Semifinals", "Quarterfinals", "Round of 16"]


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (
            Plan(stages=(Knockout(double=True),), sizes=None),
            {
                "3/2": "winners' bracket, round 1",
                "5/2": "winners' bracket, round 2",
                "3": "losers' bracket, round 3",
                "13/2": "winners' bracket, round 4",
                "7": "grand final",
                "15/2": "grand final",
                "8": "winner",
            },
        ),
        (Plan(stages=(Knockout(third_place=True),), sizes=None), {"2": "Semifinals", "5/2": "third place"}),
        (Plan(stages=(Knockout(),), sizes=None), {"0": "Round of 16", "2": "Semifinals", "3": "Final", "4": "winner"}),
        (
            Plan(stages=(Knockout(),)),
            {
                "1": "round 1",
                "11/4": "round 2, place 1",
                "5/2": "round 2, place 2",
                "2": "round 2",
                "8/3": "round 2, place 1",
            },
        ),
        (
            Plan(stages=(Swiss(), FinalTables())),
            {"7/4": "final, place 1", "5/4": "final, place 3", "1": "final, last place", "0": "final"},
        ),
    ],
)
def test_how_far_somebody_came_is_a_word(plan: Plan, said: dict[str, str]) -> None:
    assert {amount: how_far(plan, Fraction(amount), 13) for amount in said} == said
