"""Chats as pages of their own, and what is done in them: saying, removing and reporting messages, notes and muting."""

from dataclasses import replace

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.activity import person_of, visitor_of
from accounts.models import User
from accounts.views import way_back
from api.problems import or_404
from games import extensions
from games.chat import services
from games.chat.content import PAGE, Talk, export_words, talk_at, watchers_of
from games.chat.readers import is_readable, reading_window
from games.chat.services import TooManyMuted
from games.errors import GameError
from games.models import Game, Line, Note, ReportReason, Room
from games.models.chat import GREETINGS, LONGEST_LINE, LONGEST_NOTE, LONGEST_REASON
from games.play.positions import Play
from games.tables import links
from games.tables.links import watched
from statements import row_number


class ReportForm(forms.Form):
    reason = forms.ChoiceField(label=_("Reason"), choices=ReportReason.choices, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Details"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only moderators see your report, together with the messages around this one."),
    )


@require_safe
@never_cache
@login_required
def table(request: HttpRequest, game_id: int) -> HttpResponse:
    """All messages of the table's chat from the reader's time there; `?before=` leads back."""
    play = watched(request, game_id)
    talk = or_404(talk_at(play, person_of(request), before=_before(request), most=PAGE))
    return _room(request, talk)


@require_safe
@never_cache
@login_required
def watchers(request: HttpRequest, game_id: int) -> HttpResponse:
    """The spectators' chat, once the game is over."""
    talk = or_404(watchers_of(watched(request, game_id), person_of(request), before=_before(request), most=PAGE))
    return _room(request, talk)


def _before(request: HttpRequest) -> int | None:
    return row_number(request.GET.get("before", "")[:9]) or None


def _room(request: HttpRequest, talk: Talk, *, error: GameError | None = None, text: str = "") -> HttpResponse:
    talk = replace(talk, moderates=extensions.may_moderate(talk.game, talk.user))
    muted = User.objects.filter(muted_by__user=talk.user).order_by("name_key")
    context = {
        "talk": talk,
        "game": talk.game,
        "error": error,
        "text": text,
        "most": LONGEST_LINE,
        "muted": [(user.pk, user.name) for user in muted],
        "here": request.path
        if error is None
        else reverse("games:watchers" if talk.is_watchers else "games:chat", args=[talk.game.pk]),
    }
    return render(request, "games/chat/room.html", context, status=error.status if error else 200)


@never_cache
@require_POST
def say(request: HttpRequest, game_id: int) -> HttpResponse:
    """A message for the table, or with `room=watchers` for spectators; `greeting` is the code of one. A refusal keeps the text in
    the field."""
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(reverse("games:game", args=[game_id]))
    room = Room.WATCHERS if request.POST.get("room") == Room.WATCHERS else Room.SEATS
    text = GREETINGS.get(request.POST.get("greeting", ""), request.POST.get("text", ""))
    play = watched(request, game_id)
    try:
        services.say(game_id=game_id, user=user, text=text, now=now(), room=room, links=links.followed(request))
    except GameError as error:
        return _refused(request, play, room, error, text=text)
    except Game.DoesNotExist as missing:
        raise Http404 from missing
    return HttpResponseRedirect(f"{way_back(request, play.game.get_absolute_url())}#talk-lines")  # opens what is folded


def _refused(request: HttpRequest, play: Play, room: Room, error: GameError, *, text: str = "") -> HttpResponse:
    """The chat with the reason of the refusal, or the reason alone for a reader without a part in it."""
    user = person_of(request)
    talk = talk_at(play, user, most=PAGE) if room == Room.SEATS else watchers_of(play, user, most=PAGE)
    if talk is not None:
        return _room(request, talk, error=error, text=text)
    return render(request, "games/chat/refused.html", {"game": play.game, "error": error}, status=error.status)


def _line(request: HttpRequest, line_id: int) -> tuple[Line, Play]:
    """A line that this reader can read; 404 otherwise, so that a number tells nothing."""
    user = person_of(request)
    line = get_object_or_404(Line.objects.select_related("author"), pk=line_id)
    play = watched(request, line.game_id)
    if not is_readable(line, play, user):
        raise Http404
    line.game = play.game
    return line, play


@never_cache
@require_POST
@login_required
def remove(request: HttpRequest, line_id: int) -> HttpResponse:
    """By its author or the host."""
    line, play = _line(request, line_id)
    user = person_of(request)
    try:
        services.remove_line(line_id=line.pk, user=user, now=now())
    except GameError as error:
        return _refused(request, play, Room(line.room), error)
    return HttpResponseRedirect(f"{way_back(request, play.game.get_absolute_url())}#talk")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, line_id: int) -> HttpResponse:
    line, play = _line(request, line_id)
    user = person_of(request)
    form = ReportForm(request.POST if request.method == "POST" else None)
    error = None
    if request.method == "POST" and form.is_valid():
        try:
            services.report_line(
                line=line,
                reporter=user,
                seen=reading_window(play, user) if line.room == Room.SEATS else None,
                reason=ReportReason(form.cleaned_data["reason"]),
                words=form.cleaned_data["words"],
                now=now(),
            )
        except GameError as refused:
            error = refused
        else:
            messages.success(request, gettext("Thank you. A moderator will review your report."))
            return redirect(play.game)
    context = {"line": line, "game": play.game, "form": form, "error": error}
    status = error.status if error else 422 if form.errors else 200
    return render(request, "games/chat/report.html", context, status=status)


@require_POST
def mute(request: HttpRequest, user_id: int) -> HttpResponse:
    """Mute this player, or with `wish=no` unmute them."""
    user = visitor_of(request)
    page = reverse("accounts:player", args=[user_id])
    if user is None:
        return redirect_to_login(page)
    if request.POST.get("wish") == "no":
        services.unmute(user=user, muted_id=user_id)
        messages.success(request, gettext("Player unmuted."))
    else:
        other = get_object_or_404(User.objects.players().exclude(pk=user.pk), pk=user_id)
        try:
            services.mute(user=user, muted=other, now=now())
        except TooManyMuted as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, gettext("%(name)s is muted.") % {"name": other.name})
    return HttpResponseRedirect(way_back(request, page))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notes(request: HttpRequest, game_id: int) -> HttpResponse:
    play, user, error = watched(request, game_id), person_of(request), None
    kept = Note.objects.filter(game=play.game, user=user).first()
    text = kept.text if kept else ""
    if request.method == "POST":
        text = request.POST.get("text", "")
        try:
            services.write_note(game=play.game, user=user, text=text, now=now())
        except GameError as refused:
            error = refused
        else:
            messages.success(request, gettext("Note saved."))
            return redirect("games:notes", game_id)
    context = {"game": play.game, "text": text, "note": kept, "error": error, "most": LONGEST_NOTE}
    return render(request, "games/chat/notes.html", context, status=error.status if error else 200)


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    response = JsonResponse(export_words(person_of(request)), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="st-pete-words.json"'
    return response
