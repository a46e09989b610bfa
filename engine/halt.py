"""A game that ends before its end, by agreement or because nobody is left: everything stays as it lies, and nobody is
asked any more."""

from engine.core import Item, State


class Nobody(Item):
    """What stands on the agenda then: a question to no seat."""

    __slots__ = ()
    seats = ()


_NOBODY = Nobody()


def halted(state: State) -> State:
    """The position as it is shown when the game has ended in it before its end. A choice that was being made is made no
    more; what lay before the one who chose, and nowhere else, is laid aside."""
    after = state.fork()
    if not state.over:
        after.agenda = (_NOBODY,)
    return after
