"""What participants do and say: registering, leaving, byes, vacation, following, messages to the directors, the notice board,
invitations.
"""

from typing import Any

from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import http_of, read, user_of
from api.schema import operation
from api.scopes import Scope
from games.play.errors import BadVacation
from tournaments.api.tournaments import LINK, TournamentAct, TournamentOutput, one_tournament, seen
from tournaments.director.views import directed, entered
from tournaments.lifecycle import errors
from tournaments.lifecycle.services import accounts, entering
from tournaments.lifecycle.services.acts import messages
from tournaments.models import About, Reach, Report, Tournament


class EnterInput(serializers.Serializer[Any]):
    code_word = serializers.CharField(
        max_length=80, default="", allow_blank=True, help_text="If the tournament asks for one."
    )


class WishesInput(serializers.Serializer[Any]):
    byes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1000),
        default=list,
        max_length=50,
        help_text="Numbers of rounds.",
    )
    not_before = serializers.DateField(default=None, allow_null=True)


class AwayInput(serializers.Serializer[Any]):
    since = serializers.DateField(source="first")
    until = serializers.DateField(source="last", help_text="The last day.")


class Entering(TournamentAct):
    @operation(
        "Register for a tournament",
        body=EnterInput,
        answer=TournamentOutput,
        status=201,
        query=(LINK,),
        refuses=(errors.EntriesClosed, errors.NotEligible, errors.WrongState),
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Also joins the waiting list, or rejoins. Registering accepts the tournament's terms."""
        seen(request, tournament_id)
        word = read(EnterInput, request.data)["code_word"]
        entering.enter(tournament_id=tournament_id, user=user_of(request), code_word=word, now=now())
        return Response(one_tournament(request, tournament_id), status=201)

    @operation("Withdraw from a tournament", status=204, query=(LINK,), refuses=(errors.NotEntered, errors.WrongState))
    def delete(self, request: Request, tournament_id: int) -> None:
        """Running games continue."""
        seen(request, tournament_id)
        entering.leave(tournament_id=tournament_id, user=user_of(request), now=now())


class BackAgain(TournamentAct):
    @operation(
        "Rejoin a tournament", body=None, status=204, query=(LINK,), refuses=(errors.NotEntered, errors.WrongState)
    )
    def post(self, request: Request, tournament_id: int) -> None:
        """After you dropped out: you are paired again from the next round."""
        seen(request, tournament_id)
        entering.be_back(tournament_id=tournament_id, user=user_of(request), now=now())


class Wishes(TournamentAct):
    @operation(
        "Request byes",
        body=WishesInput,
        status=204,
        query=(LINK,),
        refuses=(errors.NotEntered, errors.BadRequest, errors.NothingToComeLater),
    )
    def put(self, request: Request, tournament_id: int) -> None:
        """For rounds that are not paired yet, or until a given day."""
        seen(request, tournament_id)
        entering.wish(tournament_id=tournament_id, user=user_of(request), now=now(), **read(WishesInput, request.data))


class Away(TournamentAct):
    @operation(
        "Plan a vacation for a tournament",
        body=AwayInput,
        status=204,
        query=(LINK,),
        refuses=(errors.NotEntered, errors.BadRequest, BadVacation),
    )
    def put(self, request: Request, tournament_id: int) -> None:
        """Books vacation days as `profile/vacation/` does: your clocks stop in all games that allow it."""
        seen(request, tournament_id)
        sent = read(AwayInput, request.data)
        accounts.be_away(tournament_id=tournament_id, user=user_of(request), **sent, now=now())


class Following(TournamentAct):
    @operation("Follow a tournament", body=None, status=204)
    def put(self, request: Request, tournament_id: int) -> None:
        """You are notified when it starts and finishes."""
        tournament = seen(request, tournament_id).tournament
        if tournament.reach != Reach.PUBLIC:
            raise NotFound
        accounts.follow(tournament, user_of(request), now=now())

    @operation("Unfollow a tournament", status=204, query=(LINK,))
    def delete(self, request: Request, tournament_id: int) -> None:
        accounts.unfollow(seen(request, tournament_id).tournament, user_of(request))


AT = "2026-11-23T09:00:00Z"


class MessageInput(serializers.Serializer[Any]):
    about = serializers.ChoiceField(choices=About.choices)
    text = serializers.CharField(max_length=4000, help_text="Visible to directors only.")


class AnswerInput(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=4000, help_text="Visible to the author and the directors.")
    reason = serializers.CharField(
        max_length=1000,
        help_text="For the public log. Name nobody and reveal no position of a running game.",
    )


class MessageOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    by = serializers.CharField(source="by.name")
    about = serializers.ChoiceField(choices=About.choices)
    text = serializers.CharField()
    at = serializers.DateTimeField()
    answer = serializers.CharField(allow_blank=True)
    answered_by = serializers.SerializerMethodField()
    answered_at = serializers.DateTimeField(allow_null=True)

    def get_answered_by(self, report: Report) -> str:
        return report.answered_by.name if report.answered_by else ""


MESSAGE = {
    "id": 5,
    "by": "Anna",
    "about": "appeal",
    "text": "Our game ended 71 to 68.",
    "at": AT,
    "answer": "",
    "answered_by": "",
    "answered_at": None,
}


class Messages(TournamentAct):
    read_scope = Scope.TOURNAMENTS

    @operation("Messages to the directors", lists=MessageOutput)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Your own messages with answers; all messages for directors. Newest first."""
        user = user_of(request)
        tournament = Tournament.objects.filter(pk=tournament_id, directors__user=user).first()
        found = (
            tournament.reports.all() if tournament else entered(http_of(request), tournament_id).reports.filter(by=user)
        )
        rows = found.select_related("by", "answered_by")
        return self.newest_first(rows, MessageOutput)

    @operation(
        "Write to the directors",
        body=MessageInput,
        answer=MessageOutput,
        status=201,
        refuses=(errors.NotEntered, errors.BadRequest, errors.TooMany),
        example=MESSAGE,
        example_body={"about": "appeal", "text": "Our game ended 71 to 68."},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """For current and former participants; at most five a day."""
        entered(http_of(request), tournament_id)
        sent = read(MessageInput, request.data)
        made = messages.report(
            tournament_id=tournament_id, user=user_of(request), about=About(sent["about"]), text=sent["text"], now=now()
        )
        return Response(MessageOutput(made).data, status=201)


class MessageAnswer(TournamentAct):
    @operation(
        "Answer a message to the directors",
        body=AnswerInput,
        answer=MessageOutput,
        refuses=(errors.BadRequest, errors.ReasonMissing),
        example_body={"text": "I have corrected it.", "reason": "A result was corrected."},
    )
    def post(self, request: Request, tournament_id: int, message_id: int) -> Response:
        """Each message once, and not your own."""
        directed(http_of(request), tournament_id)
        found = messages.answer(
            tournament_id=tournament_id,
            director=user_of(request),
            report_id=message_id,
            now=now(),
            **read(AnswerInput, request.data),
        )
        return Response(MessageOutput(found).data)


class PostInput(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=1000)


class PostOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    text = serializers.CharField()
    at = serializers.DateTimeField()


class NoticeBoard(TournamentAct):
    public = True

    @operation("Announcements of a tournament", lists=PostOutput, query=(LINK,))
    def get(self, request: Request, tournament_id: int) -> Response:
        """Newest first."""
        posts = seen(request, tournament_id).tournament.posts.all()
        return self.newest_first(posts, PostOutput)

    @operation(
        "Post an announcement",
        body=PostInput,
        answer=PostOutput,
        status=201,
        refuses=(errors.BadRequest,),
        example_body={"text": "Round 3 begins on Monday."},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """For directors; the newest fifty are kept."""
        directed(http_of(request), tournament_id)
        text = read(PostInput, request.data)["text"]
        made = messages.post(tournament_id=tournament_id, director=user_of(request), text=text, now=now())
        return Response(PostOutput(made).data, status=201)


class BoardPost(TournamentAct):
    @operation("Delete an announcement", status=204)
    def delete(self, request: Request, tournament_id: int, post_id: int) -> None:
        if not directed(http_of(request), tournament_id).posts.filter(pk=post_id).exists():
            raise NotFound
        messages.take_down(tournament_id=tournament_id, director=user_of(request), post_id=post_id)


class TournamentInviteInput(serializers.Serializer[Any]):
    people = serializers.ListField(
        child=serializers.CharField(max_length=254),
        min_length=1,
        max_length=100,
        help_text="Usernames or email addresses.",
    )


class InvitedOutput(serializers.Serializer[Any]):
    new = serializers.IntegerField(help_text="Number of new invitations.")
    known = serializers.ListField(child=serializers.CharField(), help_text="Already invited or registered.")
    unknown = serializers.ListField(child=serializers.CharField(), help_text="Unknown names.")


class Inviting(TournamentAct):
    @operation(
        "Invite players to a tournament",
        body=TournamentInviteInput,
        answer=InvitedOutput,
        status=201,
        refuses=(errors.WrongState, errors.TooMany),
        example={"new": 2, "known": ["Boris"], "unknown": []},
        example_body={"people": ["Anna", "friend@example.com", "Clara"]},
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """By email, at most a hundred a day per director. People without an account get an invitation link."""
        directed(http_of(request), tournament_id)
        text = "\n".join(read(TournamentInviteInput, request.data)["people"])
        asked = messages.invite(tournament_id=tournament_id, director=user_of(request), text=text, now=now())
        return Response(InvitedOutput(asked).data, status=201)
