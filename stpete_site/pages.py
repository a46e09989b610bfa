"""Pages of the site itself: front, about and credits, privacy, imprint, terms, and what stands for a page while the device is
offline.

The operator of this site, and what they add in their own words to imprint, terms and privacy: settings and files, no code.

`PAGES_DIR` has plain texts such as `terms.txt` and `terms.de.txt`; a reader gets the one in their language, else the one without.
An empty line parts paragraphs, and a paragraph of one line that begins with `# ` is a heading.

`static/js/frame.js` keeps positions for one account, `templates/offline/worker.js` shows them; a sign-out wipes them.
"""

import functools
import hashlib
import tomllib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from accounts.activity import visitor_of
from accounts.following import people_around
from games.puzzles.search import midnight
from games.puzzles.solvers import shown_puzzles, solver_of
from games.selectors.chain import know_waiting
from games.selectors.front import OpenTables, home_of, live_game, running_of
from stpete_site.retention import periods

PAGES = ("imprint", "terms", "privacy")
MOST_SIGNS = 100_000


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    is_heading: bool


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


def front(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, a way to play at once, a position, open tables. Who has an account finds what waits for them
    instead of what this is."""
    reader, now = visitor_of(request), timezone.now()
    page: dict[str, Any] = {"tables": OpenTables(reader, now)}
    if reader is None or reader.is_guest:
        return render(request, "front.html", {**page, "live": live_game()})
    home = home_of(reader, now)
    know_waiting(request, home["count"])
    around = people_around(reader, opponents=home["opponents"], now=now)
    people = {**around._asdict(), "watched": running_of([one.person.pk for one in around.followed], reader, now)}
    return render(request, "front.html", {**page, **people, "home": home, "puzzle": _puzzle(request, now)})


def _puzzle(request: HttpRequest, now: datetime) -> dict[str, Any]:
    """Whether today has a puzzle, what this reader has to do with it, and for how many days they have solved one. Three
    statements."""
    solver, today = solver_of(request), shown_puzzles().filter(day=midnight(now)).first()
    answered = today is not None and bool(solver.answers([today]))
    return {"is_there": today is not None, "answered": answered, "streak": solver.streak(now)}


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/about.html", {"authors": icon_authors(), "source": settings.SOURCE_URL})


def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/privacy.html", {**_of_operator("privacy"), "periods": periods()})


def imprint(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/imprint.html", _of_operator("imprint"))


def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/terms.html", _of_operator("terms"))


def _of_operator(page: str) -> dict[str, Any]:
    who = {"name": settings.OPERATOR_NAME, "address": settings.OPERATOR_ADDRESS, "mail": settings.OPERATOR_MAIL}
    return {"operator": who, "words": own_words(page)}


@functools.cache
def icon_authors() -> list[dict[str, Any]]:
    """Who drew the icons, from the list that the sprites are built from: name, address (or none), number of icons."""
    file = settings.BASE_DIR / "static" / "icons" / "icons.toml"
    listing = tomllib.loads(file.read_text(encoding="utf-8"))
    return [
        {"name": credit["name"], "url": credit.get("url", ""), "count": len(credit["icons"])}
        for credit in listing["credit"]
    ]


PARTS = (
    *("css/tokens.css", "css/base.css", "css/frame.css", "css/offline.css"),
    *("js/kept-list.js", "img/favicon.svg", "icons/shapes.svg"),
)
"""All that pages which are kept need beside themselves."""


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Stands for any page that cannot be reached. Of the reader it knows only the language."""
    return render(request, "offline/page.html")


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The program that browsers run beside our pages; it lies at the root, so that it serves all of them."""
    parts = [static(part) for part in PARTS]
    shown = render_to_string("offline/page.html") + (get_language() or "")
    version = hashlib.sha256("|".join([*parts, shown]).encode()).hexdigest()[:12]
    told = {"version": version, "page": reverse("offline"), "parts": parts, "icon": static("img/icon-180.png")}
    return render(request, "offline/worker.js", told, content_type="text/javascript")
