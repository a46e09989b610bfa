"""Exports, feeds and the one page that may stand in a frame."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from icalendar import Calendar

from arbiter.formats.groups import LateEntry
from arbiter.pairing.__main__ import main
from arbiter.progression.plan import Knockout, Plan, RoundRobin, Swiss
from tests.people import PASSWORD, person, signed_in
from tests.tournaments.lifecycle.club import NOON, clockwork, people, play_out, play_round, started
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Chair, Entry, Standing, Table, TableState, Tournament
from tournaments.pages import exports
from tournaments.pages.exports import as_csv, calendar_file, event_of

from .made import at_tables, in_pairs, started_with

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(("count", "requested"), [(5, None), (6, None), (7, 3)])
def test_the_report_file_of_a_swiss_in_pairs_is_paired_again_alike(tmp_path, count, requested):
    tournament = in_pairs(people(count))
    if requested:
        Entry.objects.filter(tournament=tournament, number=requested).update(requested=[2])
    play_round(tournament)
    for _ in range(3):
        file = tmp_path / "tournament.trf"
        file.write_bytes(Client().get(f"/tournaments/{tournament.pk}/report.trf").content)
        said, wrong = io.StringIO(), io.StringIO()
        assert main([str(file), "--check"], said, wrong) == 0, said.getvalue() + wrong.getvalue()
        assert re.search(r"([2-9]) of \1 rounds match", said.getvalue())
        play_round(tournament)


@pytest.mark.parametrize(
    ("form", "count", "system", "open_games"),
    [(RoundRobin(), 5, "CUSTOM_ROUNDROBIN", 9), (Knockout(), 5, "CUSTOM_KNOCKOUT", 2)],
)
def test_the_report_file_of_other_forms_in_pairs_names_its_system(tmp_path, form, count, system, open_games):
    users = people(count)
    tournament = started(users[0], users, Plan(stages=(form,), sizes=None))
    play_out(Table.objects.filter(round__tournament=tournament).first().game)
    clockwork.sweep(NOON)
    file = tmp_path / "tournament.trf"
    file.write_bytes(Client().get(f"/tournaments/{tournament.pk}/report.trf").content)
    said, wrong = io.StringIO(), io.StringIO()
    assert main([str(file), "--check"], said, wrong) == 0, said.getvalue() + wrong.getvalue()
    assert said.getvalue().startswith(
        f"{system} is not a Swiss, so it is not paired again; opponents, colours, results"
    )
    assert f"agree, {open_games} games have no result" in said.getvalue()
    assert main([str(file)], said, wrong) == 2
    assert f"The file is for a {system}" in wrong.getvalue()
    assert "tournament report (TRF26)" in Client().get(f"/tournaments/{tournament.pk}/").content.decode()
    file.write_text(re.sub(r"(?m)^(001.{77}) 1\.0", r"\1 2.0", file.read_text()))
    assert main([str(file), "--check"], said, wrong) == 2, "points that are not the sum of the rounds"


def test_a_tournament_at_tables_and_a_knockout_of_matches_have_no_report_file():
    assert Client().get(f"/tournaments/{at_tables().pk}/report.trf").status_code == 404
    users = [person("Nora"), person("Olga")]
    matches = started(users[0], users, Plan(stages=(Knockout(3),), sizes=None))
    assert Client().get(f"/tournaments/{matches.pk}/report.trf").status_code == 404


def test_standings_and_pairings_for_programs_say_what_the_rows_say():
    tournament = at_tables(played=1)
    found = Client().get(f"/tournaments/{tournament.pk}/standings.json").json()["standings"]
    lines = list(Standing.objects.filter(tournament=tournament).select_related("entry__user"))
    assert [(one["place"], one["name"], Fraction(one["MP"])) for one in found] == [
        (line.place, line.entry.user.name, Fraction(line.values[0])) for line in lines
    ]
    rows = list(
        csv.DictReader(io.StringIO(Client().get(f"/tournaments/{tournament.pk}/pairings.csv").content.decode()))
    )
    assert len(rows) == Chair.objects.filter(round__tournament=tournament).count()
    assert sum(float(row["points_decimal"]) for row in rows if row["points"]) == 8 * 6
    assert {row["round"] for row in rows} == {"1", "2"}


def test_byes_and_late_points_stand_among_the_pairings():
    users = people(6)
    tournament = started(users[0], users[:5], Plan(stages=(Swiss(3),), sizes=None, late=LateEntry(2, Fraction(1, 3))))
    enter(tournament_id=tournament.pk, user=users[5], now=NOON)
    play_round(tournament)
    rows = Client().get(f"/tournaments/{tournament.pk}/pairings.json").json()["pairings"]
    rests = [one for one in rows if one["kind"] != "game"]
    assert [(one["round"], one["kind"], one["points"], one["points_decimal"]) for one in rests] == [
        (1, "bye", "1/2", 0.5),
        (1, "late", "1/3", 0.333333),
    ]
    points = {one["name"]: Fraction(0) for one in rows}
    for one in rows:
        points[one["name"]] += Fraction(one["points"] or 0)
    found = Client().get(f"/tournaments/{tournament.pk}/standings.json").json()["standings"]
    assert {one["name"]: Fraction(one["PTS"]) for one in found} == points
    assert all(abs(one["PTS_decimal"] - Fraction(one["PTS"])) < 1e-6 for one in found)
    assert not re.search(
        r"(?m)(^|,)\d+[-/.]\d{1,4}(,|$)", export(tournament, "pairings") + export(tournament, "standings")
    )
    assert ",'1/3,0.333333," in export(tournament, "pairings")


def export(tournament: Tournament, what: str) -> str:
    return Client().get(f"/tournaments/{tournament.pk}/{what}.csv").content.decode()


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        " =1",
        "＝1",
        "1-2",
        "3/4",
        "12:30",
        "1e5",
        "1.5.",
        "Mar 1",
        "may-5",
        "Oktober 3",
    ],
)
def test_no_name_is_a_formula_or_a_date_of_a_spreadsheet(name: str):
    assert as_csv([{"name": name, "vp": -3}], ["name", "vp"]) == f"name,vp\r\n'{name},-3\r\n"


@pytest.mark.parametrize("name", ["Anna", "Player1", "Jana 2", "Maya", "20"])
def test_other_names_are_exported_as_they_are(name: str):
    assert as_csv([{"name": name, "share": 14.5, "points": 3.0}], ["name", "share", "points"]).endswith(
        f"\n{name},14.500000,3\r\n"
    )


def test_the_feed_of_a_tournament_and_ones_own():
    users = people(5)
    tournament = in_pairs(users)
    body = Client().get(f"/tournaments/{tournament.pk}/calendar.ics").content
    assert body.startswith(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert body.endswith(b"END:VCALENDAR\r\n")
    assert b"SUMMARY:Winter on the Neva: round 1 ends" in body
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    address = f"/tournaments/mine/{exports.feed_token(users[0])}.ics"
    assert b"round 1 ends" in Client().get(address).content
    assert Client().get(f"/tournaments/mine/{users[0].pk}-{'0' * 32}.ics").status_code == 404
    users[0].set_password(PASSWORD + "!")
    users[0].save()
    assert Client().get(address).status_code == 404


def test_calendars_escape_and_fold_as_the_format_asks():
    name, summary = "a;b,c\\d", "ä" * 80 + "\nBEGIN:VEVENT"
    body = calendar_file(name, [event_of("uid@x", NOON, summary, "https://x.example/", NOON)])
    assert all(len(part) <= 75 for part in body.split(b"\r\n"))
    read = Calendar.from_ical(body)
    (tournament,) = read.walk("VEVENT")
    assert (read["X-WR-CALNAME"], tournament["SUMMARY"], tournament.decoded("DTSTART")) == (name, summary, NOON)


def test_the_embedded_standings_are_the_one_page_for_frames_of_others():
    tournament = at_tables(played=1)
    response = signed_in(Entry.objects.filter(tournament=tournament).first().user).get(
        f"/tournaments/{tournament.pk}/embed/"
    )
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")
    page = response.content.decode()
    assert not re.search(r"<(script|form|input|button)\b|csrf", page)
    assert "Player1" in page
    for part in ("", "standings/", "players/", "log/", "rounds/1/"):
        other = Client().get(f"/tournaments/{tournament.pk}/{part}")
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"


def test_nothing_else_in_the_code_opens_itself_to_frames():
    found = [
        str(path.relative_to(ROOT))
        for app in ("accounts", "games", "notifications", "stpete_site", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        if "xframe_options_exempt" in (text := path.read_text(encoding="utf-8")) or '"frame-ancestors": ["*"]' in text
    ]
    assert found == ["games/replay/views.py", "tournaments/pages/list_views.py"]


def test_until_a_deal_is_released_its_tables_tell_nothing():
    tournament = started_with(people(8), Plan(stages=(Swiss(1),), is_duplicate=True))
    first, second = Table.objects.filter(round__tournament=tournament).select_related("game")
    play_out(first.game)
    clockwork.sweep(NOON)
    first.refresh_from_db()
    assert first.state == TableState.COUNTED
    assert not first.game.deal.is_released
    for part in ("", "rounds/1/"):
        page = Client().get(f"/tournaments/{tournament.pk}/{part}").content.decode()
        assert not re.search(r"VP</span>|place 1", page), part
        assert f"/games/{first.game_id}/" not in page
        assert f"/games/{second.game_id}/" not in page
    assert Client().get(f"/tournaments/{tournament.pk}/rounds/1/").context["comparison"] == []
    assert set(json_of(tournament, "standings", "SHARE")) <= {"", "0"}
    assert set(json_of(tournament, "pairings", "vp")) == set(json_of(tournament, "pairings", "place")) == {None}
    inside = signed_in(Chair.objects.filter(table=first).first().entry.user)
    assert f"/games/{first.game_id}/" in inside.get(f"/tournaments/{tournament.pk}/rounds/1/").content.decode()
    play_out(second.game)
    clockwork.sweep(NOON)
    assert None not in json_of(tournament, "pairings", "vp")
    seats = Client().get(f"/tournaments/{tournament.pk}/rounds/1/").context["comparison"]
    assert [(one["deal"], one["seat"], len(one["lines"])) for one in seats] == [(1, seat, 2) for seat in (1, 2, 3, 4)]
    shares = set(json_of(tournament, "standings", "SHARE"))
    assert "" not in shares
    assert shares - {"0"}, "whoever did better with the same cards has a share"


def json_of(tournament: Tournament, what: str, name: str) -> list[object]:
    """One column of an export."""
    return [row[name] for row in Client().get(f"/tournaments/{tournament.pk}/{what}.json").json()[what]]
