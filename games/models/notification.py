"""What games write into rows of `notifications`: the keys of what they are about."""

APP = "games"
GAME, INVITATION = "game", "invitation"


def game_subject(game_id: int) -> str:
    """The key of a table or game: `game:12`."""
    return f"{GAME}:{game_id}"


def invitation_subject(invitation_id: int) -> str:
    """The key of an invitation, which a mail about it has in its thread and its way out: `invitation:7`."""
    return f"{INVITATION}:{invitation_id}"


def number_in(subject: str) -> int:
    """The number in a key: 12 of `game:12`."""
    return int(subject.rpartition(":")[2])
