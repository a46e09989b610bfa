"""What the rows of ratings and tournaments are. The arithmetic beside knows none of them."""

from .act import Act, Link
from .due import Due, What
from .entry import Entry, EntryState, GaveUp, Standing
from .following import Follow
from .halt import Halt, Step
from .invitation import TournamentInvitation
from .league import Division, League, LeagueAct, LeagueDirector, Season, SeasonState, Signup
from .post import Post
from .rating import LEFT_OUT, HiddenRatings, RatedGame, Rating, RatingChange, RatingQueue
from .report import About, Report
from .round import Chair, Over, Rest, Round, RoundState, Table, TableState
from .tournament import Director, Reach, Tournament, TournamentState

__all__ = [
    "LEFT_OUT",
    "About",
    "Act",
    "Chair",
    "Director",
    "Division",
    "Due",
    "Entry",
    "EntryState",
    "Follow",
    "GaveUp",
    "Halt",
    "HiddenRatings",
    "League",
    "LeagueAct",
    "LeagueDirector",
    "Link",
    "Over",
    "Post",
    "RatedGame",
    "Rating",
    "RatingChange",
    "RatingQueue",
    "Reach",
    "Report",
    "Rest",
    "Round",
    "RoundState",
    "Season",
    "SeasonState",
    "Signup",
    "Standing",
    "Step",
    "Table",
    "TableState",
    "Tournament",
    "TournamentInvitation",
    "TournamentState",
    "What",
]
