"""The rules of Sankt Petersburg and nothing else: no site, no clock, no users. docs/engine.md is the contract."""

from engine.cards import TILE_KINDS as TILE_KINDS
from engine.cards import Card, CardId, Term, Tile, card_list, tile_list
from engine.core import Move, State
from engine.entries import (
    Bought,
    Change,
    Dealt,
    Discarded,
    Drew,
    EndTriggered,
    Entry,
    Final,
    Over,
    Passed,
    PhaseStarted,
    Played,
    PubAnswered,
    RoundEnded,
    Scored,
    Took,
    entry_from_json,
    wakes,
)
from engine.errors import (
    CardDataError,
    CompositionError,
    DealError,
    EngineError,
    IllegalMove,
    NotationError,
    NotYourTurn,
    OptionsError,
    PositionError,
    ReplayError,
    Sentence,
)
from engine.guess import guess
from engine.late import Loss, Return, final_points, losses, only_move, resolved, scorings_left, too_late
from engine.offers import Offer, Slot, asked_as_seen, is_legal, legal_moves, question_for, waiting_for
from engine.options import Deal, Options, commitment, sealed, seating, seed_for, shuffled
from engine.part import Preset
from engine.parts.guild import SplitChosen
from engine.parts.impostor import Dismissed
from engine.parts.pub import Traded
from engine.parts.search import PutBack, Searched
from engine.play import (
    Step,
    Transition,
    advance,
    apply,
    default_move,
    halted,
    make_deal,
    new_game,
    parse_move,
    phase_key,
    preset_move,
    presets_for,
    replay,
    reshuffled,
    walk,
)
from engine.player import Seat
from engine.rulebook import RULES_VERSION, SETS, Rulebook, rulebook_for
from engine.rulebook import whole as rulebook_of
from engine.scoring import FinalScore, Income, IncomeTerm, explain, final_scores
from engine.set_up import SeatSetup, set_up
from engine.standing import Decided, Orders, decide, going_on, priced, supposed
from engine.standing_words import OrderError, read_supposed
from engine.standing_words import read as read_orders
from engine.standing_words import say as say_orders
from engine.steps import Question
from engine.view import (
    DisplayCard,
    PhaseView,
    SeatView,
    View,
    extras_for,
    open_view,
    question_kinds,
    set_views,
    slots_for,
    tableau,
    text_board,
    view_for,
)


def card(source: Options | Rulebook, card_id: CardId) -> Card:
    """A card of a game by its id. Raises KeyError for a card that is not in it."""
    rules = source if isinstance(source, Rulebook) else rulebook_for(source)
    return rules.cards[rules.row_of[card_id] - 1]


def cards(source: Options | Rulebook) -> tuple[Card, ...]:
    """All cards of a game in printed order; kinds that differ in nothing that is in play are one."""
    rules = source if isinstance(source, Rulebook) else rulebook_for(source)
    return tuple(rules.cards)


def set_names() -> tuple[str, ...]:
    """The sets that `Options.sets` may name, in the order of their cards."""
    return tuple(SETS)


__all__ = [
    "RULES_VERSION",
    "TILE_KINDS",
    "Bought",
    "Card",
    "CardDataError",
    "CardId",
    "Change",
    "CompositionError",
    "Deal",
    "DealError",
    "Dealt",
    "Decided",
    "Discarded",
    "Dismissed",
    "DisplayCard",
    "Drew",
    "EndTriggered",
    "EngineError",
    "Entry",
    "Final",
    "FinalScore",
    "IllegalMove",
    "Income",
    "IncomeTerm",
    "Loss",
    "Move",
    "NotYourTurn",
    "NotationError",
    "Offer",
    "Options",
    "OptionsError",
    "OrderError",
    "Orders",
    "Over",
    "Passed",
    "PhaseStarted",
    "PhaseView",
    "Played",
    "PositionError",
    "Preset",
    "PubAnswered",
    "PutBack",
    "Question",
    "ReplayError",
    "Return",
    "RoundEnded",
    "Rulebook",
    "Scored",
    "Searched",
    "Seat",
    "SeatSetup",
    "SeatView",
    "Sentence",
    "Slot",
    "SplitChosen",
    "State",
    "Step",
    "Term",
    "Tile",
    "Took",
    "Traded",
    "Transition",
    "View",
    "advance",
    "apply",
    "asked_as_seen",
    "card",
    "card_list",
    "cards",
    "commitment",
    "decide",
    "default_move",
    "entry_from_json",
    "explain",
    "extras_for",
    "final_points",
    "final_scores",
    "going_on",
    "guess",
    "halted",
    "is_legal",
    "legal_moves",
    "losses",
    "make_deal",
    "new_game",
    "only_move",
    "open_view",
    "parse_move",
    "phase_key",
    "preset_move",
    "presets_for",
    "priced",
    "question_for",
    "question_kinds",
    "read_orders",
    "read_supposed",
    "replay",
    "reshuffled",
    "resolved",
    "rulebook_for",
    "rulebook_of",
    "say_orders",
    "scorings_left",
    "sealed",
    "seating",
    "seed_for",
    "set_names",
    "set_up",
    "set_views",
    "shuffled",
    "slots_for",
    "supposed",
    "tableau",
    "text_board",
    "tile_list",
    "too_late",
    "view_for",
    "waiting_for",
    "wakes",
    "walk",
]
