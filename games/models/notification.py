"""What games write into rows of `notifications`: the names of their kinds, and the keys of what they are about."""

from enum import StrEnum

APP = "games"
GAME, INVITATION = "game", "invitation"


class Kind(StrEnum):
    """What `games` has to tell. `games.emails` says how."""

    YOUR_TURN = "your_turn"
    REMINDER = "reminder"
    TIMED_OUT = "timed_out"
    KEPT = "kept"
    STANDING_STILL = "standing_still"
    STARTED = "started"
    SUBSTITUTE = "substitute"
    SEAT_LOST = "seat_lost"
    INVITATION = "invitation"
    OPTIONS = "options"
    EXPIRY = "expiry"
    OVER = "over"
    TALK = "talk"
    ANSWER = "answer"
    DESK = "desk_answer"
    INVITED_ANSWER = "invited_answer"
    UNREACHED = "unreached"
    STAFF_ACTED = "staff_acted"


def game_subject(game_id: int) -> str:
    """The key of a table or game: `game:12`."""
    return f"{GAME}:{game_id}"


def invitation_subject(invitation_id: int) -> str:
    """The key of an invitation, which a mail about it has in its thread and its way out: `invitation:7`."""
    return f"{INVITATION}:{invitation_id}"


def number_in(subject: str) -> int:
    """The number in a key: 12 of `game:12`."""
    return int(subject.rpartition(":")[2])
