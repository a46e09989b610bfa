"""Turns in which nothing is left but to pass, as everybody at the table can see."""

from __future__ import annotations

from random import Random

from engine.asked import legal_moves
from engine.guess import guess
from engine.options import Options
from engine.view import View


def must_pass(view: View) -> bool:
    """Can whoever has the turn do nothing but pass? What this view does not show has no part in the answer.

    Only where hands and rubles are open (INFO-2): else it would tell what they allow. Only an ordinary turn (UI-4).
    """
    if view.over or view.question is None or view.question.kind != "turn" or len(view.asked) != 1:
        return False
    if not Options.from_dict(view.options).open_hands:
        return False
    return all(move.is_pass for move in legal_moves(guess(view, Random(0)), view.asked[0]))
