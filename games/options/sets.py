"""The sets beside the base game: their words, and which selections of edition, players and sets go together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import engine


@dataclass(frozen=True, slots=True)
class SetWords:
    """`section` is the section of the rules that explains the set; `group` and `icon` (section and key of icons.toml) are its
    picture."""

    name: str | Promise
    about: str | Promise
    section: str
    group: str
    icon: tuple[str, str]


SETS: Mapping[str, SetWords] = {
    "market": SetWords(
        pgettext_lazy("set", "Market"),
        _("A fifth phase with 35 Market cards: the leaders in each kind of goods score points; up to five players."),
        "16",
        "yellow",
        ("cards", "grain_sack"),
    ),
    "good-company": SetWords(
        pgettext_lazy("set", "In Good Company"),
        _("New cards in every pile, and new versions of some old ones; up to five players."),
        "14",
        "green",
        ("cards", "new_farmer"),
    ),
    "sp-plus": SetWords(
        pgettext_lazy("set", "SP+"),
        _("Milder versions of seven cards, such as the Observatories."),
        "14",
        "blue",
        ("cards", "observatory"),
    ),
    "banquet": SetWords(
        pgettext_lazy("set", "Module 1: The Banquet"),
        _("Fifteen free cards that you must take into your hand first: money, a second move, or mischief."),
        "18",
        "purple",
        ("cards", "banquet"),
    ),
    "module-2": SetWords(
        pgettext_lazy("set", "Module 2"),
        _("Twelve more cards, such as Trading House and Impostor, shuffled into the piles."),
        "17",
        "blue",
        ("cards", "trading_house"),
    ),
    "helpers": SetWords(
        pgettext_lazy("set", "Module 3: Helpers"),
        _("Each player has a helper that makes one type of card cheaper and rotates after each round."),
        "19",
        "green",
        ("cards", "craftsman_master"),
    ),
    "events": SetWords(
        pgettext_lazy("set", "Module 4: Events"),
        _("Six open events, each used once; each player may use one of them per game."),
        "20",
        "red",
        ("cards", "event_ghost"),
    ),
    "orders": SetWords(
        pgettext_lazy("set", "Module 5: Orders"),
        _("Each player has three secret orders and scores one of them at the end."),
        "21",
        "multi",
        ("cards", "order_10"),
    ),
    "hurdles": SetWords(
        pgettext_lazy("set", "Module 6: Hurdles"),
        _("Five hurdles on the score track: some give rewards, others stop players who are not ready."),
        "22",
        "blue",
        ("hurdle_kinds", "real"),
    ),
}
"""By the engine's names, in the order of a menu."""

REFUSALS = (
    gettext_noop("The Market needs the 2nd edition."),
    gettext_noop("Helpers need at least two players."),
    gettext_noop("Helpers need the 2nd edition."),
    gettext_noop("Helpers need the Market."),
    gettext_noop("Events need the 2nd edition."),
    gettext_noop("Events need the Market."),
    gettext_noop("Orders need the 2nd edition."),
    gettext_noop("Orders need the Market."),
    gettext_noop("Hurdles need the 2nd edition."),
    gettext_noop("Hurdles need the Market."),
    gettext_noop("The Banquet needs the 2nd edition."),
    gettext_noop("Module 2 needs the 2nd edition."),
    gettext_noop("In the 2nd edition, In Good Company needs Module 2."),
    gettext_noop("SP+ needs the 1st edition."),
    gettext_noop("SP+ and In Good Company cannot be combined."),
    gettext_noop("This selection does not work for 5 players. Choose 1 to 4."),
    gettext_noop("Only tables with hurdles can choose their number. Add the Hurdles module."),
    gettext_noop("Only tables with hurdles can choose them. Add the Hurdles module."),
    gettext_noop("Choose either the number of real hurdles or the hurdle of each space, not both."),
    gettext_noop("Each of the five spaces must be any, bonus, real or the name of a hurdle."),
    gettext_noop("A hurdle can be used on one space only."),
)
"""What the engine says of selections, for the catalogue. `tests/games/test_selections.py` finds what is missing here."""


def offered() -> list[str]:
    """The sets there are, in the order of a menu; one that has no words yet comes last."""
    known = engine.set_names()
    return [name for name in SETS if name in known] + [name for name in known if name not in SETS]


def set_name(name: str) -> str:
    return str(SETS[name].name) if name in SETS else name


def refusal_words(error: engine.OptionsError) -> str:
    """Why the engine refuses this selection; None if it does not."""
    return gettext(error.sentence)


EDITIONS = (1, 2)
PLAYERS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Selection:
    """What the sets hang on. `sets` are in any order."""

    edition: int
    players: int
    sets: frozenset[str]

    def with_set(self, name: str) -> "Selection":
        return Selection(self.edition, self.players, self.sets | {name})

    def with_players(self, players: int) -> "Selection":
        return Selection(self.edition, players, self.sets)


def refusal(selection: Selection) -> engine.OptionsError | None:
    return _refusals(tuple(offered())).get(selection)


@lru_cache(maxsize=4)
def _refusals(names: tuple[str, ...]) -> dict[Selection, engine.OptionsError]:
    """Every selection that is refused. Some thousands of questions, asked once in the life of a process."""
    answers = ((selection, ask_engine(selection)) for selection in all_selections(names))
    return {selection: error for selection, error in answers if error is not None}


def all_selections(names: Sequence[str]) -> Iterable[Selection]:
    """All selections of these sets, legal or not: by edition, then players, then sets as the bits of a number."""
    subsets = [frozenset(name for bit, name in enumerate(names) if mask >> bit & 1) for mask in range(1 << len(names))]
    for edition in EDITIONS:
        for players in PLAYERS:
            for sets in subsets:
                yield Selection(edition, players, sets)


def ask_engine(selection: Selection) -> engine.OptionsError | None:
    try:
        engine.Options(edition=selection.edition, players=selection.players, sets=tuple(sorted(selection.sets)))
    except engine.OptionsError as error:
        return error
    return None


def hindrance(now: Selection, then: Selection) -> engine.OptionsError | None:
    """Why the step from one selection to another cannot be offered. Where `now` itself is refused, a step that is refused for
    the same reason is offered: it may be the first of two that mend it."""
    error, present = refusal(then), refusal(now)
    if error is not None and present is not None and error.code == present.code:
        return None
    return error


def smallest_with(edition: int, name: str) -> Selection | None:
    """The smallest selection of an edition for two players that has this set and is accepted."""
    return _smallest(tuple(offered()), edition, name)


@lru_cache(maxsize=64)
def _smallest(names: tuple[str, ...], edition: int, name: str) -> Selection | None:
    found = [one for one in all_selections(names) if (one.edition, one.players) == (edition, 2) and name in one.sets]
    found.sort(key=lambda one: len(one.sets))
    return next((one for one in found if one not in _refusals(names)), None)


@lru_cache(maxsize=4)
def _table(names: tuple[str, ...]) -> tuple[str, tuple[engine.OptionsError, ...]]:
    errors: list[engine.OptionsError] = []
    codes: dict[tuple[str, str], int] = {}
    signs = []
    for selection in all_selections(names):
        error = _refusals(names).get(selection)
        if error is None:
            signs.append("0")
            continue
        place = codes.setdefault((error.code, error.sentence), len(errors))
        if place == len(errors):
            errors.append(error)
        signs.append(chr(ord("0") + 1 + place))
    return "".join(signs), tuple(errors)


def refusal_table() -> tuple[list[str], str, tuple[engine.OptionsError, ...]]:
    """All of it for the browser: the sets as bits, one sign a selection in the order of `every` ("0" accepted, else the place of
    its refusal counted from "1"), and the refusals."""
    names = offered()
    return names, *_table(tuple(names))
