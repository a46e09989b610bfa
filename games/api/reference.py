"""Cards, tiles and rules to look up: the same for everybody but what stands in a game."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from api.cursors import CURSOR, LIMIT, page_of, slice_of
from api.endpoint import Endpoint
from api.forms import read
from api.schema import operation
from engine import Card
from games.board.table import Table
from games.names.boxes import address
from games.reference.book import Entry as RuleEntry
from games.reference.book import book, plain
from games.reference.facts import entry_of
from games.reference.shelves import SHELVES, Shelf, Thing, everything, name_of, synonyms
from games.sheets.sheet import sheet_of

from .looking import LINK, visible_play
from .serializers import Number

MOST_LETTERS = 60
"""Of what is searched for."""


class CardsInput(serializers.Serializer[Any]):
    box = serializers.ChoiceField(choices=list(SHELVES), required=False)
    name = serializers.CharField(max_length=MOST_LETTERS, required=False, help_text="Part of a name in any language.")


class CardOutput(serializers.Serializer[Any]):
    box = serializers.ChoiceField(choices=list(SHELVES), help_text="Where it lies.")
    id = serializers.CharField(help_text="As views and moves name it.")
    key = serializers.CharField(help_text="What equal cards of all boxes have in common.")
    name = serializers.CharField(help_text="In the language of the request.")
    url = serializers.CharField()
    pile = serializers.CharField(allow_blank=True, help_text="Empty for what lies in no pile.")
    group = serializers.CharField(allow_blank=True, help_text="The colour that it belongs to, or is about.")
    copies = serializers.IntegerField()
    cost = serializers.IntegerField(allow_null=True, help_text="As printed; null for tiles.")
    rubles = serializers.IntegerField(allow_null=True, help_text="At its scoring.")
    points = serializers.IntegerField(allow_null=True)
    exchange = serializers.BooleanField(help_text="It takes the place of another card.")
    worker_symbol = serializers.CharField(allow_blank=True)
    market_symbols = serializers.ListField(child=serializers.CharField())


class CardFactOutput(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]
    text = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_blank=True, help_text="The id of the rule behind it; empty as a rule.")


class CardInFullOutput(CardOutput):
    names = serializers.ListField(child=serializers.CharField(), help_text="In other languages and prints.")
    text = serializers.CharField(allow_blank=True, help_text="What it does.")
    facts = CardFactOutput(many=True)
    remarks = CardFactOutput(many=True)
    rules = serializers.ListField(child=serializers.CharField(), help_text="Ids of the rules that say what it does.")
    certainty = serializers.CharField(help_text="How well its figures are known.")


class SaidOutput(serializers.Serializer[Any]):
    what = serializers.CharField()
    said = serializers.CharField()


class SheetOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="Of the game.")
    ply = serializers.IntegerField(help_text="After so many moves.")
    card = CardInFullOutput()
    here = SaidOutput(many=True, help_text="Such as your price now, and how many copies are still to come.")


class AtInput(serializers.Serializer[Any]):
    at = Number(required=False, help_text="After so many moves; of a finished game alone.")
    seat = Number(required=False, help_text="Whose eyes; of a finished game alone.")


def _short(shelf: Shelf, thing: Thing) -> dict[str, Any]:
    return {
        "box": shelf.name,
        "id": thing.id,
        "key": thing.key if isinstance(thing, Card) else thing.id,
        "name": name_of(thing),
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


def _whole(shelf: Shelf, thing: Thing, entry: Any) -> dict[str, Any]:
    return {
        **_short(shelf, thing),
        "names": list(entry.names),
        "text": str(entry.text),
        "facts": CardFactOutput(entry.facts, many=True).data,
        "remarks": CardFactOutput(entry.remarks, many=True).data,
        "rules": list(entry.rules),
        "certainty": entry.certainty,
    }


def _found(shelf: str, id: str) -> tuple[Shelf, Thing]:
    """Raises NotFound."""
    box = SHELVES.get(shelf)
    things = box.find(id) if box else ()
    if box is None or not things:
        raise NotFound
    return box, things[0]


class Cards(Endpoint):
    tag, public = "reference", True

    @operation("Cards and tiles", answer=page_of(CardOutput), query=(CardsInput, CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """Everything in the boxes, box by box, with the figures that are printed on it."""
        sent = read(CardsInput, request.query_params.dict())
        box, name = sent.get("box"), plain(" ".join(sent.get("name", "").split()))
        found = [
            (shelf, thing)
            for shelf, thing in everything()
            if box in (None, shelf.name)
            and any(name in plain(one) for one in (thing.name_en, thing.name_de, *thing.also))
        ]
        shown, following = slice_of(request, found)
        return Response({"results": [_short(*one) for one in shown], "next": following})


class CardDetail(Endpoint):
    tag, public = "reference", True

    @operation("A card or tile", answer=CardInFullOutput)
    def get(self, request: Request, shelf: str, id: str) -> Response:
        """All that is known about it, as the reference has it."""
        box, thing = _found(shelf, id)
        return Response(_whole(box, thing, entry_of(box, thing)))


class CardInGame(Endpoint):
    tag, public = "reference", True

    @operation("A card or tile in a game", answer=SheetOutput, query=(LINK, AtInput))
    def get(self, request: Request, game_id: int, shelf: str, id: str) -> Response:
        """What it is with the sets of this game, and how it stands there now as far as you may know: price, income, places."""
        play = visible_play(request, game_id)
        query = {name: request.query_params[name] for name in ("at", "seat") if name in request.query_params}
        sent, last = read(AtInput, query), len(play.steps) - 1
        box, thing = _found(shelf, id)
        eyes, ply = play.eyes_of(request.user) if isinstance(request.user, User) else None, last
        if play.game.is_finished:
            ply, seat = min(sent.get("at", last), last), sent.get("seat")
            eyes = eyes if seat is None and "at" not in sent else seat
            eyes = eyes if eyes is not None and eyes < len(play.seats) else None
        table = Table(play, eyes) if ply == last else Table(play, eyes, ply=ply)
        found = sheet_of(box, id, table)
        if found is None:
            raise NotFound
        told = {
            "version": play.game.version,
            "ply": ply,
            "card": _whole(box, thing, found.entry),
            "here": SaidOutput(found.lines, many=True).data,
        }
        return Response(told)


class RulesInput(serializers.Serializer[Any]):
    words = serializers.CharField(
        max_length=MOST_LETTERS,
        required=False,
        help_text="All of them, or a card that has them, such as `observatory`.",
    )


class RuleOutput(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="As refusals name it, such as `COST-4`.")
    section = serializers.CharField(help_text="Its number.")
    title = serializers.CharField(help_text="Of the section.")
    text = serializers.CharField(allow_blank=True, help_text="In English, with a little Markdown.")
    scopes = serializers.ListField(child=serializers.CharField(), help_text="Editions and sets that it is about.")
    url = serializers.CharField()


class RuleInFullOutput(RuleOutput):
    mentions = serializers.ListField(child=serializers.CharField(), help_text="Ids of the rules that name it.")


def _rule(entry: RuleEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "section": entry.section.number,
        "title": entry.section.title,
        "text": "\n".join(entry.rule.texts()),
        "scopes": list(entry.rule.scopes),
        "url": f"/rules/{entry.id}/",
    }


class Rules(Endpoint):
    tag, public = "reference", True

    @operation("Rules", answer=page_of(RuleOutput), query=(RulesInput, CURSOR, LIMIT), is_list=True)
    def get(self, request: Request) -> Response:
        """All that are binding, in their order, or those that hold some words."""
        words, the_book = read(RulesInput, request.query_params.dict()).get("words", ""), book()
        found = list(the_book.entries.values())
        if words.split():
            hits = the_book.search(" ".join(words.split()), synonyms()).hits
            found = [the_book.entries[hit.id] for hit in hits if hit.id]
        shown, following = slice_of(request, found)
        return Response({"results": [_rule(one) for one in shown], "next": following})


class RuleDetail(Endpoint):
    tag, public = "reference", True

    @operation("A rule", answer=RuleInFullOutput)
    def get(self, request: Request, id: str) -> Response:
        """By its id, in any case of letters."""
        entry = book().entries.get(id.upper())
        if entry is None:
            raise NotFound
        return Response({**_rule(entry), "mentions": [one.id for one in book().mentions(entry.id)]})
