"""The sources of the binding rules by what they are. The text numbers them by files that no reader has; here they get names."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class Source:
    """`short` stands in the English text, `words` says what it is."""

    short: str
    words: Promise


SOURCES: Final[Mapping[str, Source]] = {
    "000": Source(
        "2nd ed. (German)",
        pgettext_lazy(
            "rules", "German rulebook of the second edition with the Market, and the booklet of Modules 1 to 6"
        ),
    ),
    "001": Source(
        "Yucata",
        pgettext_lazy(
            "rules", "German online rules at Yucata for both editions and all expansions, with designer's notes"
        ),
    ),
    "002": Source(
        "2nd ed. (English)", pgettext_lazy("rules", "English rulebook of the second edition with the Market")
    ),
    "003": Source("1st ed. (German)", pgettext_lazy("rules", "German rulebook of the first edition")),
    "004": Source(
        "BrettspielWelt",
        pgettext_lazy("rules", "German online help at BrettspielWelt, with the Market and the solo game"),
    ),
}
_COLUMN: Final = re.compile(r"^(\| (?:Short|00\d) \|) (?:File name|`00\d_[^`]*`) \|", re.M)
_FILE: Final = re.compile(r"`?(00[0-4])_[0-9a-f]{16}\.txt`?")
_NUMBER: Final = re.compile(r"(?<![\w.])(00[0-4])(N?)(?!\w)")


def with_named_sources(text: str) -> str:
    """The rules text with the names of its sources in place of numbers and files; no line more or less."""
    text = _COLUMN.sub(r"\1", text)
    text = text.replace("| Short | What it is |\n|---|---|---|", "| Short | What it is |\n|---|---|")
    text = text.replace("the short numbers of its sources", "the short names of its sources")
    text = _FILE.sub(lambda found: SOURCES[found[1]].short, text)
    return _NUMBER.sub(lambda found: SOURCES[found[1]].short + (", note" if found[2] else ""), text)
