"""Cards, tiles and rules to look up: the same for everybody but what stands in a game."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, asked
from api.problems import or_404
from api.schema import operation
from engine import Card
from games.board.table import ViewedTable
from games.card_popups.views import sheet_of
from games.names.cards import printed_name
from games.names.words import address
from games.reference.book import book, plain
from games.reference.facts import entry_of
from games.reference.shelves import SHELVES, Shelf, Thing, everything, synonyms

from .looking import LINK, Number, eyes_of, visible_play
from .typed import Words

MOST_LETTERS = 60
"""Of what is searched for."""


class CardsInput(serializers.Serializer[Any]):
    box = serializers.ChoiceField(choices=list(SHELVES), required=False)
    name = serializers.CharField(max_length=MOST_LETTERS, required=False, help_text="Part of a name in any language.")


class CardOutput(serializers.Serializer[Any]):
    box = serializers.ChoiceField(choices=list(SHELVES), help_text="The box it comes in.")
    id = serializers.CharField(help_text="The name used in views and moves.")
    key = serializers.CharField(help_text="The same for equal cards of all boxes.")
    name = serializers.CharField(help_text="In the language of the request.")
    url = serializers.CharField()
    pile = serializers.CharField(allow_blank=True, help_text="Empty if it is in no pile.")
    group = serializers.CharField(allow_blank=True, help_text="Colour of the card, or the colour it affects.")
    copies = serializers.IntegerField()
    cost = serializers.IntegerField(allow_null=True, help_text="As printed; null for tiles.")
    rubles = serializers.IntegerField(allow_null=True, help_text="Income at its scoring.")
    points = serializers.IntegerField(allow_null=True)
    exchange = serializers.BooleanField(help_text="True for a card that replaces another card.")
    worker_symbol = serializers.CharField(allow_blank=True)
    market_symbols = serializers.ListField(child=serializers.CharField())


class CardFactOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    text = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True, help_text="ID of the rule behind it; usually empty.")


class CardInFullOutput(CardOutput):
    names = serializers.ListField(
        source="entry.names", child=serializers.CharField(), help_text="Names in other languages and printings."
    )
    text = serializers.CharField(source="entry.text", allow_blank=True, help_text="What it does.")
    facts = CardFactOutput(source="entry.facts", many=True)
    remarks = CardFactOutput(source="entry.remarks", many=True)
    rules = serializers.ListField(
        source="entry.rules", child=serializers.CharField(), help_text="IDs of the rules that describe it."
    )
    certainty = serializers.CharField(source="entry.certainty", help_text="How reliable its values are.")


class SaidOutput(serializers.Serializer[Any]):
    what = serializers.CharField()
    said = serializers.CharField()


class SheetOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="Version of the game.")
    ply = serializers.IntegerField(help_text="Number of moves so far.")
    card = CardInFullOutput()
    here = SaidOutput(many=True, help_text="For example your current price and how many copies are left.")


class AtInput(serializers.Serializer[Any]):
    at = Number(required=False, help_text="Number of moves; finished games only.")
    seat = Number(required=False, help_text="Seat whose view you want; finished games only.")


def _short(shelf: Shelf, thing: Thing) -> dict[str, Any]:
    return {
        "box": shelf.name,
        "id": thing.id,
        "key": thing.key if isinstance(thing, Card) else thing.id,
        "name": printed_name(thing),
        "url": address(shelf.name, thing.id),
        "pile": getattr(thing, "pile", ""),
        "group": thing.group,
        "copies": getattr(thing, "copies", 1),
        "cost": getattr(thing, "cost", None),
        "rubles": getattr(thing, "rubles", None),
        "points": getattr(thing, "points", None),
        "exchange": getattr(thing, "exchange", False),
        "worker_symbol": getattr(thing, "worker_symbol", ""),
        "market_symbols": list(getattr(thing, "market_symbols", ())),
    }


def _found(shelf: str, id: str) -> tuple[Shelf, Thing]:
    """Raises Http404."""
    box = SHELVES.get(shelf)
    things = box.find(id) if box else ()
    if box is None or not things:
        raise NotFound
    return box, things[0]


class Cards(Endpoint):
    tag, public = "reference", True

    @operation("Cards and tiles", lists=CardOutput, query=(CardsInput,))
    def get(self, request: Request) -> Response:
        """All cards and tiles, box by box, with the printed values."""
        sent = asked(CardsInput, request)
        box, name = sent.get("box"), plain(" ".join(sent.get("name", "").split()))
        found = [
            (shelf, thing)
            for shelf, thing in everything()
            if box in (None, shelf.name)
            and any(name in plain(one) for one in (thing.name_en, thing.name_de, *thing.also))
        ]
        return self.in_order(found, CardOutput, lambda rows: [_short(*one) for one in rows])


class CardDetail(Endpoint):
    tag, public = "reference", True

    @operation("A card or tile", answer=CardInFullOutput)
    def get(self, request: Request, shelf: str, id: str) -> Response:
        """The full entry of the reference."""
        box, thing = _found(shelf, id)
        return Response(CardInFullOutput({**_short(box, thing), "entry": entry_of(box, thing)}).data)


class CardInGame(Endpoint):
    tag, public = "reference", True

    @operation("A card or tile in a game", answer=SheetOutput, query=(LINK, AtInput))
    def get(self, request: Request, game_id: int, shelf: str, id: str) -> Response:
        """The card under this game's edition and expansions, and its current price, income and location as far as you may
        know."""
        play = visible_play(request, game_id)
        sent, last = asked(AtInput, request), len(play.steps) - 1
        box, thing = _found(shelf, id)
        eyes, ply = eyes_of(request, play), last
        if play.game.is_finished:
            ply, seat = min(sent.get("at", last), last), sent.get("seat")
            eyes = eyes if seat is None and "at" not in sent else seat
            eyes = eyes if eyes is not None and eyes < len(play.seats) else None
        table = ViewedTable(play, eyes) if ply == last else ViewedTable(play, eyes, ply=ply)
        found = or_404(sheet_of(box, id, table))
        entry, here = found
        sheet = {"version": play.game.version, "ply": ply, "card": {**_short(box, thing), "entry": entry}, "here": here}
        return Response(SheetOutput(sheet).data)


class RulesInput(serializers.Serializer[Any]):
    words = serializers.CharField(
        max_length=MOST_LETTERS,
        required=False,
        help_text="All scopes, or a card that has them, such as `observatory`.",
    )


class RuleOutput(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="As in error responses, such as `COST-4`.")
    section = serializers.CharField(source="section.number", help_text="Number of the section.")
    title = serializers.CharField(source="section.title", help_text="Title of the section.")
    text = Words("\n".join, source="rule.texts", allow_blank=True, help_text="In English, with some Markdown.")
    scopes = serializers.ListField(
        source="rule.scopes", child=serializers.CharField(), help_text="Editions and expansions it applies to."
    )
    url = Words("/rules/{}/".format, source="id")


class RuleInFullOutput(RuleOutput):
    mentions = serializers.ListField(child=serializers.CharField(), help_text="IDs of the rules that refer to it.")


class Rules(Endpoint):
    tag, public = "reference", True

    @operation("Rules", lists=RuleOutput, query=(RulesInput,))
    def get(self, request: Request) -> Response:
        """All binding rules in order, or those containing the given words."""
        words, the_book = asked(RulesInput, request).get("words", ""), book()
        found = list(the_book.entries.values())
        if words.split():
            hits = the_book.search(" ".join(words.split()), synonyms()).hits
            found = [the_book.entries[hit.id] for hit in hits if hit.id]
        return self.in_order(found, RuleOutput)


class RuleDetail(Endpoint):
    tag, public = "reference", True

    @operation("A rule", answer=RuleInFullOutput)
    def get(self, request: Request, id: str) -> Response:
        """By ID; not case-sensitive."""
        entry = or_404(book().entries.get(id.upper()))
        return Response({**RuleOutput(entry).data, "mentions": [one.id for one in book().mentions(entry.id)]})
