"""The archive: finished games, found by the words of one box or by a form that writes them; saved searches with a feed; records."""

from contextlib import nullcontext

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.activity import person_of, visitor_of
from accounts.allauth_internals import consume_or_429, ratelimit
from api.problems import or_404
from games.search import saved
from games.search.counts import MOST, counts_of
from games.search.exporting import FORMS, MOST_RECORDS, latest, zipped_or_lines
from games.search.form import SearchForm, card_name, words_of
from games.search.found import BadSearch, Search, in_time, listing
from games.search.language import WORDS
from games.selectors import queries
from games.selectors.keyset import COUNTED, Page
from games.selectors.played import finished_rows
from games.selectors.rows import GameLine

PARTS = ("edition", "set", "player")
EXAMPLES = (
    "player:anna result:won",
    "card:observatory x2 round<=3 result:won",
    "points>=100 seats:2",
    "with:market or with:banquet",
)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Finished games, latest first, by the words in `q`, or those that `?edition=`, `?set=` and `?player=` mean. Three statements
    beside the reader, one for names, and some for figures, if these are asked for."""
    if "words" in request.GET:  # the form was sent
        form = SearchForm(request.GET)
        if form.is_valid():
            return redirect(f"{reverse('games:archive')}?{urlencode({'q': form.text()})}")
    else:
        form = SearchForm()
    visitor, moment = visitor_of(request), now()
    text = request.GET.get("q", "").strip() or words_of(*(request.GET.get(name, "").strip() for name in PARTS))
    search = error = None
    try:
        search = Search.read(text)
    except BadSearch as bad:
        error = bad
    page: Page[GameLine] = Page([])
    count, counts, with_figures = 0, None, "figures" in request.GET
    if error is None and with_figures:
        network = ratelimit.get_ip(request)
        limited: HttpResponse | None = consume_or_429(request, action="figures", key=network, limit_get=True)
        if limited is not None:
            return limited
    if search is not None:
        try:
            with in_time() if text or with_figures else nullcontext():
                found = listing(search)
                page = found.page(request.GET)
                count = len(page.rows) if page.is_all else found.count()
                counts = counts_of(search) if with_figures else None
        except BadSearch as bad:
            error = bad
    context = {
        "rows": finished_rows(queries.with_seats(page.rows), visitor, moment),
        "page": page,
        "count": count,
        "counted": COUNTED,
        "text": text,
        "error": error,
        "form": form,
        "words": {name: word.choices for name, word in WORDS.items()},
        "examples": EXAMPLES,
        "query": urlencode({"q": text}) if text else "",
        "search": search,
        "counts": counts,
        "most_counted": MOST,
        "most_records": MOST_RECORDS,
        "card_name": card_name,
        "saved": saved.of(visitor, request) if visitor is not None else [],
    }
    return render(request, "games/search/archive.html", context, status=422 if error or form.errors else 200)


@login_required
@require_POST
def change_saved(request: HttpRequest) -> HttpResponse:
    """Keep the search of `q`, or with `act=delete` no longer."""
    user, text = person_of(request), request.POST.get("q", "").strip()
    if request.POST.get("act") == "delete":
        saved.forget(user, text)
        messages.success(request, _("Search deleted."))
    else:
        try:
            saved.keep(user, text, now=now())
        except (BadSearch, saved.TooManySaved) as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("Search saved."))
    return redirect(f"{reverse('games:archive')}?{urlencode({'q': text})}")


@require_safe
@never_cache
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The latest games of a saved search, as Atom, for anybody who knows the address."""
    one = or_404(saved.of_token(token))
    with translation.override(one.user.language):
        try:
            text = saved.atom(one, request)
        except BadSearch as error:
            if error.reason == "too_slow":
                return HttpResponse(str(error), status=503, content_type="text/plain; charset=utf-8")
            raise Http404 from None  # a player whom it names is gone
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8")


@never_cache
@require_POST
@login_required
def records(request: HttpRequest, form: str) -> HttpResponseBase:
    """The records of the latest games that a search finds, streamed: one on each line, or a ZIP of files."""
    limited: HttpResponseBase | None = consume_or_429(request, action="records", key=str(person_of(request).pk))
    if limited is not None:
        return limited
    try:
        found = latest(Search.read(request.POST.get("q", "").strip()))
    except BadSearch as error:
        return HttpResponse(str(error), status=error.status, content_type="text/plain; charset=utf-8")
    response = StreamingHttpResponse(zipped_or_lines(found, form, now()), content_type=FORMS[form])
    response["Content-Disposition"] = f'attachment; filename="st-pete-records.{form}"'
    return response
