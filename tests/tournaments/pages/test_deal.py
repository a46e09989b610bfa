"""A deal of a duplicate tournament: what its tables made of the same cards, and that nobody learns anything of it too early."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from random import Random

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from django.utils.timezone import now

import engine
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.models import Game, Puzzle, Source
from games.play import position_cache
from games.play.advance import Advance
from games.play.positions import load
from games.practice.guess import Score
from tests.games.page_reading import statements, text_of
from tests.games.puzzles.test_puzzles import made as puzzle_of
from tests.infrastructure.test_no_get_writes import addresses, filled
from tests.people import signed_in
from tests.tournaments.lifecycle.club import NOON, again, buys, people, play_out
from tournaments.lifecycle.services import clockwork
from tournaments.models import Chair, Entry, Table, TableState, Tournament
from tournaments.pages.deals import MOST, course_of
from tournaments.pages.exports import feed_token
from tournaments.rated.services import take

from .made import started_with

pytestmark = pytest.mark.django_db


def duplicate(players: int = 8) -> Tournament:
    return started_with(people(players), Plan(stages=(Swiss(1),), is_duplicate=True))


def games_of(tournament: Tournament) -> list[Game]:
    tables = Table.objects.filter(round__tournament=tournament).select_related("game").order_by("number")
    return [table.game for table in tables if table.game is not None]


def play_until_parted(game: Game, alike: int, seed: int) -> None:
    """The first moves by one chance for all tables of a deal, then twenty at random, and in all others somebody buys."""
    with transaction.atomic():
        advance, common, own = Advance(load(game.pk, lock=True), NOON), Random(1), Random(seed)
        for number in range(10_000):
            if advance.state.is_over:
                break
            chance = common if number < alike else own
            index = engine.waiting_for(advance.state)[0]
            moves = engine.legal_moves(advance.state, index)
            is_random = alike <= number < alike + 20
            answer = chance.choice(moves) if is_random else buys(advance.state, index, chance)
            advance.move(index, answer, Source.PAGE)
        advance.commit()


def address(tournament: Tournament, query: str = "") -> str:
    return f"/tournaments/{tournament.pk}/rounds/1/deals/1/{query}"


def test_a_released_deal_says_where_its_tables_parted_and_leads_to_the_replay_there():
    tournament = duplicate()
    for game, seed in zip(games_of(tournament), (5, 6), strict=True):
        play_until_parted(game, 9, seed)
    clockwork.sweep(NOON)
    one, other = (course_of(number, load(game.pk)) for number, game in enumerate(games_of(tournament), start=1))
    parted = next(at for at, both in enumerate(zip(one.answers, other.answers, strict=False)) if both[0] != both[1])
    page = Client().get(address(tournament)).context["page"]
    (together,) = page.together
    assert f"played the same {parted} moves" in together["says"]
    assert [len(way["tables"]) for way in together["then"]["ways"]] == [1, 1]
    seat = one.answers[parted].seat
    for way in together["then"]["ways"]:
        url = way["tables"][0]["url"]
        assert url.endswith(f"?at={parted + 1}&seat={seat}")
        assert Client().get(url).status_code == 200
    assert sorted(way["tables"][0]["table"] for way in together["then"]["ways"]) == [1, 2]
    for number in range(4):
        response = Client().get(address(tournament, f"?seat={number + 1}"))
        found = response.context["page"]
        for line, course in zip(found.lines, (one, other), strict=True):
            assert line["final"] == course.points[number][-1]
            assert [*filter(lambda points: points is not None, line["points"])] == list(course.points[number][:-1])
        assert found.decisions
        assert all(decision["ways"] for decision in (*found.decisions, *found.later))
        assert "table 2" in text_of(response)
    assert all(game["points"] == one.points[game["seat"]][-1] for game in games_of(tournament)[0].result["seats"])


def test_the_round_leads_there_and_who_played_sees_his_own_seat_first():
    tournament = duplicate()
    for game in games_of(tournament):
        play_out(game)
    clockwork.sweep(NOON)
    assert (
        f'href="{address(tournament)}?seat=3"'
        in Client().get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    )
    chair = Chair.objects.filter(round__tournament=tournament, seat=2).select_related("entry__user").first()
    assert chair is not None
    assert signed_in(chair.entry.user).get(address(tournament)).context["page"].seat == 2
    german = Client(headers={"accept-language": "de"}).get(address(tournament))
    assert "Entscheidung" in text_of(german)
    assert Client().get(address(tournament, "?seat=99")).context["page"].seat == 3
    assert Client().get(f"/tournaments/{tournament.pk}/rounds/1/deals/2/").status_code == 404


def test_it_costs_the_games_it_shows_and_little_else():
    tournament = duplicate()
    for game in games_of(tournament):
        play_out(game)
    clockwork.sweep(NOON)
    position_cache.clear()
    _page, taken = statements(Client(), address(tournament))
    assert len(taken) <= 5 + 2 * 2
    _page, taken = statements(Client(), address(tournament))
    assert len(taken) <= 5 + 2
    assert MOST == 12


def test_no_eyes_but_those_of_its_seats_learn_anything_before_the_last_table_is_over():
    """One table is over, twice played otherwise: until the deal is released every address of the site answers visitors
    and who sits at its other table the same, to the last byte; afterwards the page of the deal is among those that do not.
    Staff: tests/moderation/test_leaks.py."""
    tournament = duplicate()
    first, second = games_of(tournament)
    outside = Chair.objects.filter(round__tournament=tournament, table__game=second).select_related("entry__user")
    readers = [None, outside[0].entry.user]
    User.objects.update(active_on=now().date())

    def told(seed: int, *, only: Collection[str] = (), to_the_end: bool = False) -> Mapping[tuple[str, str], bytes]:
        with transaction.atomic():
            play_until_parted(first, 5, seed)
            if to_the_end:
                play_out(Game.objects.get(pk=second.pk))
            clockwork.sweep(NOON)
            take()
            assert Table.objects.get(game=first).state == TableState.COUNTED
            Puzzle.objects.filter(pk=puzzle_of(load(first.pk), now()).pk).update(id=1)
            found = everything(again(tournament), readers, only)
            transaction.set_rollback(True)
        position_cache.clear()
        return found

    one, two = told(5), told(6)
    assert one.keys() == two.keys()
    assert len(one) > 250
    leaks = {key for key in one if one[key] != two[key]}
    if leaks:  # a minute may end between two answers, but not each time
        paths = {path for _name, path in leaks}
        one, two = told(5, only=paths), told(6, only=paths)
        assert not {key for key in leaks if one[key] != two[key]}
    readers = readers[:1]
    shown = {address(tournament), f"/tournaments/{tournament.pk}/rounds/1/", f"/games/{first.pk}/replay/"}
    one, two = told(5, only=shown, to_the_end=True), told(6, only=shown, to_the_end=True)
    assert {key[1] for key in one if one[key] != two[key]} == shown


LOTTED = re.compile(
    rb'"token": "\w+"|name="(?:csrfmiddlewaretoken|key|title)" value="[^"]*"|[0-9a-f]{64}|nonce[-=]"?[\w+/=-]+'
)
"""What is drawn anew for each page or act: keys and proposals of forms, links of the log's chain."""


def everything(tournament: Tournament, readers: list, only: Collection[str]) -> dict[tuple[str, str], bytes]:
    """What every address, or these only, answers to these readers; once, where it answers no GET, whoever asks."""
    entry = Entry.objects.filter(tournament=tournament).order_by("pk").last()
    games = [str(game.pk) for game in games_of(tournament)]
    found: dict[tuple[str, str], bytes] = {}
    posts: set[str] = set()
    values = {
        "tournament_id": [str(tournament.pk)],
        "entry_id": [str(entry.pk)],  # type: ignore[union-attr]
        "game_id": games,
        "number": ["1"],
        "month": ["2026-11"],
        "deal": ["1"],
        "user_id": [
            str(Chair.objects.filter(table__game=game, round__tournament=tournament)[0].entry.user_id)
            for game in games_of(tournament)
        ],
        "other_id": [str(entry.user_id)],  # type: ignore[union-attr]
        "variant": ["2"],
        "size": ["table"],
        "speed": ["days"],
        "act": ["correct", "annul"],
        "token": [tournament.link_token],
        "subject": [f"tournament:{tournament.pk}", *(f"game:{one}" for one in games)],
        "league_id": ["1"],
        "message_id": ["1"],
        "post_id": ["1"],
        **{
            key: ["1"]
            for key in (
                "line_id",
                "participant_id",
                "invitation_id",
                "hook_id",
                "browser_id",
                "household_id",
                "seek_id",
                "message_id",
                "post_id",
            )
        },
        "seat": ["0"],
        "ply": ["0", "6"],
        "score": [str(Score())],
        "puzzle_id": ["1"],
        "season_id": ["1"],
        "notification_id": ["1"],
        "key": ["2"],
        "id": ["COST-4"],
        "shelf": ["base2"],
        "language": ["en"],
        "name": ["nothing"],
        "slug": ["online"],
        "chapter": ["end"],
        "form": ["txt"],
        "service": ["mailgun"],
        "participant_id": ["1"],
        "invitation_id": ["1"],
        "uidb36": ["1"],
        "pk": ["1"],
    }
    for reader in readers:
        client = signed_in(reader) if reader else Client()
        mine = {**values, "token": [*values["token"], *([feed_token(reader)] if reader else [])]}
        for pattern in addresses(get_resolver().url_patterns):
            for at in filled(pattern, mine):
                # /health/ counts the seconds since the last sweep
                if at == "/health/" or pattern in posts or (only and at not in only):
                    continue
                response = client.get(at)
                if response.status_code == 405:
                    posts.add(pattern)
                body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
                told = b"%d %s " % (response.status_code, response.get("Location", "").encode()) + body
                found[reader.name if reader else "", at] = LOTTED.sub(b"", told)
    return found
