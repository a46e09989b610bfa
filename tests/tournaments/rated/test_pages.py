"""The pages of ratings: where players stand, how they came there, leaderboards, and what one's own eyes are spared."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.core.cache import caches
from django.utils.timezone import now

from accounts.models import User
from arbiter.ratings.games import OVERALL
from games.models import Game, RankStep, Visibility
from tests.club.extends_games import SEALED
from tests.games.page_reading import statements, text_of
from tests.games.play_builders import DAY, begun
from tests.people import person, signed_in
from tournaments.models import Rating
from tournaments.models.rating import LadderPart
from tournaments.rated.changes import rating_of
from tournaments.rated.ladders import ladder_of, leaders, pools
from tournaments.rated.rebuilding import rebuild
from tournaments.rated.services import annul_rating, recount_places, relist, save_ratings, take

from ..lifecycle.rated_builders import DUEL, TABLE, played_out, rated

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(anna, boris, clara):
    """Anna beats Boris thirty times within a month, then all three play twice."""
    start = now() - 40 * DAY
    games = [rated(anna, boris, at=start + n * DAY) for n in range(30)]
    return [
        *games,
        rated(boris, clara, anna, at=start + 31 * DAY),
        rated(anna, boris, clara, ranks=(1, 1, 3), at=start + 32 * DAY),
    ]


def test_a_player_page_has_his_ratings_with_a_mark_while_they_are_provisional(client, season, anna, clara):
    said = text_of(client.get(f"/players/{anna.pk}/"))
    assert "All games" in said
    assert "2nd edition · two players · more than one day per move" in said
    settled = Rating.objects.get(user=anna, pool="overall")
    assert f"{round(settled.value)} 32" in said
    assert "? = provisional: fewer than 30 rated games" in said
    assert "1515?" not in said
    assert "? 2" in text_of(client.get(f"/players/{clara.pk}/"))


def test_who_was_never_rated_has_no_panel(client, dmitri):
    assert "Ratings" not in text_of(client.get(f"/players/{dmitri.pk}/")).split("Member since")[1].split("St Pete,")[0]


def test_the_history_has_a_chart_and_the_same_figures(client, season, anna, boris, clara):
    page = client.get(f"/players/{anna.pk}/ratings/").content.decode()
    assert page.count("<circle") == 32
    assert 'class="line provisional"' in page
    assert 'class="line"><polyline points' in page
    said = text_of(client.get(f"/players/{anna.pk}/ratings/"))
    assert "Show as a table: 32 games" in said
    assert "1 of 2 1500? +30 1530?" in said
    assert f"{boris.name} 32 30 1 1" in said
    assert f"{clara.name} 2 1 0 1" in said
    assert "three to five players 2 1 50&#8239;%" in said
    only = text_of(client.get(f"/players/{anna.pk}/ratings/", {"pool": TABLE}))
    assert "Show as a table: 2 games" in only


def test_two_players_head_to_head(client, season, anna, boris, dmitri):
    said = text_of(client.get(f"/players/{anna.pk}/against/{boris.pk}/"))
    assert "Anna 30 tied 1 Boris 1 32 rated games" in said
    assert "not met" in text_of(client.get(f"/players/{anna.pk}/against/{dmitri.pk}/"))
    assert client.get(f"/players/{anna.pk}/against/{anna.pk}/").status_code == 404
    assert client.get(f"/players/{anna.pk}/against/999999/").status_code == 404


def test_a_game_by_link_is_counted_and_named_only_to_who_may_know_it(client, anna, boris, dmitri):
    row = rated(anna, boris, visibility=Visibility.LINK)
    for page in (f"/players/{anna.pk}/ratings/", f"/players/{anna.pk}/against/{boris.pk}/"):
        assert f"/games/{row.game_id}/" not in client.get(page).content.decode()
        assert f"/games/{row.game_id}/" not in signed_in(dmitri).get(page).content.decode()
        assert f"/games/{row.game_id}/" in signed_in(anna).get(page).content.decode()


def test_leaderboards_part_settled_provisional_and_inactive(client, season, anna, clara):
    old = [person("Emil"), person("Fritz")]
    rated(*old, at=now() - timedelta(days=400))
    assert relist(now=now()) == 4
    settled, provisional, inactive = (
        text_of(client.get("/ratings/", {"list": name})) for name in ("settled", "provisional", "inactive")
    )
    assert "Anna" in settled
    assert "Clara" not in settled
    assert "1. Clara" in provisional
    assert "Emil" not in settled + provisional
    assert "1. Emil 1530? 1" in inactive
    assert "1. Boris" in text_of(client.get(f"/ratings/{TABLE}/", {"list": "provisional"}))
    assert client.get("/ratings/2/duel/day/").status_code == 404
    assert client.get("/ratings/", {"list": "wrong", "page": "x"}).status_code == 200


@pytest.fixture
def crowd(anna):
    """120 provisional ratings, many of them equal, as if games had made them."""
    people, chance = [anna, *(person(f"Player{n}") for n in range(119))], Random(5)
    save_ratings(
        [
            Rating(
                user=one, pool=OVERALL, value=chance.choice((1400.25, 1401.5, 1533.0, 1700.0)), games=3, played_at=now()
            )
            for one in people
        ]
    )
    return people


def test_pages_of_a_leaderboard_give_everybody_the_place_of_the_whole_list(crowd):
    """From row to row, the last page costs what the second does; equal ratings stand in the order of their accounts."""
    whole = [row.user_id for row in Rating.objects.order_by("-value", "user")]
    found, start = [], None
    while True:
        ladder = ladder_of(OVERALL, LadderPart.PROVISIONAL, start, None)
        assert ladder["players"] == 120
        found += [(line["place"], line["user"].pk) for line in ladder["lines"]]
        if ladder["page"].next is None:
            break
        start = ladder["page"].next
    assert found == list(enumerate(whole, 1))
    back = ladder_of(OVERALL, LadderPart.PROVISIONAL, ladder["page"].previous, None)
    assert [(line["place"], line["user"].pk) for line in back["lines"]] == found[50:100]


def test_one_jumps_to_where_one_stands(crowd):
    for user in (crowd[0], crowd[70], crowd[-1]):
        client = signed_in(user)
        first = client.get("/ratings/", {"list": "provisional"}).content.decode()
        assert 'href="?list=provisional&amp;at=me#me"' in first
        page = client.get("/ratings/", {"list": "provisional", "at": "me"}).content.decode()
        whole = [row.user_id for row in Rating.objects.order_by("-value", "user")]
        place = page.partition('id="me"')[2].partition("<td>")[2].partition(".")[0]
        assert place == str(1 + whole.index(user.pk))


def test_who_leaves_is_not_listed_and_after_the_night_not_counted(crowd):
    best = Rating.objects.order_by("-value", "user")[0]
    User.objects.filter(pk=best.user_id).update(is_active=False)
    assert best.user_id not in [
        line["user"].pk for line in ladder_of(OVERALL, LadderPart.PROVISIONAL, None, None)["lines"]
    ]
    assert relist(now=now()) == 1
    assert ladder_of(OVERALL, LadderPart.PROVISIONAL, None, None)["players"] == 119
    assert recount_places(repair=False) == 0
    User.objects.filter(pk=best.user_id).update(is_active=True)
    assert relist(now=now()) == 1
    assert relist(now=now() + timedelta(days=366)) == 120
    assert ladder_of(OVERALL, LadderPart.INACTIVE, None, None)["players"] == 120
    assert [one["players"] for one in pools()] == [120]
    RankStep.objects.filter(width=4).update(results=7)
    assert recount_places(repair=True) > 0
    assert recount_places(repair=True) == 0


def test_a_deleted_account_leaves_the_leaderboards(client, season, anna):
    anna.deleted_at = now()
    anna.save(update_fields=["deleted_at"])
    assert "Anna" not in text_of(client.get("/ratings/"))


def test_a_game_tells_its_changes_with_the_arithmetic(client, anna, boris, clara):
    game = played_out(anna, boris, clara, now=now())
    assert "Ratings for this game are being calculated." in text_of(client.get(f"/games/{game.pk}/"))
    take()
    said = text_of(client.get(f"/games/{game.pk}/"))
    assert "All games" in said
    assert said.count("1500? → 1542? +42") == 2
    assert "60 / 1.41 × (2 − 1.00) = +42" in said
    assert "(1500?): scored 1, expected 0.50" in said
    annul_rating(game_id=game.pk, because="two accounts of one person", now=now())
    said = text_of(client.get(f"/games/{game.pk}/"))
    assert (
        "Voided: two accounts of one person. The game drops out of the ratings at the next nightly recalculation."
        in said
    )
    assert "1542" not in said
    rebuild(tell=str, repair=True)
    said = text_of(client.get(f"/games/{game.pk}/"))
    assert "Voided: two accounts of one person. The game does not count for ratings." in said


def test_a_running_game_says_whether_it_is_rated(client, anna, boris):
    assert "The result counts for all players&#x27; ratings." in text_of(
        client.get(f"/games/{begun(anna, boris, rated=True).pk}/")
    )
    assert "counts for all players&#x27; ratings" not in text_of(client.get(f"/games/{begun(anna, boris).pk}/"))


def test_while_a_game_is_closed_nothing_of_its_ratings_shows(anna, boris):
    game = played_out(anna, boris, now=now())
    Game.objects.filter(pk=game.pk).update(title=f"{SEALED}table 1")
    take()
    assert "Ratings are updated once this game is open to everyone." in text_of(
        signed_in(anna).get(f"/games/{game.pk}/")
    )
    assert not Rating.objects.exists()


def test_ones_own_ratings_can_be_hidden_from_ones_own_eyes(client, season, anna, boris):
    own = signed_in(anna)
    game = season[0].game
    assert "Hide my own ratings" in text_of(own.get(f"/players/{anna.pk}/ratings/"))
    own.post("/profile/ratings/hide/", {"hidden": "yes"})
    figure = str(round(Rating.objects.get(user=anna, pool="overall").value))
    for page in (f"/players/{anna.pk}/", f"/players/{anna.pk}/ratings/", "/ratings/"):
        assert figure not in text_of(own.get(page)).split("St Pete,")[0], page
        assert figure in text_of(signed_in(boris).get(page)), page
    assert "Anna" in text_of(own.get("/ratings/"))
    assert [seat["name"] for one in rating_of(game, anna).pools for seat in one["seats"]] == ["Boris", "Boris"]
    own.post("/profile/ratings/hide/", {"hidden": "no"})
    assert figure in text_of(own.get(f"/players/{anna.pk}/"))
    assert client.post("/profile/ratings/hide/", {"hidden": "yes"}).status_code == 302


@pytest.mark.parametrize(
    ("page", "most"),
    [
        ("/players/{anna}/ratings/", 5),
        ("/players/{anna}/against/{boris}/", 4),
        ("/ratings/", 3),
        ("/ratings/" + DUEL + "/", 3),
    ],
)
def test_the_pages_take_few_statements_for_visitors_whatever_they_show(client, season, anna, boris, page, most):
    _response, caught = statements(client, page.format(anna=anna.pk, boris=boris.pk))
    assert len(caught) <= most, [one["sql"] for one in caught.captured_queries]


def test_the_page_of_a_game_takes_two_statements_more_when_it_was_rated(client, anna, boris):
    game = played_out(anna, boris, now=now())
    take()
    with_ratings = len(statements(client, f"/games/{game.pk}/")[1])
    Game.objects.filter(pk=game.pk).update(rated=False)
    assert with_ratings - len(statements(client, f"/games/{game.pk}/")[1]) == 2


def test_a_leaderboard_begins_with_the_list_in_which_somebody_stands(client, anna, boris):
    assert "Nobody here has an established rating" in text_of(client.get("/ratings/"))
    rated(anna, boris, at=now())
    relist(now=now())
    assert "1. Anna" in text_of(client.get("/ratings/"))
    assert "Nobody here has an established rating" in text_of(client.get("/ratings/", {"list": "settled"}))


def test_the_leaders_of_the_month_are_those_who_gained_most_points_in_it(client, anna, boris, clara):
    caches["shared"].clear()
    rated(boris, anna, at=now() - 40 * DAY)
    rated(anna, boris, at=now())
    rated(anna, clara, at=now())
    first, *others = leaders(None, "", now())["lines"]
    assert (first["name"], first["games"], first["won"], others) == ("Anna", 2, 2, [])
    assert "points gained in rated games" in text_of(client.get("/ratings/"))
    signed_in(anna).post("/profile/ratings/hide/", {"hidden": "yes"})
    assert leaders(anna, "", now())["lines"] == []
    assert len(leaders(boris, "", now())["lines"]) == 1
    then = f"{now() - 40 * DAY:%Y-%m}"
    assert [one["name"] for one in leaders(None, then, now())["lines"]] == ["Boris"]
    page = text_of(client.get("/ratings/", {"month": then}))
    assert "Next month" in page
    assert "Previous month" not in page, "nobody played before"
    for wrong in ("2999-01", "0000-13", "x" * 99):
        assert leaders(None, wrong, now())["begins"] == leaders(None, "", now())["begins"]
    User.objects.filter(pk=boris.pk).update(time_zone="America/New_York")
    west = signed_in(User.objects.get(pk=boris.pk))
    assert f"{now() - 40 * DAY:%B %Y}" in text_of(west.get("/ratings/", {"month": then}))
    assert west.get("/ratings/", {"month": "0001-01"}).status_code == 200


def test_german(season, anna, boris):
    client = signed_in(anna)
    client.post("/language/", {"language": "de", "next": "/"})
    game = played_out(anna, boris, now=now())
    take()
    assert " erzielt, 0," in text_of(client.get(f"/games/{game.pk}/"))
    pages = (
        f"/players/{anna.pk}/",
        f"/players/{anna.pk}/ratings/",
        f"/players/{anna.pk}/against/{boris.pk}/",
        "/ratings/",
    )
    said = [text_of(client.get(page)) for page in pages]
    for words, page in zip(("Alle Partien", "Als Tabelle", "gegen", "Wo ich stehe"), said, strict=True):
        assert words in page
