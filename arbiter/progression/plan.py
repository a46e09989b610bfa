"""What a tournament decides when it is created, as one value that is kept with it; who may enter; whether so many players can
play it to its end, and how it is fitted to them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from fractions import Fraction
from functools import lru_cache

from arbiter.errors import PlanError, ScheduleError
from arbiter.formats.groups import LateEntry
from arbiter.pairing.tables.field import DUEL, SEAT_SHARE, Sizes
from arbiter.results import Closing, Rule
from arbiter.schedules.catalogue import GAMES, schedule
from arbiter.sentences import Sentence
from arbiter.standings.tables import Scheme, twelfths

MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Swiss:
    rounds: int = 4

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise PlanError("A Swiss must have 1 to {most} rounds, not {rounds}.", most=MOST_ROUNDS, rounds=self.rounds)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody, in one group or in several of nearly equal strength.

    `games` is how many everybody plays at tables; in pairs everybody meets everybody once. With two `legs` all of it is
    played twice.
    All rounds begin together or one after the other, at tables then in the `fewest_rounds` that there can be; without that
    by the most even schedule, however many rounds it takes (tournaments from before there was a choice).
    """

    groups: int = 1
    legs: int = 1
    games: int = 4
    at_once: bool = True
    fewest_rounds: bool = False

    def __post_init__(self) -> None:
        if self.groups < 1 or self.legs not in (1, 2) or not 1 <= self.games <= MOST_ROUNDS:
            raise PlanError(
                "A round-robin needs at least one group, one or two legs, and 1 to {most} games per player in multiplayer games.",
                most=MOST_ROUNDS,
            )


@dataclass(frozen=True, slots=True)
class Knockout:
    """Who loses is out. In pairs the best of `best_of` games; at tables the first `per_table` go on, with the best of the
    others where chairs are left.

    As a later stage it is played by the first `from_each` of each group of the stage before; 0: by everybody there.
    In pairs the losers of the semifinals may play for the `third_place`; or it is `double` (`formats.double_elimination`), where
    with `reset` the grand final is played once more when the unbeaten player loses it.
    """

    best_of: int = 1
    per_table: int = 1
    from_each: int = 0
    third_place: bool = False
    double: bool = False
    reset: bool = True

    def __post_init__(self) -> None:
        if self.best_of < 1 or self.best_of % 2 == 0 or not 1 <= self.per_table <= 2 or self.from_each < 0:
            raise PlanError("A knockout must be best of 1, 3, 5 … games, and one or two players of each table advance.")


@dataclass(frozen=True, slots=True)
class FinalTables:
    """One round at tables among the first `from_each` of each group, or of the standings where there are no groups."""

    from_each: int = 4

    def __post_init__(self) -> None:
        if self.from_each < 1:
            raise PlanError(
                "At least one player from each group must reach the finals, not {number}.", number=self.from_each
            )


Stage = Swiss | RoundRobin | Knockout | FinalTables


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tournament is played and decided.

    Sizes: of its tables; None: in pairs. `round_time` is what a round has from its beginning to its deadline, `between`
    the time from the end of a round to the beginning of the next one. `bye` and `requested` are the share of a win (in
    pairs) or of all opponents beaten (at tables) that a bye and a requested bye give; a player may request
    `most_requested`. `tie_breaks` empty: the recommended ones. `scheme`: the points of a place at a table.
    `seat_share` and `seat_price`: what even seats may cost (docs/pairing.md).
    """

    stages: tuple[Stage, ...] = (Swiss(),)
    sizes: Sizes | None = field(default_factory=Sizes)
    round_time: timedelta = timedelta(days=42)
    between: timedelta = timedelta(0)
    closing: Closing = field(default_factory=Closing)
    rule: Rule = field(default_factory=Rule)
    late: LateEntry = field(default_factory=lambda: LateEntry(1))
    bye: Fraction = Fraction(1, 2)
    requested: Fraction = Fraction(1, 2)
    most_requested: int = 1
    tie_breaks: tuple[str, ...] = ()
    scheme: Scheme = twelfths
    seat_share: Fraction | None = SEAT_SHARE
    seat_price: Fraction | None = None
    is_duplicate: bool = False

    def __post_init__(self) -> None:
        if not self.stages:
            raise PlanError("A tournament needs at least one stage.")
        if isinstance(self.stages[0], FinalTables):
            raise PlanError("Finals need an earlier stage to qualify from.")
        if len(self.stages) > 2:
            raise PlanError("A tournament has one stage, or two if players qualify for the second.")
        if isinstance(self.stages[-1], FinalTables) and self.sizes is None:
            raise PlanError("Final tables need a multiplayer format.")
        if any(isinstance(stage, Swiss | RoundRobin) for stage in self.stages[1:]):
            raise PlanError("A later stage must be a knockout or final tables.")
        if any(isinstance(stage, Knockout) for stage in self.stages[:-1]):
            raise PlanError("No stage can follow a knockout.")
        if any(isinstance(one, Knockout) and one.double for one in self.stages) and (
            self.sizes or len(self.stages) > 1
        ):
            raise PlanError("A double elimination is played in pairs and is the only stage.")
        if self.round_time <= timedelta(0) or self.between < timedelta(0):
            raise PlanError("A round needs time, and the next round cannot start before it ends.")
        if not (0 <= self.bye <= 1 and 0 <= self.requested <= 1) or self.most_requested < 0:
            raise PlanError("A bye must be worth a share from 0 to 1 of a win.")
        if self.is_duplicate and (self.sizes is None or any(isinstance(stage, Knockout) for stage in self.stages)):
            raise PlanError("The same deal needs a multiplayer format: a Swiss or a round-robin.")

    @property
    def in_pairs(self) -> bool:
        return self.sizes is None

    @property
    def has_bracket(self) -> bool:
        return self.in_pairs and isinstance(self.stages[0], Knockout)

    @property
    def least(self) -> int:
        return 2 if self.sizes is None else min(self.sizes.allowed)

    @property
    def all_sizes(self) -> tuple[int, ...]:
        if self.sizes is None:
            return (DUEL,)
        return ((DUEL,) if self.sizes.last_two else ()) + tuple(sorted(self.sizes.allowed))

    def seats(self, players: int) -> bool:
        """Whether so many players can play a game, once it has started: two too where a last table of two is allowed."""
        return players >= 2 if self.sizes is None else self.sizes.seats(players)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What an entrant must fulfil; None or False: nothing is asked.

    Ratings are those of the overall pool. `kept_deadlines` is the least share of deadlines kept, of those who had any.
    `code_word` is asked for at the entry. `bots_allowed`: accounts for which a program decides may enter too.
    """

    least_rating: int | None = None
    most_rating: int | None = None
    established_rating: bool = False
    finished_games: int = 0
    kept_deadlines: Fraction | None = None
    most_running_games: int | None = None
    invited_only: bool = False
    code_word: str = ""
    bots_allowed: bool = False


@dataclass(frozen=True, slots=True)
class Applicant:
    rating: float | None = None
    is_established: bool = False
    finished_games: int = 0
    kept: int = 0
    missed: int = 0
    running_games: int = 0
    is_invited: bool = False
    code_word: str = ""
    is_bot: bool = False


def reasons_against(conditions: Conditions, applicant: Applicant) -> Iterator[Sentence]:
    """Why a player may not enter, one sentence each; none when they may."""
    if applicant.is_bot and not conditions.bots_allowed:
        yield Sentence("Bots cannot register for this tournament.")
    if conditions.invited_only and not applicant.is_invited:
        yield Sentence("This tournament is by invitation only.")
    if conditions.code_word and applicant.code_word.strip().casefold() != conditions.code_word.strip().casefold():
        yield Sentence("Wrong code word. Ask the directors for it.")
    rating = applicant.rating
    if (conditions.least_rating is not None or conditions.most_rating is not None) and rating is None:
        yield Sentence("You need a rating. Play a rated game first.")
    if rating is not None and conditions.least_rating is not None and rating < conditions.least_rating:
        yield Sentence("Your rating must be at least {least}.", least=conditions.least_rating)
    if rating is not None and conditions.most_rating is not None and rating > conditions.most_rating:
        yield Sentence("Your rating must be at most {most}.", most=conditions.most_rating)
    if conditions.established_rating and not applicant.is_established:
        yield Sentence("Your rating is still provisional. Play more rated games first.")
    if applicant.finished_games < conditions.finished_games:
        yield Sentence(
            "You need at least {least} finished games; you have {games}.",
            least=conditions.finished_games,
            games=applicant.finished_games,
        )
    deadlines = applicant.kept + applicant.missed
    share = Fraction(applicant.kept, deadlines) if deadlines else Fraction(1)
    if conditions.kept_deadlines is not None and share < conditions.kept_deadlines:
        yield Sentence(
            "You must have met at least {least}% of your deadlines.", least=int(conditions.kept_deadlines * 100)
        )
    if conditions.most_running_games is not None and applicant.running_games > conditions.most_running_games:
        yield Sentence("You may have at most {most} running games.", most=conditions.most_running_games)


def fitted(plan: Plan, players: int) -> Plan:
    """The plan with the groups and games for everybody that come nearest to those it states, more rather than fewer, and of
    which there is a schedule for every group: five players at tables of four play four games, not two.

    Groups stay as they are as long as any number of games does. Raises PlanError where nothing fits, and where there are
    fewer players than a table takes.
    """
    form = plan.stages[0]
    if not isinstance(form, RoundRobin):
        return plan
    for groups in _by_distance(form.groups, players // plan.least):
        if plan.sizes is None:
            return _with(plan, replace(form, groups=groups))
        sizes = {players // groups, -(-players // groups)}
        for games in _by_distance(form.games, GAMES[-1]):
            if all(is_offered(size, plan.sizes, games, form.legs) for size in sizes):
                return _with(plan, replace(form, groups=groups, games=games))
    raise PlanError("No round-robin is available for {players} players at these tables.", players=players)


def table_of(players: int, sizes: Sizes) -> int:
    """How many sit at each table of a group: all of it where that may be, else as many as is preferred and can be."""
    if players in sizes.allowed:
        return players
    if players > sizes.preferred:
        return sizes.preferred
    return max((size for size in sizes.allowed if size < players), default=sizes.preferred)


@lru_cache(maxsize=1024)
def is_offered(players: int, sizes: Sizes, games: int, legs: int) -> bool:
    try:
        schedule(players, table_of(players, sizes), games, legs)
    except ScheduleError:
        return False
    return True


def _with(plan: Plan, form: RoundRobin) -> Plan:
    return plan if form == plan.stages[0] else replace(plan, stages=(form, *plan.stages[1:]))


def _by_distance(wanted: int, most: int) -> Iterator[int]:
    """1 to `most`, the nearest to `wanted` first, of two equally near the larger one."""
    yield from sorted(range(1, most + 1), key=lambda one: (abs(one - wanted), -one))


MORE = 8
"""So many players more are looked at to say how many it takes."""


def fields(plan: Plan, players: int) -> Iterator[tuple[Stage, int]]:
    """Each stage, and how many play it: of unequal groups as many as the smallest sends."""
    form = plan.stages[0]
    yield form, players
    for stage in plan.stages[1:]:
        parted = form.groups if isinstance(form, RoundRobin) else 1
        each = players // parted
        each = min(each, stage.from_each) if isinstance(stage, Knockout | FinalTables) and stage.from_each else each
        yield stage, each * parted


def reason_against(plan: Plan, players: int) -> Sentence | None:
    """Why so many cannot start it, with how many can; None where they can."""
    found = _reason(plan, players)
    if found is None:
        return None
    enough = next((more for more in range(players + 1, players + MORE) if _reason(plan, more) is None), None)
    if enough is not None:
        return Sentence(
            "{players} players are too few for this tournament; it takes {enough}.", players=players, enough=enough
        )
    return found


def _reason(plan: Plan, players: int) -> Sentence | None:
    if players < plan.least:
        return Sentence(
            "{players} players are too few; a table needs at least {least}.", players=players, least=plan.least
        )
    try:
        plan = fitted(plan, players)
    except PlanError as error:
        return error.sentence
    for _stage, number in fields(plan, players):
        if not plan.seats(number):
            return Sentence(
                "Of {players} players only {number} would go on to the second stage, too few for it. Let more go on.",
                number=number,
                players=players,
            )
    return None
