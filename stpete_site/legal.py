"""Who runs this site, and what he adds in his own words to imprint, terms and privacy: settings and files, no code.

`PAGES_DIR` has plain texts such as `terms.txt` and `terms.de.txt`; a reader gets that of his language, else the one without.
An empty line parts paragraphs, and a paragraph of one line that begins with `# ` is a heading.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import get_language

PAGES = ("imprint", "terms", "privacy")
MOST_SIGNS = 100_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A paragraph or a heading of an operator's text."""

    text: str
    is_heading: bool


@dataclass(frozen=True, slots=True)
class Operator:
    """Who answers for the site; empty fields where nobody has said so."""

    name: str
    address: tuple[str, ...]
    mail: str

    @property
    def is_known(self) -> bool:
        """Whether all is there that an imprint needs."""
        return bool(self.name and self.address and self.mail)


def operator() -> Operator:
    """As the settings say."""
    return Operator(settings.OPERATOR_NAME, tuple(settings.OPERATOR_ADDRESS), settings.OPERATOR_MAIL)


def own_words(page: str) -> list[Piece]:
    """What the operator adds to one of `PAGES`, in the reader's language; nothing where there is no file."""
    language = (get_language() or "en")[:2]
    for name in (f"{page}.{language}.txt", f"{page}.txt"):
        path = settings.PAGES_DIR / name
        if path.is_file():
            return pieces(path.read_text(encoding="utf-8", errors="replace")[:MOST_SIGNS])
    return []


def pieces(text: str) -> list[Piece]:
    """Headings and paragraphs of a plain text.

    >>> pieces("# Law\\n\\nThat of the\\ncountry.\\n")
    [Piece(text='Law', is_heading=True), Piece(text='That of the\\ncountry.', is_heading=False)]
    """
    parts = [part.strip() for part in text.replace("\r\n", "\n").split("\n\n")]
    return [
        Piece(part.removeprefix("# "), is_heading=part.startswith("# ") and "\n" not in part) for part in parts if part
    ]
