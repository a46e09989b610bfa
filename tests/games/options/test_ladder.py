"""Whom somebody plays next: a rule of results alone, whatever the bots are called."""

from __future__ import annotations

from games.options.strengths import STRENGTHS
from games.page.next_opponent import PracticeResult, Rung, next_rungs

LADDER = [*STRENGTHS]
FIRST, SECOND, LAST = LADDER[0], LADDER[1], LADDER[-1]


def won(bot: str) -> PracticeResult:
    return PracticeResult(bot, won=True)


def lost(bot: str) -> PracticeResult:
    return PracticeResult(bot, won=False)


def test_after_two_wins_in_a_row_the_next_bot_comes_first() -> None:
    again, harder = (Rung.SAME, FIRST), (Rung.HARDER, SECOND)
    assert next_rungs([won(FIRST)]) == (again, harder)
    assert next_rungs([won(FIRST), won(FIRST)]) == (harder, again)
    assert next_rungs([won(FIRST), won(LAST)]) == (harder, again), "a win against a harder bot counts as well"
    assert next_rungs([won(FIRST), lost(FIRST), won(FIRST)]) == (again, harder)
    assert next_rungs([won(SECOND), won(FIRST)])[0] == (Rung.SAME, SECOND), "a win against an easier one does not"


def test_after_a_defeat_the_same_bot_comes_first_and_then_an_easier_one() -> None:
    assert next_rungs([lost(SECOND), won(SECOND), won(SECOND)]) == ((Rung.SAME, SECOND), (Rung.EASIER, FIRST))
    assert next_rungs([lost(FIRST)]) == ((Rung.SAME, FIRST),), "nothing is easier than the first"


def test_nothing_is_above_the_last_bot_and_a_bot_of_old_has_no_neighbours() -> None:
    assert next_rungs([won(LAST), won(LAST)]) == ((Rung.SAME, LAST),)
    assert next_rungs([won("of-old")]) == ()
    assert next_rungs([won(FIRST), won("of-old")])[0] == (Rung.SAME, FIRST)


def test_every_step_up_leads_through_every_bot() -> None:
    bot, climbed = FIRST, [FIRST]
    while (rung := next_rungs([won(bot), won(bot)])[0])[0] == Rung.HARDER:
        bot = rung[1]
        climbed.append(bot)
    assert climbed == LADDER
