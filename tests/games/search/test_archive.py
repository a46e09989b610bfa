"""The archive finds what its words mean, counts it, and shows nothing that its reader may not see."""

import io
import json
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.utils.timezone import now

from engine.record import parse_record, verify
from games.models import CardFact, Deal, Game, SavedSearch, SeatFact, Visibility
from games.play.facts import BITS, card_code
from games.search import exporting, views
from games.search import found as searching
from games.search.counts import Share, counts_of
from games.search.found import BadSearch, Search, in_time
from games.selectors.queries import PAGE
from tests.games.page_reading import text_of
from tests.games.play.test_facts import over
from tests.games.play_builders import NOON, begun
from tests.games.table_builders import agreed_over
from tests.large_tables import plan_as_if_large
from tests.people import PASSWORD, signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db


def found(text: str) -> set[int]:
    return set(Search.read(text).games.values_list("pk", flat=True))


@pytest.fixture
def games(anna, boris, clara) -> dict[str, Game]:
    """One played out by Anna and Boris, one that Clara and Boris agreed to end, with facts that are easy to ask for."""
    long, short = over(anna, boris), agreed_over(begun(clara, boris, sets=["market"]), now=NOON)
    short.refresh_from_db()
    for game in (long, short):
        CardFact.objects.filter(game=game).delete()
    for seat, card, *rounds in [(0, "observatory", 2, 3), (1, "observatory", 1), (1, "pub", 4)]:
        CardFact.objects.create(
            game=long,
            over_at=long.finished_at,
            card=card_code(card),
            rounds=sum(round << BITS * copy for copy, round in enumerate(rounds)),
            seat=seat,
            count=len(rounds),
            price=7,
        )
    SeatFact.objects.filter(game=long, seat=0).update(points=120, won=True, place=1)
    SeatFact.objects.filter(game=long, seat=1).update(points=80, won=False, place=2)
    return {"long": long, "short": short}


DESCRIBED = {
    "": "long short",
    "player:anna": "long",
    "player:boris": "long short",
    "boris": "long short",
    "player:anna opponent:boris": "long",
    "player:anna opponent:clara": "",
    "player:anna opponent:anna": "",
    "player:boris card:observatory result:lost (points>119 or place:2)": "long",
    "player:anna or player:clara": "long short",
    "not player:anna": "short",
    "player:boris not player:clara": "long",
    "points>=120": "long",
    "points:120 result:won": "long",
    "points:120 result:lost": "",
    "points>119 or seats:4": "long",
    "points>119 seat:1": "long",
    "points>119 seat:2": "",
    "card:observatory": "long",
    "card:observatory x2 round<=3 result:won": "long",
    "card:observatory x2 round<=2": "",
    "card:observatory round:1 result:won": "",
    "card:observatory round:1 place:2": "long",
    "card:observatory card:pub": "long",
    "card:observatory x2 card:pub": "",
    "card:observatory not card:pub result:lost": "",
    "with:market": "short",
    "not with:market": "long",
    "edition:2": "long short",
    "edition:1 or (edition:2 with:market)": "short",
    "end:agreement": "short",
    "end:played-out": "long",
    "rounds>1": "long",
    "moves<10": "short",
    "days<1": "long short",
    "days>=1": "",
    "date:2026-11-20": "long short",
    "date>2026-11-20": "",
    "date<=2026-11-20 rated:no voided:no": "long short",
    "tournament:1": "",
    "imported:yes": "",
    "card:observatory result:lost": "long",
    "with:market end:agreement": "short",
    "with:market player:clara": "short",
    "points>119 (card:pub or card:observatory)": "long",
}
"""By the words of a search, the games it finds."""


def test_a_search_finds_the_games_that_its_words_describe(games):
    by_number = {game.pk: name for name, game in games.items()}
    answers = {text: " ".join(sorted(by_number[number] for number in found(text))) for text in DESCRIBED}
    assert answers == DESCRIBED


def test_games_that_the_reader_may_not_see_are_neither_found_nor_counted(games, anna, boris):
    long = games["long"]
    deal = Deal.objects.create(deal_id="shared", size=2, options=long.options, secret=bytes(32), commitment="c")
    Game.objects.filter(pk=long.pk).update(deal=deal, seats_given=True)
    assert long.pk not in found("player:anna")
    assert counts_of(Search.read("player:anna"))["games"] == 0
    deal.released_at = now()
    deal.save()
    assert found("player:anna") == {long.pk}
    Game.objects.filter(pk=long.pk).update(visibility=Visibility.LINK)
    assert found("player:anna") == set()


def test_counts_are_of_the_games_that_were_found_and_say_how_sure_they_are(games):
    counts = counts_of(Search.read("card:observatory"))
    assert counts["games"] == 1
    assert [(line["seat"], line["wins"].part, line["wins"].whole, line["points"]) for line in counts["seats"]] == [
        (0, 1, 1, 120),
        (1, 0, 1, 80),
    ]
    assert (counts["described"]["wins"], counts["described"]["least"]) == (Share(1, 2), 80)
    (card,) = counts["cards"]
    assert (card["wins"], card["price"], card["round"]) == (Share(1, 2), 7, 1.5)
    assert [round(one, 1) for one in Share(5, 10).interval] == [23.7, 76.3]
    assert Share(0, 0).interval == (0, 100)
    assert Share(0, 10).interval[0] == 0


def test_the_page_shows_what_was_found_its_figures_and_the_error_with_its_word(games, anna):
    client = signed_in(anna)
    page = client.get("/archive/", {"q": "card:observatory x2", "figures": "1"})
    assert [row.game.pk for row in page.context["rows"]] == [games["long"].pk]
    words = text_of(page)
    assert "1 game" in words
    assert "20.7–100.0" in words
    assert "Observatory" in words
    wrong = client.get("/archive/", {"q": "card:observatorium"})
    assert wrong.status_code == 422
    assert "There is no card named “observatorium”. Possible: observatory." in text_of(wrong)
    assert "There is no player named “nobody”." in text_of(client.get("/archive/", {"q": "nobody"}))


def test_the_form_writes_the_words(games):
    sent = {
        "words": "1",
        "player": "Anna",
        "card": "observatory",
        "copies": "2",
        "round": "3",
        "expansion": "",
        "result": "won",
    }
    answer = Client().get("/archive/", sent | {"edition": "2", "since": "2026-11-01"})
    (text,) = parse_qs(urlsplit(answer["Location"]).query)["q"]
    assert text == "player:Anna result:won card:observatory x2 round<=3 edition:2 date>=2026-11-01"
    assert [row.game.pk for row in Client().get(answer["Location"]).context["rows"]] == [games["long"].pk]
    wrong = Client().get("/archive/", {"words": "1", "copies": "99"})
    assert wrong.status_code == 422


def test_one_walks_through_what_was_found(games, anna, boris):
    start = games["short"].finished_at
    for number in range(PAGE + 5):
        game = Game.objects.create(
            title="One",
            status="finished",
            options=games["long"].options,
            pace_base=timedelta(days=2),
            started_at=start,
            finished_at=start + timedelta(minutes=number),
            result=None,
        )
        SeatFact.objects.create(game=game, over_at=game.finished_at, seat=0, user=anna, points=1, place=1, won=True)
    first = Client().get("/archive/", {"q": "player:anna"})
    assert "31 games" in text_of(first)
    second = Client().get(f"/archive/?{first.context['query']}&{first.context['page'].older}")
    assert len(first.context["rows"]) + len(second.context["rows"]) == 31
    oldest = Client().get("/archive/?q=player:anna&after=0.0")
    assert oldest.context["rows"][-1].game.pk == second.context["rows"][-1].game.pk


def test_the_api_answers_the_same_search_and_says_what_is_wrong(games):
    (line,) = Program()("GET", "archive/?q=card:observatory x2")["results"]
    assert line["id"] == games["long"].pk
    wrong = Program()("GET", "archive/?q=raited:yes", status=422)
    assert (wrong["code"], wrong["reason"], wrong["word"]) == ("bad_search", "unknown_word", "raited")
    assert "rated" in wrong["possible"]
    counts = Program()("GET", "archive/counts/?q=card:observatory")
    assert counts["games"] == 1
    assert counts["is_capped"] is False
    assert counts["cards"][0]["wins"]["part"] == 1


def test_a_saved_search_has_a_feed_until_it_is_deleted_or_the_password_changes(games, anna):
    client = signed_in(anna)
    client.post("/archive/saved/", {"q": "player:anna"})
    client.post("/archive/saved/", {"q": "raited:yes"})
    assert [one.text for one in SavedSearch.objects.all()] == ["player:anna"]
    (kept,) = client.get("/archive/").context["saved"]
    feed = Client().get(kept.feed)
    assert feed["Content-Type"].startswith("application/atom+xml")
    assert f"/games/{games['long'].pk}/replay/" in feed.content.decode()
    assert f"/games/{games['short'].pk}/replay/" not in feed.content.decode()
    assert Client().get(kept.feed[:-3] + "00/").status_code == 404
    anna.set_password(PASSWORD + "!")
    anna.save()
    assert Client().get(kept.feed).status_code == 404
    client = signed_in(anna)
    client.post("/archive/saved/", {"q": "player:anna", "act": "delete"})
    assert not SavedSearch.objects.exists()


def test_the_records_of_a_search_come_as_lines_or_as_a_zip_and_verify(games, anna):
    client = signed_in(anna)
    lines = b"".join(client.post("/archive/records.jsonl", {"q": "points>119"})).decode().splitlines()
    assert len(lines) == 1
    assert "commitment" in "".join(verify(parse_record(lines[0])))
    packed = b"".join(client.post("/archive/records.zip", {"q": ""}))
    with ZipFile(io.BytesIO(packed)) as files:
        assert set(files.namelist()) == {f"{game.pk}.json" for game in games.values()}
        assert json.loads(files.read(f"{games['long'].pk}.json")) == json.loads(lines[0])
    assert Client().post("/archive/records.zip", {"q": ""}).status_code == 302


def test_of_an_export_the_latest_games_come(games, anna, monkeypatch):
    monkeypatch.setattr(exporting, "MOST_RECORDS", 1)
    monkeypatch.setattr(views, "MOST_RECORDS", 1)
    client = signed_in(anna)
    assert len(b"".join(client.post("/archive/records.jsonl", {"q": ""})).splitlines()) == 1
    assert "A file contains at most the latest 1 games." in text_of(client.get("/archive/"))


def test_a_search_that_takes_too_long_ends_with_a_stable_code(games, monkeypatch):
    monkeypatch.setattr(searching, "MOST_MILLISECONDS", 20)
    if connection.vendor != "postgresql":
        assert found("player:anna") == {games["long"].pk}, "SQLite has one reader's machine and no such limit"
        return
    with pytest.raises(BadSearch) as caught, in_time(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(5)")
    assert (caught.value.reason, caught.value.status) == ("too_slow", 422)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.05)")


def test_figures_are_counted_by_network(games, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "figures": "1/m/key"}
    client = Client()
    answers = [client.get("/archive/", {"figures": "1"}).status_code for _turn in range(2)]
    assert answers == [200, 429]
    assert client.get("/archive/").status_code == 200
    assert client.get("/api/v1/archive/counts/").status_code == 429


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("player:anna", "seat_fact_user"),
        ("card:observatory x2 round<=3", "card_fact_card"),
        ("end:agreement", "fact"),
        ("with:market", "finished_set"),
    ],
)
def test_no_table_is_read_whole_for_a_search(games, text, index):
    search = Search.read(text)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
            plan_as_if_large(cursor)
        plan = listing_plan(search)
    assert index in plan
    assert "Seq Scan" not in plan
    assert all("SCAN" not in line or "INDEX" in line for line in plan.splitlines())


def listing_plan(search: Search) -> str:
    return search.games.order_by(f"-{search.field}", "-pk")[:PAGE].explain()


def test_a_query_that_names_nobody_is_refused_with_a_stable_code():
    with pytest.raises(BadSearch) as caught:
        Search.read("player:nobody")
    assert (caught.value.reason, caught.value.word) == ("unknown_player", "nobody")
    with pytest.raises(BadSearch) as caught:
        Search.read("imported:yes or rated:yes")
    assert caught.value.reason == "imported_alone"
    with pytest.raises(BadSearch) as caught:
        Search.read("date<=9999-12-31")
    assert caught.value.reason == "no_day"
    assert Client().get("/archive/", {"q": "date<=9998-12-31"}).status_code == 200
