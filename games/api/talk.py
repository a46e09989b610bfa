"""What is said at a game, and private notes about it."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.cursors import CURSOR, LIMIT, newest_first, next_url, page_of, place_of, wrong_cursor
from api.endpoint import Endpoint
from api.forms import checked, data_of, read
from api.schema import operation
from api.scopes import Scope
from games.models import Game, Mute, Note, ReportReason, Room
from games.models import Line as Said
from games.models.talk import LONGEST_LINE, LONGEST_NOTE, LONGEST_REASON
from games.play.access import may_see_table, may_watch
from games.play.positions import Play, load
from games.talk import errors
from games.talk.content import PAGE, Talk, talk_at, watchers_of
from games.talk.forms import ReportForm
from games.talk.readers import is_readable, window
from games.talk.services import own, removing, reporting, speaking

from .looking import LINK, caller, links_of


class RoomInput(serializers.Serializer[Any]):
    room = serializers.ChoiceField(choices=Room.choices, default=Room.SEATS.value, help_text="Where it was said.")


class SayInput(RoomInput):
    text = serializers.CharField(max_length=LONGEST_LINE, help_text="Plain text.")


class LineOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(help_text="1, 2, 3, … in its room.")
    author = serializers.IntegerField(help_text="The number of the player.")
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    is_own = serializers.BooleanField()
    gone = serializers.CharField(allow_blank=True, help_text="Why the line says nothing any more; empty as a rule.")


class NoteBody(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True)


def _play(request: Request, game_id: int) -> Play:
    """The game or the table that the caller may see: one talks at tables, too. Raises NotFound."""
    try:
        play = load(game_id)
    except Game.DoesNotExist:
        raise NotFound from None
    see = may_watch if play.game.has_begun else may_see_table
    if not see(play if play.game.has_begun else play.game, caller(request), links=links_of(request)):  # type: ignore[arg-type]
        raise NotFound
    return play


class Chat(Endpoint):
    tag, scope, read_scope = "talk", Scope.CHAT, Scope.CHAT

    @operation("What was said", answer=page_of(LineOutput), query=(RoomInput, LINK, CURSOR), is_list=True)
    def get(self, request: Request, game_id: int) -> Response:
        """The newest first, as far as you were there. Those who watched talk once the game is over."""
        query = RoomInput(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        play, place = _play(request, game_id), place_of(request)
        if place and (not place.isdecimal() or len(place) > 9):
            raise wrong_cursor()
        before = int(place) if place else None
        talk = self._talk(play, request, query.validated_data["room"], before)
        if talk is None:
            raise NotFound
        lines = [*reversed(talk.lines)]
        following = next_url(request, talk.oldest) if talk.has_older else None
        return Response({"results": LineOutput(lines, many=True).data, "next": following})

    def _talk(self, play: Play, request: Request, room: str, before: int | None = None) -> Talk | None:
        found = talk_at if room == Room.SEATS else watchers_of
        return found(play, caller(request), before=before, most=PAGE)

    @operation(
        "Say something",
        body=SayInput,
        answer=LineOutput,
        status=201,
        query=(LINK,),
        refuses=(errors.TalkShut, errors.NothingSaid, errors.TooLong, errors.TooManyLines, errors.EnoughForToday),
        example_body={"text": "Good game!", "room": "seats"},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Those who hold a seat talk at the table; who watched, in a room of their own once the game is over."""
        body = SayInput(data=request.data)
        body.is_valid(raise_exception=True)
        _play(request, game_id)
        sent = body.validated_data
        try:
            line = speaking.say(
                game_id=game_id,
                user=caller(request),
                text=sent["text"],
                room=Room(sent["room"]),
                links=links_of(request),
                now=now(),
            )
        except Game.DoesNotExist:  # there is no such room yet
            raise NotFound from None
        talk = self._talk(load(game_id), request, sent["room"])
        said = next((one for one in talk.lines if one.pk == line.pk), None) if talk else None
        if said is None:
            raise NotFound
        return Response(LineOutput(said).data, status=201)


class Line(Endpoint):
    tag, scope, read_scope = "talk", Scope.CHAT, Scope.CHAT

    @operation("Take a line back", status=204, query=(LINK,), refuses=(errors.NotYourLine,))
    def delete(self, request: Request, game_id: int, line_id: int) -> Response:
        """Your own; the host those of others."""
        play = _play(request, game_id)
        line = Said.objects.filter(game=game_id, pk=line_id).first()
        if line is None or not is_readable(line, play, caller(request)):
            raise NotFound
        removing.remove(line_id=line_id, user=caller(request), now=now())
        return Response(status=204)


class ReportInput(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=ReportReason.choices)
    words = serializers.CharField(max_length=LONGEST_REASON, default="", allow_blank=True)


class Reporting(Endpoint):
    tag, scope = "talk", Scope.CHAT

    @operation("Report a line", body=ReportInput, status=204, query=(LINK,), refuses=(errors.OwnLine,))
    def post(self, request: Request, game_id: int, line_id: int) -> Response:
        """To those who run the site, who see what stood around it."""
        play, user = _play(request, game_id), caller(request)
        line = Said.objects.select_related("author").filter(game=game_id, pk=line_id).first()
        if line is None or not is_readable(line, play, user):
            raise NotFound
        line.game = play.game
        form = ReportForm(data_of(read(ReportInput, request.data)))
        checked(form)
        reporting.report(
            line=line,
            reporter=user,
            seen=window(play, user) if line.room == Room.SEATS else None,
            reason=ReportReason(form.cleaned_data["reason"]),
            words=form.cleaned_data["words"],
            now=now(),
        )
        return Response(status=204)


class Muting(Endpoint):
    tag, scope = "talk", Scope.CHAT

    @operation("Read nothing more of somebody", body=None, status=204, refuses=(errors.TooManyMuted,))
    def put(self, request: Request, user_id: int) -> Response:
        """He is not told."""
        user = caller(request)
        other = User.objects.players().exclude(pk=user.pk).filter(pk=user_id).first()
        if other is None:
            raise NotFound
        own.mute(user=user, muted=other, now=now())
        return Response(status=204)

    @operation("Read somebody again", status=204)
    def delete(self, request: Request, user_id: int) -> Response:
        own.unmute(user=caller(request), muted_id=user_id)
        return Response(status=204)


class MutedOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="muted_id")
    name = serializers.CharField(source="muted.name")
    since = serializers.DateTimeField(source="at")


class Muted(Endpoint):
    tag, read_scope = "talk", Scope.CHAT

    @operation("Of whom you read nothing", answer=page_of(MutedOutput), query=(CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """Those whom you have muted, the latest first; whom you have blocked stands in a list of its own."""
        found = Mute.objects.filter(user=caller(request)).select_related("muted")
        return Response(newest_first(request, found, lambda rows: MutedOutput(rows, many=True).data))


class Notes(Endpoint):
    tag, scope, read_scope = "talk", Scope.CHAT, Scope.CHAT

    @operation("Your notes about a game", answer=NoteBody, query=(LINK,))
    def get(self, request: Request, game_id: int) -> Response:
        """For your eyes only."""
        kept = Note.objects.filter(game=_play(request, game_id).game, user=caller(request)).first()
        return Response({"text": kept.text if kept else ""})

    @operation("Note something about a game", body=NoteBody, answer=NoteBody, query=(LINK,), refuses=(errors.TooLong,))
    def put(self, request: Request, game_id: int) -> Response:
        """Instead of what you had noted; nothing is kept of an empty text."""
        body = NoteBody(data=request.data)
        body.is_valid(raise_exception=True)
        game = _play(request, game_id).game
        own.write_note(game=game, user=caller(request), text=body.validated_data["text"], now=now())
        return self.get(request, game_id)
