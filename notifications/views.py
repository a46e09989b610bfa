"""The way out of mails (RFC 8058), and samples of all of them."""

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from notifications import registry
from notifications.mail import unsubscribe as way_out
from notifications.mail.samples import rendered


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """POST stops the mails that the token names, without cookies and as often as one likes; mail programs send it.

    GET only asks, because scanners follow every link. An unknown token gets the same answer: there is nothing to stop,
    and nothing to learn.
    """
    way = way_out.read(token)
    if request.method == "POST" and way is not None:
        way_out.unsubscribe(way)
    context = {"way": way, "done": request.method == "POST", "token": token}
    return render(request, "notifications/unsubscribe.html", context)


def _shown_here() -> None:
    """Samples are for those who run the site, not for the public."""
    if not (settings.DEBUG or settings.SHOWS_MAILBOX):
        raise Http404


@require_safe
def samples(request: HttpRequest) -> HttpResponse:
    """Every mail in the language asked for (`?language=de`), its text and its HTML."""
    _shown_here()
    languages = dict(settings.LANGUAGES)
    language = request.GET.get("language", get_language() or "en")
    if language not in languages:
        language = "en"
    shown = [(one.name, one.label, rendered(one, language)) for one in registry.samples().values()]
    context = {"samples": shown, "language": language, "languages": languages}
    return render(request, "notifications/samples.html", context)


@require_safe
@xframe_options_sameorigin
@csp_replace(  # type: ignore[arg-type]  # the decorator is typed for views without arguments
    {"default-src": [NONE], "style-src": [UNSAFE_INLINE], "frame-ancestors": [SELF]}
)
def sample(request: HttpRequest, language: str, name: str, form: str) -> HttpResponse:
    """One sample: `form` is txt or html, drawn as a mail program would, with the styles it carries itself."""
    _shown_here()
    shown = registry.samples().get(name)
    if shown is None or language not in dict(settings.LANGUAGES) or form not in ("txt", "html"):
        raise Http404
    mail = rendered(shown, language)
    if form == "txt":
        body = f"Subject: {mail.subject}\n\n{mail.text}"
        return HttpResponse(body, content_type="text/plain; charset=utf-8")
    return HttpResponse(mail.html.replace("<head>", '<head><base target="_top">', 1))
