"""Which pages listen, and what each of them is to be told."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .words import Look, Out

TICK = 0.1
"""Seconds. News leave on this beat, and what came between two beats leaves as one: who listens sees no more of when somebody
answered than who asks often."""

AT_ONCE, APART = 20, 0.02
"""So many pages of a game are told at once, and the others so many seconds after each other: each asks for a whole page then."""

MOST = 1000
MOST_OF_SESSION = 12
MOST_OF_ADDRESS = 100
"""Streams at a time. Whoever finds no room goes on asking (static/js/pulse.js)."""

PATIENCE = 10.0
"""Seconds for which streams stand while the news are away; then the pages ask for themselves."""


@dataclass(eq=False, slots=True)
class Stream:
    """One page that listens to one game."""

    game: int
    session: str
    """The mark of its session; empty for a visitor without one."""
    address: str
    version: int = 0
    must_look: bool = False
    is_over: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ask: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it should be asked at once whether this page may still listen, and what it has missed."""

    def look(self, version: int) -> None:
        self.version, self.must_look = max(version, self.version), True
        self.news.set()

    def end(self) -> None:
        self.is_over = True
        self.news.set()
        self.ask.set()


class Full(Exception):
    """There is no room for another stream."""


class Hub:
    """All streams of this process."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.games: defaultdict[int, set[Stream]] = defaultdict(set)
        self.count = 0
        self._addresses: Counter[str] = Counter()
        self._sessions: Counter[str] = Counter()
        self._waiting: dict[int, int] = {}
        self._away_since: float | None = None

    def let_in(self, stream: Stream) -> None:
        """Keep a place for it. Raises Full."""
        sessions, addresses = self._sessions[stream.session], self._addresses[stream.address]
        is_crowded = addresses >= MOST_OF_ADDRESS or (stream.session and sessions >= MOST_OF_SESSION)
        if self.count >= self.most or is_crowded or self.is_away:
            raise Full
        self.count += 1
        self._sessions[stream.session] += 1
        self._addresses[stream.address] += 1
        self.games[stream.game].add(stream)

    def let_go(self, stream: Stream) -> None:
        self.count -= 1
        for counter, name in ((self._sessions, stream.session), (self._addresses, stream.address)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]
        self.games[stream.game].discard(stream)
        if not self.games[stream.game]:
            del self.games[stream.game]

    def hear(self, said: Look | Out) -> None:
        """News of the site."""
        if isinstance(said, Out):
            for stream in self._all():
                if stream.session == said.session:
                    stream.end()
        elif said.game in self.games:
            if not self._waiting:
                loop = asyncio.get_running_loop()
                loop.call_at((loop.time() // TICK + 1) * TICK, self._tell)
            self._waiting[said.game] = max(said.version, self._waiting.get(said.game, 0))

    def _tell(self) -> None:
        loop = asyncio.get_running_loop()
        waiting, self._waiting = self._waiting, {}
        for game, version in waiting.items():
            for place, stream in enumerate(self.games.get(game, ())):
                loop.call_later(max(0, place - AT_ONCE) * APART, stream.look, version)

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
            for stream in self._all():
                stream.ask.set()

    def end_all(self) -> None:
        for stream in self._all():
            stream.end()

    def _all(self) -> list[Stream]:
        return [stream for streams in self.games.values() for stream in streams]
