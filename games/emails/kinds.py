"""The kinds of notification that games have, and when each is due.

| kind | due | to |
|---|---|---|
| `your_turn` | `NOTICE_DELAY` after the question, or after a pause | the player of the seat |
| `reminder` | with a fifth of the time left, an hour to a day before the deadline | the same |
| `timed_out`, `kept` | at once | the same; the owner of the seat |
| `standing_still` | 3 days before an idle game is abandoned | owners of seats held by bots |
| `started` | at once, unless the email about a round says so | everybody at the table |
| `substitute`, `seat_lost` | at once | the substitute; the player who was replaced |
| `invitation`, `invited_answer` | at once | who is invited; an address that answered |
| `options` | `NOTICE_DELAY` after the change | participants who must agree again |
| `expiry` | 2 days before | the host |
| `over` | at once | players, and owners of seats held by bots |
| `answer`, `desk_answer` | at once | the sender of an email |
| `unreached` | at once | the host, when emails no longer reach a player |
| `talk` | 10 minutes after the message | readers at the table who want it |
"""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from games.chat.notifications import TALK as TALKING
from games.emails import answers, drafts, truth, unreached
from games.emails.categories import ANSWERS, DEADLINES, RESULTS, TABLES, TURNS
from games.emails.eyes import is_open
from games.models import Kind as Name
from games.models.notification import APP
from games.play.answering import usual_time
from notifications.kinds import Bundling, Kind

WAITS_FOR_MORE = Bundling(ahead=None)
"""A later notification of the same person and game, due or not, goes into the same mail."""

ONE_FOR_ALL_GAMES = Bundling(across_subjects=True, ahead=timedelta(hours=3))
"""A reminder takes along the reminders of other games that would follow within this time."""

YOUR_TURN = Kind(
    APP,
    Name.YOUR_TURN.value,
    label=_("your turn"),
    category=TURNS,
    draft=drafts.your_turn,
    why_untrue=truth.your_turn,
    untrue_among=truth.turns_among,
    is_before_eyes=is_open,
    bundling=WAITS_FOR_MORE,
)
REMINDER = Kind(
    APP,
    Name.REMINDER.value,
    label=_("deadline reminder"),
    category=DEADLINES,
    draft=drafts.reminder,
    why_untrue=truth.reminder,
    untrue_among=truth.reminders_among,
    is_before_eyes=is_open,
    bundling=ONE_FOR_ALL_GAMES,
    repeats=Name.YOUR_TURN.value,  # the mail that puts the question names its deadline
    answers_within=usual_time,
)
TIMED_OUT = Kind(
    APP,
    Name.TIMED_OUT.value,
    label=_("your time ran out"),
    category=DEADLINES,
    draft=drafts.timed_out,
    why_untrue=truth.timed_out,
    is_before_eyes=is_open,
)
KEPT = Kind(
    APP,
    Name.KEPT.value,
    label=_("a bot is holding your seat"),
    category=DEADLINES,
    draft=drafts.kept,
    why_untrue=truth.kept,
    is_before_eyes=is_open,
)
STANDING_STILL = Kind(
    APP,
    Name.STANDING_STILL.value,
    label=_("no active players in your game"),
    category=DEADLINES,
    draft=drafts.standing_still,
    why_untrue=truth.standing_still,
    is_before_eyes=is_open,
)
SUBSTITUTE = Kind(
    APP,
    Name.SUBSTITUTE.value,
    label=_("you took over a seat"),
    category=TABLES,
    draft=drafts.substitute,
    why_untrue=truth.substitute,
    is_before_eyes=is_open,
)
SEAT_LOST = Kind(
    APP,
    Name.SEAT_LOST.value,
    label=_("another player took over your seat"),
    category=TABLES,
    draft=drafts.seat_lost,
    why_untrue=truth.seat_lost,
)
STARTED = Kind(
    APP,
    Name.STARTED.value,
    label=_("the game has started"),
    category=TABLES,
    draft=drafts.started,
    why_untrue=truth.started,
    is_before_eyes=is_open,
)
INVITATION = Kind(
    APP,
    Name.INVITATION.value,
    label=_("invitation"),
    category=TABLES,
    draft=drafts.invitation,
    why_untrue=truth.invitation,
)
INVITED_ANSWER = Kind(
    APP,
    Name.INVITED_ANSWER.value,
    label=_("reply to your email about an invitation"),
    category=TABLES,
    draft=drafts.invited_answer,
    why_untrue=truth.invited_answer,
    overtakes=False,  # each says what came of another mail
)
OPTIONS = Kind(
    APP,
    Name.OPTIONS.value,
    label=_("the table's options changed"),
    category=TABLES,
    draft=drafts.options,
    why_untrue=truth.options,
    is_before_eyes=is_open,
    bundling=WAITS_FOR_MORE,
)
EXPIRY = Kind(
    APP,
    Name.EXPIRY.value,
    label=_("your table closes soon"),
    category=TABLES,
    draft=drafts.expiry,
    why_untrue=truth.expiry,
    is_before_eyes=is_open,
)
OVER = Kind(
    APP,
    Name.OVER.value,
    label=_("the game has finished"),
    category=RESULTS,
    draft=drafts.over,
    why_untrue=truth.over,
    awaits=truth.more_of_the_end,
    is_before_eyes=is_open,
)
TALK = Kind(
    APP,
    Name.TALK.value,
    label=_("new chat message"),
    category=TALKING,
    draft=drafts.talk,
    why_untrue=truth.talk,
    is_before_eyes=is_open,
    bundling=WAITS_FOR_MORE,
)
ANSWER = Kind(
    APP,
    Name.ANSWER.value,
    label=_("reply to your email about a game"),
    category=ANSWERS,
    draft=answers.answer,
    why_untrue=truth.answer,
    overtakes=False,  # each says what came of another mail
)
DESK = Kind(
    APP,
    Name.DESK.value,
    label=_("reply to your email"),
    category=ANSWERS,
    draft=answers.desk_answer,
    why_untrue=truth.seat_lost,
    overtakes=False,
)

UNREACHED = Kind(
    APP,
    Name.UNREACHED.value,
    label=_("emails are not reaching a player"),
    category=TABLES,
    draft=unreached.draft,
    why_untrue=unreached.why_untrue,
    bundling=Bundling(across_subjects=True),
)

KINDS = (
    *(YOUR_TURN, REMINDER, TIMED_OUT, KEPT, STANDING_STILL, STARTED, SUBSTITUTE, SEAT_LOST),
    *(INVITATION, INVITED_ANSWER, OPTIONS, EXPIRY, OVER, TALK, ANSWER, DESK, UNREACHED),
)
