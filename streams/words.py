"""What the site's processes tell this one, through a channel of Redis: a game has changed, a session has ended,
somebody has something new."""

from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Look:
    """What everybody may know of this game has changed; its version is this one. For these people there is something new."""

    game: int
    version: int
    people: tuple[int, ...] = ()

    def __str__(self) -> str:
        """
        >>> str(Look(12, 345)), str(Look(12, 345, (3, 7)))
        ('look 12 345', 'look 12 345 3 7')
        """
        return " ".join(("look", *map(str, (self.game, self.version, *self.people))))


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody has signed out of this session. It is named by its mark, so the key of the session stays secret."""

    session: str

    def __str__(self) -> str:
        return f"out {self.session}"


@dataclass(frozen=True, slots=True)
class You:
    """There is something new for these people: a table, a game, a notification."""

    people: tuple[int, ...]

    def __str__(self) -> str:
        """
        >>> str(You((3, 12)))
        'you 3 12'
        """
        return " ".join(("you", *map(str, self.people)))


def mark_of(session_key: str) -> str:
    """What a session is called here. Nobody finds the key from it.

    >>> len(mark_of("abc"))
    32
    """
    return sha256(f"stream:{session_key}".encode()).hexdigest()[:32]


def mark_of_token(text: str) -> str:
    """What a token is called here: the mark of its SHA-256, which is all that the site keeps of it.

    >>> mark_of_token("abc") == mark_of("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    True
    """
    return mark_of(sha256(text.encode()).hexdigest())


def read(text: str) -> Look | Out | You | None:
    """The words that `str` wrote; None for anything else.

    >>> read("look 12 345"), read("out abc"), read("look 12"), read("look a b")
    (Look(game=12, version=345, people=()), Out(session='abc'), None, None)
    >>> read("you 3 12"), read("you"), read("you x")
    (You(people=(3, 12)), None, None)
    """
    match text.split():
        case ["look", *numbers] if len(numbers) > 1 and all(one.isdecimal() for one in numbers):
            game, version, *people = map(int, numbers)
            return Look(game, version, tuple(people))
        case ["out", session]:
            return Out(session)
        case ["you", *people] if people and all(one.isdecimal() for one in people):
            return You(tuple(map(int, people)))
    return None


def channel_of(redis_url: str) -> str:
    """The channel of the site with this REDIS_URL. Channels know no databases, so the number of the site's is in the name.

    >>> channel_of("redis://:secret@host:6379/4"), channel_of("unix:///run/valkey.sock?db=2"), channel_of("redis://host")
    ('stpete:4:news', 'stpete:2:news', 'stpete:0:news')
    """
    url = urlsplit(redis_url)
    number = dict(parse_qsl(url.query)).get("db") or (url.path.strip("/") if url.scheme != "unix" else "")
    return f"stpete:{number or 0}:news"
