"""Tables before their game: finding, opening, joining, leaving, inviting; the same services and checks as the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.cursors import CURSOR, next_url, page_of, place_of, wrong_cursor
from api.endpoint import Endpoint, user_of
from api.forms import checked, read
from api.schema import operation
from api.scopes import Scope
from games.lobby.forms.invite import InviteForm
from games.lobby.forms.new_table import NewTableForm
from games.lobby.forms.quick import QuickForm
from games.lobby.forms.terms import TermsForm
from games.lobby.table_page import Place, TablePage
from games.models import Visibility
from games.models.clock import PACES, PaceKind, pace_name
from games.options.selections import PLAYERS
from games.options.set_words import offered
from games.options.strengths import STRENGTHS
from games.options.table_words import pace_words, selection_words
from games.options.titles import LONGEST
from games.selectors import queries
from games.selectors.keyset import Place as ListPlace
from games.selectors.lines import TableLine, tables_of
from games.tables import errors
from games.tables.services import invitations, sitting, tables
from games.tables.services.gathering import BOT, terms_token
from games.tables.word import LONGEST as LONGEST_WORD

from . import examples
from .looking import LINK, caller, links_of, may_answer, visible_table
from .serializers import NewTableOutput

JOINING = (errors.TableClosed, errors.TableFull, errors.StaleTable, errors.CannotSit)
HOSTING = (errors.NotAllowed, errors.TableClosed)


class TermsInput(serializers.Serializer[Any]):
    """What a table agrees on; all has a default but the number of players."""

    title = serializers.CharField(max_length=LONGEST, required=False)
    players = serializers.ChoiceField(choices=PLAYERS)
    edition = serializers.ChoiceField(choices=(1, 2), default=2)
    sets = serializers.ListField(child=serializers.ChoiceField(choices=offered()), default=list, max_length=20)
    open_hands = serializers.BooleanField(default=True, help_text="Rubles and hand cards are visible to all players.")
    first_workers = serializers.ChoiceField(choices=("compulsory", "free"), default="compulsory")
    play_on_empty_tableau = serializers.BooleanField(
        default=None, allow_null=True, help_text="Play on when the tableau is empty; null: the edition's default."
    )
    real_hurdles = serializers.IntegerField(min_value=0, max_value=5, default=None, allow_null=True)
    pace = serializers.ChoiceField(choices=list(PACES), default="2d")
    misses_before_bot = serializers.IntegerField(
        min_value=0, max_value=3, default=2, help_text="Deadlines missed in a row before a bot takes over; 0: never."
    )
    rated = serializers.BooleanField(default=True, help_text="Only if no bots play.")
    visibility = serializers.ChoiceField(choices=Visibility.choices, default=Visibility.PUBLIC.value)


class NewTableInput(TermsInput):
    bots = serializers.ListField(
        child=serializers.ChoiceField(choices=list(STRENGTHS)),
        default=list,
        max_length=4,
        help_text="Each bot takes a seat.",
    )
    guests = serializers.ListField(
        child=serializers.CharField(max_length=254),
        default=list,
        max_length=4,
        help_text="Usernames or email addresses.",
    )
    word = serializers.CharField(
        max_length=LONGEST_WORD, default="", allow_blank=True, help_text="Message to the invited players."
    )


class QuickInput(serializers.Serializer[Any]):
    edition = serializers.ChoiceField(choices=(1, 2), default=2)
    sets = serializers.ListField(child=serializers.ChoiceField(choices=offered()), default=list, max_length=20)
    bots = serializers.IntegerField(min_value=0, max_value=4, default=1, help_text="0: solo, for points.")
    strength = serializers.ChoiceField(choices=list(STRENGTHS), default=BOT)


class LobbyInput(serializers.Serializer[Any]):
    edition = serializers.ChoiceField(choices=(1, 2), required=False)
    players = serializers.ChoiceField(choices=PLAYERS, required=False)
    with_sets = serializers.BooleanField(required=False, allow_null=True, default=None)
    pace = serializers.ChoiceField(choices=PaceKind.choices, required=False)


class AgreedInput(serializers.Serializer[Any]):
    seen = serializers.CharField(
        max_length=100,
        help_text="The table's `terms` as you saw them, so that you only agree to what you have seen.",
    )


class BotInput(serializers.Serializer[Any]):
    strength = serializers.ChoiceField(choices=list(STRENGTHS), default=BOT)
    fill = serializers.BooleanField(default=False, help_text="Fill all free seats.")


class InviteInput(serializers.Serializer[Any]):
    whom = serializers.CharField(max_length=254, help_text="A username or an email address.")
    word = serializers.CharField(max_length=LONGEST_WORD, default="", allow_blank=True)


class TableLineOutput(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.IntegerField()
    title = serializers.CharField()
    url = serializers.CharField()
    selection = serializers.CharField(help_text="Edition and expansions in words.")
    pace = serializers.CharField(help_text="In words.")
    host = serializers.CharField(allow_blank=True)
    rated = serializers.BooleanField()
    players = serializers.IntegerField(help_text="Number of seats.")
    free = serializers.IntegerField(help_text="Number of free seats.")
    sitting = serializers.ListField(
        child=serializers.CharField(), help_text="Players at the table; empty for site bots."
    )
    terms = serializers.CharField(help_text="Send it when you join.")


class PlaceOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=("player", "bot", "invited", "free"))
    player = serializers.IntegerField(allow_null=True, help_text="ID of the player.")
    agreed = serializers.BooleanField(help_text="Whether they agreed to the current terms.")
    participant = serializers.IntegerField(allow_null=True, help_text="For the host, who can remove the player.")
    invitation = serializers.IntegerField(allow_null=True, help_text="For the host, who can revoke it.")
    note = serializers.CharField(allow_blank=True)


class FactOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField()


class TableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    status = serializers.CharField(help_text="`open`, `full`, `closed`; `running` and `finished` once it is a game.")
    url = serializers.CharField()
    host = serializers.CharField(allow_null=True)
    options = serializers.DictField(help_text="As in records (docs/record.md).")
    pace = serializers.CharField(allow_null=True, help_text="As sent when creating a table; null for a custom pace.")
    visibility = serializers.ChoiceField(choices=Visibility.choices)
    rated = serializers.BooleanField()
    facts = FactOutput(many=True, help_text="The same in words, in the language of the request.")
    places = PlaceOutput(many=True)
    free = serializers.IntegerField()
    terms = serializers.CharField(help_text="Send it as `seen` when you join, accept or agree.")
    starts_at = serializers.DateTimeField(allow_null=True, help_text="For a full table: when the game starts.")
    expires_at = serializers.DateTimeField(allow_null=True)
    link = serializers.CharField(
        allow_null=True, help_text="Invite link for seated players; null for tokens that may not invite."
    )
    is_host = serializers.BooleanField()
    is_seated = serializers.BooleanField()
    must_agree = serializers.BooleanField(help_text="The terms have changed: agree or leave.")
    can_join = serializers.BooleanField()
    invitation = serializers.CharField(
        allow_null=True, help_text="Key of your invitation, for answering it; null for tokens without that scope."
    )


def form_data(sent: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent as the page's form has it: one check of tables for both."""
    said = {"open_hands": "open" if sent["open_hands"] else "hidden"}
    empty = sent["play_on_empty_tableau"]
    said["play_on_empty_tableau"] = "" if empty is None else "yes" if empty else "no"
    hurdles = sent["real_hurdles"]
    said["real_hurdles"] = "" if hurdles is None else str(hurdles)
    return {
        **{name: sent[name] for name in ("sets", "first_workers", "pace", "visibility", "rated") if name in sent},
        **{name: str(sent[name]) for name in ("players", "edition", "misses_before_bot")},
        "title": sent.get("title")
        or str(NewTableForm().get_initial_for_field(NewTableForm.base_fields["title"], "title")),
        **said,
    }


def told(request: Request, game_id: int) -> dict[str, Any]:
    """The table as the caller may see it."""
    game = visible_table(request, game_id)
    page = TablePage.of(game, user_of(request), now())
    begun = game.has_begun
    answer = {
        "id": game.pk,
        "title": game.title,
        "status": game.status,
        "url": game.get_absolute_url(),
        "host": game.host.name if game.host else None,
        "options": game.options,
        "pace": pace_name(game.clock),
        "visibility": game.visibility,
        "rated": game.rated,
        "facts": page.facts,
        "places": [_place(place, is_host=page.is_host) for place in page.places],
        "free": page.free,
        "terms": page.seen,
        "starts_at": game.starts_at,
        "expires_at": game.expires_at if page.gathers else None,
        "link": page.link if page.knows_link and may_answer(request) else None,
        "is_host": page.is_host,
        "is_seated": page.is_seated,
        "must_agree": page.must_agree and not begun,
        "can_join": page.can_join,
        "invitation": page.invitation.token if page.invitation and may_answer(request) else None,
    }
    return dict(TableOutput(answer).data)


def _place(place: Place, *, is_host: bool) -> dict[str, object]:
    one = place.participant
    user = one.user if one else None
    return {
        "name": place.chip.name,
        "kind": ("bot" if one.bot else "player") if one else "invited" if place.invitation else "free",
        "player": user.pk if user and not user.is_guest else None,
        "agreed": bool(one and one.agreed),
        "participant": one.pk if one and is_host else None,
        "invitation": place.invitation.pk if place.invitation and is_host else None,
        "note": place.note,
    }


def _line(table: TableLine) -> dict[str, object]:
    game = table.game
    return {
        "id": game.pk,
        "title": game.title,
        "url": f"/tables/{game.pk}/",
        "selection": selection_words(game.options),
        "pace": str(pace_words(game.clock)),
        "host": game.host,
        "rated": game.rated,
        "players": game.players,
        "free": max(game.players - len(table.sitting) - table.kept, 0),
        "sitting": [one.name for one in table.sitting],
        "terms": terms_token(game),
    }


class TableList(Endpoint):
    tag, scope, public = "tables", Scope.TABLES, True

    @operation("Open tables", answer=page_of(TableLineOutput), query=(LobbyInput, CURSOR), is_list=True)
    def get(self, request: Request) -> Response:
        """Public tables in the lobby, newest first."""
        sent = read(LobbyInput, request.query_params.dict())
        wish = queries.LobbyFilter(
            edition=sent.get("edition"),
            sets=sent["with_sets"],
            players=sent.get("players"),
            pace=PaceKind(sent["pace"]) if "pace" in sent else None,
        )
        return Response(listed(request, queries.lobby(wish), self._lines))

    def _lines(self, rows: Any) -> Any:
        return TableLineOutput([_line(one) for one in tables_of(rows, user_of(self.request))], many=True).data

    @operation(
        "Create a table",
        body=NewTableInput,
        answer=TableOutput,
        status=201,
        refuses=(errors.TooMany, errors.UnknownPlayer, errors.CannotInvite, errors.BadWord),
        example_body=examples.TERMS,
    )
    def post(self, request: Request) -> Response:
        """You take a seat at once. The game starts when all seats are taken; a game against bots starts immediately."""
        sent = read(NewTableInput, request.data)
        seats = {f"seat_{number}": bot for number, bot in enumerate(sent["bots"], 2)}
        data = {**form_data(sent), **seats, "guests": "\n".join(sent["guests"]), "word": sent["word"]}
        form = NewTableForm(data)
        checked(form)
        game = tables.create_table(
            host=caller(request),
            terms=form.terms(),
            bots=form.chosen_bots,
            guests=form.cleaned_data["guests"],
            word=form.cleaned_data["word"],
            now=now(),
        )
        return Response(told(request, game.pk), status=201)


def listed(request: Request, listing: Any, answer: Any, *numbers: int) -> dict[str, Any]:
    """A page of a list of pages (`games.selectors.keyset`), by the cursor of the API."""
    place = place_of(request)
    if place and ListPlace.read(place) is None:
        raise wrong_cursor()
    query = QueryDict(f"before={place}" if place else "")
    page = listing.page(query, *numbers)
    older = page.older.removeprefix("before=")
    return {"results": answer(page.rows), "next": next_url(request, older) if older else None}


class QuickGame(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation(
        "Start a game against bots",
        body=QuickInput,
        answer=NewTableOutput,
        status=201,
        refuses=(errors.TooMany,),
        example_body={"bots": 2, "strength": "plain"},
    )
    def post(self, request: Request) -> Response:
        """Starts at once, by link and unrated. A solo game without bots counts for the solo records."""
        sent = read(QuickInput, request.data)
        edition = "+".join([str(sent["edition"]), *(one for one in offered() if one in sent["sets"])])
        alone = sent["bots"] == 0
        data = {"edition": edition, "alone": alone, "strength": sent["strength"]}
        form = QuickForm(data if alone else {**data, "bots": str(sent["bots"])})
        checked(form)
        game = tables.quick_game(user=caller(request), terms=form.terms(), bot=form.cleaned_data["strength"], now=now())
        return Response(NewTableOutput({"id": game.pk, "url": game.get_absolute_url()}).data, status=201)


class TableDetail(Endpoint):
    tag, scope, public = "tables", Scope.TABLES, True

    @operation("A table", answer=TableOutput, query=(LINK,))
    def get(self, request: Request, game_id: int) -> Response:
        """Players, invitations, terms and what you can do. The game keeps the table's number."""
        return Response(told(request, game_id))

    @operation("Change a table", body=TermsInput, answer=TableOutput, refuses=HOSTING)
    def put(self, request: Request, game_id: int) -> Response:
        """For the host; seated players must agree again."""
        visible_table(request, game_id)
        form = TermsForm(form_data(read(TermsInput, request.data)))
        checked(form)
        tables.change_table(game_id=game_id, host=caller(request), terms=form.terms(), now=now())
        return Response(told(request, game_id))

    @operation("Close a table", status=204, refuses=HOSTING)
    def delete(self, request: Request, game_id: int) -> Response:
        """For the host, before the game starts."""
        visible_table(request, game_id)
        tables.close_table(game_id=game_id, host=caller(request), now=now())
        return Response(status=204)


class Seat(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation("Join a table", body=AgreedInput, answer=TableOutput, status=201, query=(LINK,), refuses=JOINING)
    def post(self, request: Request, game_id: int) -> Response:
        """Takes a seat at a public table, or at a table by link with `?link=`."""
        table = visible_table(request, game_id)
        seen = read(AgreedInput, request.data)["seen"]
        known = table.link_token if table.link_token in links_of(request) else ""
        sitting.join_table(game_id=game_id, user=caller(request), token=known, seen=seen, now=now())
        return Response(told(request, game_id), status=201)

    @operation("Agree to changed terms", body=AgreedInput, answer=TableOutput, refuses=(errors.NotAtTable, *JOINING))
    def put(self, request: Request, game_id: int) -> Response:
        visible_table(request, game_id)
        seen = read(AgreedInput, request.data)["seen"]
        sitting.agree_to_options(game_id=game_id, user=caller(request), seen=seen, now=now())
        return Response(told(request, game_id))

    @operation("Leave a table", status=204, refuses=(errors.NotAtTable, errors.TableClosed))
    def delete(self, request: Request, game_id: int) -> Response:
        visible_table(request, game_id)
        sitting.leave_table(game_id=game_id, user=caller(request), now=now())
        return Response(status=204)


class Participant(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation("Remove a player", answer=TableOutput, refuses=HOSTING)
    def delete(self, request: Request, game_id: int, participant_id: int) -> Response:
        """Removes a player or a bot by participant ID."""
        visible_table(request, game_id)
        sitting.remove_participant(game_id=game_id, host=caller(request), participant_id=participant_id, now=now())
        return Response(told(request, game_id))


class Bots(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation("Add bots", body=BotInput, answer=TableOutput, status=201, refuses=(*HOSTING, *JOINING))
    def post(self, request: Request, game_id: int) -> Response:
        """Adds one bot, or fills all free seats."""
        visible_table(request, game_id)
        sent = read(BotInput, request.data)
        seat = sitting.fill_with_bots if sent["fill"] else sitting.add_bot
        seat(game_id=game_id, host=caller(request), bot=sent["strength"], now=now())
        return Response(told(request, game_id), status=201)


class Prolonging(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation("Extend a table", body=None, answer=TableOutput, status=201, refuses=HOSTING)
    def post(self, request: Request, game_id: int) -> Response:
        visible_table(request, game_id)
        tables.prolong_table(game_id=game_id, host=caller(request), now=now())
        return Response(told(request, game_id), status=201)


class Invitations(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation(
        "Invite a player",
        body=InviteInput,
        answer=TableOutput,
        status=201,
        refuses=(*HOSTING, errors.UnknownPlayer, errors.CannotInvite, errors.TableFull, errors.TooMany, errors.BadWord),
        example_body={"whom": "Boris"},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """By username or email address; a seat is kept until the answer."""
        visible_table(request, game_id)
        form = InviteForm(read(InviteInput, request.data))
        checked(form)
        invitations.invite(game_id=game_id, host=caller(request), now=now(), **form.cleaned_data)
        return Response(told(request, game_id), status=201)


class Invitation(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation("Revoke an invitation", answer=TableOutput, refuses=HOSTING)
    def delete(self, request: Request, game_id: int, invitation_id: int) -> Response:
        """An answered invitation cannot be revoked."""
        visible_table(request, game_id)
        invitations.revoke(game_id=game_id, host=caller(request), invitation_id=invitation_id, now=now())
        return Response(told(request, game_id))
