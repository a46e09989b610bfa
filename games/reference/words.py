"""Words around the binding text: titles of sections and parts, and scope tags (section 0.2), in the reader's language."""

import re
from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

TITLES: Mapping[str, Promise] = {
    "0": pgettext_lazy("rules", "How to read this document"),
    "0.1": pgettext_lazy("rules", "Sources"),
    "0.2": pgettext_lazy("rules", "Scope tags"),
    "0.3": pgettext_lazy("rules", "Precedence"),
    "1": pgettext_lazy("rules", "Glossary"),
    "2": pgettext_lazy("rules", "Editions, sets and combinations"),
    "3": pgettext_lazy("rules", "Setup"),
    "4": pgettext_lazy("rules", "The first Worker phase"),
    "5": pgettext_lazy("rules", "Sequence of play"),
    "6": pgettext_lazy("rules", "Refill"),
    "7": pgettext_lazy("rules", "Turns and actions"),
    "7.1": pgettext_lazy("rules", "Hand"),
    "7.2": pgettext_lazy("rules", "Passing and the end of the action part"),
    "8": pgettext_lazy("rules", "Prices"),
    "9": pgettext_lazy("rules", "Exchange cards"),
    "10": pgettext_lazy("rules", "Scoring at the end of a phase"),
    "11": pgettext_lazy("rules", "End of a round"),
    "12": pgettext_lazy("rules", "End of the game and final scoring"),
    "12.1": pgettext_lazy("rules", "Trigger"),
    "12.2": pgettext_lazy("rules", "Final scoring"),
    "13": pgettext_lazy("rules", "Special cards of the base game"),
    "14": pgettext_lazy("rules", "In Good Company, SP+"),
    "15": pgettext_lazy("rules", "Five players without the Market"),
    "16": pgettext_lazy("rules", "The Market"),
    "17": pgettext_lazy("rules", "Module 2 cards (also used in In Good Company)"),
    "18": pgettext_lazy("rules", "Module 1 - The Banquet"),
    "18.1": pgettext_lazy("rules", "General"),
    "18.2": pgettext_lazy("rules", "Normal cards"),
    "18.3": pgettext_lazy("rules", "Purple cards"),
    "19": pgettext_lazy("rules", "Module 3 - Helpers"),
    "20": pgettext_lazy("rules", "Module 4 - Events"),
    "21": pgettext_lazy("rules", "Module 5 - Orders"),
    "22": pgettext_lazy("rules", "Module 6 - Hurdles"),
    "22.1": pgettext_lazy("rules", "Setup"),
    "22.2": pgettext_lazy("rules", "Bonus hurdles"),
    "22.3": pgettext_lazy("rules", "Real hurdles"),
    "22.4": pgettext_lazy("rules", "Moving"),
    "22.5": pgettext_lazy("rules", "Final scoring"),
    "23": pgettext_lazy("rules", "Solo, information, online play"),
    "23.1": pgettext_lazy("rules", "Solo"),
    "23.2": pgettext_lazy("rules", "Information"),
    "23.3": pgettext_lazy("rules", "Conveniences the product must offer"),
    "24": pgettext_lazy("rules", "Contradictions between the sources"),
    "25": pgettext_lazy("rules", "Worked examples"),
    "25.1": pgettext_lazy("rules", "Flow, refill, tokens"),
    "25.2": pgettext_lazy("rules", "Prices and exchanges"),
    "25.3": pgettext_lazy("rules", "Scoring and special cards"),
    "25.4": pgettext_lazy("rules", "Market"),
    "25.5": pgettext_lazy("rules", "Events"),
    "25.6": pgettext_lazy("rules", "Final scoring and orders"),
    "25.7": pgettext_lazy("rules", "Hurdles"),
    "25.8": pgettext_lazy("rules", "Combinations and other sets"),
    "26": pgettext_lazy("rules", "Where every decision lies"),
    "27": pgettext_lazy("rules", "State the rules refer to"),
}
SCOPES: Mapping[str, Promise] = {
    "all": pgettext_lazy("rules", "every game"),
    "E1": pgettext_lazy("rules", "first edition"),
    "E2": pgettext_lazy("rules", "second edition"),
    "SP+": pgettext_lazy("rules", "variant SP+"),
    "IGC1": pgettext_lazy("rules", "In Good Company, first edition"),
    "IGC2": pgettext_lazy("rules", "In Good Company, second edition"),
    "IGC": pgettext_lazy("rules", "In Good Company"),
    "MKT": pgettext_lazy("rules", "with the Market"),
    "M1": pgettext_lazy("rules", "Module 1, The Banquet"),
    "M2": pgettext_lazy("rules", "Module 2"),
    "M3": pgettext_lazy("rules", "Module 3, Helpers"),
    "M4": pgettext_lazy("rules", "Module 4, Events"),
    "M5": pgettext_lazy("rules", "Module 5, Orders"),
    "M6": pgettext_lazy("rules", "Module 6, Hurdles"),
    "5NM": pgettext_lazy("rules", "five players without the Market"),
    "SOLO": pgettext_lazy("rules", "solo"),
    "ONLINE": pgettext_lazy("rules", "online play"),
}


def title(number: str) -> str:
    """The title of a section or part in the reader's language."""
    return str(TITLES[number])


def scope(tag: str) -> str:
    """One scope tag in words: `E1`, `M2 without M1`, `with PHASE-4 off`."""
    if option := re.fullmatch(r"with (\S+) off", tag):
        return _("with the option %(rule)s turned off") % {"rule": option[1]}
    with_set, _without, other = tag.partition(" without ")
    if other:
        return _("%(set)s without %(other)s") % {"set": scope(with_set), "other": scope(other)}
    return str(SCOPES.get(tag, tag))


def scopes(tags: Iterable[str]) -> str:
    """Some tags in words, as one line."""
    return "; ".join(scope(tag) for tag in tags)
