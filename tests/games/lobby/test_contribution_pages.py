"""What pages, API and emails say of contributions to the deal, and that none leaves before its owner opens it."""

import json
import re

import pytest
from django.test import Client
from django.utils.timezone import now

import engine
from games.models import Game, Status
from games.play.positions import load
from games.play.starts import contributions_to
from games.tables import sitting, tables
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests import mails
from tests.people import signed_in

from ..page_reading import NEW_TABLE, text_of
from ..play_builders import HOUR
from ..table_builders import agreed_over, table

pytestmark = pytest.mark.django_db
OWN = {name: bytes([number]) * 32 for number, name in enumerate(("Anna", "Boris"))}
SEALED = {name: engine.sealed(own) for name, own in OWN.items()}


@pytest.fixture
def waiting(anna, boris, settings) -> Game:
    """A table of the forms whose game waits for what both have sealed."""
    settings.START_GUARD = 0
    made = signed_in(anna).post("/tables/new/", {**NEW_TABLE, "players": "2"})
    game = Game.objects.latest("pk")
    assert made["Location"] == f"/tables/{game.pk}/"
    signed_in(boris).post(f"/tables/{game.pk}/join/", {"seen": "first"})
    for user in (anna, boris):
        seals(game, user)
    tables.start_due(now=now())
    game.refresh_from_db()
    assert game.waits_for_contributions
    return game


def seals(game: Game, user):
    """As static/js/contributions.js does on the page of a table that shows the server's commitment and has none of this player."""
    client, address = signed_in(user), f"/tables/{game.pk}/"
    form = f'action="{address}join/" data-seal="{game.commitment}"'
    assert form in client.get(address).content.decode()
    client.post(f"{address}join/", {"sealed": SEALED[user.name]})
    assert "data-seal=" not in client.get(address).content.decode()


def opens(game: Game, user):
    return signed_in(user).post("/contributions/", {"table": game.pk, "contribution": OWN[user.name].hex()})


def test_the_table_says_what_it_waits_for_and_shows_nobodys_contribution(waiting, anna, boris, dmitri):
    answer = signed_in(boris).get("/contributions/").json()
    assert answer["sealed"] == [SEALED["Boris"]]
    (asked,) = answer["tables"]
    hashes = [SEALED["Anna"], SEALED["Boris"]]
    assert asked == {"table": waiting.pk, "commitment": waiting.commitment, "sealed": hashes, "beacon": None}
    assert signed_in(dmitri).get("/contributions/").json()["tables"] == []
    stolen = {"table": waiting.pk, "contribution": OWN["Boris"].hex()}
    assert signed_in(dmitri).post("/contributions/", stolen).status_code == 403
    assert opens(waiting, boris).json() == {"opened": True}
    for client, is_asked in ((signed_in(anna), True), (signed_in(boris), False), (Client(), False)):
        page = text_of(client.get(f"/tables/{waiting.pk}/"))
        assert "The game starts when every browser has opened its contribution" in page
        assert ("Yours opens automatically" in page) is is_asked
        assert page.count("contribution opened") == page.count("contribution not opened yet") == 1
    for address in (f"/tables/{waiting.pk}/", "/games/", "/lobby/", "/contributions/", f"/api/v1/tables/{waiting.pk}/"):
        assert OWN["Boris"].hex() not in signed_in(anna).get(address).content.decode(), address
    assert "Drawing the deal" in text_of(signed_in(anna).get("/games/"))


def test_who_has_no_page_open_is_asked_to_come_by_mail(waiting, boris, mailbox):
    opens(waiting, boris)
    bundle_due(now() + HOUR)
    deliver_due(now() + HOUR)
    (mail,) = mailbox.messages
    said = " ".join(mails.text_of(mail).split())
    assert "anna@example.org" in mail["To"]
    assert "Open the table on the device where you joined." in said
    assert f"/tables/{waiting.pk}/" in said
    assert "your contribution counts as withheld" in said


def test_nobody_can_join_leave_or_answer_meanwhile(waiting, boris, clara):
    left = signed_in(boris).post(f"/tables/{waiting.pk}/leave/")
    assert left.status_code == 409
    assert "the deal is being drawn" in text_of(left)
    assert "Leave table" not in text_of(signed_in(boris).get(f"/tables/{waiting.pk}/"))
    assert signed_in(clara).post(f"/tables/{waiting.pk}/join/", {"seen": "first"}).status_code == 409


def test_the_start_mail_lists_what_was_sealed_and_the_proof_follows_the_end(waiting, anna, boris, dmitri, mailbox):
    for user in (boris, anna):
        assert opens(waiting, user).status_code == 200
    waiting.refresh_from_db()
    assert waiting.status == Status.RUNNING
    bundle_due(now() + HOUR)
    deliver_due(now() + HOUR)
    mail = next(one for one in map(mails.text_of, mailbox.messages) if SEALED["Anna"] in one)
    assert not any("your browser's contribution" in mails.text_of(one) for one in mailbox.messages)
    for name, sealed in SEALED.items():
        assert f"{name}: opened {sealed}" in " ".join(mail.split())
    address = f"/games/{waiting.pk}/proof/"
    running = signed_in(dmitri).get(address).content.decode()
    assert SEALED["Anna"] in running
    assert not [own for own in OWN.values() if own.hex() in running]
    secret = bytes(Game.objects.with_secret().get(pk=waiting.pk).secret).hex()
    assert secret not in running

    agreed_over(waiting, now=now())
    over = signed_in(dmitri).get(address)
    data = json.loads(re.search(r'<script id="proof" type="application/json">(.+?)</script>', over.content.decode())[1])
    assert data["deal"] == signed_in(dmitri).get(f"/games/{waiting.pk}/record.json").json()["deal"]
    assert sorted(data["joined"]) == sorted(data["seats"]) == ["Anna", "Boris"]
    assert "Nobody could choose the deal without knowing every opened contribution." in text_of(over)
    assert f'href="{address}"' in signed_in(dmitri).get(f"/games/{waiting.pk}/").content.decode()


def test_a_program_seals_and_opens_by_the_api_and_without_the_field_nothing_changes(anna, boris, settings):
    settings.START_GUARD = 0
    game = table(anna, now=now())
    Game.objects.filter(pk=game.pk).update(seals=True)
    client, seat = signed_in(boris), f"/api/v1/tables/{game.pk}/seat/"
    said = {"content_type": "application/json"}
    assert client.post(seat, {"seen": "first", "sealed": "no hash"}, **said).status_code == 400
    assert client.post(seat, {"seen": "first"}, **said).json()["commitment"] == game.commitment
    assert client.post(seat, {"seen": "first", "sealed": SEALED["Boris"]}, **said).status_code == 201
    tables.start_due(now=now())
    awaits = client.get(f"/api/v1/tables/{game.pk}/").json()["awaits"]
    assert awaits == {"commitment": game.commitment, "sealed": [None, SEALED["Boris"]], "beacon": None}
    opened = client.post(f"/api/v1/tables/{game.pk}/contribution/", {"contribution": OWN["Boris"].hex()}, **said)
    assert opened.json()["status"] == "running"
    given = contributions_to(load(game.pk).game)
    assert [(one.sealed, one.opened) for one in given] == [(None, None), (SEALED["Boris"], OWN["Boris"])]
    assert "have to trust the server and the other players" in text_of(client.get(f"/games/{game.pk}/proof/"))


def test_a_game_without_contributions_proves_less_and_says_so(anna, boris, dmitri):
    game = table(anna, now=now())
    sitting.join_table(game_id=game.pk, user=boris, now=now())
    Game.objects.filter(pk=game.pk).update(starts_at=now())
    tables.start_due(now=now())
    over = agreed_over(Game.objects.get(pk=game.pk), now=now())
    page = signed_in(dmitri).get(f"/games/{over.pk}/proof/")
    assert "this does not prove that nobody chose the deal" in text_of(page)
    assert "Contributions" not in text_of(page)


def test_the_form_offers_it_and_rated_games_have_it_unless_the_host_says_no(anna):
    for sent, seals in (
        ({"rated": "on"}, True),
        ({}, False),
        ({"rated": "on", "seals": "no"}, False),
        ({"seals": "yes"}, True),
    ):
        signed_in(anna).post("/tables/new/", {**{k: v for k, v in NEW_TABLE.items() if k != "rated"}, **sent})
        game = Game.objects.latest("pk")
        assert game.seals is seals, sent
        assert ("sealed contributions" in text_of(signed_in(anna).get(f"/tables/{game.pk}/"))) is seals
