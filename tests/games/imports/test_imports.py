"""Records come as games of the archive: whole or not at all, marked, of nobody's account, and go again as a whole."""

import json
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from api.problems import MOST_BYTES
from engine.record import parse_record, verify
from games.imports import services
from games.imports.services import Refused, bring, read_line, remove, work_on
from games.models import CardFact, Game, GameFact, GameImport, Seat, SeatFact, Status, Tenure
from games.play import outcomes
from games.play.facts import find_fact_faults
from games.play.positions import load
from games.replay.record import record_of
from games.search.found import Search
from games.selectors.queries import finished_games
from games.staff import card
from games.tasks import import_games
from moderation.models import TrailRow
from stpete_site.erasing import erase
from tests.games.page_reading import text_of
from tests.games.play.test_facts import over
from tests.games.play_builders import NOON
from tests.moderation.staff import act
from tests.people import person, signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db

MODELS = (Game, Seat, Tenure, GameFact, SeatFact, CardFact)


@pytest.fixture
def record(anna, boris) -> dict[str, object]:
    """The record of a game of this site, which is then gone, so that what is found was imported."""
    game = over(anna, boris, edition=1)
    found = record_of(load(game.pk))
    game.delete()
    outcomes.recount()
    return found


def brought(user, *records, now=NOON) -> GameImport:
    content = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records)
    found = bring(user=user, name="club.jsonl", content=content.encode(), now=now)
    while work_on(now) is not None:
        pass
    found.refresh_from_db()
    return found


def rows() -> list[int]:
    return [kind.objects.count() for kind in MODELS]


def test_an_imported_game_is_replayed_recorded_and_verified_as_it_came(clara, record):
    source = brought(clara, record)
    assert (source.made, source.refused, source.done, source.content) == (1, 0, 1, b"")
    game = Game.objects.get()
    assert (game.status, game.rated, game.imported_id) == (Status.IMPORTED, False, source.pk)
    assert record_of(load(game.pk)) == record
    assert "commitment" in "".join(verify(parse_record(json.dumps(Program()("GET", f"games/{game.pk}/record/")))))
    page = Client().get(f"/games/{game.pk}/replay/?at=5")
    assert page.status_code == 200
    assert "Anna" in text_of(page)
    assert "This game was imported from a file." in text_of(page)
    assert f"/players/{clara.pk}/" not in page.content.decode()
    assert list(find_fact_faults(mend=False)) == []


def test_imported_games_are_found_where_one_searches_for_them_and_stand_nowhere_else(anna, clara, record):
    brought(clara, record)
    game = Game.objects.get()
    assert set(Search.read("imported:yes name:anna").games) == {game}
    assert not Search.read("imported:yes player:anna").games.exists(), "a name leads to no account"
    assert not Search.read("player:anna").games.exists()
    assert not Search.read("").games.exists()
    assert not finished_games().exists()
    assert list(outcomes.find_outcome_faults()) == []
    assert "Imported on" in text_of(Client().get("/archive/", {"q": "imported:yes"}))
    assert Client().get("/archive/").context["rows"] == []
    assert "Evening" not in text_of(signed_in(anna).get("/games/"))


def test_an_import_is_removed_as_a_whole(anna, clara, record):
    before = rows()
    source, other = brought(clara, record, record), brought(anna, record)
    with pytest.raises(GameImport.DoesNotExist):
        remove(user=anna, number=source.pk, now=NOON)
    remove(user=clara, number=source.pk, now=NOON)
    remove(user=anna, number=other.pk, now=NOON)
    while work_on(NOON) is not None:
        pass
    assert rows() == before
    assert not GameImport.objects.exists()


def damaged(record: dict[str, object], chance: random.Random) -> str:
    """The record with something wrong in it."""
    text = json.dumps(record)
    moves = record["moves"]
    which = chance.randrange(9)
    if which == 0:
        return text[: chance.randrange(2, len(text) - 1)]
    if which == 1:
        return json.dumps(record | {"result": None})
    if which == 2:
        return json.dumps(record | {"rules_version": 999})
    if which == 3:
        return json.dumps(record | {"seats": ["Anna\u0000", "Boris"]})
    if which == 4:
        return json.dumps(record | {"moves": moves[: chance.randrange(1, len(moves) - 1)]})
    if which == 5:
        return json.dumps(record | {"more": 1})
    if which == 6:
        return json.dumps(record | {"deal": record["deal"] | {"secret": "00" * 31 + "07"}})
    if which == 7:
        seats = [one | {"points": one["points"] + 1} for one in record["result"]["seats"]]
        return json.dumps(record | {"result": record["result"] | {"seats": seats}})
    number = chance.randrange(len(moves))
    return json.dumps(
        record | {"moves": [*moves[:number], moves[number] | {"text": "buy nothing"}, *moves[number + 1 :]]}
    )


def test_damaged_records_are_refused_each_with_line_code_and_reason_and_leave_no_row(clara, record):
    chance, before = random.Random(5), rows()
    source = brought(clara, *(damaged(record, chance) for _ in range(60)))
    assert (source.made, source.refused, len(source.refusals)) == (0, 60, 60)
    assert [one["line"] for one in source.refusals] == list(range(1, 61))
    assert all(one["code"] and one["reason"] for one in source.refusals)
    assert {"malformed", "not_finished", "rules-version", "characters"} <= {one["code"] for one in source.refusals}
    assert "unreadable" not in {one["code"] for one in source.refusals}
    assert rows() == before


@pytest.mark.parametrize(
    "line", [b"\xff\xfe", b"[" * 100_000, b"1", b"{}", b'"a"', b"x" * 300_000, b'{"a": 1, "a": 2}']
)
def test_a_line_that_is_nothing_is_refused(line):
    with pytest.raises(Refused):
        read_line(line)


def test_a_worker_that_dies_leaves_nothing_half_done_and_another_goes_on(clara, record, monkeypatch):
    content = "\n".join([json.dumps(record)] * 3).encode()
    source = bring(user=clara, name="", content=content, now=NOON)
    monkeypatch.setattr(services, "BATCH", 1)
    monkeypatch.setattr(services, "SECONDS", 0.0)
    lines = content.splitlines()
    services._read_some(source.pk, lines, NOON)
    source.refresh_from_db()
    assert (source.done, source.made, Game.objects.count()) == (1, 1, 1)
    assert services._read_some(source.pk, lines, NOON)
    monkeypatch.undo()
    while work_on(NOON) is not None:
        pass
    source.refresh_from_db()
    assert (source.done, source.made, Game.objects.count()) == (3, 3, 3)


def test_one_import_at_a_time_and_not_without_end(clara, record, monkeypatch):
    bring(user=clara, name="", content=b"1\n", now=NOON)
    with pytest.raises(services.ImportRunning):
        bring(user=clara, name="", content=b"1\n", now=NOON)
    work_on(NOON)
    monkeypatch.setattr(services, "MOST_LINES", 1)
    with pytest.raises(services.TooManyImported):
        bring(user=clara, name="", content=b"1\n", now=NOON)
    with pytest.raises(services.BadFile):
        bring(user=clara, name="", content=b" \n", now=NOON)


def test_a_file_is_brought_on_its_page_which_says_how_far_it_is(clara, record):
    client = signed_in(clara)
    lines = f"{json.dumps(record)}\nnothing\n".encode()
    client.post("/archive/imports/", {"file": SimpleUploadedFile("club.jsonl", lines)})
    waiting = client.get("/archive/imports/")
    assert "0 of 2 lines" in text_of(waiting)
    assert waiting["Refresh"]
    import_games()
    done = client.get("/archive/imports/")
    assert "1 game imported. 1 line refused." in text_of(done)
    assert "malformed" in text_of(done)
    assert not done.has_header("Refresh")
    assert client.post("/archive/imports/").status_code == 422
    source = GameImport.objects.get()
    client.post(f"/archive/imports/{source.pk}/remove/")
    import_games()
    assert not Game.objects.exists()
    assert Client().get("/archive/imports/").status_code == 302


def test_a_file_larger_than_a_page_sends_comes_through_and_too_many_lines_are_refused(clara, record):
    client, most = signed_in(clara), MOST_BYTES
    much = json.dumps(record).encode() + b" " * (most + 1)
    assert client.post("/archive/imports/", {"file": SimpleUploadedFile("club.jsonl", much)}).status_code == 302
    import_games()
    assert GameImport.objects.get().made == 1
    lines = SimpleUploadedFile("club.jsonl", b"\n" * services.MOST_LINES + b"1")
    assert "20,000" in text_of(client.post("/archive/imports/", {"file": lines}))
    whole = "x" * (most + services.LARGEST + 1)
    assert client.post("/archive/imports/", whole, content_type="text/plain").status_code == 413
    ask = Program(clara)
    size = f"{most / 2**20:.1f}"
    told = ask("GET", "schema/?format=json")["components"]["schemas"]["ImportInput"]["properties"]["records"]
    assert f"{size} MB" in told["description"]
    more = ask("POST", "archive/imports/", {"name": "much", "records": "x" * most}, status=413)
    assert (more["code"], f"Send at most {size}" in more["detail"]) == ("too_large", True)


def test_a_deleted_account_leaves_its_games_but_no_file_and_staff_can_remove_them(clara, record):
    kept = brought(clara, record, "nothing")
    bring(user=clara, name="more.jsonl", content=json.dumps(record).encode(), now=NOON)
    erase(clara, now=NOON)
    for one in GameImport.objects.all():
        assert (one.name, bytes(one.content), one.refusals, one.due_at) == ("", b"", [], None)
    assert work_on(NOON) is None
    game = Game.objects.get(imported=kept)
    admin = person("Admin", is_staff=True, is_superuser=True)
    assert ("Imported by", GameImport.objects.get(pk=kept.pk).uploader.name) in [
        (str(one.label), one.value) for one in card(game.pk, admin).facts
    ]
    act("remove-import", game.pk, admin, NOON)
    assert TrailRow.objects.get(act="remove-import").before == {"import": kept.pk, "games": 1}
    import_games()
    assert not Game.objects.exists()
    assert not GameImport.objects.filter(pk=kept.pk).exists()


def test_what_a_search_gives_another_site_takes(anna, boris, clara):
    game = over(anna, boris)
    lines = b"".join(signed_in(clara).post("/archive/records.jsonl", {"q": "player:anna"}))
    source = bring(user=clara, name="", content=lines, now=NOON)
    while work_on(NOON) is not None:
        pass
    assert record_of(load(source.games.get().pk)) == record_of(load(game.pk))


def test_a_program_brings_records_sees_how_far_they_are_and_removes_them(anna, clara, record):
    ask = Program(clara)
    body = {"name": "club", "records": f"{json.dumps(record)}\n{json.dumps(record | {'seats': []})}\n"}
    number = ask("POST", "archive/imports/", body, status=202)["id"]
    assert ask("POST", "archive/imports/", body, status=409)["code"] == "import_running"
    assert ask("GET", f"archive/imports/{number}/")["done"] == 0
    import_games()
    found = ask("GET", f"archive/imports/{number}/")
    assert (found["made"], found["refused"], found["refusals"][0]["line"]) == (1, 1, 2)
    assert found["finished_at"]
    assert [one["id"] for one in ask("GET", "archive/imports/")["results"]] == [number]
    other = Program(anna)
    assert other("GET", "archive/imports/")["results"] == []
    for method in ("GET", "DELETE"):
        other(method, f"archive/imports/{number}/", status=404)
    ask("DELETE", f"archive/imports/{number}/", status=204)
    import_games()
    assert not Game.objects.exists()
    ask("GET", f"archive/imports/{number}/", status=404)
