"""A letter becomes subject, text and HTML. The text comes first: it says everything, and reads well in 72 columns."""

import re
import textwrap
import unicodedata
from dataclasses import dataclass
from functools import cache

import css_inline
from django.template.loader import render_to_string

from notifications.kinds import About, Kind

WIDTH = 72
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_ITEM = re.compile(r"( *(?:\d+\. |- |  ))\S")


@dataclass(frozen=True, slots=True)
class Rendered:
    subject: str
    text: str
    html: str


def render(kind: Kind, about: About, context: dict[str, object]) -> Rendered:
    """Fill the three templates of the kind. Call it with the reader's language and zone active."""
    values = {**context, "about": about}
    tail = render_to_string(f"{kind.templates}.subject.txt", values)
    return Rendered(
        # the part in brackets never changes, so mail programs keep the thread
        subject=one_line(f"[{f'St Pete {in_brackets(about.tag)}'.strip()}] {tail}"),
        text=tidy(render_to_string(f"{kind.templates}.txt", values)),
        html=_inliner().inline(render_to_string(f"{kind.templates}.html", values)),
    )


def in_brackets(tag: str) -> str:
    """What people typed stays inside the brackets that mark it as theirs."""
    return tag.translate(str.maketrans("[]", "()"))


def one_line(subject: str) -> str:
    """A subject that says what it shows: no line break, no sign that turns the direction of reading, and nothing that a mail
    program would decode into something else (RFC 2047)."""
    shown = "".join(sign for sign in subject if unicodedata.bidirectional(sign) not in _TURNING)
    return " ".join(shown.replace("=?", "= ?").split())


@cache
def _inliner() -> css_inline.CSSInliner:
    # at-rules stay in the head: the dark colours are a media query
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def tidy(text: str) -> str:
    """Wrap paragraphs and items, keep single empty lines. Headings (`# ` and `## ` before a line) have an empty line before them,
    and no rule of signs below, which a screen reader would spell out."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += _lay_out(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _lay_out(line: str) -> list[str]:
    for mark in ("# ", "## "):
        if line.startswith(mark):
            return ["", *textwrap.wrap(line.removeprefix(mark), WIDTH, break_long_words=False)]
    if len(line) <= WIDTH and line.isprintable():
        return [line]
    if "://" in line and len(line.split()) < 3:  # a link stays on the line of its number
        return [line]
    item = _ITEM.match(line)
    indent = " " * len(item.group(1)) if item else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]
