"""What the rows of ratings and tournaments are. The arithmetic beside knows none of them."""

from tournaments.models.due import Due, Halt, SweepStep, What
from tournaments.models.entry import Entry, EntryState, Follow, GaveUp, Standing, TournamentInvitation
from tournaments.models.message import About, Post, Report

from .act import Act, Link
from .league import LEAGUE_DIRECTORS, Division, League, LeagueAct, LeagueDirector, Season, SeasonState, Signup
from .rating import LEFT_OUT, HiddenRatings, MonthGain, Opponent, RatedGame, Rating, RatingChange, RatingQueue
from .round import Chair, Over, Rest, Round, RoundState, Table, TableState
from .tournament import DIRECTORS, Director, Reach, Tournament, TournamentState
