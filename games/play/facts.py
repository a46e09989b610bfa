"""The facts of a finished game for the search: written once where the game ends, made again from its log by `manage.py
check_facts`."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import chain
from typing import NamedTuple, cast
from zlib import crc32

from django.db import transaction
from django.db.models import F
from django.db.models.expressions import Combinable

import engine
from accounts.names import name_key
from engine.record import ENDINGS
from games.models import OVER, CardFact, Game, GameFact, SeatFact
from games.options.sets import smallest_with
from games.play.positions import Play, load
from games.play.results import GameResult

logger = logging.getLogger("games")

HOUR = timedelta(hours=1)
EDITIONS = (1, 2)
BITS, LAST_ROUND, MOST_COPIES = 5, 31, 6
"""The rounds of so many copies stand in a number, each in so many bits."""
CHUNK = 500


def card_code(card: str) -> int:
    """A number for the id of a card that is the same for good: there is a row for every card that was ever bought. The further
    copies that a set adds of a card (`judge-extra`) are that card."""
    return crc32(card.removesuffix("-extra").encode()) >> 1


def bought_in(copy: int, rounds: str = "rounds") -> Combinable:
    """The round in which a copy of a card was bought, of a row of `CardFact` that has it; `rounds` leads to its column."""
    return F(rounds).bitrightshift(BITS * (min(copy, MOST_COPIES) - 1)).bitand(LAST_ROUND)


@cache
def card_ids() -> dict[int, str]:
    sets = {(edition, ()) for edition in EDITIONS} | {
        (2, tuple(name for name in engine.set_names() if name != "sp-plus"))
    }
    found = [smallest_with(edition, name) for edition in EDITIONS for name in engine.set_names()]
    sets |= {(one.edition, tuple(sorted(one.sets))) for one in found if one is not None}
    options = [engine.Options(edition=edition, players=2, sets=some) for edition, some in sorted(sets)]
    return {card_code(card.id): card.id.removesuffix("-extra") for one in options for card in engine.cards(one)}


class Facts(NamedTuple):
    game: GameFact
    seats: list[SeatFact]
    cards: list[CardFact]

    @property
    def values(self) -> tuple[object, ...]:
        fields = [field.attname for field in GameFact._meta.concrete_fields if field.attname != "counted"]
        game = tuple(getattr(self.game, name) for name in fields)
        return game, *(
            frozenset(tuple(getattr(row, field.attname) for field in kind._meta.concrete_fields) for row in rows)
            for kind, rows in ((SeatFact, self.seats), (CardFact, self.cards))
        )


def write(facts: Iterable[Facts]) -> None:
    """Three statements. What stands there already stays."""
    games, seats, cards = zip(*facts, strict=True)
    GameFact.objects.bulk_create(games, ignore_conflicts=True)
    SeatFact.objects.bulk_create(chain.from_iterable(seats), ignore_conflicts=True)
    CardFact.objects.bulk_create(chain.from_iterable(cards), ignore_conflicts=True)


def facts_of(
    game: Game, entries: Iterable[engine.Entry], moves: int, players: Sequence[int | None], names: Sequence[str] = ()
) -> Facts:
    """The facts of a finished game, whose `result` stands already, from everything that its log tells in order. `players` are the
    last users of the seats, `names` the players of an imported game."""
    result, over_at = cast(GameResult, game.result), cast(datetime, game.finished_at)
    owned: dict[tuple[int, int], CardFact] = {}
    round = 1
    for entry in entries:
        if isinstance(entry, engine.PhaseStarted):
            round = entry.round
        elif isinstance(entry, (engine.Bought, engine.Played)):
            key = entry.seat, card_code(entry.card)
            one = owned.setdefault(
                key,
                CardFact(
                    game_id=game.pk,
                    over_at=over_at,
                    card=key[1],
                    rounds=0,
                    seat=key[0],
                    count=0,
                    price=entry.price,
                ),
            )
            if one.count < MOST_COPIES:
                one.rounds |= min(round, LAST_ROUND) << BITS * one.count
            one.count += 1
    lasted = over_at - game.started_at if game.started_at else timedelta()
    fact = GameFact(
        game_id=game.pk,
        edition=game.options["edition"],
        seats=game.players,
        rounds=round,
        moves=moves,
        hours=None if game.imported_id else max(int(lasted / HOUR), 0),
        ended=ENDINGS.index(result["ended"]),
        counted=bool(game.imported_id),
    )
    seats = [
        SeatFact(
            game_id=game.pk,
            user_id=players[one["seat"]],
            over_at=over_at,
            seat=one["seat"],
            points=one["points"],
            place=one["rank"],
            won=one["winner"],
            name=names[one["seat"]] if names else "",
        )
        for one in result["seats"]
    ]
    return Facts(fact, seats, list(owned.values()))


def leave(play: Play, told: Iterable[engine.Entry], moves: int) -> Facts:
    """In the transaction that ends the game; `told` is what its moves tell, so many `moves` in all. Three statements. Closed games
    are counted later (`games.play.totals`)."""
    facts = facts_of(play.game, chain(_told(play), told), moves, _players(play))
    facts.game.counted = not play.game.is_closed
    write([facts])
    return facts


def facts_by_replay(game_id: int) -> Facts:
    play = load(game_id)
    names = [name_key(play.holder(seat.index).name) for seat in play.seats] if play.game.imported_id else ()
    return facts_of(play.game, _told(play), len(play.moves), _players(play), names)


def _told(play: Play) -> Iterator[engine.Entry]:
    return (entry for step in play.steps for entry in step.step.entries)


def _players(play: Play) -> list[int | None]:
    owners = (play.owner(seat.index) for seat in play.seats)
    return [owner.pk if owner is not None else None for owner in owners]


def fill_facts(most: int | None = None) -> int:
    """Write the facts of the games that have none, as those of before there were facts. Returns how many. A game whose log cannot
    be replayed is told and left out."""
    missing = list(Game.objects.filter(status__in=OVER, fact=None).order_by("pk").values_list("pk", flat=True)[:most])
    filled = 0
    for game_id in missing:
        try:
            with transaction.atomic():
                write([facts_by_replay(game_id)])
        except Exception as error:
            logger.error("the facts of game %s could not be written: %s", game_id, type(error).__name__)
        else:
            filled += 1
    return filled


def find_fact_faults(*, mend: bool) -> Iterator[str]:
    """The games whose facts differ from what their logs say, a sentence each; with `mend` they are written anew."""
    for game_id in Game.objects.filter(status__in=OVER).order_by("pk").values_list("pk", flat=True).iterator(CHUNK):
        kept = GameFact.objects.filter(pk=game_id).first()
        seats, cards = list(SeatFact.objects.filter(game=game_id)), list(CardFact.objects.filter(game=game_id))
        true = facts_by_replay(game_id)
        if kept is None or Facts(kept, seats, cards).values != true.values:
            yield f"game {game_id}: {'no facts' if kept is None else 'the facts differ'}"
            if mend:
                with transaction.atomic():
                    for rows in (CardFact.objects, SeatFact.objects, GameFact.objects):
                        rows.filter(game=game_id).delete()
                    write([true])
