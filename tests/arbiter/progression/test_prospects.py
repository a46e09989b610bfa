"""Where everybody can still finish, in every form: no result widens it, and at the end everybody stands within it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest

from arbiter.formats.groups import LateEntry
from arbiter.progression import swiss
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.prospects import prospects_of, standings_of
from arbiter.progression.situation import NextRound
from arbiter.standings.prospects import Prospect
from arbiter.standings.tables import league_points
from tests.arbiter.progression.simulated import Simulated


@dataclass
class Watched(Simulated):
    """A tournament that is looked at before and after each of its games."""

    seen: list[Mapping[int, Prospect]] = field(default_factory=list)

    def play(self, one: NextRound) -> None:
        form, begun = self.situation.form, self.situation
        super().play(one)
        later = ()
        if isinstance(form, RoundRobin) and form.at_once:
            later = tuple(
                table.players for of in swiss.all_rounds(begun)[self.situation.in_stage :] for table in of.tables
            )
        after, known = self.situation, len(begun.counted)
        games = [table.players for table in one.tables]
        for over in range(len(games) + 1):
            now = replace(after, counted=after.counted[: known + over])
            self.look(prospects_of(now, standings_of(now), (*games[over:], *later)))

    def look(self, now: Mapping[int, Prospect]) -> None:
        for player, prospect in now.items():
            assert 1 <= prospect.best <= prospect.worst <= self.players
            if self.seen and player in self.seen[-1]:
                before = self.seen[-1][player]
                assert before.best <= prospect.best, (player, before, prospect)
                assert prospect.worst <= before.worst, (player, before, prospect)
        self.seen.append(now)


FORMS = {
    "swiss at tables": (Plan(stages=(Swiss(4),)), 13),
    "swiss at tables, by places": (Plan(stages=(Swiss(3),), scheme=league_points), 11),
    "swiss in pairs": (Plan(stages=(Swiss(5),), sizes=None, bye=Fraction(1)), 9),
    "round-robin in pairs": (Plan(stages=(RoundRobin(),), sizes=None), 6),
    "round-robin, round by round": (Plan(stages=(RoundRobin(legs=2, at_once=False),), sizes=None), 5),
    "round-robin at tables": (Plan(stages=(RoundRobin(games=4, at_once=False),)), 7),
    "knockout in pairs": (Plan(stages=(Knockout(3),), sizes=None), 11),
    "knockout at tables": (Plan(stages=(Knockout(),)), 21),
    "groups and finals": (Plan(stages=(RoundRobin(2, games=4), FinalTables(2))), 14),
    "groups and knockout": (Plan(stages=(RoundRobin(2), Knockout(from_each=2)), sizes=None), 10),
    "the same deal": (Plan(stages=(Swiss(2),), is_duplicate=True), 8),
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(("seed", "gone"), [(0, {}), (1, {2: [3], 3: [1, 5]})])
def test_no_result_widens_a_prospect_and_the_end_lies_within_all(
    name: str, seed: int, gone: dict[int, list[int]]
) -> None:
    plan, players = FORMS[name]
    tournament = Watched(plan, players, gone=gone, seed=seed)
    final = tournament.run()
    for row in final.rows:
        for now in tournament.seen:
            if row.entrant in now:
                assert now[row.entrant].best <= row.place
                assert row.place + row.shared_by - 1 <= now[row.entrant].worst or now[row.entrant].is_exact
    if not plan.is_duplicate:
        assert any(one.best > 1 or one.worst < players for one in tournament.seen[-1].values())


def test_nothing_is_said_while_others_may_still_enter() -> None:
    tournament = Watched(Plan(stages=(Swiss(3),), late=LateEntry(2)), 8)
    tournament.run()
    assert not tournament.seen[0]
    assert tournament.seen[-1]


def test_who_lost_a_semifinal_in_pairs_has_one_of_the_places_behind_the_finalists() -> None:
    tournament = Watched(Plan(stages=(Knockout(),), sizes=None), 8)
    tournament.run()
    before_the_final = tournament.seen[-2]
    assert (
        sorted((one.best, one.worst) for one in before_the_final.values()) == [(1, 2)] * 2 + [(3, 3)] * 2 + [(5, 5)] * 4
    )
