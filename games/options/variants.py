"""The rule variants a table can choose besides edition and expansions (DEC-1), and the selection of a solo game as a word of an
address (SOLO-7). The form, the API, the addresses of solo lists and all words come from this list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

import engine

Words = str | StrPromise


@dataclass(frozen=True, slots=True)
class Choice:
    """`sent` is what a form sends for `value` of the engine's option; None is the default of the edition. What is not usual is
    `said` of a table, and `key` stands for it in the address of a solo list."""

    sent: str
    value: str | bool | None
    label: Words
    said: Words = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """One field of `engine.Options`; the first of `choices` is the usual. `about` is for programs."""

    field: str
    label: Words
    choices: Sequence[Choice]
    about: str = ""

    @property
    def by_sent(self) -> Mapping[str, Choice]:
        return {one.sent: one for one in self.choices}

    def chosen(self, options: engine.Options) -> Choice:
        """What a table has chosen: the usual one unless it differs from what its edition has by itself."""
        value = getattr(options, self.field)
        is_usual = value == getattr(usual_of(options), self.field)
        return self.choices[0] if is_usual else next(one for one in self.choices if one.value == value)


VARIANTS = (
    Variant(
        "open_hands",
        _("Money and hands"),
        (
            Choice("open", True, _("Open: everyone sees rubles and hands")),
            Choice(
                "hidden", False, _("Hidden: only the number of cards in hand is shown"), _("hidden money and hands")
            ),
        ),
        "Rubles and hand cards are visible to all players.",
    ),
    Variant(
        "first_workers",
        _("First Worker phase"),
        (
            Choice("compulsory", "compulsory", _("Everyone must buy two Workers")),
            Choice(
                "free",
                "free",
                _("Free: any action is allowed, and cards may be left over"),
                _("free first Worker phase"),
                "free-workers",
            ),
        ),
    ),
    Variant(
        "play_on_empty_tableau",
        _("Empty tableau"),
        (
            Choice(
                "", None, _("Default: the 1st edition plays on until all have passed, the 2nd edition ends the phase")
            ),
            Choice(
                "yes",
                True,
                _("Play on until all have passed"),
                _("phases continue when the tableau is empty"),
                "play-on",
            ),
            Choice("no", False, _("End the phase"), _("phases end when the tableau is empty"), "phase-ends"),
        ),
        "Play on when the tableau is empty; null: the edition's default.",
    ),
)


def usual_of(options: engine.Options) -> engine.Options:
    """The same selection of edition, players and sets, with nothing else chosen."""
    return engine.Options(edition=options.edition, players=options.players, sets=options.sets)


def variant_words(options: engine.Options) -> Mapping[str, str]:
    """What is unusual about the rules, one short phrase each by the field of the option."""
    chosen = ((one.field, one.chosen(options).said) for one in VARIANTS)
    return {field: str(said) for field, said in chosen if said}


REAL_HURDLES = "real-hurdles-"
HURDLES = "hurdles-"
SWITCHES = {choice.key: (one.field, choice.value) for one in VARIANTS for choice in one.choices if choice.key}
"""What a selection may say beside edition and sets, by the word in its address; only what is unusual is said."""


def selection_of(options: engine.Options) -> engine.Options:
    """The selection that a game belongs to: its options without those that mean nothing to one player."""
    return replace(options, players=1, open_hands=True)


def key_of(selection: engine.Options) -> str:
    """The selection as a word of an address: `2_market_orders`, `1_free-workers`."""
    usual = usual_of(selection)
    said = [str(selection.edition), *selection.sets]
    if selection.real_hurdles is not None:
        said.append(f"{REAL_HURDLES}{selection.real_hurdles}")
    if selection.hurdles is not None:
        said.append(HURDLES + ".".join(selection.hurdles))
    for word, (name, value) in SWITCHES.items():
        if getattr(selection, name) == value != getattr(usual, name):
            said.append(word)
    return "_".join(said)


def selection_named(key: str) -> engine.Options | None:
    """The selection of an address; None if there is no such selection for one player, or it is spelled otherwise."""
    edition, *said = key.split("_")
    chosen: dict[str, object] = {"edition": int(edition) if edition in ("1", "2") else 0, "players": 1}
    sets = []
    for word in said:
        if word in SWITCHES:
            name, value = SWITCHES[word]
            chosen[name] = value
        elif word.startswith(REAL_HURDLES) and word[-1:].isascii() and word[-1:].isdigit():
            chosen["real_hurdles"] = int(word[-1])
        elif word.startswith(HURDLES):
            chosen["hurdles"] = word.removeprefix(HURDLES).split(".")
        else:
            sets.append(word)
    try:
        selection = engine.Options.from_dict(chosen | {"sets": sets})
    except engine.OptionsError:
        return None
    return selection if key_of(selection) == key else None
