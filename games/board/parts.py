"""Parts of pages that are drawn once for what they show, and not sent again to a page that has them.

{{ part(displays.copies, stack, next_round) }}

A part is a macro that sees the values it is given and nothing else of the page: no reader, no request, no token. So what it looks
like follows from the macro, which is compiled for one language, and from these values, and a process that has drawn it before
gives that again. What somebody may not see is not in the values that presenters make for a reader, and so in no part that they get.

The macro stands in a template that the page imports. One of the page itself is made anew for each request, so what it has drawn
would be kept and never found.

`steady` is a part of one element that bears a mark of what it says. A script that asks for the page anew names the marks that
stand on its page, and in the answer an empty element with the mark stands for each of those parts; static/js/region.js puts the
part that it has there. Steady parts may stand in others, so of a display only its new card is sent. Nobody learns anything by a
mark: it stands for what would have been sent to them. Without this a move with the bot's answer would weigh twice as much
(tests/browser/test_weight.py).

A part is worth its key where many games share it, such as a card, or where one game keeps it for several moves, such as
somebody's display. What changes with every move, and what stands in a part already, is drawn without one.

{% filter marked %} gives an element of the page itself such a mark, drawn anew for each reader. Tokens and versions in its forms do
not count: the script writes the present ones.

Values are those of presenters: frozen, without markup, and equal only if they look alike. Nothing in a part may depend on the
clock or the reader's time zone.
"""

import re
from base64 import urlsafe_b64encode
from hashlib import blake2b

from jinja2.runtime import Macro
from markupsafe import Markup

from games.cache import Cache, Key

MOST = 8192
"""How many parts are kept, of four kilobytes on average where every expansion is in play."""
SMALL = 250
"""Signs; a part so small is not worth a mark."""
FORM = 'type="hidden"'
"""Where this stands, there may be a token or a version."""
MOST_MARKS = 300
"""How many marks of a page are looked at."""

parts: Cache[Markup] = Cache(MOST)
_first_tag = re.compile("<[a-z]+")
_mark = re.compile(r' data-p="([\w-]+)"')
_of_this_answer = re.compile(r'name="(?:version|csrfmiddlewaretoken)" value="[^"]*')


def part(macro: Macro, *values: object, has_mark: bool = False) -> Markup:
    """What the macro draws for these values in its language, without the space around it."""
    key = Key(macro, has_mark, *values)
    drawn = parts.get(key)
    if drawn is None:
        text = str(macro(*values)).strip()
        drawn = marked(text) if has_mark else Markup(text)
        parts.put(key, drawn)
    return drawn


def steady(macro: Macro, *values: object) -> Markup:
    """A part of one element that often stays as it is from move to move."""
    return part(macro, *values, has_mark=True)


def marked(drawn: str) -> Markup:
    """The element with its mark in the first tag, and behind its end."""
    text = str(drawn).strip()
    tag = _first_tag.match(text)
    if tag is None or len(text) < SMALL:
        return Markup(text)
    said = blake2b((_of_this_answer.sub("", text) if FORM in text else text).encode(), digest_size=6)
    mark = urlsafe_b64encode(said.digest()).decode()
    return Markup(f'{tag[0]} data-p="{mark}"{text[tag.end() :]}<!--{mark}-->')


def left_out(page: str, marks: str) -> str:
    """The page with an empty element for each part that bears one of these marks."""
    known, at = set(marks.split()[:MOST_MARKS]), 0
    told: list[str] = []
    for found in _mark.finditer(page) if known else ():
        if found.start() >= at and (mark := found[1]) in known:
            told += page[at : page.rindex("<", at, found.start())], f'<i data-p="{mark}"></i>'
            at = page.index(end := f"<!--{mark}-->", found.end()) + len(end)
    return "".join(told) + page[at:]
