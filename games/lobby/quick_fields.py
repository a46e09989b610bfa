"""The fields and buttons of the form of a game that begins at once."""

from __future__ import annotations

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.lobby.forms import QuickForm


def quick_fields(
    form: QuickForm | str = "",
    alone_only: bool | str = False,
    is_main: bool | str = False,
    bots_only: bool | str = False,
) -> SafeString:
    """The empty form reads the same for everybody, and its widgets cost more than all else on a page of lists: it is kept."""
    if isinstance(form, QuickForm):
        return _drawn(form, alone_only=bool(alone_only), is_main=bool(is_main), bots_only=bool(bots_only))
    return _empty(get_language(), alone_only=bool(alone_only), is_main=bool(is_main), bots_only=bool(bots_only))


@lru_cache(maxsize=32)
def _empty(language: str | None, **look: bool) -> SafeString:
    return _drawn(QuickForm(), **look)


def _drawn(form: QuickForm, **look: bool) -> SafeString:
    context = {"form": form, **look}
    return render_to_string("games/lobby/_quick_fields.html", context)
