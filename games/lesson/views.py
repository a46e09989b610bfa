"""The lesson: its chapters, a step, and the answer to it. Nothing is written but a cookie, by a POST."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.visitors import visitor_of
from games.board.table import Wish

from . import progress
from .chapters import CHAPTERS
from .content import StepPage
from .phases import phase_told
from .steps import Chapter


@require_safe
@never_cache
def lesson(request: HttpRequest) -> HttpResponse:
    """The chapters, and how far one has come."""
    found = progress.done(request)
    chapters = [(chapter, found[chapter.key]) for chapter in CHAPTERS.values()]
    page = {"chapters": chapters, "next": progress.next_step(found), "has_begun": any(found.values())}
    return render(request, "games/lesson/lesson.html", page)


@require_POST
def again(request: HttpRequest) -> HttpResponse:
    """Begin from the first step."""
    response = redirect("games:lesson-step", next(iter(CHAPTERS)), 1)
    progress.forget(response)
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
        "done": progress.done(request)[chapter],
        "phase_told": phase_told(page.scene.view),
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
        progress.note(request, response, chapter, number)
    return response


def _chapter(key: str, number: int) -> Chapter:
    found = CHAPTERS.get(key)
    if found is None or not 1 <= number <= len(found.steps):
        raise Http404
    return found
