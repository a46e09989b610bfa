"""What tournaments refuse: every kind has a stable code of its own, and a sentence for the one who runs the tournament."""

from typing import ClassVar

from arbiter.sentences import Said, Sentence


class TournamentError(Exception):
    """Something that cannot be done; `code` is stable, `sentence` tells the one who runs the tournament what is right.

    Every sentence is a pattern that is written out where it is raised, with its values (`arbiter.sentences`).

    >>> class TooLate(TournamentError, code="too_late"): ...
    >>> TooLate("The round has begun.").code
    'too_late'
    """

    code: ClassVar[str] = "tournament_error"

    def __init_subclass__(cls, *, code: str) -> None:
        cls.code = code

    def __init__(self, pattern: str, /, **values: Said) -> None:
        self.sentence = Sentence(pattern, **values)
        super().__init__(self.sentence)


class TooManyCriteria(TournamentError, code="field_too_large"):
    """The costs of one question do not fit into the matching library's numbers; no real tournament comes near."""


class KeptError(TournamentError, code="kept"):
    """A value that cannot be kept, or a text that is none that was."""


# --- formats ----------------------------------------------------------------------------------------------------------


class FormatError(TournamentError, code="format_error"):
    """A tournament of this form that cannot be run so."""


class PlanError(FormatError, code="plan"):
    """What a tournament decides does not fit together."""


class FieldSizeError(FormatError, code="format_field_size"):
    """Too few or too many players for what is asked."""


class SeasonTooSmall(FieldSizeError, code="season_too_small"):
    """Too few players for a season of a league: it does not open."""


class ResultError(FormatError, code="format_result"):
    """Results that contradict the draw or each other."""


class UndecidedError(FormatError, code="format_undecided"):
    """A match, table or division whose outcome does not settle who goes on."""


class LeagueBalanceError(FormatError, code="league_balance"):
    """Divisions whose promotions and relegations would not balance."""


class TooLate(FormatError, code="too_late"):
    """An entry after the last round into which one may enter."""


# --- pairing ----------------------------------------------------------------------------------------------------------


class PairingError(TournamentError, code="pairing_error"):
    """Something about a pairing cannot be done."""


class NoLegalPairing(PairingError, code="no_legal_pairing"):
    """No pairing without a rematch, a second bye or a forbidden colour exists (C.04.3, 1.9.3)."""


class FieldError(PairingError, code="field_error"):
    """The players' histories contradict each other."""


class OneSidedGame(FieldError, code="history_one_sided"):
    """A game that stands in the history of one of its players only."""


class MetOneself(FieldError, code="history_oneself"):
    """A player was their own opponent."""


class SameColour(FieldError, code="history_colours"):
    """Both players of a game had the same colour, or one had none."""


class ByeWithOpponent(FieldError, code="history_bye"):
    """A bye in which there was an opponent."""


class UnequalHistories(FieldError, code="history_length"):
    """Histories of different length."""


class NoRoundLeft(FieldError, code="history_round"):
    """The round to be paired does not follow: all rounds of the tournament are behind."""


class SeedError(FieldError, code="seed"):
    """A seed from which no lots can be drawn."""


class TableSizeError(PairingError, code="table_sizes"):
    """Table sizes outside 3 to 5, or too few players for any table."""


class NoSuchRound(PairingError, code="no_such_round"):
    """The file does not reach to the round that was asked for."""


class TrfError(PairingError, code="trf_error"):
    """What is wrong in a tournament report file, and where: line and column count from 1; column 0 means the line as a
    whole."""

    def __init__(self, line: int, column: int, pattern: str, /, **values: Said) -> None:
        self.line, self.column, self.reason = line, column, Sentence(pattern, **values)
        if column:
            super().__init__("line {line}, column {column}: {reason}", line=line, column=column, reason=self.reason)
        else:
            super().__init__("line {line}: {reason}", line=line, reason=self.reason)


class DoesNotFit(PairingError, code="does_not_fit"):
    """A value is too long for its columns, or holds a line end."""


# --- ratings ----------------------------------------------------------------------------------------------------------


class RatingError(TournamentError, code="rating_error"):
    """Something cannot be rated."""


class GameError(RatingError, code="game_error"):
    """A finished game contradicts itself."""


class OutOfOrder(RatingError, code="out_of_order"):
    """A game that finished before one already rated; ratings have to be rebuilt from there."""


class StoreError(RatingError, code="store_error"):
    """Stored ratings that cannot be taken up again."""


# --- schedules --------------------------------------------------------------------------------------------------------


class ScheduleError(TournamentError, code="schedule_error"):
    """A schedule that cannot be given."""


class ScheduleSizeError(ScheduleError, code="schedule_size"):
    """Sizes outside what is offered."""


class ImpossibleSchedule(ScheduleError, code="schedule_impossible"):
    """No schedule with these numbers exists at all; the sentence gives the reason and the nearest that does."""


class BrokenSchedule(ScheduleError, code="schedule_broken"):
    """Tables that contradict themselves: somebody twice at a table, or a different number of games for each."""


# --- standings --------------------------------------------------------------------------------------------------------


class StandingsError(TournamentError, code="standings_error"):
    """Standings cannot be made of this."""


class RecordError(StandingsError, code="record_error"):
    """The recorded rounds contradict each other or themselves."""


class UnknownTieBreak(StandingsError, code="unknown_tie_break"):
    """A name that is not in the list of tie-breaks."""


class WrongModifier(StandingsError, code="wrong_modifier"):
    """A modifier that the tie-break does not take."""


class NotForThisTournament(StandingsError, code="not_for_this_event"):
    """A tie-break that the rules exclude for this kind of tournament."""
