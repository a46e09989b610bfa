"""Nobody of the staff reads on any page what a running game hides: every list, form, history, search, act and error, as each role
and as who may do everything.

What is hidden is taken from the rows and positions themselves, so a set that hides something new is met here.
"""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import Iterator
from urllib.parse import quote_plus, urlencode

import pytest
from django.contrib import admin
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

import engine
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import report_line, say, write_note
from games.models import Draft, Game, LogRow, PassMode, Preset, ReportReason, Seat
from games.models.clock import PACES
from games.play.begin import make_deal
from games.play.positions import Play, load
from games.tables.sitting import begin_seated
from incoming_mail.models import IncomingMail, MailState
from moderation.actions import actions, subjects
from moderation.models import Complaint, StaffNote
from moderation.permissions import ROLES
from notifications.models import Notification
from notifications.tasks import send_mails
from tests.games.play_builders import begun, play_on
from tests.games.table_builders import table
from tests.moderation.staff import act, staff
from tests.people import signed_in, token_of
from tests.tournaments.lifecycle.club import started

pytestmark = pytest.mark.django_db

SETS = ("market", "good-company", "banquet", "module-2", "helpers", "events", "orders", "hurdles")
MOST_ROWS = 2
"""Of each list so many rows are opened by who sees all lists, of the game that hides most, first and last; by each role one."""


class Town:
    """Running games that hide all that there is to hide, and everything that staff look at."""

    def __init__(self, anna: User, boris: User, clara: User) -> None:
        moment = now()
        self.everything = begun(
            anna, boris, clara, sets=list(SETS), open_hands=False, now=moment, secret=bytes(range(32))
        )
        self.hands = begun(anna, boris, open_hands=False, now=moment, secret=bytes(range(1, 33)))
        play_on(self.everything, until=lambda play: play.game.version >= 40, choose=eager, now=moment)
        play_on(self.hands, until=lambda play: play.game.version >= 25, choose=eager, now=moment)
        deal = make_deal(deal_id="event-1/round-1/1", options=engine.Options(edition=2, players=2))
        self.closed = begin_seated(
            host=None,
            title="Duplicate",
            options=engine.Options(edition=2, players=2),
            pace=PACES["2d"][0],
            seats=[anna, boris],
            deal=deal,
            now=moment,
        )
        play_on(self.closed, until=lambda play: play.game.version >= 12, now=moment)
        self.table = table(anna, "boris", "friend@example.com", players=4, now=moment)
        seat = load(self.everything.pk).seats[0]
        Draft.objects.create(seat=seat, asked_number=1, moves=["take drafted-thing"])
        Preset.objects.create(seat=seat, name="trading-guild", value="preset-thing")
        write_note(game=self.everything, user=anna, text="a note of my own thing", now=moment)
        line = say(game_id=self.everything.pk, user=boris, text="reported words", now=moment)
        say(game_id=self.hands.pk, user=boris, text="private words of a table", now=moment)
        report_line(line=line, reporter=anna, seen=None, reason=ReportReason.OTHER, words="", now=moment)
        IncomingMail.objects.create(
            digest="d", size=9, raw=b"move of a mail", way="smtp", state=MailState.FAILED, received_at=moment
        )
        send_mails()
        self.tournament = started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
        self.tokens = [token_of(anna)]
        nora = staff("Nora", "moderator")
        Complaint.objects.create(reporter=anna, about=f"person:{boris.pk}", reason="other", at=moment)
        StaffNote.objects.create(about=f"game:{self.everything.pk}", by=nora, at=moment, text="Looked at it.")
        act("seat-to-bot", self.hands.pk, nora, moment, seat=0)
        act("seat-to-bot", self.everything.pk, nora, moment, seat=1)
        act("mute", boris.pk, nora, moment, days=3)
        Seat.objects.update(pass_mode=PassMode.PHASE, pass_phase="phase-thing", drafted=True)

    @property
    def running(self) -> list[Game]:
        return [self.everything, self.hands, self.closed]

    def hidden(self) -> Iterator[str]:
        """Texts that must stand nowhere."""
        for game in Game.objects.with_secret():
            yield from spelled(bytes(game.secret))
            yield game.link_token
            yield from (one.token for one in game.invitations.all())
            if game.deal_id:
                yield from spelled(bytes(type(game.deal).objects.defer(None).get(pk=game.deal_id).secret))
        yield from self.tokens
        yield from (
            "drafted-thing",
            "preset-thing",
            "a note of my own thing",
            "private words of a table",
            "move of a mail",
            "phase-thing",
            *(f"field-{name}" for name in ("pass_mode", "pass_phase", "drafted")),
        )
        for row in LogRow.objects.filter(game__in=[self.everything, self.closed, self.hands], kind="move"):
            if len(row.text.split()) > 1:
                yield row.text

    def cards(self) -> set[str]:
        """Cards in hidden hands, by their ids and as pages write them. No page of staff names a card of these games at all."""
        found: set[str] = set()
        for game in (self.everything, self.hands):
            play = load(game.pk)
            for seat in play.seats:
                found |= set(hand_in(engine.view_for(play.state, seat.index).to_json()))
        return {spelling for card in found - set(SETS) for spelling in (card, card.replace("-", " "))}


def hand_in(view: object) -> Iterator[str]:
    """The cards of the viewer's hand, wherever a view has it."""
    if isinstance(view, dict):
        for key, one in view.items():
            if key == "hand" and isinstance(one, list):
                yield from (card["card"] if isinstance(card, dict) else card for card in one)
            else:
                yield from hand_in(one)
    elif isinstance(view, list | tuple):
        for one in view:
            yield from hand_in(one)


def eager(play: Play, seat: int) -> str:
    """Takes cards into the hand, wherever it has room."""
    moves = [str(move) for move in engine.legal_moves(play.state, seat)]
    return next((move for move in moves if move.startswith("take ")), str(engine.default_move(play.state, seat)))


def spelled(secret: bytes) -> Iterator[str]:
    yield secret.hex()
    yield base64.b64encode(secret).decode()
    yield repr(secret)[2:-1]
    yield repr(list(secret))[1:-1]


def leaks(text: str, hidden: list[str], cards: set[str]) -> list[str]:
    """What of it stands there: texts anywhere, cards as words of their own, in whatever letters."""
    small = text.lower()
    named = [card for card in cards if card in small and re.search(rf"(?<![\w-]){re.escape(card)}(?![\w-])", small)]
    return [one for one in hidden if one in text] + named


def rows_of(model: type[Model], town: Town, most: int) -> list[Model]:
    rows = model._default_manager.order_by("pk")
    names = {field.name for field in model._meta.get_fields()}
    first = rows.filter(game=town.everything)[:1] if "game" in names else rows[:1]
    last = rows.order_by("-pk")[:1]
    return list(dict.fromkeys([*first, *last]))[:most]


def of_model(model: type[Model], town: Town, word: str, most: int) -> Iterator[str]:
    """The pages of a class beyond its list."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    yield reverse(f"{name}_changelist") + "?" + urlencode({"q": word})
    yield reverse(f"{name}_changelist") + "?text__startswith=t&secret__regex=^a"
    yield reverse(f"{name}_add")
    yield reverse(f"{name}_change", args=[10**8])
    for row in rows_of(model, town, most):
        for page in ("change", "history", "delete"):
            yield reverse(f"{name}_{page}", args=[row.pk])


def acted(town: Town, most: int) -> Iterator[tuple[str, dict[str, str] | None]]:
    """The page of every subject and act, as it comes and as it answers what is sent; without `sure` nothing is done. Of so many
    games, the one that hides most first."""
    numbers = {
        "game": [game.pk for game in (*town.running, town.table)][:most],
        "person": [town.everything.host_id or 0],
        "tournament": [town.tournament.pk],
        "mail": list(Notification.objects.order_by("pk").values_list("pk", flat=True)[:2]),
    }
    for subject in subjects():
        for number in numbers[subject]:
            yield reverse("admin:about", args=[subject, number]), None
            for one in actions().values():
                if one.subject == subject:
                    address = reverse("admin:act", args=[subject, number, one.slug])
                    yield address, None
                    yield address, {"reason": "Why", "seat": "1", "hours": "1", "name": "anna"}


def readers() -> Iterator[tuple[str, User]]:
    for number, role in enumerate(ROLES):
        yield role, staff(f"Reader {'abcd'[number]}", role)
    yield "superuser", User.objects.create_superuser("chief@example.org", "a long password", display_name="Chief")


def pages(client: Client, town: Town, words: list[str], most: int) -> Iterator[tuple[str, HttpResponse]]:
    """Everything that this reader of staff can open, by address."""
    for address in (reverse("admin:index"), "/admin/needs/stuck-tournaments/", "/admin/about/nothing/1/"):
        yield address, client.get(address)
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        first = client.get(address)
        yield address, first
        if first.status_code == 200:
            for address in of_model(model, town, words[0], most):
                yield address, client.get(address)
    for word in [*words, "anna", "friend@example.com", *(str(game.pk) for game in town.running)]:
        address = reverse("admin:search") + "?" + urlencode({"q": word})
        yield address, client.get(address)
    for address, sent in acted(town, len(town.running) + 1 if most > 1 else 1):
        yield address, client.get(address) if sent is None else client.post(address, sent)


def test_no_page_of_staff_shows_what_a_running_game_hides(anna, boris, clara, caplog):
    caplog.set_level(logging.DEBUG)
    town = Town(anna, boris, clara)
    hidden, cards = sorted(set(town.hidden())), town.cards()
    assert len(hidden) > 40
    assert len(cards) > 3, "somebody has hidden cards"
    words = [min(cards), next(one for one in hidden if " " in one)]
    versions = {game.pk: load(game.pk).game.version for game in town.running}
    for role, reader in readers():
        client = signed_in(reader)
        client.raise_request_exception = False
        opened = 0
        for address, response in pages(client, town, words, MOST_ROWS if role == "superuser" else 1):
            assert response.status_code < 500, (role, address)
            text = response.content.decode()
            for echo in (*words, *map(quote_plus, words)) if "q=" in address else ():
                text = text.replace(echo, "")
            opened += response.status_code == 200
            assert leaks(text, hidden, cards) == [], (role, address)
        assert opened > 30, f"{role} sees {opened} pages"
    told = "\n".join(record.getMessage() for record in caplog.records if "/admin/" not in record.getMessage())
    assert leaks(told, hidden, set()) == []
    assert {game.pk: load(game.pk).game.version for game in town.running} == versions
