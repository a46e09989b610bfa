"""The page of one's hours and vacation, and what others see of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils.timezone import now

import engine
from accounts.models import User
from games.models import Game
from games.models.clock import Vacation
from games.play.positions import load
from tests.games.page_reading import NEW_TABLE, statements, text_of
from tests.games.play_builders import begun
from tests.people import signed_in
from tests.programs import Program

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
WEEK = "8-22 8-22 8-22 8-22 8-22 10-2 -"


def sent(week: str, **more: str) -> dict[str, str]:
    days = [one.split("-") for one in week.split()]
    found = {f"from_{day}": since for day, (since, _until) in enumerate(days)}
    return found | {f"until_{day}": until or "22" for day, (_since, until) in enumerate(days)} | more


def test_hours_are_kept_by_weekday_and_leave_enough_to_play_in(anna):
    client = signed_in(anna)
    assert "You have 10 vacation days" in text_of(client.get("/profile/hours/"))
    assert client.post("/profile/hours/", sent(WEEK, automatic="on")).status_code == 302
    anna.refresh_from_db()
    assert (anna.waking_hours, anna.automatic_vacation) == (WEEK, True)
    refused = client.post("/profile/hours/", sent("8-10 8-10 8-10 8-10 8-10 - -"))
    assert refused.status_code == 422
    assert "Keep at least 40 waking hours a week" in text_of(refused)
    assert client.post("/profile/hours/", sent(WEEK, all_day="on")).status_code == 302
    anna.refresh_from_db()
    assert (anna.waking_hours, anna.automatic_vacation) == ("", False)


def test_nobody_changes_their_hours_so_often_that_they_learn_those_of_others(anna):
    """Page and program, hours and time zone share one limit; saving the same again is free."""
    client, program = signed_in(anna), Program(anna)
    for number in range(9):
        assert client.post("/profile/hours/", sent(f"8-{15 + number} " * 6 + "-")).status_code == 302
    assert client.post("/profile/hours/", sent("8-23 " * 6 + "-", automatic="on")).status_code == 302
    program("PATCH", "profile/", {"time_zone": "Asia/Tokyo"})
    hours = {"waking_hours": WEEK, "automatic_vacation": False}
    assert program("PUT", "profile/hours/", hours, 429)["code"] == "hours_too_often"
    assert program("PATCH", "profile/", {"time_zone": "Europe/Rome"}, 429)["code"] == "hours_too_often"
    program("PATCH", "profile/", {"time_zone": "Asia/Tokyo", "language": "en"})
    for path, wish in (
        ("hours/", sent(WEEK)),
        ("", {"display_name": "Anna", "time_zone": "Europe/Rome", "language": "en"}),
    ):
        refused = client.post(f"/profile/{path}", wish)
        assert refused.status_code == 422
        assert "too often. Try again tomorrow." in text_of(refused)
    anna.refresh_from_db()
    assert (anna.waking_hours, anna.time_zone) == ("8-23 " * 6 + "-", "Asia/Tokyo")


def test_an_absence_says_what_it_means_before_it_is_booked(anna, boris):
    kind, strict = begun(anna, boris, vacation=Vacation.PLANNED, now=now()), begun(anna, boris, now=now())
    Game.objects.filter(pk=kind.pk).update(title="Kind table")
    Game.objects.filter(pk=strict.pk).update(title="Strict table")
    client, tomorrow = signed_in(anna), now().date() + DAY
    days = {"first": str(tomorrow), "last": str(tomorrow + DAY)}
    page = text_of(client.post("/profile/vacation/", days))
    assert "This costs 2 days" in page
    assert page.index("Your clocks are stopped in") < page.index("Kind table") < page.index("Your clocks keep running")
    assert page.index("Your clocks keep running") < page.index("Strict table")
    assert not anna.vacation_days.exists()
    assert client.post("/profile/vacation/", days | {"sure": "yes"}).status_code == 302
    assert anna.vacation_days.count() == 2
    assert client.post("/profile/vacation/", {"first": "2020-01-01", "last": "2020-01-02"}).status_code == 422
    assert client.post("/profile/vacation/end/").status_code == 302
    assert not anna.vacation_days.exists()


def test_others_learn_only_why_a_clock_stopped_and_until_when(anna, boris, clara):
    """The page of a game costs as many statements as without; a calendar is nowhere on it."""
    hour = now().hour
    hours = f"{(hour + 2) % 24}-{hour or 24}"
    User.objects.filter(pk__in=(anna.pk, boris.pk)).update(waking_hours=" ".join([hours] * 7))
    humane = begun(anna, boris, nights=4, vacation=Vacation.PLANNED, now=now())
    plain = begun(anna, boris, now=now())
    (asked,) = engine.waiting_for(load(humane.pk).state)
    player = load(humane.pk).holder(asked).user
    client = signed_in(clara)
    page, caught = statements(client, f"/games/{humane.pk}/")
    until = f"{(hour + 2) % 24:02}:00"
    assert f"Asleep until {until} (their time)." in text_of(page)
    assert f"{hours} {hours}" not in page.content.decode()
    assert len(caught) == len(statements(client, f"/games/{plain.pk}/")[1])
    assert f"Your clock is stopped until {until}." in text_of(signed_in(player).get(f"/games/{humane.pk}/"))
    state = Program(clara)("GET", f"games/{humane.pk}/")
    assert [seat["clock_stopped"] for seat in state["seats"] if seat["waiting"]] == [
        f"Asleep until {until} (their time)."
    ]


def test_a_table_says_before_one_joins_what_it_allows_and_how_long_it_takes(anna, clara):
    client = signed_in(anna)
    wish = NEW_TABLE | {"pace": "daily", "nights": "4", "vacation": "automatic"}
    assert client.post("/tables/new/", wish).status_code == 302
    game = Game.objects.get()
    assert (game.nights, game.vacation, game.pace_grace) == (4, "automatic", timedelta(hours=1))
    page = text_of(signed_in(clara).get(f"/tables/{game.pk}/"))
    assert "Daily: 3 days + 12 h per move, up to 5 days, 1 hour free per move" in page
    assert "This moves a deadline by at most 4 days." in page
    assert "Planned, and automatic before a deadline is missed" in page
    assert ", estimated" in page
    assert "clocks stop at night, vacation allowed" in text_of(signed_in(clara).get("/lobby/"))
    lengths = client.get(f"/tables/{game.pk}/change/").context["form"].lengths["daily"]["lengths"]
    assert "about 22 days, estimated" in lengths[0][1], "clocks run day and night"
    assert "about 5 weeks, estimated" in lengths[1][1]
    assert lengths[1][2] in page
    own = NEW_TABLE | {"pace": "own", "hours": "36", "increment_hours": "2", "most_hours": "48", "grace_minutes": "30"}
    assert client.post(f"/tables/{game.pk}/change/", own).status_code == 302
    game.refresh_from_db()
    assert (game.pace_base, game.pace_increment, game.nights) == (36 * DAY / 24, DAY / 12, 0)
    page = text_of(signed_in(clara).get(f"/tables/{game.pk}/"))
    assert "Clocks run day and night." in page
    assert "None: clocks keep running" in page
    assert 'value="own" selected' in client.get(f"/tables/{game.pk}/change/").content.decode()
    assert client.post(f"/tables/{game.pk}/change/", own | {"most_hours": "12"}).status_code == 422
    Game.objects.filter(pk=game.pk).update(nights=9)  # as a program may choose
    assert 'value="9" selected' in client.get(f"/tables/{game.pk}/change/").content.decode()
    assert client.post(f"/tables/{game.pk}/change/", own | {"nights": "9"}).status_code == 302
    assert Game.objects.get(pk=game.pk).nights == 9
    assert client.post(f"/tables/{game.pk}/change/", own | {"nights": "15"}).status_code == 422


@pytest.mark.parametrize("hours", ["nan", 1e300])
def test_a_pace_that_no_clock_can_have_is_refused(anna, hours):
    table = {"players": 2, "clock": {"hours": hours}}
    assert "hours" in str(Program(anna)("POST", "tables/", table, 400))


def test_programs_plan_a_vacation_as_the_page_does(anna, boris):
    program, tomorrow = Program(anna), str(now().date() + DAY)
    assert program("GET", "profile/hours/")["waking_hours"] == ""
    hours = {"waking_hours": WEEK, "automatic_vacation": False}
    assert program("PUT", "profile/hours/", hours)["waking_hours"] == WEEK
    for wrong in ("8-22", "25-3 " * 6 + "-", "- - - - - - -"):
        program("PUT", "profile/hours/", hours | {"waking_hours": wrong}, 400)
    game = begun(anna, boris, vacation=Vacation.PLANNED, now=now())
    days = {"first": tomorrow, "last": tomorrow}
    assert program("POST", "profile/vacation/", days)["stopped"] == [game.pk]
    assert program("GET", "profile/vacation/")["booked"] == []
    program("POST", "profile/vacation/", days | {"sure": True})
    assert program("GET", "profile/vacation/") == {"left": 9, "booked": [days]}
    program("DELETE", "profile/vacation/", None, 204)
    assert program("GET", "profile/vacation/") == {"left": 10, "booked": []}
