"""Hidden cards change nothing of what anybody gets who may not know them: no page, list, text, answer of the API or record.

A game with every set and hidden hands is played to some position. Then what the process remembers of it is exchanged for positions
that the reader cannot tell from those (as `tests/engine/test_secrets.py` makes them): other cards in the hands of the others and
in the piles. Every address that says something of the game answers to the last byte as before, and so does every mail, message
to a webhook or browser, and calendar feed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from random import Random

import pytest
from django.test import Client
from django.urls import get_resolver
from django.utils.timezone import now

import engine
from accounts.models import User
from games.models import Game
from games.play import position_cache
from games.play.interventions import replace_player
from games.play.positions import Play, load
from games.practice.guess import Score
from tests.engine.test_secrets import exchanged
from tests.games.play_builders import begun, play_on
from tests.infrastructure.emails_of_a_game import WAITING, kinds_of_running_games, letters, sent
from tests.infrastructure.test_no_get_writes import addresses, filled
from tests.people import person, signed_in
from tests.tournaments.pages.test_deal import LOTTED

pytestmark = pytest.mark.django_db

SETS = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")
ELSEWHERE = (
    "/",
    "/games/",
    "/lobby/",
    "/archive/",
    "/api/v1/games/",
    "/profile/notifications/history/",
    "/chat/mine.json",
    "/games/next/",
)
TIMES = re.compile(rb"datetime=\"[^\"]*\"|data-[a-z-]*(?:due|left|now|seconds)[a-z-]*=\"[^\"]*\"")
"""What follows from the moment of asking."""


def game_with(sets: tuple[str, ...], seed: int, moves: int, *people: User) -> Game:
    """A running game with hidden hands, so far played by chance that takes what it may into the hand."""
    game = begun(*people, sets=list(sets), open_hands=False, now=now(), secret=bytes([seed]) * 32)
    chance = Random(seed)

    def choose(play: Play, seat: int) -> str:
        found = [str(move) for move in play.view(seat).moves]
        taking = [text for text in found if text.startswith("take")]
        return chance.choice(taking or found)

    play_on(game, until=lambda play: play.game.version >= moves, choose=choose, now=now())
    seat = load(game.pk).seat_of(people[1])
    assert seat is not None
    replace_player(game_id=game.pk, seat=seat.index, by=person("Dora"), now=now())
    return game


def told(client: Client, game: Game, only: Collection[str] = ()) -> dict[str, bytes]:
    """What every address, or these only, says that has the game in it, and the lists in which it stands."""
    values = {
        "game_id": [str(game.pk)],
        "language": ["en"],
        "name": ["trading-guild"],
        "shelf": ["base2"],
        "id": ["warehouse", "judge"],
        "slug": ["market"],
        "number": ["1"],
        "key": ["2"],
        "ply": ["3"],
        **{key: ["1"] for key in ("seat", "line_id", "participant_id", "invitation_id")},
        "score": [str(Score())],
    }
    paths = [one for at in addresses(get_resolver().url_patterns) if "game_id" in at for one in filled(at, values)]
    paths += [f"/games/{game.pk}/replay/?at={at}" for at in (0, game.version // 2)]
    found = {}
    for path in only or (*paths, *ELSEWHERE):
        response = client.get(path)
        body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
        found[path] = TIMES.sub(b"", LOTTED.sub(b"", b"%d " % response.status_code + body))
    return found


def exchange(game: Game, seat: int | None, chance: Random) -> bool:
    """Let this process remember positions that this reader cannot tell from those that were. Whether any is another."""
    play = load(game.pk)
    were = play.steps
    steps = tuple(one._replace(step=one.step._replace(state=exchanged(one.step.state, seat, chance))) for one in were)
    position_cache.positions.put(position_cache.key_of(game), position_cache.Walk(play.rows, steps))
    return any(one.step.state != other.step.state for one, other in zip(steps, were, strict=True))


@pytest.mark.parametrize(
    ("sets", "seed", "moves", "readers"),
    [(SETS, 2, 40, ("visitor", "Root", "Anna")), (("market", "banquet", "events"), 3, 60, ("Clara",))],
)
def test_what_is_hidden_from_a_reader_changes_nothing_that_he_gets(
    anna: User, boris: User, clara: User, sets: tuple[str, ...], seed: int, moves: int, readers: tuple[str, ...]
) -> None:
    game = game_with(sets, seed, moves, anna, boris, clara)
    game.refresh_from_db()
    root = person("Root", is_staff=True, is_superuser=True)
    User.objects.update(active_on=now().date())
    people = {"visitor": None, "Root": root, "Anna": anna, "Clara": clara}
    chance, kinds = Random(seed), set[str]()
    for name in readers:
        reader = people[name]
        seat = load(game.pk).eyes_of(reader) if reader else None
        client = signed_in(reader) if reader else Client()
        position_cache.clear()
        moment = now()
        before, out = told(client, game), sent(game, None if reader == root else reader, moment)
        assert exchange(game, seat, chance)
        after = told(client, game)
        assert out == sent(game, None if reader == root else reader, moment), reader
        kinds |= {name.partition(" ")[0] for name in out}
        assert len(before) > 40
        leaks = {path for path in before if before[path] != after[path]}
        if leaks:  # something was noted at the first look of all, or a minute has ended, but not each time
            again = told(client, game, leaks)
            exchange(game, seat, chance)
            once_more = told(client, game, leaks)
            leaks = {path for path in again if again[path] != once_more[path]}
        assert not leaks, (reader, sorted(leaks))
    assert kinds - WAITING - {"news"} == {"feed", *kinds_of_running_games()} - WAITING


def test_the_walk_would_find_it(anna: User, boris: User, clara: User) -> None:
    """Through the eyes of somebody who may see the hand the same exchange does change what he gets."""
    game = game_with((), 1, 24, anna, boris, clara)
    game.refresh_from_db()
    play = load(game.pk)
    reader, seat = next(
        (one, play.eyes_of(one)) for one in (anna, boris, clara) if play.state.players[play.eyes_of(one) or 0].hand
    )
    assert seat is not None
    client = signed_in(reader)
    moment = now()
    before, seen = told(client, game), engine.view_for(load(game.pk).state, seat)
    out = dict(letters(game, reader, moment))
    for number in range(50):
        exchange(game, (seat + 1) % 3, Random(number))
        if engine.view_for(load(game.pk).state, seat) != seen:
            break
    assert before[f"/games/{game.pk}/"] != told(client, game)[f"/games/{game.pk}/"]
    after = dict(letters(game, reader, moment))
    assert {f"answer {form}" for form in ("mail", "html")} <= {name for name in out if out[name] != after[name]}
