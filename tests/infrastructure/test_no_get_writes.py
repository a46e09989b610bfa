"""A GET changes nothing, whatever it opens: link scanners, prefetching browsers and impatient people follow every link.

The pulse of a game alone notes the day on which somebody is here (`accounts.activity`), once; who signs in is noted already.
`/health/` writes a row of its own to say whether that can be done.
All roles, visitors among them, open one thing behind each address in tests/infrastructure/test_addresses_by_role.py; here Anna
opens many.
The walk takes every address of the site from its URL configuration; a new one is walked without being named here.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.timezone import now

from accounts.guests import key_of
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from games.emails.turns import your_turn
from games.models import Game, Invitation, Visibility
from games.play.positions import load
from games.practice.guess import Score
from tests.games.boards import wander_on
from tests.games.guests.builders import guest_at
from tests.games.play_builders import asked_user, begun, play_on
from tests.games.puzzles.test_puzzles import made as puzzle_of
from tests.games.table_builders import table as table_for
from tests.people import signed_in
from tests.tournaments.lifecycle.club import started
from tournaments.models import Entry
from tournaments.pages.exports import feed_token
from tournaments.rated.services import take

pytestmark = pytest.mark.django_db

WRITES = re.compile(r"\s*(insert|update|delete|replace|create|drop|alter)\b", re.IGNORECASE)
COUNTS = '"accounts_tries"'
"""How often something that takes long was asked for is counted, also by a GET."""


class Writes:
    """The statements that change rows, seen as they are executed."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, *others: Any) -> Any:
        if WRITES.match(sql) and COUNTS not in sql:
            self.seen.append(sql)
        return execute(sql, *others)


def body_of(response: Any) -> str:
    """What was answered, a stream to its end."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return body.decode(errors="replace")


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """Every address as written in the URL configuration, with its converters; the admin has its own tests."""
    for pattern in patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from addresses(pattern.url_patterns, address)
        else:
            yield address


def filled(address: str, values: dict[str, list[str]]) -> Iterator[str]:
    """The address with every value that fits each of its converters."""
    match = re.search(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)", address)
    if match is None:
        yield "/" + address.replace("^", "").replace("\\Z", "").replace("$", "")
        return
    for value in values[match[1] or match[2]]:
        yield from filled(address[: match.start()] + value + address[match.end() :], values)


def act_of(game: Game) -> list[str]:
    """The tokens of the links that a mail about the present question has."""
    play = load(game.pk)
    user = asked_user(play)
    seat = play.seat_of(user)
    assert seat is not None
    links = your_turn(play, seat, now(), user).links.values()
    return [link.rstrip("/").rpartition("/")[2] for link in links][:3]


def test_no_get_of_any_address_writes_a_row(anna, boris, clara):
    running, finished = begun(anna, boris, now=now()), begun(anna, boris, rated=True, now=now())
    play_on(running, until=lambda play: play.game.version >= 20, now=now())
    wander_on(finished, now=now())
    take()
    table = Game.objects.create(
        title="White nights", host=anna, options=running.options, pace_kind="move", pace_base=running.pace_base
    )
    invitation = Invitation.objects.create(game=table, inviter=anna, user=boris)
    line = say(game_id=running.pk, user=anna, text="Hello", now=now())
    puzzle = puzzle_of(load(finished.pk), now())
    tournament = started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
    values = {
        "act": ["withdraw", "correct", "deadline", "nothing"],
        "tournament_id": [str(tournament.pk), "999999"],
        "entry_id": [str(Entry.objects.filter(tournament=tournament).latest("pk").pk), "999999"],
        "game_id": [str(game.pk) for game in (running, finished, table)] + ["999999"],
        "user_id": [str(anna.pk), "999999"],
        "notification_id": ["999999"],
        "token": [
            table.link_token,
            table_for(boris, visibility=Visibility.LINK, rated=False, now=now()).link_token,
            invitation.token,
            tournament.link_token,
            feed_token(anna),
            *act_of(running),
            "nobody-knows-this",
        ],
        "other_id": [str(boris.pk), "999999"],
        "variant": ["2", "nothing"],
        "size": ["duel"],
        "speed": ["days"],
        "line_id": [str(line.pk), "999999"],
        "league_id": ["999999"],
        "season_id": ["999999"],
        "ply": ["0", "5", "9999"],
        "seat": ["0", "9"],
        "score": [str(Score())],
        "puzzle_id": [str(puzzle.pk), "999999"],
        "participant_id": ["999999"],
        "hook_id": ["999999"],
        "seek_id": ["999999"],
        "browser_id": ["999999"],
        "message_id": ["999999"],
        "post_id": ["999999"],
        "household_id": ["999999"],
        "invitation_id": [str(invitation.pk)],
        "key": ["nothing", "2", "2_market", key_of(guest_at()[1])],
        "number": ["1", "8", "99"],
        "deal": ["1", "99"],
        "id": ["COST-4", "CARD-OBS", "author", "NO-1"],
        "shelf": ["base2", "nothing"],
        "month": ["2026-11"],
        "slug": ["market", "online"],
        "chapter": ["buying", "nothing"],
        "subject": [f"game:{running.pk}", f"tournament:{tournament.pk}", "game:999999", "nothing"],
        "language": ["en", "de"],
        "name": ["your_turn", "nothing"],
        "form": ["txt", "html"],
        "service": ["mailgun"],
        "uidb36": ["1"],
        "pk": ["1"],
    }
    walked = 0
    client = signed_in(anna)
    for pattern in addresses(get_resolver().url_patterns):
        for address in filled(pattern, values):
            with connection.execute_wrapper(writes := Writes()):
                response = client.get(address)
            if address != "/health/":  # which tries whether anything can be written, and whether somebody sweeps
                assert not writes.seen, f"GET {address} wrote: {writes.seen}"
                assert response.status_code < 500, f"GET {address} failed"
            walked += 1
            if response.status_code == 405:  # whatever it is about
                break
    assert walked > 300
