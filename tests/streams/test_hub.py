"""Who is told what, and for how many there is room."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from streams import hub as of_hub
from streams.door import Sight
from streams.hub import Full, Hub, Mine, Stream
from streams.words import Look, Out, You


def run(act: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(act(), 10))  # type: ignore[arg-type]


def test_a_game_s_own_pages_are_told_its_last_version_once() -> None:
    async def act() -> None:
        hub, here, elsewhere = Hub(), Stream(1, "", "a"), Stream(2, "", "a")
        hub.let_in(here)
        hub.let_in(elsewhere)
        for version in (7, 9, 8):
            hub.hear(Look(1, version))
        assert not here.news.is_set(), "news leave on the beat"
        await asyncio.wait_for(here.news.wait(), 2 * of_hub.TICK)
        assert (here.version, here.must_look) == (9, True)
        here.news.clear()
        await asyncio.sleep(2 * of_hub.TICK)
        assert not here.news.is_set()
        assert not elsewhere.news.is_set()

    run(act)


def test_who_signs_out_ends_his_streams_and_no_others() -> None:
    async def act() -> None:
        hub, own, second, other = Hub(), Stream(1, "s", "a"), Stream(2, "s", "a"), Stream(1, "t", "a")
        for stream in (own, second, other):
            hub.let_in(stream)
        hub.hear(Out("s"))
        assert [own.is_over, second.is_over, other.is_over] == [True, True, False]

    run(act)


def test_there_is_room_for_so_many_of_a_session_of_an_address_and_in_all() -> None:
    def fill(hub: Hub, number: int, session: str, address: str) -> list[Stream]:
        made = [Stream(place, session.format(place), address.format(place)) for place in range(number)]
        for stream in made:
            hub.let_in(stream)
        return made

    async def act() -> None:
        for most, session, address in (
            (of_hub.MOST_OF_SESSION, "s", "a{}"),
            (of_hub.MOST_OF_ADDRESS, "s{}", "a"),
            (150, "s{}", "a{}"),
        ):
            hub = Hub(most=150)
            streams = fill(hub, most, session, address)
            with pytest.raises(Full):
                fill(hub, 1, session, address)
            hub.let_go(streams[0])
            fill(hub, 1, session, address)

    run(act)


def test_many_pages_of_a_game_are_told_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them asks for a whole page then."""
    monkeypatch.setattr(of_hub, "AT_ONCE", 2)
    monkeypatch.setattr(of_hub, "APART", 0.2)

    async def act() -> None:
        hub, streams = Hub(), [Stream(1, "", f"a{place}") for place in range(4)]
        for stream in streams:
            hub.let_in(stream)
        hub.hear(Look(1, 5))
        await asyncio.sleep(0.15)
        assert sum(stream.news.is_set() for stream in streams) in (2, 3)
        await asyncio.sleep(0.5)
        assert all(stream.version == 5 for stream in streams)

    run(act)


def test_while_the_news_are_away_streams_end_and_afterwards_they_ask_what_they_have_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_hub, "PATIENCE", 0.1)

    async def act() -> None:
        hub, stream = Hub(), Stream(1, "", "a")
        hub.let_in(stream)
        assert hub.note_away()
        assert not hub.note_away(), "said once"
        hub.note_back()
        assert stream.ask.is_set()
        assert not stream.is_over
        hub.note_away()
        await asyncio.sleep(0.15)
        hub.note_away()
        assert stream.is_over
        with pytest.raises(Full):
            hub.let_in(Stream(1, "", "a"))
        hub.note_back()
        hub.let_in(Stream(1, "", "a"))

    run(act)


def sight(viewer: str = "12", **known: str) -> Sight:
    return Sight(0, str(known), viewer, {name.replace("_", " "): told for name, told in known.items()})


def mine_of(hub: Hub, seen: Sight, session: str = "s") -> Mine:
    stream = Mine(0, session, "a")
    hub.let_in(stream)
    stream.begin(seen)
    hub.follow(stream)
    stream.ask.clear()
    return stream


def test_somebody_s_own_stream_says_which_of_his_games_to_look_at_and_asks_what_only_the_site_knows() -> None:
    first = sight(
        game_7='{"game": 7, "version": 3}', table_8='{"table": 8, "mark": "a"}', notifications='{"notifications": 1}'
    )

    async def act() -> None:
        hub = Hub()
        own, other = mine_of(hub, first), mine_of(hub, sight("13"), "t")
        hub.hear(Look(7, 5))
        hub.hear(Look(9, 1))
        await asyncio.wait_for(own.news.wait(), 2 * of_hub.TICK)
        assert own.words() == b'event: look\ndata: {"game": 7, "version": 5}\n\n'
        assert own.words() == b"event: beat\ndata: {}\n\n", "said once"
        hub.hear(Look(8, 0))
        await asyncio.wait_for(own.ask.wait(), 2 * of_hub.TICK)
        own.ask.clear()
        for said in (You((12,)), Look(9, 2, (12,))):
            hub.hear(said)
            await asyncio.wait_for(own.ask.wait(), 1)
            own.ask.clear()
        assert not own.due
        latest = sight(
            game_7='{"game": 7, "version": 5}', game_8='{"game": 8, "version": 0}', notifications='{"notifications": 2}'
        )
        own.learn(latest, first)
        hub.follow(own)
        assert sorted(own.words().decode().split("event: look\ndata: ")) == [
            "",
            '{"game": 8, "version": 0}\n\n',
            '{"notifications": 2}\n\n',
            '{"table": 8, "mark": "a"}\n\n',  # gone: it has become a game
        ]
        assert not other.ask.is_set()
        assert not other.due

    run(act)


def test_somebody_s_own_stream_leaves_nothing_behind_and_ends_when_he_signs_out() -> None:
    async def act() -> None:
        hub = Hub()
        own = mine_of(hub, sight(game_7='{"game": 7, "version": 3}'))
        own.learn(sight(game_9='{"game": 9, "version": 3}'), sight())
        hub.follow(own)
        assert list(hub.games) == [9]
        hub.hear(Out("s"))
        assert own.is_over
        hub.let_go(own)
        assert not hub.games
        assert not hub.people

    run(act)
