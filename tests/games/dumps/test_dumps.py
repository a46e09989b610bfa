"""All public games as a file: nothing else, of the same hash everywhere, resumable, and accepted whole by another site."""

import gzip
import hashlib
import json
import random
from datetime import timedelta

import pytest
from django.test import Client

from engine.record import digest, from_record
from games.dumps import services
from games.models import Deal, Dump, Game, Status, Visibility
from games.play.positions import load
from games.replay.record import record_of
from games.tasks import make_dump
from stpete_site.erasing import erase
from tests.games.imports.test_imports import brought, rows
from tests.games.page_reading import text_of
from tests.games.play.test_facts import over
from tests.games.play_builders import NOON, begun
from tests.games.table_builders import agreed_over
from tests.people import person
from tests.programs import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(settings, tmp_path):
    settings.HOME = tmp_path
    return tmp_path


def whole(now=NOON) -> list[dict]:
    while services.go_on(now):
        pass
    dump = services.latest()
    packed = services.path_of(dump).read_bytes()
    assert (dump.size, dump.sha256) == (len(packed), hashlib.sha256(packed).hexdigest())
    lines = [json.loads(line) for line in gzip.decompress(packed).decode().splitlines()]
    assert dump.games == len(lines)
    return lines


def test_the_file_has_public_games_alone_and_none_of_their_secrets(home, anna, boris, clara):
    public, hidden, shared = (
        agreed_over(begun(anna, boris)),
        agreed_over(begun(anna, boris)),
        agreed_over(begun(anna, boris)),
    )
    Game.objects.filter(pk=hidden.pk).update(visibility=Visibility.LINK)
    deal = Deal.objects.create(deal_id="event-1", size=2, options=shared.options)
    Game.objects.filter(pk=shared.pk).update(deal=deal, seats_given=True)
    begun(anna, clara)
    erase(boris, now=NOON)
    (line,) = whole()
    record = record_of(load(public.pk))
    assert line == {
        "game": public.pk,
        "finished": "2026-11-20",
        "rated": False,
        "voided": False,
        "sha256": digest(record),
        "record": record,
    }
    assert sorted(record["seats"]) == ["Anna", f"Former player {boris.pk}"]
    shuffled = dict(random.Random(1).sample(sorted(record.items()), len(record)))
    assert digest(shuffled) == digest(from_record(record).to_json()) == line["sha256"]
    text = json.dumps(line)
    assert "@" not in text
    assert "Evening" not in text


def test_a_worker_that_dies_goes_on_and_the_next_month_replaces_the_file(home, anna, boris, monkeypatch):
    games = [agreed_over(begun(anna, boris)) for _ in range(5)]
    monkeypatch.setattr(services, "BATCH", 2)
    monkeypatch.setattr(services, "SECONDS", 0.000001)
    assert services.go_on(NOON)
    half = Dump.objects.get()
    with (home / "dumps/st-pete-2026-11.jsonl.part").open("ab") as file:
        file.write(b"what was not noted any more")
    assert Client().get("/archive/dumps/2026-11.jsonl.gz").status_code == 404
    assert 0 <= half.games < 5
    monkeypatch.setattr(services, "SECONDS", 10.0)
    assert [line["game"] for line in whole()] == [game.pk for game in games]
    assert not services.go_on(NOON), "one in a month"
    whole(NOON + timedelta(days=30))
    left = sorted(path.name for path in (home / "dumps").iterdir())
    assert left == ["st-pete-2026-12.jsonl.gz", "st-pete-2026-12.parquet"]
    make_dump()


def test_a_download_goes_on_where_it_broke_off(home, anna, boris):
    agreed_over(begun(anna, boris))
    assert "The first file is created tonight." in text_of(Client().get("/archive/dumps/"))
    whole()
    page = text_of(Client().get("/archive/dumps/"))
    dump = services.latest()
    assert dump.sha256 in page
    assert Program()("GET", "archive/dumps/")["dump"]["url"] == "/archive/dumps/2026-11.jsonl.gz"
    assert "No game has been checked yet." in page
    content = services.path_of(dump).read_bytes()

    def get(**headers):
        answer = Client(headers=headers).get("/archive/dumps/2026-11.jsonl.gz")
        return answer.status_code, b"".join(answer) if answer.streaming else answer.content, answer

    status, body, answer = get()
    assert (status, body, answer["Content-Length"], answer["Accept-Ranges"]) == (200, content, str(dump.size), "bytes")
    mark, size = answer["ETag"], dump.size
    assert get(Accept_Encoding="gzip, br")[1] == content, "nor does a browser get it packed twice, without its length"
    for asked, part in (("5-", content[5:]), ("5-8", content[5:9]), ("-7", content[-7:]), ("5-99999999", content[5:])):
        status, body, answer = get(Range=f"bytes={asked}", If_Range=mark, Accept_Encoding="gzip, br")
        assert (status, body, answer["Content-Length"]) == (206, part, str(len(part)))
    assert answer["Content-Range"] == f"bytes 5-{size - 1}/{size}"
    assert get(Range="bytes=5-", If_Range='"another"')[1] == content, "the file is another one now"
    for wrong in ("bytes=-", "lines=1-2", "bytes=1-2,5-6"):
        assert get(Range=wrong)[:2] == (200, content)
    status, _body, answer = get(Range=f"bytes={size}-")
    assert (status, answer["Content-Range"]) == (416, f"bytes */{size}")


def test_another_site_imports_the_file_whole_and_no_damaged_line_of_a_thousand(home, anna, boris, clara):
    over(anna, boris, edition=1)
    agreed_over(begun(anna, boris))
    lines = whole()
    text = gzip.decompress(services.path_of(services.latest()).read_bytes()).decode().splitlines()
    Game.objects.filter(status=Status.FINISHED).delete()
    source = brought(person("Dora"), *text)
    assert (source.made, source.refused) == (2, 0)
    again = [record_of(load(game.pk)) for game in Game.objects.order_by("pk")]
    assert [digest(one) for one in again] == [line["sha256"] for line in lines]
    before, chance = rows(), random.Random(27)
    damaged = [_damaged(text[0], chance) for _ in range(1000)]
    source = brought(clara, *damaged)
    assert (source.made, source.refused) == (0, 1000)
    assert all(one["code"] and one["reason"] for one in source.refusals)
    assert rows() == before


def _damaged(line: str, chance: random.Random) -> str:
    """The line with a character less, more, or another one; or a value of the record changed and the hash made to fit."""
    at = chance.randrange(line.index('"sha256"'), len(line) - 1)
    if chance.random() < 0.9:
        other = chance.choice('0123456789abcdef{}[]":, é\\')
        changed = line[:at] + chance.choice(["", other, other + line[at]]) + line[at + 1 :]
        return changed if json_of(changed) != json.loads(line) else line[: at + 1]
    whole = json.loads(line)
    record = whole["record"]
    moves = record["moves"]
    match chance.randrange(5):
        case 0:
            moves[chance.randrange(len(moves))]["text"] = "buy nothing"
        case 1:
            del moves[chance.randrange(len(moves))]
        case 2:
            record["result"]["seats"][0]["points"] += chance.choice([-1, 1])
        case 3:
            record["deal"]["seed"] = record["deal"]["seed"][::-1]
        case _:
            record[chance.choice(sorted(record))] = chance.choice([None, 7, "text", [], {}])
    return json.dumps(whole | {"sha256": digest(record)}, ensure_ascii=False)


def json_of(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def test_the_same_lies_there_as_parquet_where_pyarrow_is_installed(home, anna, boris, monkeypatch):
    from pyarrow import parquet

    agreed_over(begun(anna, boris))
    (line,) = whole()
    dump = services.latest()
    (row,) = parquet.read_table(services.path_of(dump, services.PARQUET)).to_pylist()
    assert row | {"record": json.loads(row["record"])} == line
    assert hashlib.sha256(row["record"].encode()).hexdigest() == row["sha256"]
    address = f"/archive/dumps/{dump.month}.parquet"
    assert address in Client().get("/archive/dumps/").content.decode()
    part = Client().get(address, headers={"Range": "bytes=0-3"})
    assert (part.status_code, b"".join(part.streaming_content)) == (206, b"PAR1")
    assert hashlib.sha256(b"".join(Client().get(address).streaming_content)).hexdigest() == dump.parquet_sha256
    monkeypatch.setattr(services, "find_spec", lambda name: None)
    whole(NOON + timedelta(days=40))
    assert ".parquet" not in Client().get("/archive/dumps/").content.decode()
    assert Client().get(address).status_code == 404
    assert [one.suffix for one in (home / "dumps").iterdir()] == [".gz"]
