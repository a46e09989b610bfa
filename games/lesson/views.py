"""The lesson: its chapters, a step, and the answer to it. How far somebody has come is kept in a signed cookie."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import visitor_of
from games.board.table import Wish
from games.lesson.chapters import CHAPTERS
from games.lesson.coaching import describe_phase
from games.lesson.content import StepPage
from games.lesson.scene import Chapter

COOKIE = "lesson"
AGE = 60 * 60 * 24 * 365


def steps_done(request: HttpRequest) -> Mapping[str, int]:
    """How many steps of each chapter have been answered, from its first on."""
    text = request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""
    found = dict.fromkeys(CHAPTERS, 0)
    for part in text.split("-"):
        key, _dot, number = part.partition(".")
        if key in found and number.isdecimal():
            found[key] = min(int(number[:3]), len(CHAPTERS[key].steps))
    return found


def note_step_done(request: HttpRequest, response: HttpResponse, chapter: str, number: int) -> None:
    """A step is done. Who answers one again, or begins in the middle, loses nothing."""
    now = {**steps_done(request)}
    now[chapter] = max(now[chapter], number)
    response.set_signed_cookie(
        COOKIE,
        "-".join(f"{key}.{count}" for key, count in now.items()),
        salt=COOKIE,
        max_age=AGE,
        httponly=True,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        samesite="Lax",
    )


def next_step(found: Mapping[str, int]) -> tuple[str, int] | None:
    """Where the lesson goes on; None when all is done."""
    return next(((key, found[key] + 1) for key, one in CHAPTERS.items() if found[key] < len(one.steps)), None)


@require_safe
@never_cache
def lesson(request: HttpRequest) -> HttpResponse:
    """The chapters, and how far one has come."""
    found = steps_done(request)
    chapters = [(chapter, found[chapter.key]) for chapter in CHAPTERS.values()]
    page = {"chapters": chapters, "next": next_step(found), "has_begun": any(found.values())}
    return render(request, "games/lesson/lesson.html", page)


@require_POST
def again(request: HttpRequest) -> HttpResponse:
    """Begin from the first step."""
    response = redirect("games:lesson-step", next(iter(CHAPTERS)), 1)
    response.delete_cookie(COOKIE, samesite="Lax")
    return response


@require_safe
@never_cache
def step(request: HttpRequest, chapter: str, number: int) -> HttpResponse:
    """A position, with what is asked. `?card=` chooses a card, `?said=` shows what comes of an answer, `?hint` the bot's word."""
    found, query = _chapter(chapter, number), request.GET
    user = visitor_of(request)
    name = user.name if user else ""
    wish = Wish(card=query.get("card", ""))
    page = StepPage(found, number, name=name, said=query.get("said", ""), wish=wish)
    keys = list(CHAPTERS)
    after = keys[keys.index(chapter) + 1 :]
    shown = {
        "page": page,
        "game": page.game,
        "chapter": found,
        "number": number,
        "done": steps_done(request)[chapter],
        "phase_told": describe_phase(page.scene.view),
        "shows_hint": "hint" in query and page.holds,
        "following": (chapter, number + 1) if not page.is_last else (after[0], 1) if after else None,
    }
    return render(request, "games/lesson/step.html", shown)


@require_POST
@never_cache
def answer(request: HttpRequest, chapter: str, number: int) -> HttpResponse:
    """An answer leads to what is said to it; the right one is noted."""
    found = _chapter(chapter, number)
    said = request.POST.get("text") or request.POST.get("ask", "")
    response = redirect(f"{reverse('games:lesson-step', args=[chapter, number])}?{urlencode({'said': said})}")
    if said == found.scene(number).right:
        note_step_done(request, response, chapter, number)
    return response


def _chapter(key: str, number: int) -> Chapter:
    found = CHAPTERS.get(key)
    if found is None or not 1 <= number <= len(found.steps):
        raise Http404
    return found
