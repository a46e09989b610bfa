"""Parts of pages that are drawn once for what they show, and not sent again to a page that has them.

{{ part(displays.copies, stack, next_round) }}

A part is a macro that sees the values it is given and nothing else of the page: no reader, no request, no token. So what it looks
like follows from the macro, the language and these values, and a process that has drawn it before gives that again. What somebody
may not see is not in the values that presenters make for a reader, and so in no part that they get.

The macro stands in a template that the page imports. One of the page itself is made anew for each request, so what it has drawn
would be kept and never found.

`steady` is a part of one element that bears a mark of what it says. A script that asks for the page anew names the marks that
stand on its page, and in the answer an empty element with the mark stands for each of those parts; static/js/region.js puts the
part that it has there. Nobody learns anything by a mark: it stands for what would have been sent to them. Without this a move in a
game with every expansion would weigh 20 kB instead of 15 (tests/browser/test_weight.py).

Values are those of presenters: frozen, without markup, and equal only if they look alike. Nothing in a part may depend on the
clock or the reader's time zone.
"""

import re
from base64 import urlsafe_b64encode
from hashlib import blake2b

from django.utils.translation import get_language
from jinja2.runtime import Macro
from markupsafe import Markup

from games.cache import Cache, Key

MOST = 8192
"""How many parts are kept, of a kilobyte on average."""
SMALL = 400
"""Signs; a part so small is not worth a mark."""
MOST_MARKS = 60
"""How many marks of a page are looked at."""

parts: Cache[Markup] = Cache(MOST)
_first_tag = re.compile("<[a-z]+")


def part(macro: Macro, *values: object, has_mark: bool = False) -> Markup:
    """What the macro draws for these values in the active language, without the space around it."""
    key = Key(macro, get_language(), has_mark, *values)
    drawn = parts.get(key)
    if drawn is None:
        drawn = Markup(macro(*values)).strip()
        if has_mark:
            drawn = Markup(_marked(str(drawn)))
        parts.put(key, drawn)
    return drawn


def steady(macro: Macro, *values: object) -> Markup:
    """A part of one element that often stays as it is from move to move."""
    return part(macro, *values, has_mark=True)


def _marked(part: str) -> str:
    """The part with its mark in the first tag, and behind its end."""
    tag = _first_tag.match(part)
    if tag is None or len(part) < SMALL:
        return part
    mark = urlsafe_b64encode(blake2b(part.encode(), digest_size=6).digest()).decode()
    return f'{tag[0]} data-p="{mark}"{part[tag.end() :]}<!--{mark}-->'


def left_out(page: str, marks: str) -> str:
    """The page without the parts that bear one of these marks, each the first time it stands there."""
    for mark in marks.split()[:MOST_MARKS]:
        start, end = page.find(f' data-p="{mark}"'), page.find(f"<!--{mark}-->")
        if 0 <= start < end:
            page = f'{page[: page.rfind("<", 0, start)]}<i data-p="{mark}"></i>{page[end + len(f"<!--{mark}-->") :]}'
    return page
