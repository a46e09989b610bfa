"""Pages of the players' rules, in short, in full or both (UI-24), and the way to the exact wording. Nothing asks the database."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from games.names.words import content_language
from games.reference.book import book
from games.reference.references import SOURCES

from .library import PAGES, page, pages

READINGS: dict[str, str | Promise] = {
    "both": pgettext_lazy("rules", "Both"),
    "short": pgettext_lazy("rules", "Summary"),
    "full": pgettext_lazy("rules", "Full text"),
}


@require_safe
def handbook(request: HttpRequest, slug: str = "base") -> HttpResponse:
    """One page; `?read=` says how much of it."""
    asked = request.GET.get("read", "both")
    reading = asked if asked in READINGS else "both"
    language = content_language()
    found = pages(language)
    slugs = list(PAGES)
    place = slugs.index(slug)
    values = {
        "page": page(slug, language),
        "reading": reading,
        "short_signs": reading == "short",  # beside the full telling the signs stand there
        "readings": READINGS,
        "pages": found.values(),
        "before": found[slugs[place - 1]] if place else None,
        "after": found[slugs[place + 1]] if place + 1 < len(slugs) else None,
    }
    return render(request, "games/handbook/page.html", values)


@require_safe
def exact(request: HttpRequest) -> HttpResponse:
    """Where the exact wording begins: what it is, its sources, its sections, and a search."""
    return render(
        request, "games/handbook/exact.html", {"sections": book().sections.values(), "sources": SOURCES.values()}
    )
