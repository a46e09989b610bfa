"""What staff read of a game, a person or a tournament before they decide, as far as their role goes."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

import engine
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.chat.services import report_line, say
from games.models import Game, ReportReason, Seat
from games.play.positions import load
from games.play.secrecy import is_secret
from moderation import networks, services
from moderation.actions import StaffTable, tables_of
from moderation.models import Complaint, Measure, NetworkSight, TrailRow
from moderation.permissions import DIRECTOR, HELPER, MODERATOR, OPERATOR
from tests.games.banquet_games import arrange, go_on, kind_of, legal
from tests.games.boards import wander_on
from tests.games.play_builders import begun, play_on
from tests.moderation.staff import act, staff
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import started

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def nora(db) -> User:
    return staff("Nora", MODERATOR)


def read(subject: str, number: int, reader: User) -> dict[str, StaffTable]:
    return {str(one.title): one for one in tables_of(subject, number, reader)}


def page(subject: str, number: int, reader: User) -> str:
    found = signed_in(reader).get(f"/admin/about/{subject}/{number}/")
    assert found.status_code == 200
    return unescape(found.content.decode())


def test_a_game_shows_its_clocks_who_is_asked_its_last_moves_and_reports(nora, anna, boris):
    start = now() - 3 * DAY
    game = begun(anna, boris, now=start)
    play_on(game, until=lambda play: play.game.version >= 6, now=start + timedelta(hours=5))
    line = say(game_id=game.pk, user=boris, text="You cheat", now=now())
    report_line(line=line, reporter=anna, seen=None, reason=ReportReason.INSULT, words="See this", now=now())
    Seat.objects.filter(game=game, waiting=True).update(misses=1, deadlines_missed=2, deadlines_met=3)
    found, play = read("game", game.pk, nora), load(game.pk)
    (asked,) = engine.waiting_for(play.state)
    clocks = found["Seats and clocks"].rows
    assert [str(row[2]) != "–" for row in clocks] == [seat.index == asked for seat in play.seats]
    assert (clocks[asked][6], clocks[asked][7]) == (1, "2 / 5")
    moves = found["Last moves"].rows
    assert [row[0] for row in moves] == [6, 5, 4, 3, 2, 1]
    assert (moves[0][4], moves[-1][2]) == (play.rows[-1].text, "5 h 0 min")
    assert [str(cell) for cell in found["Reported messages"].rows[0][2:6]] == [
        *("Boris", "You cheat", "insults or threats See this", "Anna")
    ]
    text = page("game", game.pk, nora)
    assert "You cheat" in text
    assert f'href="/admin/about/person/{boris.pk}/"' in text
    ended = begun(anna, boris, now=now())
    wander_on(ended, now=now())
    assert {row[2] for row in read("game", ended.pk, nora)["Seats and clocks"].rows} == {"–"}


def test_a_game_of_ones_own_shows_no_reports_of_its_chat(anna, boris):
    olaf = staff("Olaf", MODERATOR)
    game = begun(olaf, anna, now=now())
    line = say(game_id=game.pk, user=olaf, text="Hm", now=now())
    report_line(line=line, reporter=anna, seen=None, reason=ReportReason.OTHER, words="", now=now())
    assert "Reported messages" not in read("game", game.pk, olaf)
    assert "Reported messages" in read("game", game.pk, staff("Nora", HELPER))


def draws(state: engine.State, seat: int) -> str | None:
    """Builds an Observatory, draws from the Exchange pile and keeps the card."""
    if kind_of(state) == "drawn":
        return legal(state, seat, "take ")
    if state.phase != "building" or kind_of(state) != "turn":
        return None
    return legal(state, seat, "draw exchange") or legal(state, seat, "buy observatory")


def test_nobody_of_the_staff_learns_whom_a_game_asks_in_secret(nora, anna, boris, clara, monkeypatch):
    """BANQ-THIEF-6: neither the clock nor the page of the person tells."""
    arrange(monkeypatch, {"building": ["observatory", "observatory"], "exchange": ["thief", "double-move"]})
    game = begun(anna, boris, clara, sets=["banquet"], open_hands=False)
    go_on(game, draws, until=is_secret)
    found = read("game", game.pk, nora)["Seats and clocks"]
    assert [row[2:5] for row in found.rows] == [("–", "–", "–")] * 3
    assert "in secret" in found.note
    for user in (anna, boris, clara):
        assert [row[3:5] for row in read("person", user.pk, nora)["Running games"].rows] == [("–", "–")]
    assert {str(row[4]) for row in read("game", game.pk, nora)["Last moves"].rows} <= {"move", "hidden"}


def test_moves_that_may_name_what_is_hidden_have_no_text(nora, anna, boris):
    game = begun(anna, boris, open_hands=False, now=now())
    play_on(game, until=lambda play: play.game.version >= 6, now=now())
    assert {str(row[4]) for row in read("game", game.pk, nora)["Last moves"].rows} == {"move"}


def test_a_person_shows_games_tournaments_reports_and_when_they_were_here(nora, anna, boris, clara):
    game, over = begun(anna, boris, now=now()), begun(anna, boris, now=now())
    wander_on(over, now=now())
    tournament = started(clara, [anna, boris, nora], Plan(stages=(Swiss(2),), sizes=None))
    line = say(game_id=game.pk, user=anna, text="You cheat", now=now())
    report_line(line=line, reporter=boris, seen=None, reason=ReportReason.INSULT, words="", now=now())
    Complaint.objects.create(reporter=anna, about=f"person:{boris.pk}", reason="stalling", words="Slow", at=now())
    User.objects.filter(pk=anna.pk).update(active_on=now().date())
    found = read("person", anna.pk, nora)
    assert f"#{game.pk} " in str([row[0].text for row in found["Running games"].rows])
    assert "2 running games" in found["Running games"].note
    assert [row[0].url for row in found["Last finished games"].rows] == [f"/admin/about/game/{over.pk}/"]
    assert [row[0].url for row in found["Tournaments"].rows] == [f"/admin/about/tournament/{tournament.pk}/"]
    assert [str(row[3]) for row in found["Reported messages of this player"].rows] == ["You cheat"]
    assert [str(row[1]) for row in found["Reports by this person"].rows] == ["Boris"]
    assert "Last seen" in page("person", anna.pk, nora)
    assert "Reports by this person" not in read("person", anna.pk, staff("Dora", DIRECTOR))


def test_a_tournament_shows_rounds_laggards_and_its_log(nora, anna, boris, clara):
    tournament = started(anna, [boris, clara], Plan(stages=(Swiss(2),), sizes=None))
    game = Game.objects.get(tournament_table__round__tournament=tournament)
    (asked,) = engine.waiting_for(load(game.pk).state)
    dora = staff("Dora", DIRECTOR)
    found = read("tournament", tournament.pk, dora)
    assert [(row[0], row[4]) for row in found["Rounds"].rows] == [(1, "0 / 1")]
    (late,) = found["Waiting for"].rows
    assert (str(late[0]), str(late[1])) == ("1.1", load(game.pk).holder(asked).user.name)
    assert any("started" in str(row[3]) for row in found["Tournament log"].rows)
    assert "Tournament log" not in read("tournament", tournament.pk, nora), "moderators do not read its log"
    assert "Waiting for" in page("tournament", tournament.pk, dora)


def test_measures_and_appeals_are_read_by_who_may_and_answered_where_they_are_read(nora, anna):
    act("mute", anna.pk, nora, now(), days=3)
    act("suspend", anna.pk, nora, now())
    mute, ban = Measure.objects.order_by("pk")
    services.appeal(measure_id=mute.pk, words="I was polite.", now=now())
    services.appeal(measure_id=ban.pk, words="It was not me.", now=now())
    for role, sees, answers in ((HELPER, True, False), (OPERATOR, True, False), (DIRECTOR, False, False)):
        text = page("person", anna.pk, staff(f"The {role}"[:18], role))
        assert ("It was not me." in text, 'name="lifts"' in text) == (sees, answers), role
    client = signed_in(nora)
    listed = client.get("/admin/needs/appeals/").content.decode()
    assert listed.count(f'href="/admin/about/person/{anna.pk}/"') == 1
    forms = [one for one in client.get(f"/admin/about/person/{anna.pk}/").context["measures"] if one[1]]
    assert [measure for measure, _form in forms] == [ban, mute]
    address = f"/admin/about/person/{anna.pk}/answer-appeal/"
    sent = {"reason": "Indeed.", "lifts": "on", "measure": str(ban.pk)}
    preview = client.post(address, sent).content.decode()
    assert "It was not me." in preview
    assert "I was polite." not in preview
    assert client.post(address, {**sent, "step": "sure"}).status_code == 302
    ban.refresh_from_db()
    mute.refresh_from_db()
    assert (ban.answer, ban.ended_at is None, mute.answer) == ("Indeed.", False, "")
    assert "Indeed." in page("person", anna.pk, nora)


def test_a_shared_network_comes_with_dates_counts_and_how_common_it_is(nora, anna, boris, clara):
    school = [person(f"Pupil {letter}") for letter in "abcd"]
    for user in (anna, clara, *school):
        networks.note(user=user, address="192.0.2.7", now=now() - 2 * DAY)
    for user in (anna, boris):
        networks.note(user=user, address="198.51.100.7", now=now() - DAY)
        networks.note(user=user, address="203.0.113.7", now=now())
    first, *others = networks.others(anna)
    assert (first["user"], first["shared"], first["smallest"]) == (boris, 2, 2), "the rarest network comes first"
    assert first["last"] == max(NetworkSight.objects.filter(user=boris).values_list("at", flat=True))
    assert {one["smallest"] for one in others} == {6}
    rows = read("person", anna.pk, nora)["Seen on the same network"].rows
    assert (str(rows[0][0]), rows[0][3], rows[0][4]) == ("Boris", 2, 2)
    assert "Seen on the same network" not in read("person", anna.pk, staff("Hella", HELPER))


def test_the_audit_log_has_names_and_links(nora, anna, boris, clara):
    game = begun(anna, boris, now=now())
    act("substitute", game.pk, nora, now(), seat=0, name="clara")
    row = TrailRow.objects.get()
    holder = User.objects.get(pk=row.before["holder"])
    client = signed_in(nora)
    changed = f'<a href="/admin/about/person/{holder.pk}/">{holder.name}</a> → <a href="/admin/about/person/{clara.pk}/">Clara</a>'
    for address in (
        "/admin/moderation/trailrow/",
        f"/admin/moderation/trailrow/{row.pk}/change/",
        f"/admin/about/game/{game.pk}/",
    ):
        text = unescape(client.get(address).content.decode())
        assert changed in text, address
        assert f'href="/admin/about/person/{nora.pk}/">Nora</a>' in text, address
    assert (
        f'<a href="/admin/about/game/{game.pk}/">#{game.pk} '
        in client.get("/admin/moderation/trailrow/").content.decode()
    )


def test_the_list_of_the_audit_log_takes_as_many_statements_for_many_rows_as_for_one(nora, anna, boris, clara):
    reader = signed_in(nora)
    counts = []
    for user in (anna, boris, clara):
        act("mute", user.pk, nora, now(), days=2)
        with CaptureQueriesContext(connection) as asked:
            reader.get("/admin/moderation/trailrow/")
        counts.append(len(asked))
    assert len(set(counts[1:])) == 1


def test_the_first_page_shows_what_waits_before_what_does_not(nora, anna, boris):
    services.file_complaint(about=f"person:{boris.pk}", context=[], reporter=anna, reason="other", words="", now=now())
    text = signed_in(nora).get("/admin/").content.decode()
    waiting, quiet = text.split('class="quiet"')
    assert "<strong>1</strong> open reports of players and games" in waiting
    assert "<strong>0" not in text
    assert "open reports of chat messages" in quiet.split("</p>")[0]
    assert "Nothing needs attention." in signed_in(staff("Dora", DIRECTOR)).get("/admin/").content.decode()
