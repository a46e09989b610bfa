"""Every address of the site with something behind it: who may open it, so that a walk over all pages forgets none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.timezone import now

from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from games.models import Game, Invitation
from games.play.positions import load
from games.practice.guess import Score, decisions
from moderation.models import Measure, MeasureKind
from moderation.services import url_of as measure_url
from tests.browser.fairground import cautious, fairground, forgetful, recent
from tests.games.boards import wander_on
from tests.games.guests.builders import guest_at
from tests.games.play_builders import begun, play_on
from tests.games.puzzles.test_puzzles import made
from tests.infrastructure.test_guests import patterns
from tests.infrastructure.test_no_get_writes import act_of
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import started
from tournaments.models import Entry

if TYPE_CHECKING:
    from django.http import HttpResponse

NO_PAGE: Mapping[str, str] = {
    "worker": "a script",
    "accounts:window": "a style sheet",
    "games:next": "leads to a game",
    "games:seat": "leads to the game: no seat is open",
    "games:link": "leads to a table",
    "games:sheet": "a part of other pages",
    "games:card-sheet": "a part of other pages",
    "games:play-now": "leads to the front page",
    "games:picture": "a picture",
    "games:position-png": "a picture",
    "games:position-svg": "a picture",
    "games:pulse": "for scripts",
    "games:table-pulse": "for scripts",
    "games:contributions": "for scripts",
    "games:record": "a file",
    "games:chat-export": "a file",
    "games:search-feed": "a file",
    "games:dump": "a file",
    "games:dump-parquet": "a file",
    "games:guest-key": "leads to a game",
    "games:take-along": "leads on: nobody has a game to take along",
    "tournaments:contributions": "for scripts",
    "tournaments:feed": "a file",
    "tournaments:tournament-link": "leads to the tournament",
    "tournaments:tournament-feed": "a file",
    "tournaments:tournament-report": "a file",
    "tournaments:tournament-standings-csv": "a file",
    "tournaments:tournament-standings-json": "a file",
    "tournaments:tournament-pairings-csv": "a file",
    "tournaments:tournament-pairings-json": "a file",
    "account_email_verification_sent": "in the middle of signing up",
    "account_confirm_login_code": "once a code is on its way",
    "account_confirm_password_reset_code": "once a code is on its way",
    "account_complete_password_reset": "once a code was typed",
    "mfa_authenticate": "in the middle of signing in",
    "mfa_login_webauthn": "for scripts",
    "mfa_reauthenticate_webauthn": "for people with a passkey",
    "mfa_download_recovery_codes": "a file",
    "mfa_remove_webauthn": "for people with a passkey",
    "mfa_edit_webauthn": "for people with a passkey",
    "mailbox-mail": "no mail was caught here",
    "mailbox-html": "no mail was caught here",
    "health": "for monitors",
    "health-live": "for monitors",
    "health-ready": "for proxies",
    "metrics": "for monitors",
    "notifications:arrived": "for who has a test mail",
    "incoming_mail:tracking": "for mail services",
    "incoming_mail:webhook": "for mail services",
}
"""Addresses that take a GET and answer no whole page here, and why. What takes only POST is not among them, nor the API."""

SETS = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")


@dataclass(frozen=True)
class Walk:
    """Whose session to be in, and where to go."""

    reader: str
    path: str
    templates: str = ""
    """What the page is made from; nothing for what is looked at once more."""
    said: str = ""
    """What the page said when it was found."""
    is_dense: bool = False
    """Whether what is looked at once more is worth a look in a narrow window, too."""


class Town:
    """People and things of every kind, so that every address has something to show."""

    def __init__(self) -> None:
        anna = person("Anna", is_staff=True, is_superuser=True)
        boris, clara = person("Boris"), person("Clara", language="de")
        running, finished = begun(anna, boris, clara, now=now()), begun(anna, boris, now=now())
        everything = begun(boris, clara, "plain", sets=list(SETS), now=now())
        play_on(running, until=lambda play: play.game.version >= 20, now=now())
        play_on(everything, until=lambda play: play.game.version >= 20, now=now())
        wander_on(finished, now=now())
        line = say(game_id=running.pk, user=anna, text="Hello", now=now())
        table = Game.objects.create(
            title="White nights",
            host=anna,
            options=finished.options,
            pace_kind="move",
            pace_base=finished.pace_base,
        )
        invitation = Invitation.objects.create(game=table, inviter=anna, user=boris)
        tournament = started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
        fair = fairground(anna, boris)
        dora, emil = person("Dora"), person("Emil")
        mute = Measure.objects.create(user=clara, kind=MeasureKind.MUTE, reason="Rude.", since=now(), by=anna)
        guest, _user, guests_game = guest_at()
        over = load(finished.pk)
        guessed = {"game_id": finished.pk, "seat": 0, "ply": decisions(over, 0)[0], "score": Score()}
        self.clients = {
            "visitor": Client(),
            "Boris": recent(boris),
            "Anna": signed_in(anna),
            "guest": guest,
            "Clara": signed_in(clara),
            "Dora": cautious(dora),
            "Emil": forgetful(emil),
        }
        self.values: Mapping[str, object] = {
            "game_id": running.pk,
            "user_id": boris.pk,
            "other_id": anna.pk,
            "tournament_id": tournament.pk,
            "entry_id": Entry.objects.filter(tournament=tournament).latest("pk").pk,
            "league_id": fair.season.league_id,
            "season_id": fair.season.pk,
            "seek_id": 1,
            "ply": 1,
            "number": 1,
            "seat": 0,
            "pk": 1,
            "deal": 1,
            "line_id": line.pk,
            "puzzle_id": made(over, now()).pk,
            "notification_id": 1,
            "act": "director",
            "variant": "2",
            "size": "duel",
            "speed": "days",
            "key": "2",
            "id": "COST-4",
            "shelf": "base2",
            "month": "2026-11",
            "slug": "market",
            "chapter": "buying",
            "language": "en",
            "name": "your_turn",
            "form": "html",
            "service": "mailgun",
            "token": invitation.token,
            "subject": f"game:{running.pk}",
        }
        self.special: Mapping[str, Mapping[str, object]] = {
            "games:table": {"game_id": table.pk},
            "games:table-change": {"game_id": table.pk},
            "games:watchers": {"game_id": finished.pk},
            "moderation:measure": {"token": measure_url(mute).rstrip("/").rpartition("/")[2]},
            "games:replay": {"game_id": finished.pk},
            "games:review": {"game_id": finished.pk},
            "games:charts": {"game_id": finished.pk},
            "games:guess": {"game_id": finished.pk},
            "games:guess-move": guessed,
            "games:guess-answer": guessed,
            "games:play-on": {"game_id": finished.pk},
            "games:link": {"token": table.link_token},
            "games:card": {"id": "author"},
            "tournaments:tournament-link": {"token": tournament.link_token},
            "tournaments:tournament-deal": {"tournament_id": fair.duplicate.pk},
            "tournaments:tournament-invitation": {"token": fair.invitation},
            "tournaments:tournament-change": {"tournament_id": fair.draft.pk},
            "tournaments:ladder-of": {"variant": "2", "size": "duel", "speed": "days"},
            "games:act": {"token": act_of(running)[0]},
            "notifications:sample": {"name": "your-turn"},
        }
        games = "/games/{}/"
        self.once_more = (
            *(Walk(reader, games.format(running.pk)) for reader in ("Anna", "Boris", "Clara")),
            *(
                Walk("Boris", games.format(everything.pk) + more, is_dense=True)
                for more in ("?card=first", "replay/?at=9")
            ),
            *(
                Walk("guest", path)
                for path in ("/", "/games/", games.format(guests_game.pk) + "?card=first", "/lobby/", "/profile/")
            ),
            Walk("Anna", games.format(finished.pk)),
            Walk("Anna", games.format(finished.pk) + "text/"),
            Walk("Anna", reverse("games:guess-move", kwargs=guessed) + "?said=pass"),
            Walk("Anna", reverse("games:guess-move", kwargs=guessed | {"ply": 9999})),
            Walk("Clara", games.format(running.pk) + "text/"),
            Walk("Boris", games.format(everything.pk) + "text/"),
            Walk("Anna", f"/tables/{table.pk}/"),
            Walk("Anna", f"/tournaments/{tournament.pk}/", is_dense=True),
            *(Walk(reader, f"/tournaments/{fair.cup.pk}/") for reader in ("visitor", "Anna")),
            Walk("visitor", f"/tournaments/{fair.duplicate.pk}/"),
            Walk("visitor", f"/players/{anna.pk}/ratings/"),
            Walk("Boris", "/"),
            *(Walk("Clara", path) for path in ("/", "/profile/", games.format(finished.pk))),
            Walk("visitor", "/rules/19/"),
            Walk("visitor", "/nowhere/"),
        )
        """Pages that look otherwise to others: players, the host, the director, a guest, a German reader, who went astray."""

    def session_of(self, reader: str) -> str:
        """The cookie of somebody's session, empty for visitors."""
        cookie = self.clients[reader].cookies.get("sessionid")
        return cookie.value if cookie else ""

    def walks(self) -> Iterator[Walk]:
        """Every address whose GET is a page for somebody, for the first of these people, and `once_more`."""
        no_page = set()
        for name, _pattern, converters in patterns(get_resolver().url_patterns):
            if name.startswith("api:") and name != "api:docs":
                continue
            given = {**self.values, **self.special.get(name, {})}
            path = reverse(name, kwargs={key: given[key] for key in converters})
            for reader, client in self.clients.items():
                response = client.get(path)
                if response.status_code == 405:  # whoever asks
                    break
                if name in NO_PAGE and response.status_code == 200:
                    no_page.add(name)
                    break
                if name not in NO_PAGE and _is_page(response):
                    templates = " ".join(sorted({str(one.name) for one in response.templates}))
                    yield Walk(reader, path, templates, response.content.decode())
                    break
            else:
                no_page.add(name)
        assert no_page ^ set(NO_PAGE) == set(), (
            f"{no_page ^ set(NO_PAGE)}: every address has a page here, or a reason to have none"
        )
        yield from self.once_more


def _is_page(response: HttpResponse) -> bool:
    return response.status_code == 200 and response["Content-Type"].startswith("text/html")
