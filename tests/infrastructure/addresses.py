"""One house with something behind every address, and who stands before its doors: for the walk over addresses by role."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import timedelta
from fnmatch import fnmatchcase
from pathlib import Path

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.timezone import now

from accounts.models import Tries
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from games.models import Game, Invitation, Puzzle, Visibility
from games.practice.guess import Score
from games.tables.sitting import join_table
from notifications.models import Notification
from tests.games.guests.builders import guest_at
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.infrastructure.test_no_get_writes import Writes, act_of, body_of
from tests.people import person, signed_in
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import made, started
from tournaments.models import Entry, Reach, Season

TABLE = Path(__file__).with_name("addresses_by_role.txt")
ROLES = (
    *("visitor", "guest", "stranger", "spectator", "player", "host"),
    *("director", "other-director", "staff", "superuser"),
)
METHODS = ("GET", "POST")
MORE_METHODS = ("PUT", "PATCH", "DELETE")
"""Of the addresses of the API that take them, as their views say. Pages take a POST alone, or anything as they take a GET."""
DIRECTORS = ("director", "other-director")
LIMITED = ("accounts/", "profile/", "guest/", "play-now/", "admin/login/", "admin/password")
AT_TABLES = ("spectator", "player", "host")

WITH_GAMES_OF_THEIR_OWN = ("spectator", "host")
"""Their lists are looked at, too."""

Answers = Mapping[str, str]
"""By role; several codes are written `200/302`."""
Judge = Callable[[str, str, str, Sequence[str]], None]
"""What looks at the answer to a GET: who asked, for which path, what came with the address it leads to, and what was written."""


def every_address() -> list[tuple[str, Sequence[str]]]:
    """As the configuration writes them, each with the methods to ask it by."""
    return list(_found(get_resolver().url_patterns))


def _found(patterns: Iterable[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, Sequence[str]]]:
    for one in patterns:
        address = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _found(one.url_patterns, address)
        else:
            view = getattr(one.callback, "cls", None)
            yield address, (*METHODS, *(method for method in MORE_METHODS if hasattr(view, method.lower())))


API = "api/v1/"
"""What the API has under this is about the same things as the pages."""


def strangers_at(address: str) -> tuple[str, ...]:
    """Who is nobody in particular there, however the address may be written: it names no game, table, tournament or league."""
    if address.startswith("admin/") and address != "admin/":
        return ("guest", *AT_TABLES, *DIRECTORS)
    if "<" not in address:
        return (*AT_TABLES, *DIRECTORS)
    return () if address.removeprefix(API).startswith(("tournaments/", "leagues/", "e/")) else DIRECTORS


class Rows:
    """The table. A line is `address | GET answers | POST answers`; answers are the code of most, then `role,role=code` for others.
    Where an address takes more methods, each follows with its name before its answers. A `*` stands for one part of an address."""

    def __init__(self, text: str) -> None:
        self._rows: dict[str, Mapping[str, Answers]] = {}
        for one in text.splitlines():
            if not one.strip() or one.startswith("#"):
                continue
            address, *said = (part.strip() for part in one.split("|"))
            assert address not in self._rows, f"{one}: said twice"
            more = dict(further.split(maxsplit=1) for further in said[len(METHODS) :])
            assert set(more) <= set(MORE_METHODS), one
            answers = dict(zip(METHODS, said[: len(METHODS)], strict=True)) | more
            self._rows[address] = {method: _answers(codes) for method, codes in answers.items()}
        self._used: set[str] = set()

    def of(self, address: str) -> Mapping[str, Answers] | None:
        """What is said of it, by its own row or one with `*`."""
        row = address if address in self._rows else next((one for one in self._rows if _fits(address, one)), None)
        if row is None:
            return None
        self._used.add(row)
        return self._rows[row]

    @property
    def unused(self) -> set[str]:
        return set(self._rows) - self._used


def _answers(said: str) -> Answers:
    usual, *others = said.split()
    answers = dict.fromkeys(ROLES, usual)
    for other in others:
        roles, code = other.split("=")
        answers |= dict.fromkeys(roles.split(","), code)
    assert set(answers) == set(ROLES), said
    return answers


def _fits(address: str, row: str) -> bool:
    parts, wanted = address.split("/"), row.split("/")
    return "*" in row and len(parts) == len(wanted) and all(map(fnmatchcase, parts, wanted))


def line(address: str, answers: Mapping[str, Answers]) -> str:
    """A row as it stands in the table."""
    more = [f"{method} {_said(answers[method])}" for method in MORE_METHODS if method in answers]
    return " | ".join([f"{address:<60}", f"{_said(answers['GET']):<50}", _said(answers["POST"]), *more])


def _said(answers: Answers) -> str:
    counted = Counter(answers.values())
    usual, _times = counted.most_common(1)[0]
    codes = (code for code in counted if code != usual)
    return " ".join([usual, *(f"{','.join(role for role in ROLES if answers[role] == code)}={code}" for code in codes)])


class House:
    """A game and a table by link, a private tournament that runs, a league, and one person for each role.

    Anna is the host of game and table, Boris plays in both and in the tournament; Dmitri has opened the links. Daria
    directs the tournament
    and the league and Eugen another tournament; Stolz is staff without any right, Root may do everything.
    """

    def __init__(self) -> None:
        anna, boris, clara, dmitri = (person(name) for name in ("Anna", "Boris", "Clara", "Dmitri"))
        daria, eugen, fjodor = (person(name) for name in ("Daria", "Eugen", "Fjodor"))
        stolz = person("Stolz", is_staff=True)
        root = person("Root", is_staff=True, is_superuser=True)
        game = begun(anna, boris, now=now())
        gathering = table(anna, players=4, visibility=Visibility.LINK, now=now())
        join_table(game_id=gathering.pk, user=boris, now=now(), token=gathering.link_token)
        Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
        said = say(game_id=game.pk, user=boris, text="Hello", now=now())
        invitation = Invitation.objects.create(game=gathering, inviter=anna, email="aunt@example.org")
        tournament = started(daria, [boris, fjodor], Plan(stages=(Swiss(2),), sizes=None), reach=Reach.PRIVATE)
        made(eugen)
        league(daria)
        season = Season.objects.get()
        entry = Entry.objects.get(tournament=tournament, user=boris)
        told = Notification.objects.create(
            app="games", kind="your_turn", key="k", subject="game:1", user=boris, data={"seat": 1, "number": 0}
        )
        Notification.objects.filter(pk=told.pk).update(created_at=now() - timedelta(hours=1))
        guest, _user, _game = guest_at()
        people = (clara, dmitri, boris, anna, daria, eugen, stolz, root)
        clients = [Client(), guest, *map(signed_in, people)]
        self.clients = dict(zip(ROLES, clients, strict=True))
        for link in (game.link_token, gathering.link_token):
            self.clients["spectator"].get(f"/t/{link}/")
        self._cookies = {role: deepcopy(client.cookies) for role, client in self.clients.items()}
        self.values: Mapping[str, object] = {
            "game_id": game.pk,
            "user_id": fjodor.pk,
            "other_id": boris.pk,
            "line_id": said.pk,
            **dict.fromkeys(("seat", "ply"), 0),
            "score": Score(),
            "puzzle_id": Puzzle.objects.create(
                game=game, ply=1, seat=0, day=now(), played="pass", choices=[["pass", 0, 0, 0]], futures=1
            ).pk,
            "pk": 1,
            "tournament_id": tournament.pk,
            "entry_id": entry.pk,
            "league_id": season.league_id,
            "season_id": season.pk,
            "number": 1,
            "deal": 1,
            "notification_id": told.pk,
            "act": "director",
            "token": "nothing",
            "service": "mailgun",
            "ply": 1,
            "participant_id": 1,
            "invitation_id": 1,
            "hook_id": 1,
            "seek_id": 1,
            "browser_id": 1,
            "message_id": 1,
            "post_id": 1,
            "household_id": 1,
            "subject": f"game:{game.pk}",
            "variant": "2",
            "size": "duel",
            "speed": "days",
            "shelf": "base2",
            "id": "COST-4",
            "key": "2",
            "month": "2026-11",
            "slug": "market",
            "chapter": "buying",
            "language": "en",
            "name": "your-turn",
            "form": "txt",
            "object_id": "1",
            "app_label": "games",
            "content_type_id": 1,
            "url": "nothing",
            "username": "x",
        }
        self.special: Mapping[str, Mapping[str, object]] = {
            "tables/": {"game_id": gathering.pk},
            "t/": {"token": gathering.link_token},
            "invitations/": {"token": invitation.token},
            "e/": {"token": tournament.link_token},
            "act/": {"token": act_of(game)[0]},
            "cards/": {"id": "author"},
            "games/<int:game_id>/sheet/": {"id": "author"},
            "games/<int:game_id>/cards/": {"id": "author"},
        }

    def path(self, address: str) -> str:
        """The address with something in each of its places."""
        beginning = next((one for one in self.special if address.removeprefix(API).startswith(one)), "")
        values = {**self.values, **self.special.get(beginning, {})}
        filled = re.sub(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)", lambda one: str(values[one[1] or one[2]]), address)
        return "/" + filled.replace("^", "").replace("\\Z", "").replace("$", "")

    def answers(self, address: str, method: str, judge: Judge) -> Answers:
        """What everybody gets there. Nothing that is done remains. Who is as any stranger there is not asked (`strangers_at`).

        Where who may do everything hears that there is no such method, and so does a visitor or a stranger, nobody else is asked:
        what it is about was not looked at yet.
        """
        path, got = self.path(address), dict[str, str]()
        if address.startswith(LIMITED):
            cache.clear()
            Tries.objects.all().delete()  # no limit is reached
        strangers = strangers_at(address)
        if method == "GET" and not address.startswith("admin/"):
            strangers = tuple(role for role in strangers if role not in WITH_GAMES_OF_THEIR_OWN)
        for role in ("superuser", *ROLES):
            if role not in strangers and role not in got:
                got[role] = self._answer(role, path, method, judge)
            if got["superuser"] == "405" in (got.get("visitor"), got.get("stranger")) and "guest" in {*got, *strangers}:
                return {role: got.get(role, "405") for role in ROLES}
        return {role: got[role if role in got else "stranger"] for role in ROLES}

    def _answer(self, role: str, path: str, method: str, judge: Judge | None = None) -> str:
        client, writes = self.clients[role], Writes()
        client.cookies = deepcopy(self._cookies[role])
        with transaction.atomic():
            with connection.execute_wrapper(writes):
                response = getattr(client, method.lower())(path)
                if judge and method == "GET":
                    judge(role, path, body_of(response) + response.get("Location", ""), writes.seen)
            transaction.set_rollback(True)
        return str(response.status_code)
