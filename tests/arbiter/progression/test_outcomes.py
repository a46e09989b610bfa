"""What of the standings is kept and shown: a direct encounter only where it parts those who are level."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arbiter.progression.prospects import kept_values
from arbiter.standings.ranking import NOTHING, How, Sense, Value, standings


@dataclass(frozen=True)
class Given:
    """A criterion with these values."""

    code: str
    amounts: dict[int, int]
    how: How = How.SUM
    sense: Sense = Sense.HIGH

    def values(self, level):
        return {
            one: Value(Fraction(self.amounts[one]), (), self.how) if one in self.amounts else NOTHING for one in level
        }


def test_a_direct_encounter_that_parts_nobody_is_not_told():
    points = Given("PTS", {1: 3, 2: 3, 3: 2, 4: 2, 5: 1, 6: 0})
    encounter = Given("DE", {1: 1, 2: 2, 3: 1, 4: 1, 5: 1}, How.PLACE, Sense.LOW)
    wins = Given("WIN", {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1})
    found = standings((1, 2, 3, 4, 5, 6), (points, encounter, wins))
    assert kept_values(found) == {
        1: ["3", "1", "1"],
        2: ["3", "2", "1"],
        3: ["2", "", "1"],  # level with 4, and after it too
        4: ["2", "", "1"],
        5: ["1", "", "1"],  # level with nobody
        6: ["0", "", "1"],
    }
    assert found.by_entrant[3].values[1].amount == 1  # as other engines have it
