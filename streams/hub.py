"""Who listens, what each of them is told, and hearing the site: one connection to Redis for all streams."""

import asyncio
import json
import logging
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TypeVar

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from streams.door import Sight
from streams.words import Look, Out, You, read

K = TypeVar("K", int, str)

TICK = 0.1
"""Seconds. News leave on this beat, and what came between two beats leaves as one: who listens sees no more of when somebody
answered than who asks often."""

AT_ONCE, APART = 20, 0.02
"""So many pages of a game are told at once, and the others so many seconds after each other: each asks for a whole page then."""

MOST = 1000
MOST_OF_SESSION = 12
MOST_OF_ADDRESS = 100
"""Streams at a time. Pages that find no room go on asking (static/js/game.js)."""

PATIENCE = 10.0
"""Seconds for which streams stand while the news are away; then the pages ask for themselves."""


@dataclass(eq=False, slots=True)
class Stream:
    game: int
    session: str
    """The mark of its session; empty for a visitor without one."""
    address: str
    person: str = ""
    """Whose notifications it hears of; empty: nobody's."""
    version: int = 0
    must_look: bool = False
    is_over: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ask: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it should be asked at once whether this page may still listen, and what it has missed."""

    @property
    def asks(self) -> str:
        """The address of the site that says whether it may listen."""
        return f"/games/{self.game}/pulse/"

    def look(self, game: int, version: int) -> None:
        self.version, self.must_look = max(version, self.version), True
        self.news.set()

    def begin(self, sight: Sight) -> None:
        """It may listen, and this is what it knows."""
        self.version = max(sight.version, self.version)

    def learn(self, sight: Sight, before: Sight) -> None:
        """The site has been asked again."""
        if sight.tag != before.tag:
            self.look(self.game, sight.version)

    @property
    def followed(self) -> frozenset[int]:
        return frozenset({self.game})

    def words(self) -> bytes:
        word, self.must_look = "look" if self.must_look else "beat", False
        return f"event: {word}\ndata: {self.version}\n\n".encode()

    def end(self) -> None:
        self.is_over = True
        self.news.set()
        self.ask.set()


@dataclass(eq=False, slots=True)
class Mine(Stream):
    """Listens for one person: all their games, tables and notifications. It says which of them to look at again, and no more
    than the site answers them at `asks`."""

    known: dict[str, str] = field(default_factory=dict)
    """What the site said last: of each game, of each table and of the notifications, as JSON."""
    due: dict[str, str] = field(default_factory=dict)

    @property
    def asks(self) -> str:
        return "/api/v1/pulse/"

    @property
    def followed(self) -> frozenset[int]:
        return frozenset(int(name.partition(" ")[2]) for name in self.known if " " in name)

    def look(self, game: int, version: int) -> None:
        """Of a game everybody is told as much; what a table is like now says the site."""
        name = f"game {game}"
        if name not in self.known:
            return self.ask.set()
        told = json.loads(self.known[name])
        self.known[name] = self.due[name] = json.dumps(told | {"version": max(version, told["version"])})
        return self.news.set()

    def begin(self, sight: Sight) -> None:
        self.known, self.person = sight.known, sight.viewer
        self.ask.set()  # what was said while the site answered, nobody has heard

    def learn(self, sight: Sight, before: Sight) -> None:
        """What is new, different or gone."""
        known, self.known = self.known, sight.known
        for name in known.keys() | sight.known.keys():
            if known.get(name) != sight.known.get(name):
                self.due[name] = sight.known.get(name) or known[name]
                self.news.set()

    def words(self) -> bytes:
        due, self.due = self.due, {}
        told = [f"event: look\ndata: {one}\n\n" for one in due.values()] or ["event: beat\ndata: {}\n\n"]
        return "".join(told).encode()


class Full(Exception):
    pass


class Hub:
    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.games: defaultdict[int, set[Stream]] = defaultdict(set)
        self.people: defaultdict[str, set[Stream]] = defaultdict(set)
        self._streams: dict[Stream, frozenset[int]] = {}
        self._addresses: Counter[str] = Counter()
        self._sessions: Counter[str] = Counter()
        self._waiting: dict[int, int] = {}
        self._away_since: float | None = None

    def let_in(self, stream: Stream) -> None:
        """Keep a place for it. Raises Full."""
        sessions, addresses = self._sessions[stream.session], self._addresses[stream.address]
        is_crowded = addresses >= MOST_OF_ADDRESS or (stream.session and sessions >= MOST_OF_SESSION)
        if len(self._streams) >= self.most or is_crowded or self.is_away:
            raise Full
        self._sessions[stream.session] += 1
        self._addresses[stream.address] += 1
        self._streams[stream] = frozenset()
        self.follow(stream)

    def follow(self, stream: Stream) -> None:
        """From now on it hears of what it follows now."""
        before, now = self._streams[stream], stream.followed
        self._streams[stream] = now
        for game in now - before:
            self.games[game].add(stream)
        for game in before - now:
            _take_out(self.games, game, stream)
        if stream.person:
            self.people[stream.person].add(stream)

    def let_go(self, stream: Stream) -> None:
        for counter, name in ((self._sessions, stream.session), (self._addresses, stream.address)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]
        for game in self._streams.pop(stream):
            _take_out(self.games, game, stream)
        if stream.person:
            _take_out(self.people, stream.person, stream)

    def hear(self, said: Look | Out | You) -> None:
        if isinstance(said, Out):
            for stream in list(self._streams):
                if stream.session == said.session:
                    stream.end()
            return
        named = [stream for person in said.people for stream in self.people.get(str(person), ())]
        for place, stream in enumerate(named):
            asyncio.get_running_loop().call_later(max(0, place - AT_ONCE) * APART, stream.ask.set)
        if isinstance(said, Look) and said.game in self.games:
            if not self._waiting:
                loop = asyncio.get_running_loop()
                loop.call_at((loop.time() // TICK + 1) * TICK, self._tell)
            self._waiting[said.game] = max(said.version, self._waiting.get(said.game, 0))

    def _tell(self) -> None:
        loop = asyncio.get_running_loop()
        waiting, self._waiting = self._waiting, {}
        for game, version in waiting.items():
            for place, stream in enumerate(self.games.get(game, ())):
                loop.call_later(max(0, place - AT_ONCE) * APART, stream.look, game, version)

    @property
    def is_away(self) -> bool:
        """Nothing has been heard for so long that nobody should rely on it."""
        since = self._away_since
        return since is not None and asyncio.get_running_loop().time() - since > PATIENCE

    def note_away(self) -> bool:
        """The news are away; when they stay so, all streams end. Whether that is new."""
        is_new = self._away_since is None
        if is_new:
            self._away_since = asyncio.get_running_loop().time()
        if self.is_away:
            self.end_all()
        return is_new

    def note_back(self) -> None:
        """They are back; whatever was said meanwhile, nobody has heard it."""
        if self._away_since is not None:
            self._away_since = None
            for stream in list(self._streams):
                stream.ask.set()

    def end_all(self) -> None:
        for stream in list(self._streams):
            stream.end()


def _take_out(found: defaultdict[K, set[Stream]], name: K, stream: Stream) -> None:
    found[name].discard(stream)
    if not found[name]:
        del found[name]


logger = logging.getLogger("streams")

PAUSE = 0.5
"""Seconds between two looks for a server that is away."""
SILENT = 5.0
"""Seconds without a word, after which the server is asked whether it is there; as long again, and it is away."""


async def listen(url: str, channel: str, hub: Hub) -> None:
    """Tell `hub` what is said in the channel. Returns never."""
    while True:
        try:
            await _listen(url, channel, hub)
        except (RedisError, OSError, TimeoutError) as error:
            if hub.note_away():
                logger.error("Redis is unreachable, so pages poll: %s", error)
        await asyncio.sleep(PAUSE)


async def _listen(url: str, channel: str, hub: Hub) -> None:
    client = Redis.from_url(url, socket_connect_timeout=2, decode_responses=True, retry=Retry(NoBackoff(), 0))
    async with client, client.pubsub() as ear:
        await ear.subscribe(channel)
        is_asked = False
        while True:
            heard = await ear.get_message(timeout=SILENT)
            if heard is None:
                if is_asked:
                    raise TimeoutError("no response")
                await ear.ping()
                is_asked = True
                continue
            is_asked = False
            if heard["type"] == "subscribe":
                hub.note_back()
            elif heard["type"] == "message" and (said := read(heard["data"])):
                hub.hear(said)
