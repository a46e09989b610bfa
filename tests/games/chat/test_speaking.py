"""Who says what to whom: the table's talk, that of the watchers, and what it costs to say too much."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts import separation
from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.chat import services
from games.chat.content import ShownMessage, talk_at, watchers_of
from games.chat.readers import reading_window
from games.chat.services import say
from games.errors import GameError
from games.models import Game, Line, Removal, Report, ReportReason, Room, Seen, Source
from games.play.interventions import replace_player
from games.play.positions import load
from games.play.seats import resign
from games.play.seen import record_seen
from tests.games.page_reading import text_of
from tests.games.play_builders import DAY, NOON, begun
from tests.games.table_builders import agreed_over, table
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import started

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(anna: User, boris: User) -> Game:
    for user in (anna, boris):
        user.created_at = NOON - 30 * DAY
        user.save()
    return begun(anna, boris)


def read(game: Game, user: User) -> list[ShownMessage]:
    talk = talk_at(load(game.pk), user)
    return list(talk.lines) if talk else []


def texts(game: Game, user: User) -> list[str]:
    return [line.text for line in read(game, user)]


def code_of(game: Game, user: User, text: str = "Hello", **wish: object) -> str:
    with pytest.raises(GameError) as refused:
        say(game_id=game.pk, user=user, text=text, now=NOON, **wish)  # type: ignore[arg-type]
    return refused.value.code


def test_lines_are_numbered_and_read_by_the_seats_alone(game, anna, boris, dmitri):
    say(game_id=game.pk, user=anna, text="Good luck", now=NOON)
    say(game_id=game.pk, user=boris, text="And you", now=NOON + MINUTE)
    game.refresh_from_db()
    assert (game.said, game.version) == (2, load(game.pk).game.version)
    assert [(line.number, line.name, line.is_own, line.text) for line in read(game, anna)] == [
        (1, "Anna", True, "Good luck"),
        (2, "Boris", False, "And you"),
    ]
    assert {line.seat for line in read(game, anna)} == {0, 1}
    assert talk_at(load(game.pk), dmitri) is None
    assert code_of(game, dmitri) == "not_seated"
    assert code_of(game, dmitri, room=Room.WATCHERS) == "not_over"
    assert not game.log.exists()


def test_a_double_click_is_one_line(game, anna):
    first = say(game_id=game.pk, user=anna, text="Hello", now=NOON)
    assert say(game_id=game.pk, user=anna, text=" Hello ", now=NOON + timedelta(seconds=3)) == first
    assert say(game_id=game.pk, user=anna, text="Hello", now=NOON + MINUTE).number == 2


def test_what_is_refused_has_a_code(game, anna, boris):
    assert code_of(game, anna, " \n\t ") == "nothing_said"
    assert code_of(game, anna, "x" * 501) == "too_long"
    for number in range(services.MOST_A_MINUTE):
        say(game_id=game.pk, user=anna, text=str(number), now=NOON)
    assert code_of(game, anna) == "too_many_lines"
    User.objects.filter(pk=boris.pk).update(created_at=NOON - DAY)
    boris.refresh_from_db()
    for number in reversed(range(services.MOST_OF_NEWCOMER_A_DAY)):
        say(game_id=game.pk, user=boris, text=str(number), now=NOON - (number + 2) * MINUTE)
    assert code_of(game, boris) == "enough_for_today"
    Game.objects.filter(pk=game.pk).update(is_silent=True)
    assert code_of(game, anna) == "talk_shut"


def test_signs_that_turn_the_direction_of_reading_and_towers_are_left_out(game, anna):
    say(game_id=game.pk, user=anna, text="a\u202eb\x00c\r\n\r\n\r\n\r\n<b>d</b>", now=NOON)
    assert texts(game, anna) == ["abc\n\n<b>d</b>"]


def test_a_table_talks_before_its_start_and_goes_on(anna, boris, dmitri):
    open_table = table(anna)
    say(game_id=open_table.pk, user=anna, text="Who joins?", now=NOON)
    assert texts(open_table, anna) == ["Who joins?"]
    assert code_of(open_table, boris) == "not_at_table"
    assert talk_at(load(open_table.pk), boris) is None


def test_a_substitute_reads_from_his_own_time_on_and_who_left_up_to_then(game, anna, boris, clara):
    say(game_id=game.pk, user=boris, text="before", now=NOON)
    replace_player(game_id=game.pk, seat=load(game.pk).seat_of(boris).index, by=clara, now=NOON + MINUTE)
    say(game_id=game.pk, user=anna, text="after", now=NOON + 2 * MINUTE)
    assert texts(game, anna) == ["before", "after"]
    assert texts(game, clara) == ["after"]
    assert texts(game, boris) == ["before"]
    assert code_of(game, boris) == "not_seated"
    say(game_id=game.pk, user=clara, text="hello", now=NOON + 3 * MINUTE)
    assert Line.objects.get(text="hello").tenure.user == clara


def test_who_has_resigned_writes_no_more(game, anna, boris):
    resign(game_id=game.pk, user=boris, source=Source.PAGE, now=NOON)
    assert code_of(game, boris) == "not_seated"
    seen = reading_window(load(game.pk), boris)
    assert seen is not None
    assert not seen.is_open


def test_who_watched_talks_after_the_end_apart_from_the_seats(game, anna, dmitri):
    say(game_id=game.pk, user=anna, text="Well played", now=NOON)
    agreed_over(game)
    say(game_id=game.pk, user=dmitri, text="What a game", now=NOON, room=Room.WATCHERS)
    assert texts(game, anna) == ["Well played"]
    shown = watchers_of(load(game.pk), dmitri)
    assert [line.text for line in shown.lines] == ["What a game"]
    assert talk_at(load(game.pk), dmitri) is None
    assert code_of(game, anna, room=Room.WATCHERS) == "talk_shut"
    assert code_of(game, dmitri) == "not_seated"


def test_who_may_not_see_a_game_by_link_hears_nothing_of_it(game, dmitri):
    agreed_over(game)
    Game.objects.filter(pk=game.pk).update(visibility="link")
    with pytest.raises(Game.DoesNotExist):
        say(game_id=game.pk, user=dmitri, text="Hello", now=NOON, room=Room.WATCHERS)
    say(game_id=game.pk, user=dmitri, text="Hello", now=NOON, room=Room.WATCHERS, links={game.link_token})


def test_a_closed_game_has_no_talk(game, anna):
    Game.objects.filter(pk=game.pk).update(title="Club, sealed: evening")
    assert code_of(game, anna) == "talk_shut"
    assert talk_at(load(game.pk), anna) is None


@pytest.mark.parametrize("how", ["mute", "block"])
def test_who_is_muted_or_blocked_is_read_by_the_others_and_learns_nothing(game, anna, boris, how):
    if how == "mute":
        services.mute(user=anna, muted=boris, now=NOON)
    else:
        separation.block(blocker=anna, blocked=boris, now=NOON)
    say(game_id=game.pk, user=boris, text="Hm", now=NOON)
    say(game_id=game.pk, user=anna, text="Quiet here", now=NOON)
    assert texts(game, anna) == ["Quiet here"]
    assert texts(game, boris) == ["Hm", "Quiet here"]
    if how == "mute":
        services.unmute(user=anna, muted_id=boris.pk)
        assert texts(game, anna) == ["Hm", "Quiet here"]


def test_a_removed_line_keeps_its_place(game, anna, boris, clara):
    line = say(game_id=game.pk, user=boris, text="Oops", now=NOON)
    with pytest.raises(GameError) as refused:
        services.remove_line(line_id=line.pk, user=clara, now=NOON)
    assert refused.value.code == "not_your_line"
    services.remove_line(line_id=line.pk, user=anna, now=NOON)  # the host
    services.remove_line(line_id=line.pk, user=boris, now=NOON + MINUTE)
    line.refresh_from_db()
    assert (line.text, line.removed_by, line.removed_at, line.why) == ("", anna, NOON, Removal.HOST)
    assert [(one.text, one.gone) for one in read(game, boris)] == [("", "removed by the host")]


def test_a_report_keeps_its_context_when_lines_go(game, anna, boris):
    lines = [say(game_id=game.pk, user=boris, text=f"line {n}", now=NOON + n * MINUTE) for n in range(3)]
    wish = {
        "line": lines[1],
        "reporter": anna,
        "seen": None,
        "reason": ReportReason.INSULT,
        "words": " rude ",
        "now": NOON,
    }
    services.report_line(**wish)
    services.report_line(**wish)
    services.remove_line(line_id=lines[1].pk, user=boris, now=NOON)
    kept = Report.objects.get()
    assert [one["text"] for one in kept.context] == ["line 0", "line 1", "line 2"]
    assert {one["author"] for one in kept.context} == {boris.pk}
    assert kept.words == "rude"
    with pytest.raises(GameError) as refused:
        services.report_line(**{**wish, "reporter": boris})
    assert refused.value.code == "own_line"


def test_those_who_run_the_site_settle_a_report_and_may_take_the_line_away(game, anna, boris):
    line = say(game_id=game.pk, user=boris, text="You fool", now=NOON)
    made = services.report_line(
        line=line, reporter=anna, seen=None, reason=ReportReason.INSULT, words="", now=NOON + MINUTE
    )
    staff = person("Irina", is_staff=True, is_superuser=True)
    desk, pages = signed_in(staff), "/admin/games/report/"
    assert desk.post(f"{pages}{made.pk}/change/", {"note": " talked to him "}).status_code == 302
    made.refresh_from_db()
    assert (made.settled_by, made.note) == (staff, "talked to him")
    settled = made.settled_at
    assert [(one.text, one.gone) for one in read(game, anna)] == [("You fool", "")]
    assert "You fool" in text_of(desk.get(f"{pages}{made.pk}/change/"))

    chosen = {"action": "settle_and_remove", "_selected_action": [made.pk]}
    assert signed_in(anna).post(pages, chosen).status_code == 302  # to the sign-in of those who run the site
    line.refresh_from_db()
    assert line.text == "You fool"
    assert desk.post(pages, chosen).status_code == 302
    made.refresh_from_db()
    assert (made.settled_at, made.settled_by, made.note) == (settled, staff, "talked to him")
    assert [(one.text, one.gone) for one in read(game, anna)] == [("", "removed by a moderator")]
    assert [one["text"] for one in made.context] == ["You fool"]
    assert made.line.why == Removal.STAFF


def test_a_director_takes_lines_away_at_tables_of_the_tournament_and_nowhere_else(game, anna, boris, clara):
    tournament = started(anna, [anna, boris], Plan(stages=(Swiss(1),), sizes=None))
    table = Game.objects.get(tournament_table__round__tournament=tournament)
    line = say(game_id=table.pk, user=boris, text="Oops", now=NOON)
    room = f"/games/{table.pk}/chat/"
    assert f"/chat/messages/{line.pk}/remove/" in signed_in(anna).get(room).content.decode()
    with pytest.raises(GameError) as refused:
        services.remove_line(line_id=line.pk, user=clara, now=NOON)
    assert refused.value.code == "not_your_line"
    services.remove_line(line_id=line.pk, user=anna, now=NOON)
    assert [(one.text, one.gone) for one in read(table, boris)] == [("", "removed by a tournament director")]
    own_table = say(game_id=game.pk, user=boris, text="Here", now=NOON)
    game.host = clara
    game.save()
    with pytest.raises(GameError):
        services.remove_line(line_id=own_table.pk, user=anna, now=NOON)


def test_a_guest_does_not_chat_at_the_tables_of_others(game):
    guest = person("Gast", guest_until=NOON + DAY)
    assert code_of(game, guest) == "not_seated"


def test_what_is_new_is_marked_until_it_was_on_the_screen(game, anna, boris, clara):
    def new(user: User) -> int:
        talk = talk_at(load(game.pk), user)
        return talk.new if talk else 0

    services.mute(user=anna, muted=clara, now=NOON)
    say(game_id=game.pk, user=boris, text="one", now=NOON)
    assert (new(anna), new(boris)) == (1, 0)
    record_seen(user=anna, game_id=game.pk, line=1)
    assert new(anna) == 0
    replace_player(game_id=game.pk, seat=load(game.pk).seat_of(boris).index, by=clara, now=NOON + MINUTE)
    say(game_id=game.pk, user=clara, text="two", now=NOON + 2 * MINUTE)
    assert new(anna) == 0
    assert Seen.objects.get(user=anna).line == 2, "a line that she does not want to read leaves no mark"


def test_somebody_reports_so_many_lines_a_day(game: Game, anna: User, boris: User):
    lines = [
        Line.objects.create(game=game, number=number, author=boris, text="Hm", at=NOON)
        for number in range(1, services.MOST_REPORTS_A_DAY + 2)
    ]

    def report(line: Line, now: datetime) -> None:
        services.report_line(line=line, reporter=anna, seen=None, reason=ReportReason.OTHER, words="", now=now)

    for line in lines[:-1]:
        report(line, NOON)
    with pytest.raises(GameError) as refused:
        report(lines[-1], NOON + MINUTE)
    assert refused.value.code == "enough_for_today"
    report(lines[-1], NOON + DAY + MINUTE)
