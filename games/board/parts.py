"""Parts of pages that are drawn once for what they show.

{{ part(displays.copies, stack, next_round) }}

A part is a macro that sees the values it is given and nothing else of the page: no reader, no request, no token. So what it looks
like follows from the macro, the language and these values, and a process that has drawn it before gives that again. What somebody
may not see is not in the values that presenters make for his eyes, and so in no part that he gets.

A page's script that has a part already need not get it again: `steady` is a part of one element that bears a mark of what it says
(`games.board.steady`).

Values are those of presenters: frozen, without markup, and equal only if they look alike. Nothing in a part may depend on the
clock or the reader's time zone.
"""

from functools import lru_cache

from django.utils.translation import get_language
from jinja2.runtime import Macro
from markupsafe import Markup

from games.board.steady import marked

MOST = 8192
"""How many parts are kept; those that nobody has seen for longest go first. On average they have a kilobyte."""


def part(macro: Macro, *values: object) -> Markup:
    """What the macro draws for these values, without the space around it."""
    return drawn(macro, get_language(), *values)


def steady(macro: Macro, *values: object) -> Markup:
    """A part of one element that often stays as it is from move to move."""
    return drawn(macro, get_language(), *values, has_mark=True)


@lru_cache(maxsize=MOST)
def drawn(macro: Macro, language: str | None, *values: object, has_mark: bool = False) -> Markup:
    """The part in the active language, which is `language`."""
    text = Markup(macro(*values)).strip()
    return Markup(marked(str(text))) if has_mark else text
