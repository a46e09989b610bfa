"""Hurdles (section 22): what becomes of points that meet them (HURD-14), and what everybody sees of them (UI-16, UI-17).

A score jumps from hurdle to hurdle. The points of a bonus go before the rest of the gain, and since all of them walk the
same track they are simply added to it. Where a bonus has to be chosen the rest waits on the agenda.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final, Literal, TypedDict

from engine.cards import CardId
from engine.core import Item, Move, Rules, State
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.hurdle_course import (
    ANY_DRAW,
    BONUS,
    BONUS_DRAW,
    HURDLES,
    NAME,
    REAL,
    REAL_DRAW,
    SPACES,
    STOPS,
    Course,
    HurdleBlocks,
    HurdleBonus,
    HurdlePassed,
    NeedView,
    Option,
    PointsLost,
    best_in_the_end,
    check_composition,
    composed,
    course_of,
)
from engine.immutable import agenda_item
from engine.options import Options
from engine.part import Functions, RulesPart
from engine.parts.tally import needs_market
from engine.player import Row, Seat
from engine.steps import Decision


def gain(s: State, seat: Seat, points: int, log: Log) -> None:
    """Credit points; a seat that still has a bonus to choose gets them afterwards. Points that are taken off move the score
    back and undo nothing (HURD-17)."""
    if points < 0:
        s.own(seat).points += points
    elif (place := _asked(s, seat)) is not None:
        s.agenda = (*s.agenda[:place], Rest(seat, points), *s.agenda[place:])
    elif points and s.players[seat].points + points < course_of(s).stop(seat):
        s.own(seat).points += points
    elif points:
        move_on(s, seat, points, log)


def creditable(s: State, seat: Seat, points: int) -> int:
    """How many of these points would be credited (CARD-PUB-4, HURD-20): all up to the space before a real hurdle whose
    condition is not fulfilled, with every bonus on the way at the most points that it can give."""
    course, player = course_of(s), s.players[seat]
    if player.points + points < course.stop(seat):
        return points
    score, bonus, credited = player.points, 0, 0
    for place in range(len(course.received[seat]), len(SPACES)):
        hurdle = course.hurdle(place)
        way = max(0, hurdle.stop(SPACES[place]) - score)
        if way > bonus + points - credited:
            break
        score += way
        credited += max(0, way - bonus)
        bonus = max(0, bonus - way)
        if not hurdle.is_open(s.rules, player, place):
            return credited
        bonus += hurdle.most_points(s.rules, player)
    return points


def check_again(s: State, seat: Seat, row: Row, log: Log) -> None:
    """A display or its markers have changed: a seat before a real hurdle passes it if it can now (HURD-9). A card
    that still asks something is not wholly there."""
    course = course_of(s)
    if s.players[seat].points < course.stop(seat) or (met := course.next(seat)) is None or not met[0].is_real:
        return
    top = s.agenda[-1] if s.agenda else None
    if not (isinstance(top, Decision) and top.completes_card) and _asked(s, seat) is None:
        move_on(s, seat, 0, log)


def move_on(s: State, seat: Seat, points: int, log: Log) -> None:
    """Move a score by so many points, from one hurdle to the next, until they are used up, lost, or a bonus is asked."""
    while (met := course_of(s).next(seat)) is not None:
        hurdle, place = met
        player = s.own(seat)
        way = max(0, STOPS[hurdle.name][place] - player.points)
        if way > points:
            break
        player.points += way
        points -= way
        if not hurdle.is_open(s.rules, player, place):
            _stopped(s, seat, place, way, points, log)
            return
        s.remember(NAME, course_of(s).passing(seat))
        if log is not None:
            log.append(HurdlePassed(seat, hurdle.name, SPACES[place]))
        if hurdle.options is None:
            if hurdle.bonus is not None:
                points += _pay(s, seat, place, *hurdle.bonus(s.rules, player), None, log)
            continue
        options = hurdle.options(s.rules, player)
        if len(options) > 1 and not s.current.final:
            rest = (Rest(seat, points),) if points else ()
            s.agenda += (*rest, AskBonus((seat,), place))
            return
        if options:
            points += take(s, seat, place, _chosen(s, seat, place, options, points), log)
    s.own(seat).points += points


def take(s: State, seat: Seat, place: int, option: Option, log: Log) -> int:
    """Pay what was chosen; the points are still to be moved."""
    rubles, points = (option.amount, 0) if option.currency == "rubles" else (0, option.amount)
    card = next((s.rules.ids[row] for row in s.players[seat].display if s.rules.words[row] == option.words), None)
    return _pay(s, seat, place, rubles, points, card, log)


def _chosen(s: State, seat: Seat, place: int, options: tuple[Option, ...], rest: int) -> Option:
    """The only option, or in the final scoring the best one (HURD-21)."""

    def carry_out(after: State, option: Option) -> None:
        move_on(after, seat, rest + take(after, seat, place, option, None), None)

    return options[0] if len(options) == 1 else best_in_the_end(s, seat, options, carry_out)


def _pay(s: State, seat: Seat, place: int, rubles: int, points: int, card: str | None, log: Log) -> int:
    """Rubles are paid at once and may be used at the next opportunity (HURD-15)."""
    course = course_of(s)
    s.remember(NAME, course.paid(seat, place, rubles, points))
    if log is not None and (rubles or points):
        log.append(HurdleBonus(seat, course.names[place], SPACES[place], rubles, points, card))
    if rubles:
        s.own(seat).rubles += rubles
        agenda = tuple(item.after_bonus(seat) for item in s.agenda)
        if agenda != s.agenda:
            s.agenda = agenda
    return points


def _stopped(s: State, seat: Seat, place: int, way: int, lost: int, log: Log) -> None:
    """The score stays on the space before; what is left of the gain is lost (HURD-8)."""
    if log is not None:
        name, space = course_of(s).names[place], SPACES[place]
        if way:
            log.append(HurdleBlocks(seat, name, space))
        if lost:
            log.append(PointsLost(seat, name, space, lost))


def _asked(s: State, seat: Seat) -> int | None:
    """Where on the agenda the lowest item lies that this seat's bonus and what is left of its gains are; None if it has no
    bonus to choose."""
    lowest = None
    for place, item in enumerate(s.agenda):
        if (isinstance(item, Rest) and item.seat == seat) or (isinstance(item, AskBonus) and seat in item.seats):
            if lowest is None:
                lowest = place
            if item.asks:
                return lowest
    return None


@agenda_item
class Rest(Item):
    """What is left of a gain, to be moved when a bonus has been chosen."""

    seat: Seat
    points: int

    def run(self, s: State, log: Log) -> None:
        gain(s, self.seat, self.points, log)


def options_at(s: State, seat: Seat, place: int) -> tuple[Option, ...]:
    """What this seat may choose at a hurdle that it has passed."""
    hurdle = course_of(s).hurdle(place)
    return hurdle.options(s.rules, s.players[seat]) if hurdle.options is not None else ()


@agenda_item
class AskBonus(Decision):
    """The choice of HURD-B3 or HURD-B5 (DEC-23), asked at the moment of triggering; the game waits (HURD-18)."""

    kind = "hurdle"
    seats: tuple[Seat, ...]
    place: int

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(s.rules.moves[option.text] for option in options_at(s, seat, self.place))

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        option = next(one for one in options_at(s, seat, self.place) if one.text == move.text)
        move_on(s, seat, take(s, seat, self.place, option, log), log)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock takes the most points, unless none of them would be credited: then the most rubles."""
        options = options_at(s, seat, self.place)
        points, rubles = _best(options, "points"), _best(options, "rubles")
        rest = sum(item.points for item in s.agenda if isinstance(item, Rest) and item.seat == seat)
        if points is not None and rubles is not None:
            is_lost = creditable(s, seat, rest + points.amount) <= creditable(s, seat, rest)
            return s.rules.moves[(rubles if is_lost else points).text]
        return s.rules.moves[(points or rubles or options[0]).text]

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        return "bonus-first", Sentence("First choose the hurdle's bonus."), "HURD-18"


def _best(options: Iterable[Option], currency: str) -> Option | None:
    return max((one for one in options if one.currency == currency), key=lambda one: one.amount, default=None)


STANDARD: Final = (20, 35), (10, 50, 70)
"""Spaces of the two real and the three bonus hurdles without the variant (HURD-3)."""
SPACE_DRAW: Final = "hurdle-space"


HurdleState = Literal["K", "∅", ">", "+"]


class HurdleSeatView(TypedDict):
    """ "K", "∅", ">" or "+" (UI-16), `progress` before "+", and the `bonus` received after it: rubles, points (UI-17)."""

    state: HurdleState
    progress: list[NeedView]
    bonus: tuple[int, int] | None


class HurdleView(TypedDict):
    space: int
    hurdle: str
    real: bool
    seats: list[HurdleSeatView]


class BonusChoice(TypedDict):
    move: str
    currency: str
    amount: int
    card: CardId | None
    marks: list[str]


class BonusView(TypedDict):
    space: int
    seat: int
    choices: list[BonusChoice]


class HurdlesView(TypedDict):
    """`hurdles` in order of space, each with its state for every seat. `asked`: None, or the bonus that has to be chosen."""

    hurdles: list[HurdleView]
    asked: BonusView | None


class Hurdles(RulesPart):
    """Module 6."""

    name = NAME

    def accepts(self, options: Options) -> None:
        needs_market(options, self.name, "Hurdles")
        check_composition(options)

    def draws(self, options: Options) -> Mapping[str, Sequence[str]]:
        drawn = {REAL_DRAW: [hurdle.name for hurdle in REAL], BONUS_DRAW: [hurdle.name for hurdle in BONUS]}
        if options.real_hurdles is not None:
            drawn[SPACE_DRAW] = [str(space) for space in SPACES]
        if options.hurdles is not None:
            drawn[ANY_DRAW] = list(HURDLES)
        return drawn

    def initial(self, rules: Rules) -> object:
        return _course(rules.options, self.draws(rules.options))

    def set_up(self, s: State, draws: Mapping[str, Sequence[str]]) -> None:
        s.remember(NAME, _course(s.rules.options, draws))

    def functions(self, functions: Functions) -> Functions:
        return replace(functions, gain=gain, creditable=creditable)

    def entered(self, rules: Rules) -> Callable[[State, Seat, Row, Log], None]:
        return check_again

    def laid(self) -> Callable[[State, Seat, Row, Log], None]:
        return check_again

    def moves(self, rules: Rules) -> Iterable[Move]:
        rows = [row for row in range(1, rules.size) if rules.group[row] in rules.incomes]
        cards = {rules.words[row]: rules.ids[row] for row in rows}
        for currency in ("rubles", "points"):
            yield Move(rules, Option(currency, 0).text, "bonus")
            for words, card in cards.items():
                yield Move(rules, Option(currency, 0, words).text, "bonus", card)

    def view(self, s: State, value: object, seat: Seat | None) -> HurdlesView:
        assert isinstance(value, Course)
        return {
            "hurdles": [
                {
                    "space": space,
                    "hurdle": value.names[place],
                    "real": value.hurdle(place).is_real,
                    "seats": [_standing(s, value, place, one) for one in range(len(s.players))],
                }
                for place, space in enumerate(SPACES)
            ],
            "asked": _question_shown(s),
        }

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        hurdles = view["hurdles"]
        seats = range(len(hurdles[0]["seats"]))
        return Course(
            tuple(hurdle["hurdle"] for hurdle in hurdles),
            tuple(
                tuple(tuple(one["bonus"]) for hurdle in hurdles if (one := hurdle["seats"][seat])["bonus"] is not None)
                for seat in seats
            ),
        )


def _course(options: Options, draws: Mapping[str, Sequence[str]]) -> Course:
    """The hurdles that the table has chosen, or the first of the drawn ones of each sort, as many as are played with, on
    their spaces."""
    if options.hurdles is not None:
        return Course(composed(options.hurdles, draws), ((),) * options.players)
    real, spaces = len(STANDARD[0]), [*STANDARD[0], *STANDARD[1]]
    if options.real_hurdles is not None:
        real, spaces = options.real_hurdles, [int(space) for space in draws[SPACE_DRAW]]
    drawn = (*draws[REAL_DRAW][:real], *draws[BONUS_DRAW][: len(SPACES) - real])
    by_space = dict(zip(spaces, drawn, strict=True))
    return Course(tuple(by_space[space] for space in SPACES), ((),) * options.players)


def _question_shown(s: State) -> BonusView | None:
    """Which hurdle asks for a choice, whom, and what each answer pays (HURD-18); None if none does."""
    top = s.agenda[-1] if s.agenda else None
    if not isinstance(top, AskBonus):
        return None
    (seat,) = top.seats
    rules, cards = s.rules, {s.rules.words[row]: row for row in s.players[seat].display}
    return {
        "space": SPACES[top.place],
        "seat": seat,
        "choices": [
            {
                "move": option.text,
                "currency": option.currency,
                "amount": option.amount,
                "card": rules.ids[cards[option.words]] if option.words else None,
                "marks": sorted(rules.marked[cards[option.words]]) if option.words else [],
            }
            for option in options_at(s, seat, top.place)
        ],
    }


def _standing(s: State, course: Course, place: int, seat: Seat) -> HurdleSeatView:
    """The state of a hurdle for one seat and its progress, after `+` the bonus received in rubles and points (UI-16,
    UI-17)."""
    player, received, hurdle = s.players[seat], course.received[seat], course.hurdle(place)
    if place < len(received):
        return {"state": "+", "progress": [], "bonus": received[place]}
    needs = [need.to_json() for need in hurdle.needs(s.rules, player, place)] if hurdle.needs is not None else []
    state: HurdleState
    if hurdle.is_open(s.rules, player, place):
        state = ">"
    else:
        lost = sum(min(0, line.points) for line in s.lines if line.seat == seat)  # HURD-17: nothing is undone
        state = "∅" if place == len(received) and player.points - lost >= hurdle.stop(SPACES[place]) else "K"
    return {"state": state, "progress": needs, "bonus": None}
