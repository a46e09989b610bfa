"""Totals grow with each game that everybody may see, and are what a new count of all facts says."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.models import Deal, Game, GameFact, SeatFact, Total, Visibility
from games.models.clock import PACES, pace_key
from games.play import totals
from games.play.begin import release_deal
from games.play.merging import take_games
from games.play.totals import count_rest, find_total_faults, known_lengths, make_anew
from games.search.counts import counts_of
from games.search.found import Search
from games.selectors.career import tables_of
from games.statistics.figures import statistics
from tests.games.page_reading import text_of
from tests.games.play.test_facts import over
from tests.games.play_builders import NOON, begun
from tests.games.table_builders import agreed_over, table
from tests.people import signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db


def test_a_game_is_added_where_it_ends_and_the_search_counts_the_same(anna, boris, clara):
    over(anna, boris)
    over(clara, boris, anna, edition=1, seed=5)
    found = statistics()
    assert found.games == 2
    assert list(find_total_faults()) == []
    for one in found.seats:
        (line,) = [
            line
            for line in counts_of(Search.read(f"edition:{one['edition']} seats:{one['players']}"))["seats"]
            if line["seat"] == one["seat"]
        ]
        assert (one["wins"], one["points"]) == (line["wins"], line["points"])
    card = found.cards[0]
    assert card["wins"].whole == max(one["wins"].whole for one in found.cards) > 1
    (line,) = counts_of(Search.read(f"card:{card['card']}"))["cards"]
    assert (card["wins"], card["price"], card["round"]) == (line["wins"], line["price"], line["round"])
    Total.objects.filter(kind="card", key=card["card"]).update(won=99)
    SeatFact.objects.filter(user=clara).update(points=1)
    faults = list(find_total_faults())
    assert {fault.split()[1] for fault in faults} == {"card", "seat", "month", "set", "total"}
    assert {fault.split()[2] for fault in faults if fault.startswith("player total")} == {str(clara.pk)}
    make_anew()
    assert list(find_total_faults()) == []


def test_a_players_results_are_kept_and_go_along_where_two_accounts_become_one(anna, boris, clara, dmitri):
    first, second = over(anna, boris), over(anna, clara, boris, edition=1, seed=5)
    own = SeatFact.objects.filter(user=anna, game__in=[first.pk, second.pk])
    told = tables_of(anna)
    assert [(one.words, one.games) for one in told["editions"]] == [
        ("1st edition, 3 players", 1),
        ("2nd edition, 2 players", 1),
    ]
    assert [(one.words, one.games) for one in told["expansions"]] == [("base game", 2)]
    for rows in told.values():
        assert sum(one.won for one in rows) == own.filter(won=True).count()
        assert sum(one.points * one.games for one in rows) == sum(one.points for one in own)
        assert sum(one.place * one.games for one in rows) == sum(one.place for one in own)
    page = text_of(Client().get(f"/players/{anna.pk}/"))
    assert "All finished public games" in page
    assert "1st edition, 3 players" in page
    answer = Program()("GET", f"players/{anna.pk}/statistics/")
    assert [(one["name"], one["games"]) for one in answer["expansions"]] == [("base game", 2)]
    take_games(gone=anna, stays=dmitri, now=NOON)
    assert (tables_of(dmitri), tables_of(anna)) == (told, {"editions": [], "seats": [], "expansions": []})
    assert list(find_total_faults()) == []


def test_the_length_of_games_is_that_of_people_and_not_of_programs(anna, boris):
    User.objects.filter(pk=boris.pk).update(bot_since=NOON - timedelta(days=1))
    over(anna, boris, pace="daily")
    assert statistics().paces == []
    User.objects.filter(pk=boris.pk).update(bot_since=NOON + timedelta(days=900))
    make_anew()
    assert len(statistics().paces) == 1, "who became a program later was none yet"


def test_closed_games_count_once_their_deal_is_released_and_private_ones_never(anna, boris):
    private, shared = begun(anna, boris), begun(anna, boris)
    Game.objects.filter(pk=private.pk).update(visibility=Visibility.LINK)
    deal = Deal.objects.create(deal_id="event-1", size=2, options=shared.options)
    Game.objects.filter(pk=shared.pk).update(deal=deal, seats_given=True)
    for game in (private, shared):
        agreed_over(Game.objects.get(pk=game.pk))
    count_rest()
    assert not Total.objects.exists()
    release_deal(deal=deal, now=NOON)
    assert (count_rest(), statistics().games) == (1, 1)
    assert (count_rest(), statistics().games) == (0, 1)
    GameFact.objects.update(counted=False)
    Total.objects.all().delete()
    make_anew()
    assert statistics().games == 1


def test_the_length_of_a_new_game_is_that_of_those_played_with_its_time_control(anna, boris, monkeypatch):
    game = over(anna, boris, pace="daily")
    assert not known_lengths(), "one game says little"
    assert ", estimated" in text_of(signed_in(anna).get("/tables/new/"))
    key = pace_key(PACES["daily"][0])
    Total.objects.filter(kind="pace", key=key).update(amount=24 * 40)
    monkeypatch.setattr(totals, "ENOUGH", 1)
    assert known_lengths() == {(key, 2): (timedelta(days=40), 1)}
    assert "A game usually takes about 6 weeks, from 1 finished games." in text_of(signed_in(anna).get("/tables/new/"))
    table_page = text_of(signed_in(anna).get(f"/tables/{table(anna, pace='daily').pk}/"))
    assert "about 6 weeks" in table_page
    (line,) = statistics().paces
    assert (line["name"], line["games"], line["days"]) == (
        "Daily: 3 days + 12 h per move, up to 5 days, 1 hour free per move",
        1,
        40,
    )
    assert line["wait"] == pytest.approx(24 * 40 / GameFact.objects.get(pk=game.pk).moves)
    Game.objects.update(pace_base=timedelta(hours=7))
    make_anew()
    assert not statistics().paces, "a time control of a table's own has no line"


def test_the_page_and_the_api_show_them_with_a_chart_from_the_second_month_on(anna, boris):
    page = Client().get("/statistics/")
    assert "From 0 finished public games." in text_of(page)
    over(anna, boris)
    assert b'<svg class="chart"' not in Client().get("/statistics/").content
    Total.objects.create(kind="month", key="2026-10", part=0, many=7, won=2, amount=14, other=700)
    page = Client().get("/statistics/").content.decode()
    assert page.count('<svg class="chart"') == 2
    assert "2026-10" in page
    assert '<a href="/archive/?q=card:' in page
    answer = Program()("GET", "statistics/")
    assert [one["games"] for one in answer["months"]] == [7, 1]
    assert answer["seats"][0]["wins"]["whole"] == 1
    assert len(answer["cards"]) > 5
