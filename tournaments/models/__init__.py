"""What the rows of ratings and events are. The arithmetic beside knows none of them."""

from .act import Act, Link
from .due import Due, What
from .entry import Entry, EntryState, GaveUp, Standing
from .event import Director, Event, EventState, Reach
from .following import Follow
from .halt import Halt, Step
from .invitation import EventInvitation
from .league import Division, League, LeagueAct, LeagueDirector, Season, SeasonState, Signup
from .post import Post
from .rating import LEFT_OUT, HiddenRatings, RatedGame, Rating, RatingChange, RatingQueue
from .report import About, Report
from .round import Chair, Over, Rest, Round, RoundState, Table, TableState

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
    "Event",
    "EventInvitation",
    "EventState",
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
    "What",
]
