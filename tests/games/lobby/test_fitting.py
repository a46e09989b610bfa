"""Open tables say how they suit their reader: length and waking hours shared, from nothing but habits."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.timezone import now

from games.models import DeadlineSum, Game
from games.models.clock import PACES
from games.options.table_words import usual_length
from games.play.outcomes import log_of
from games.selectors.fitting import Habits, fit_of
from games.selectors.rows import games_in, tables_of
from tests.people import signed_in
from tests.programs import Program

from ..page_reading import text_of
from ..table_builders import table

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
SUMMER = datetime(2026, 7, 1, 12, tzinfo=UTC)
DAYS = "8-22 8-22 8-22 8-22 8-22 8-22 8-22"


def answers_within(user, time):
    DeadlineSum.objects.create(user=user, met=9, missed=0, answers=9, answer_logs=9 * log_of(time))


def lives(user, hours, zone):
    user.waking_hours, user.time_zone = hours, zone
    user.save()


def fit(reader, at=SUMMER):
    (line,) = tables_of(games_in(Game.objects.all()), None)
    return fit_of(line, reader, at)


def test_the_length_follows_from_usual_answer_times_and_tells_nobodys_hours(anna):
    table(anna, players=2, pace="2d")
    assert fit(Habits()) is None, "nothing is known of anybody"
    answers_within(anna, HOUR)
    one = 86 * HOUR
    assert abs(fit(Habits()).length - (2 + 6) * one) < one / 10, (
        "twice her hour, and an eighth of two days for the reader"
    )
    assert abs(fit(Habits(usual=4 * HOUR)).length - (2 + 8) * one) < one / 10
    assert abs(fit(Habits(usual=4 * HOUR)).apart - 2) < 0.01
    assert fit(Habits(usual=100 * HOUR)).length < (2 + 48.1) * one, "no longer than one may take"
    near, far = (fit(Habits(DAYS, zone)) for zone in ("Europe/Berlin", "Pacific/Auckland"))
    assert near.shared is None
    lives(anna, DAYS, "Europe/Berlin")
    near, far = (fit(Habits(DAYS, zone)) for zone in ("Europe/Berlin", "Pacific/Auckland"))
    assert (near.shared, far.shared) == (1, pytest.approx(4 / 14))
    assert near.length == far.length, "or who changes their own hours reads the others' in it"
    assert near.order < far.order
    assert near.words == "With you: about 4 weeks. You share most waking hours." or "29 days" in near.words
    assert far.words.endswith("You share few waking hours.")
    assert usual_length(PACES["2d"][0], 2) == 12 * one


def test_the_lobby_shows_members_what_suits_them_and_sorts_by_it(anna, boris, clara, client):
    table(anna, title="Far away", now=now() - HOUR)
    table(boris, title="Next door", now=now() - 2 * HOUR)
    lives(anna, DAYS, "Pacific/Auckland")
    lives(boris, DAYS, "Europe/Berlin")
    assert "With you" not in text_of(client.get("/lobby/"))
    lives(clara, DAYS, "Europe/Berlin")
    for asked, order in (("", ["Far away", "Next door"]), ("?sort=fit", ["Next door", "Far away"])):
        answer = signed_in(clara).get(f"/lobby/{asked}")
        assert [row.game.title for row in answer.context["rows"]] == order
        page = text_of(answer)
        assert "You share most waking hours." in page
        assert "You share few waking hours." in page
        assert DAYS not in answer.content.decode()
    assert "sort=fit" in signed_in(clara).get("/lobby/").content.decode()
    own = signed_in(anna).get("/lobby/").context["rows"]
    assert [bool(row.fit) for row in own] == [False, True], "not at one's own table"


def test_programs_read_how_open_tables_suit_their_player(anna, boris):
    table(anna, title="Far away", now=now() - HOUR)
    table(boris, title="Next door", now=now())
    lives(anna, DAYS, "Pacific/Auckland")
    lives(boris, DAYS, "Europe/Berlin")
    near, far = Program(boris)("GET", "tables/")["results"]
    assert near["fit"] is None, "one's own table"
    assert far["fit"] == {"hours": round(usual_length(PACES["2d"][0], 2) / HOUR), "shared_hours": "few"}
    answers_within(anna, HOUR)
    answer = Program(boris)("GET", "tables/")
    assert answer["results"][1]["fit"]["hours"] < far["fit"]["hours"]
    assert DAYS not in str(answer)
    assert [one["fit"] for one in Program()("GET", "tables/")["results"]] == [None, None]
