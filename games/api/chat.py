"""What is said at a game, and private notes about it."""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from accounts.permissions import can
from api.endpoint import Endpoint, asked, read, user_of
from api.pages import USUAL, limit_of, next_url, number_of
from api.problems import or_404
from api.schema import operation
from api.scopes import Scope
from games.chat import services
from games.chat.content import Talk, talk_at, watchers_of
from games.chat.readers import reading_window
from games.models import Game, Line, Mute, Note, ReportReason, Room
from games.models.chat import LONGEST_LINE, LONGEST_NOTE, LONGEST_REASON
from games.play.positions import Play, load

from .looking import LINK, links_of


class RoomInput(serializers.Serializer[Any]):
    room = serializers.ChoiceField(choices=Room.choices, default=Room.SEATS.value, help_text="The chat room.")


class SayInput(RoomInput):
    text = serializers.CharField(max_length=LONGEST_LINE, help_text="Plain text.")


class LineOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField(help_text="1, 2, 3, … in its room.")
    author = serializers.IntegerField(help_text="ID of the author.")
    name = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    is_own = serializers.BooleanField()
    gone = serializers.CharField(allow_blank=True, help_text="Why the message was removed; usually empty.")


class NoteBody(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True)


def _play(request: Request, game_id: int) -> Play:
    """The game or the table that the caller may see: one talks at tables, too. Raises NotFound."""
    try:
        play = load(game_id)
    except Game.DoesNotExist:
        raise NotFound from None
    if not can(user_of(request), "see game or table", play, links=links_of(request)):
        raise NotFound
    return play


class Chat(Endpoint):
    tag, scope, read_scope = "chat", Scope.CHAT, Scope.CHAT

    @operation("Chat messages", lists=LineOutput, query=(RoomInput, LINK))
    def get(self, request: Request, game_id: int) -> Response:
        """Newest first, as far as you may read it. Spectators have a room of their own, open once the game has finished."""
        room, most = asked(RoomInput, request)["room"], limit_of(request)
        before = number_of(request, most=2_147_483_647) if "cursor" in request.query_params else None
        talk = or_404(self._talk(_play(request, game_id), request, room, before, most))
        lines = [*reversed(talk.lines)]
        following = next_url(request, talk.oldest) if talk.has_older else None
        return Response({"results": LineOutput(lines, many=True).data, "next": following})

    def _talk(
        self, play: Play, request: Request, room: str, before: int | None = None, most: int = USUAL
    ) -> Talk | None:
        found = talk_at if room == Room.SEATS else watchers_of
        return found(play, user_of(request), before=before, most=most)

    @operation(
        "Send a chat message",
        body=SayInput,
        answer=LineOutput,
        status=201,
        query=(LINK,),
        refuses=(
            services.TalkShut,
            services.NothingSaid,
            services.TooLong,
            services.TooManyLines,
            services.EnoughForToday,
        ),
        example_body={"text": "Good game!", "room": "seats"},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Players write at the table. Spectators have a room of their own, open once the game has finished."""
        sent = read(SayInput, request.data)
        _play(request, game_id)
        try:
            line = services.say(
                game_id=game_id,
                user=user_of(request),
                text=sent["text"],
                room=Room(sent["room"]),
                links=links_of(request),
                now=now(),
            )
        except Game.DoesNotExist:  # there is no such room yet
            raise NotFound from None
        talk = self._talk(load(game_id), request, sent["room"])
        said = or_404(next((one for one in talk.lines if one.pk == line.pk), None) if talk else None)
        return Response(LineOutput(said).data, status=201)


class ChatLine(Endpoint):
    tag, scope, read_scope = "chat", Scope.CHAT, Scope.CHAT

    @operation("Delete a chat message", status=204, query=(LINK,), refuses=(services.NotYourLine,))
    def delete(self, request: Request, game_id: int, line_id: int) -> None:
        """Your own messages; hosts can delete any."""
        play = _play(request, game_id)
        line = Line.objects.filter(game=game_id, pk=line_id).first()
        if line is None or not can(user_of(request), "read message", line, play=play):
            raise NotFound
        services.remove_line(line_id=line_id, user=user_of(request), now=now())


class ReportInput(serializers.Serializer[Any]):
    reason = serializers.ChoiceField(choices=ReportReason.choices)
    words = serializers.CharField(max_length=LONGEST_REASON, default="", allow_blank=True)


class Reporting(Endpoint):
    tag, scope = "chat", Scope.CHAT

    @operation("Report a chat message", body=ReportInput, status=204, query=(LINK,), refuses=(services.OwnLine,))
    def post(self, request: Request, game_id: int, line_id: int) -> None:
        """Sends it to the site team, with the messages around it."""
        play, user = _play(request, game_id), user_of(request)
        line = Line.objects.select_related("author").filter(game=game_id, pk=line_id).first()
        if line is None or not can(user, "read message", line, play=play):
            raise NotFound
        line.game = play.game
        sent = read(ReportInput, request.data)
        services.report_line(
            line=line,
            reporter=user,
            seen=reading_window(play, user) if line.room == Room.SEATS else None,
            reason=ReportReason(sent["reason"]),
            words=sent["words"],
            now=now(),
        )


class Muting(Endpoint):
    tag, scope = "chat", Scope.CHAT

    @operation("Mute a player", body=None, status=204, refuses=(services.TooManyMuted,))
    def put(self, request: Request, user_id: int) -> None:
        """They are not notified."""
        user = user_of(request)
        other = or_404(User.objects.players().exclude(pk=user.pk).filter(pk=user_id).first())
        services.mute(user=user, muted=other, now=now())

    @operation("Unmute a player", status=204)
    def delete(self, request: Request, user_id: int) -> None:
        services.unmute(user=user_of(request), muted_id=user_id)


class MutedOutput(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="muted_id")
    name = serializers.CharField(source="muted.name")
    since = serializers.DateTimeField(source="at")


class Muted(Endpoint):
    tag, read_scope = "chat", Scope.CHAT

    @operation("Players you muted", lists=MutedOutput)
    def get(self, request: Request) -> Response:
        """Players you muted, latest first. Players you blocked are a list of their own."""
        found = Mute.objects.filter(user=user_of(request)).select_related("muted")
        return self.newest_first(found, MutedOutput)


class Notes(Endpoint):
    tag, scope, read_scope = "chat", Scope.CHAT, Scope.CHAT

    @operation("Your notes on a game", answer=NoteBody, query=(LINK,))
    def get(self, request: Request, game_id: int) -> Response:
        """Visible to you only."""
        kept = Note.objects.filter(game=_play(request, game_id).game, user=user_of(request)).first()
        return Response({"text": kept.text if kept else ""})

    @operation("Write notes on a game", body=NoteBody, answer=NoteBody, query=(LINK,), refuses=(services.TooLong,))
    def put(self, request: Request, game_id: int) -> Response:
        """Replaces your notes; an empty text deletes them."""
        sent = read(NoteBody, request.data)
        game = _play(request, game_id).game
        services.write_note(game=game, user=user_of(request), text=sent["text"], now=now())
        return self.get(request, game_id)
