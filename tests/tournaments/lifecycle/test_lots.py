"""Nobody chooses the lots of a tournament: they follow from its seed and from what browsers sealed and opened."""

from datetime import timedelta

import pytest

import engine
from games.tables.errors import BadContribution
from tests.people import signed_in
from tests.tournaments.lifecycle.club import DAY, NOON, again, made, people
from tournaments.lifecycle.errors import NotEntered, WrongState
from tournaments.lifecycle.services import lots
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter, leave
from tournaments.lifecycle.verifying import tournament_faults
from tournaments.models import Act, Entry, Tournament

pytestmark = pytest.mark.django_db
CLOSED, BEGIN = NOON + DAY, NOON + 2 * DAY
OWN = [bytes([number]) * 32 for number in range(4)]


@pytest.fixture
def users():
    return people(4)


@pytest.fixture
def tournament(users):
    """The first three of four players have sealed a contribution."""
    found = made(users[0], closes_at=CLOSED, starts_at=BEGIN)
    for user, own in zip(users, OWN, strict=True):
        sealed = "" if user == users[3] else engine.sealed(own)
        enter(tournament_id=found.pk, user=user, now=NOON, sealed=sealed)
    return again(found)


def opens(tournament: Tournament, user, own, now=CLOSED):
    lots.open_contribution(table=tournament.pk, user=user, contribution=own.hex(), now=now)


def begun(tournament: Tournament) -> Tournament:
    start_tournament(tournament_id=tournament.pk, now=BEGIN)
    return again(tournament)


def drawn_lots(tournament: Tournament) -> list[int]:
    return list(tournament.entries.order_by("pk").values_list("lot", flat=True))


def test_they_follow_from_the_seed_and_all_that_was_opened(tournament, users):
    (awaited,) = lots.awaited_of(users[0], CLOSED)
    assert awaited.sealed == [engine.sealed(own) for own in OWN[:3]]
    assert awaited.commitment == tournament.acts.get(kind="opened").data["commitment"]
    opens(tournament, users[0], OWN[0])
    opens(tournament, users[2], OWN[2])
    tournament = begun(tournament)
    seed = engine.seed_for(tournament.seed.encode(), "lots", contributions=[OWN[0], None, OWN[2]])
    assert engine.shuffled(seed, "lot", "1234") == [str(1 + drawn_lots(tournament).index(lot)) for lot in (1, 2, 3, 4)]
    told = tournament.acts.get(kind="started").data["contributions"]
    assert told == [[engine.sealed(own), own.hex() if own != OWN[1] else ""] for own in OWN[:3]]
    assert list(tournament_faults(tournament)) == []


def test_verify_finds_lots_that_do_not_follow(tournament, users):
    opens(tournament, users[1], OWN[1])
    tournament = begun(tournament)
    other = engine.sealed(OWN[0])
    for data in ({"contributions": [[other, OWN[1].hex()]]}, {"lots": [[1, 1], [2, 2], [3, 3], [4, 5]]}):
        act = Act.objects.get(tournament=tournament, kind="started")
        before, act.data = act.data, {**act.data, **data}
        act.save()
        assert any("seed and contributions give" in fault for fault in tournament_faults(tournament))
        act.data = before
        act.save()
    Tournament.objects.filter(pk=tournament.pk).update(seed="0" * 32)
    assert any("not the one that was committed to" in fault for fault in tournament_faults(again(tournament)))


def test_who_has_seen_what_others_opened_has_nothing_left_to_choose(tournament, users):
    """Neither by leaving nor by registering again; and nothing is opened while somebody can still register."""
    with pytest.raises(WrongState):
        opens(tournament, users[0], OWN[0], now=CLOSED - timedelta(seconds=1))
    opens(tournament, users[0], OWN[0])
    opens(tournament, users[1], OWN[1])
    with pytest.raises(BadContribution):
        opens(tournament, users[2], OWN[3])
    leave(tournament_id=tournament.pk, user=users[1], now=CLOSED)
    with pytest.raises(NotEntered):
        opens(tournament, users[1], OWN[1])
    Tournament.objects.filter(pk=tournament.pk).update(closes_at=None)
    enter(tournament_id=tournament.pk, user=users[1], now=CLOSED, sealed=engine.sealed(OWN[3]))
    kept = Entry.objects.get(tournament=tournament, user=users[1])
    assert (kept.sealed, kept.opened) == (engine.sealed(OWN[1]), OWN[1].hex())


def test_a_browser_asks_and_opens(tournament, users):
    Tournament.objects.filter(pk=tournament.pk).update(closes_at=NOON - 30 * DAY, starts_at=None)
    client = signed_in(users[0])
    (table,) = client.get("/tournaments/contributions/").json()["tables"]
    assert table["table"] == tournament.pk
    wrong = client.post("/tournaments/contributions/", {"table": tournament.pk, "contribution": OWN[1].hex()})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "bad_contribution")
    assert client.post("/tournaments/contributions/", {"table": 999999, "contribution": "x"}).status_code == 404
    right = {"table": tournament.pk, "contribution": OWN[0].hex()}
    assert client.post("/tournaments/contributions/", right).json() == {"opened": True}
    assert client.get("/tournaments/contributions/").json()["tables"] == []
