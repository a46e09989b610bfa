"""Warnings before a bad trade, in figures: a card given up that pays more, a purchase that comes too late to pay back."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.names import words


@dataclass(frozen=True, slots=True)
class Warned:
    """`short` stands on the tag of a card, `text` in the panel and for those who hear the page."""

    short: str
    text: str


def warned_of(state: engine.State, seat: int, text: str, *, late: bool) -> Warned | None:
    """What to say before this legal move; `late`: also that it comes too late to pay back."""
    move = engine.parse_move(text, state)
    if given_up := engine.losses(state, seat, move):
        short = ", ".join(_lost(loss) for loss in given_up)
        return Warned(short, "; ".join(_("%(loss)s per %(scoring)s") % _said(loss) for loss in given_up))
    if late and (back := engine.too_late(state, seat, move)) is not None:
        values = {"back": back.rubles, "price": words.rubles(back.price)}
        return Warned(_("returns %(back)s of %(price)s") % values, _too_late(back))
    return None


def _said(loss: engine.Loss) -> dict[str, object]:
    return {"loss": _lost(loss), "scoring": words.SCORINGS.get(loss.phase, loss.phase)}


def _lost(loss: engine.Loss) -> str:
    parts = [words.points(-loss.points)] if loss.points else []
    parts += [words.rubles(-loss.rubles)] if loss.rubles else []
    return " ".join(parts).replace("-", "−")


def _too_late(back: engine.Return) -> str:
    if not back.scorings:
        return _("Pays nothing: its last scoring has passed.")
    text = ngettext(
        "Returns %(back)s of its %(price)s: %(count)s scoring left.",
        "Returns %(back)s of its %(price)s: %(count)s scorings left.",
        back.scorings,
    )
    return text % {"back": back.rubles, "price": words.rubles(back.price), "count": back.scorings}
