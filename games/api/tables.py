"""Tables before their game: finding, opening, joining, leaving, inviting; the same services and checks as the pages."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from django.http import QueryDict
from django.utils.timezone import now
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, asked, read, user_of
from api.pages import limit_of, next_url, place_of
from api.schema import operation
from api.scopes import Scope
from api.typed import Typed
from games.lobby.table_page import TablePage, TablePlace
from games.models import Status, Visibility
from games.models.clock import PaceKind, pace_name
from games.options.sets import PLAYERS
from games.options.strengths import STRENGTHS
from games.options.table_words import pace_words, selection_words
from games.play.errors import ConditionsUnmet
from games.selectors import queries
from games.selectors.fitting import fits_of
from games.selectors.keyset import Listing
from games.selectors.keyset import Place as ListPlace
from games.selectors.rows import GameLine, tables_of
from games.tables import contributions, errors, tables
from games.tables.gathering import BOT, HASH, terms_token
from games.tables.terms import LONGEST as LONGEST_WORD
from games.tables.terms import tidy_word

from .acts import NewTableOutput
from .looking import LINK, may_answer, visible_table
from .terms import NewTableInput, QuickInput, TermsInput
from .typed import OptionsJson, Words

JOINING = (errors.TableClosed, errors.TableFull, errors.StaleTable, errors.CannotSit, ConditionsUnmet)
HOSTING = (errors.NotAllowed, errors.TableClosed)
TERMS = {"title": "White nights", "players": 3, "edition": 2, "sets": ["market"], "pace": "2d", "bots": ["rung-1"]}


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


class SeatInput(AgreedInput):
    sealed = serializers.RegexField(
        HASH,
        required=False,
        allow_blank=True,
        help_text="SHA-256 of your contribution to the deal. Without it you contribute nothing (docs/deals.md).",
    )


class BotInput(serializers.Serializer[Any]):
    strength = serializers.ChoiceField(choices=list(STRENGTHS), default=BOT)
    fill = serializers.BooleanField(default=False, help_text="Fill all free seats.")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """As which bot, and how many at most."""
        return {"bot": sent["strength"], "most": PLAYERS[-1] if sent["fill"] else 1}


class InviteInput(serializers.Serializer[Any]):
    whom = serializers.CharField(max_length=254, help_text="A username or an email address.")
    word = serializers.CharField(max_length=LONGEST_WORD, default="", allow_blank=True)

    def validate_word(self, word: str) -> str:
        return tidy_word(word)


class FitOutput(serializers.Serializer[Any]):
    hours = serializers.IntegerField(help_text="About how long the game takes with you.")
    shared_hours = serializers.ChoiceField(
        source="together",
        choices=("most", "some", "few"),
        allow_null=True,
        help_text="How many of your waking hours you share with the others; null: unknown.",
    )


class TableLineOutput(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.IntegerField(source="game.pk")
    title = serializers.CharField(source="game.title")
    url = Words("/tables/{}/".format, source="game.pk")
    selection = Words(selection_words, source="game.options", help_text="Edition and expansions in words.")
    pace = Words(pace_words, source="game.clock", help_text="In words.")
    host = serializers.CharField(source="game.host", allow_blank=True)
    rated = serializers.BooleanField(source="game.rated")
    players = serializers.IntegerField(source="game.players", help_text="Number of seats.")
    free = serializers.IntegerField(help_text="Number of free seats.")
    sitting = serializers.ListField(
        child=Words(attrgetter("name")), help_text="Players at the table; empty for site bots."
    )
    terms = Words(terms_token, source="game", help_text="Send it when you join.")
    fit = FitOutput(allow_null=True, help_text="How the table suits you; null where that is unknown.")


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


class AwaitedOutput(serializers.Serializer[Any]):
    commitment = serializers.CharField()
    sealed = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="Hashes in the order of joining; null: no contribution.",
    )
    beacon = serializers.CharField(
        allow_null=True, help_text="Where the public random round of the deal is published; null: there is none."
    )


class TableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="game.pk")
    title = serializers.CharField(source="game.title")
    status = serializers.ChoiceField(
        source="game.status", choices=Status.choices, help_text="`running` and `finished`: it is a game."
    )
    url = serializers.CharField(source="game.get_absolute_url")
    host = serializers.CharField(source="game.host.name", allow_null=True)
    options = Typed(OptionsJson, source="game.options", help_text="As in records (docs/record.md).")
    pace = serializers.CharField(allow_null=True, help_text="As sent when creating a table; null for a custom pace.")
    nights = serializers.IntegerField(
        source="game.nights", help_text="Days that sleep can add to a deadline; 0: clocks run at night."
    )
    vacation = serializers.ChoiceField(choices=("none", "planned", "automatic"))
    visibility = serializers.ChoiceField(source="game.visibility", choices=Visibility.choices)
    rated = serializers.BooleanField(source="game.rated")
    seals = serializers.BooleanField(source="game.seals", help_text="Players contribute to the deal (docs/deals.md).")
    commitment = serializers.CharField(
        source="game.commitment", help_text="Hash of the server's secret, from which the deal follows."
    )
    awaits = AwaitedOutput(
        allow_null=True, help_text="Set while your contribution is awaited; its values can no longer change."
    )
    facts = FactOutput(source="page.facts", many=True, help_text="The same in words, in the language of the request.")
    places = PlaceOutput(many=True)
    free = serializers.IntegerField(source="page.free")
    terms = serializers.CharField(source="page.seen", help_text="Send it as `seen` when you join, accept or agree.")
    starts_at = serializers.DateTimeField(
        source="game.starts_at", allow_null=True, help_text="For a full table: when the game starts."
    )
    expires_at = serializers.DateTimeField(allow_null=True)
    link = serializers.CharField(
        allow_null=True, help_text="Invite link for seated players; null for tokens that may not invite."
    )
    is_host = serializers.BooleanField(source="page.is_host")
    is_seated = serializers.BooleanField(source="page.is_seated")
    must_agree = serializers.BooleanField(help_text="The terms have changed: agree or leave.")
    can_join = serializers.BooleanField(source="page.can_join")
    invitation = serializers.CharField(
        allow_null=True, help_text="Key of your invitation, for answering it; null for tokens without that scope."
    )


def table_data(request: Request, game_id: int) -> dict[str, Any]:
    game = visible_table(request, game_id)
    page = TablePage(game, user_of(request), now())
    answer = {
        "game": game,
        "page": page,
        "pace": pace_name(game.clock),
        "vacation": game.vacation or "none",
        "awaits": contributions.awaited(game) if page.must_open else None,
        "places": [_place(place, is_host=page.is_host) for place in page.places],
        "expires_at": game.expires_at if page.gathers else None,
        "link": page.link if page.knows_link and may_answer(request) else None,
        "must_agree": page.must_agree and not game.has_begun,
        "invitation": page.invitation.token if page.invitation and may_answer(request) else None,
    }
    return dict(TableOutput(answer).data)


def _place(place: TablePlace, *, is_host: bool) -> dict[str, object]:
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


class TableList(Endpoint):
    tag, scope, public = "tables", Scope.TABLES, True

    @operation("Open tables", lists=TableLineOutput, query=(LobbyInput,))
    def get(self, request: Request) -> Response:
        """Public tables in the lobby, newest first."""
        sent = asked(LobbyInput, request)
        wish = queries.LobbyFilter(
            edition=sent.get("edition"),
            sets=sent["with_sets"],
            players=sent.get("players"),
            pace=PaceKind(sent["pace"]) if "pace" in sent else None,
        )

        def with_fits(rows: list[GameLine]) -> list[dict[str, object]]:
            user = user_of(request)
            tables = tables_of(rows, user)
            fits = fits_of(tables, user, now())
            return [one._asdict() | {"free": one.free, "fit": fits.get(one.game.pk)} for one in tables]

        return listed(request, queries.lobby(wish), TableLineOutput, with_fits)

    @operation(
        "Create a table",
        body=NewTableInput,
        answer=TableOutput,
        status=201,
        refuses=(errors.TooMany, errors.UnknownPlayer, errors.CannotInvite, errors.BadWord),
        example_body=TERMS,
    )
    def post(self, request: Request) -> Response:
        """You take a seat at once. The game starts when all seats are taken; a game against bots starts immediately."""
        sent = read(NewTableInput, request.data)
        game = tables.create_table(host=user_of(request), now=now(), **sent)
        return Response(table_data(request, game.pk), status=201)


def listed(request: Request, listing: Listing[Any], kind: Any, made: Any, *numbers: int) -> Response:
    """A page of a list that has pages of its own, by the cursor of the API; `made` makes of its rows what `kind` writes."""
    place, limit = place_of(request, ListPlace.read), limit_of(request)
    page = listing.page(QueryDict(f"before={place}" if place else ""), *numbers)
    rows = page.rows[:limit]
    following = next_url(request, listing.place(rows[-1])) if page.older or len(page.rows) > limit else None
    return Response({"results": kind(made(rows), many=True).data, "next": following})


class QuickGame(Endpoint):
    tag, scope = "tables", Scope.TABLES

    @operation(
        "Start a game against bots",
        body=QuickInput,
        answer=NewTableOutput,
        status=201,
        refuses=(errors.TooMany,),
        example_body={"bots": 2, "strength": "rung-4"},
    )
    def post(self, request: Request) -> Response:
        """Starts at once, by link and unrated. A solo game without bots counts for the solo records."""
        sent = read(QuickInput, request.data)
        game = tables.quick_game(user=user_of(request), now=now(), **sent)
        return Response(NewTableOutput({"id": game.pk, "url": game.get_absolute_url()}).data, status=201)


class TableAct(Endpoint):
    """A wish at a table, after which the answer is the table as it stands then."""

    tag, scope = "tables", Scope.TABLES

    def done(
        self, request: Request, game_id: int, wish: Callable[..., object], body: Any = None, **more: Any
    ) -> Response:
        """`body` reads what the wish says besides `more`."""
        visible_table(request, game_id)
        wish(game_id=game_id, now=now(), **more, **(read(body, request.data) if body else {}))
        return Response(table_data(request, game_id), status=201 if request.method == "POST" else 200)


class TableDetail(TableAct):
    public = True

    @operation("A table", answer=TableOutput, query=(LINK,))
    def get(self, request: Request, game_id: int) -> Response:
        """Players, invitations, terms and what you can do. The game keeps the table's number."""
        return Response(table_data(request, game_id))

    @operation("Change a table", body=TermsInput, answer=TableOutput, refuses=HOSTING)
    def put(self, request: Request, game_id: int) -> Response:
        """For the host; seated players must agree again."""
        return self.done(request, game_id, tables.change_table, TermsInput, host=user_of(request))

    @operation("Close a table", status=204, refuses=HOSTING)
    def delete(self, request: Request, game_id: int) -> None:
        """For the host, before the game starts."""
        visible_table(request, game_id)
        tables.close_table(game_id=game_id, host=user_of(request), now=now())
