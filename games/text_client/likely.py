"""Which moves of a list somebody is likely to want: those get a link of their own in a mail."""

from collections.abc import Sequence

import engine

MOST = 12


def likely(view: engine.View) -> Sequence[int]:
    """Places of the list, from 1. All moves of a short list; of a long one a pass, each card in the cheapest way to have it, and
    answers that are about no card."""
    if len(view.moves) <= MOST:
        return range(1, len(view.moves) + 1)
    dearer: set[str] = set()
    held = view.seats[view.viewer].hand or () if view.viewer is not None else ()
    for slot in (*view.upper, *view.lower, *held):
        if slot is not None:
            legal = [offer.move for offer in slot.offers if offer.legal]
            dearer.update(legal[1:])
            if legal and slot.take:
                dearer.add(slot.take)
    wanted = [place for place, move in enumerate(view.moves, start=1) if move not in dearer]
    passes = [place for place in wanted if view.moves[place - 1] == "pass"]
    return sorted({*[place for place in wanted if place not in passes][: MOST - len(passes)], *passes})
