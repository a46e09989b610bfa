"""The shape of the game page and its least size (UI-21, UI-23), as a small style sheet whose address says all of it.

The shape belongs to the account. The least size belongs to the window somebody sits at, so the device keeps it in a cookie.
Numbers are free, styles in pages are not allowed, and so the page links a sheet that is made from its address alone.
"""

import re
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

COOKIE: Final = "least"
YEAR: Final = 365 * 24 * 3600
LEAST: Final = ((320, 9999), (240, 9999))
"""From and to, for the least width and height in pixels."""
MOST_RATIO: Final = 99
_RATIO = re.compile(r"([1-9][0-9]?):([1-9][0-9]?)", re.ASCII)
_SIZE = re.compile(r"([0-9]{1,4})x([0-9]{1,4})", re.ASCII)


def ratio_of(text: str) -> tuple[int, int] | None:
    found = _RATIO.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def least_of(text: str) -> tuple[int, int] | None:
    """`1024x700` as two numbers, each within its bounds or 0 for none; None for anything else."""
    found = _SIZE.fullmatch(text)
    if not found:
        return None
    sizes = int(found[1]), int(found[2])
    if not any(sizes) or any(size and not low <= size <= high for size, (low, high) in zip(sizes, LEAST, strict=True)):
        return None
    return sizes


def keep_least(response: HttpResponse, width: int | None, height: int | None) -> None:
    if width or height:
        response.set_cookie(COOKIE, f"{width or 0}x{height or 0}", max_age=YEAR, samesite="Lax", httponly=True)
    else:
        response.delete_cookie(COOKIE, samesite="Lax")


def sheet_address(ratio: str, request: HttpRequest) -> str:
    """Where the sheet for this account's shape and this device's least size is; empty if there is nothing to say."""
    wished = {"ratio": ratio if ratio_of(ratio) else "", "least": request.COOKIES.get(COOKIE, "")}
    if least_of(wished["least"]) is None:
        wished["least"] = ""
    query = urlencode({name: value for name, value in wished.items() if value})
    return f"{reverse('accounts:window')}?{query}" if query else ""


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def sheet(request: HttpRequest) -> HttpResponse:
    """The style sheet that its address describes; what it does not understand it leaves out."""
    ratio, least = ratio_of(request.GET.get("ratio", "")), least_of(request.GET.get("least", ""))
    rules = []
    if ratio:
        rules.append(f":root {{ --ratio: {ratio[0] / ratio[1]:.4f}; }}")
    if least:
        width, height = least
        rules.append(f"body {{ min-width: {width}px; }} #game {{ min-height: {height}px; }}")
    return HttpResponse("\n".join(rules), content_type="text/css; charset=utf-8")
