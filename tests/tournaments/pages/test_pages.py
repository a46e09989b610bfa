"""Every page of a tournament answers, for who may see it, with what its reader came for, at a fixed price."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import localtime, now

from accounts.models import User
from arbiter.progression.plan import Knockout, Plan, RoundRobin, Stage, Swiss
from games.play.seen import record_seen
from tests.games.page_reading import statements, text_of
from tests.people import person, signed_in
from tests.programs import Program
from tests.tournaments.lifecycle.club import DAY, NOON, again, made, people, play_round
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts.course import abandon
from tournaments.lifecycle.services.creating import put_dues
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Entry, Reach, Standing, Table, Tournament, TournamentState, What
from tournaments.pages.lists import Happening, together

from .made import at_tables, in_pairs, started_with

pytestmark = pytest.mark.django_db

PARTS = (
    *("", "rounds/1/", "standings/", "players/", "log/", "embed/", "calendar.ics"),
    *("standings.csv", "standings.json", "pairings.csv", "pairings.json"),
)


@pytest.mark.parametrize("make", [in_pairs, at_tables])
def test_every_page_answers_while_it_runs_and_after_it(make):
    tournament = make(rounds=2, played=1)
    entry = Entry.objects.filter(tournament=tournament).first()
    parts = [*PARTS, f"standings/{entry.pk}/"]
    for client in (Client(), signed_in(entry.user)):
        for part in parts:
            assert client.get(f"/tournaments/{tournament.pk}/{part}").status_code == 200, part
    play_round(tournament)
    assert again(tournament).state == TournamentState.FINISHED
    for part in parts:
        german = Client(headers={"accept-language": "de"}).get(f"/tournaments/{tournament.pk}/{part}")
        assert german.status_code == 200, part
    for address in ("/tournaments/", "/tournaments/calendar/"):
        assert Client().get(address).status_code == 200
    assert "Winter on the Neva" in text_of(Client().get("/tournaments/"))


@pytest.mark.parametrize(
    ("plan", "count", "why"),
    [
        (
            Plan(stages=(RoundRobin(), Knockout(from_each=2)), sizes=None),
            4,
            "The schedule defines opponents and seats; positions in it were drawn by lot.",
        ),
        (Plan(stages=(Knockout(),), sizes=None), 4, "Placed by seed: the best seeds meet as late as possible."),
        (
            Plan(stages=(Swiss(1),), is_duplicate=True),
            8,
            "First round: nobody has points yet, so this table was drawn by lot.",
        ),
    ],
)
def test_other_formats_have_the_same_pages(plan, count, why):
    tournament = started_with(people(count), plan)
    assert why in text_of(Client().get(f"/tournaments/{tournament.pk}/rounds/1/"))
    for _ in range(2):
        for part in (*PARTS, f"standings/{Entry.objects.filter(tournament=tournament).first().pk}/"):
            assert Client().get(f"/tournaments/{tournament.pk}/{part}").status_code == 200, part
        play_round(tournament)


def test_groups_have_standings_of_their_own_and_say_who_goes_on() -> None:
    plan = Plan(stages=(RoundRobin(groups=2), Knockout(from_each=1)), sizes=None)
    tournament = started_with(people(6), plan)
    page = Client().get(f"/tournaments/{tournament.pk}/standings/")
    groups = page.context["groups"]
    assert [[one["place"] for one in group["rows"]] for group in groups] == [[1, 1, 1], [1, 1, 1]], (
        "nothing parts them yet"
    )
    assert not any(one["goes_on"] for group in groups for one in group["rows"])
    play_round(tournament)
    page = Client().get(f"/tournaments/{tournament.pk}/standings/")
    assert [[one["goes_on"] for one in group["rows"]] for group in page.context["groups"]] == [[True, False, False]] * 2
    assert [column.name for column in page.context["bracket"][0].columns] == ["Final"]


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_tournament_that_was_abandoned_says_why_and_promises_nothing_any_more(rounds: int) -> None:
    users = people(4)
    plan = Plan(stages=(Swiss(3),), sizes=None)
    tournament = started_with(users, plan) if rounds else made(users[0], plan)
    director = tournament.directors.get().user
    abandon(
        tournament_id=tournament.pk,
        director=director,
        with_results=True,
        reason="The club house burned down.",
        now=NOON,
    )
    page = text_of(Client().get(f"/tournaments/{tournament.pk}/"))
    assert "The club house burned down." in page
    assert page.count("not played") == 3 - rounds
    assert page.count("abandoned") == rounds
    assert "until the start" not in page
    assert "upcoming" not in page
    assert "Nothing to do: the tournament has finished." in text_of(
        signed_in(director).get(f"/tournaments/{tournament.pk}/manage/")
    )


def test_a_round_says_who_meets_whom_what_it_brought_and_why():
    tournament = in_pairs(played=1)
    page = text_of(Client().get(f"/tournaments/{tournament.pk}/rounds/1/"))
    assert "Table 1" in page
    assert "place 1" in page
    assert "Without a game" in page
    assert "How this round was paired" in page
    assert (
        "First round: the upper half plays the lower half, by starting number. Numbers follow "
        "ratings, or registration time if nobody has a rating." in page
    )
    following = text_of(Client().get(f"/tournaments/{tournament.pk}/rounds/2/"))
    assert "Points before the round:" in following
    assert "None of these players had met before." in following


@pytest.mark.parametrize(
    ("form", "byes", "points", "can_ask"),
    [
        (Swiss(2), "A player without an opponent gets a bye worth 0.5", True, True),
        (
            RoundRobin(),
            "With an odd number of players, one sits out each round without gaining or losing points.",
            True,
            False,
        ),
        (
            RoundRobin(at_once=False),
            "With an odd number of players, one sits out each round without gaining or losing points.",
            True,
            True,
        ),
        (Knockout(), "go straight to the next round", False, False),
    ],
)
def test_a_form_states_and_offers_only_what_it_has(form: Stage, byes: str, points: bool, can_ask: bool) -> None:
    """Byes with points, and asking for them, are for rounds that are paired one after the other."""
    users = people(5)
    tournament = started_with(users, Plan(stages=(form,), sizes=None))
    page = text_of(signed_in(users[0]).get(f"/tournaments/{tournament.pk}/"))
    assert byes in page
    assert ("A win is worth 1 point, a draw ½." in page) is points
    assert ("a later start" in page) is can_ask


def test_a_line_of_the_standings_unfolds_into_the_arithmetic_that_the_list_shows():
    tournament = at_tables(played=1)
    for line in Standing.objects.filter(tournament=tournament).select_related("entry__user"):
        page = Client().get(f"/tournaments/{tournament.pk}/standings/{line.entry_id}/")
        found = page.context["found"]
        assert found["place"] == line.place
        amounts = [value["amount"] for value in found["values"]]
        assert amounts[0] == line.values[0]
        assert [*map(bool, amounts)] == [*map(bool, line.values)]
    assert "is ahead of" in text_of(page)


def test_who_wants_results_hidden_reads_none_in_a_round_but_those_they_have_come_to():
    tournament = in_pairs(played=1)
    reader = tournament.entries.exclude(chairs__table__game=None).first().user
    User.objects.filter(pk=reader.pk).update(hide_results=True)
    client, here = signed_in(User.objects.get(pk=reader.pk)), f"/tournaments/{tournament.pk}/rounds/1/"
    rows = [row for row, _reasons in client.get(here).context["rows"]]
    assert {row.state for row in rows} == {"Result hidden"}
    assert all(seat.place is None and seat.vp is None for row in rows for seat in row.seats)
    record_seen(user=reader, game_id=rows[0].game, result=True)
    shown, *others = [row for row, _reasons in client.get(here).context["rows"]]
    assert all(seat.vp is not None for seat in shown.seats)
    assert {row.state for row in others} == {"Result hidden"}
    assert "Result hidden" not in text_of(Client().get(here))
    told = Program(reader)("GET", f"tournaments/{tournament.pk}/rounds/1/")["tables"]
    assert "Result hidden" not in str(told), "a program comes to no end"


def test_byes_stand_in_list_and_arithmetic_alike_as_soon_as_the_round_is_paired():
    tournament = in_pairs(played=2)
    for line in Standing.objects.filter(tournament=tournament):
        found = Client().get(f"/tournaments/{tournament.pk}/standings/{line.entry_id}/").context["found"]
        assert found["place"] == line.place
    resting = tournament.rounds.get(number=3).rests.get().entry
    assert "no game" in text_of(Client().get(f"/tournaments/{tournament.pk}/standings/{resting.pk}/"))
    playing = (
        Entry.objects.filter(tournament=tournament, chairs__round__number=3)
        .exclude(rests__round__tournament=tournament)
        .first()
    )
    said = text_of(Client().get(f"/tournaments/{tournament.pk}/standings/{playing.pk}/"))
    assert ("in progress" in said, "no game" in said) == (True, False)


def test_where_one_can_still_finish_is_kept_and_told_in_the_standings_to_the_entrant_and_in_his_line():
    tournament = in_pairs(rounds=3, played=2)
    lines = list(Standing.objects.filter(tournament=tournament).select_related("entry__user"))
    assert all(1 <= one.best <= one.place <= one.worst <= 5 for one in lines)
    first, last = lines[0], lines[-1]
    assert last.best > 1
    said = f"You can still finish anywhere from place {last.best} to place {last.worst}."
    for part in ("", "standings/", f"standings/{last.entry_id}/"):
        assert said in text_of(signed_in(last.entry.user).get(f"/tournaments/{tournament.pk}/{part}"))
    for part in ("", "standings/"):
        page = text_of(Client().get(f"/tournaments/{tournament.pk}/{part}"))
        assert "Possible places" in page
        assert f"{first.best}–{first.worst}" in page
    assert "Can still finish anywhere from place" in text_of(
        Client().get(f"/tournaments/{tournament.pk}/standings/{first.entry_id}/")
    )
    play_round(tournament)
    assert not Standing.objects.filter(tournament=tournament, best__isnull=False).exists()
    assert "Possible places" not in text_of(Client().get(f"/tournaments/{tournament.pk}/standings/"))


def test_a_column_in_which_everybody_could_finish_anywhere_is_left_out():
    tournament = at_tables(rounds=2, played=0)
    assert set(Standing.objects.filter(tournament=tournament).values_list("best", "worst")) == {(1, 8)}
    assert "Possible places" not in text_of(Client().get(f"/tournaments/{tournament.pk}/standings/"))
    player = Entry.objects.filter(tournament=tournament).first().user
    assert "You can still finish" not in text_of(signed_in(player).get(f"/tournaments/{tournament.pk}/")), (
        "between 1 and 8 says nothing"
    )


def test_who_may_not_see_a_tournament_finds_nothing_and_the_link_opens_it(anna, boris, clara):
    tournament = made(anna)
    enter(tournament_id=tournament.pk, user=boris, now=NOON)
    for reach, opens in (
        (Reach.PUBLIC, {"visitor", "clara", "boris"}),
        (Reach.LINK, {"boris"}),
        (Reach.PRIVATE, {"boris"}),
    ):
        Tournament.objects.filter(pk=tournament.pk).update(reach=reach)
        clients = {"visitor": Client(), "clara": signed_in(clara), "boris": signed_in(boris)}
        for name, client in clients.items():
            wanted = 200 if name in opens else 404
            for part in ("", "players/", "log/", "standings.json", "calendar.ics"):
                assert client.get(f"/tournaments/{tournament.pk}/{part}").status_code == wanted, (reach, name, part)
            listed = "Winter on the Neva" in text_of(client.get("/tournaments/"))
            assert listed is (name in opens)
        assert signed_in(anna).get(f"/tournaments/{tournament.pk}/").status_code == 200
        assert Client().get(f"/tournaments/{tournament.pk}/embed/").status_code == (
            200 if reach == Reach.PUBLIC else 404
        )
    assert Client().get(f"/e/{tournament.link_token}/").status_code == 404
    Tournament.objects.filter(pk=tournament.pk).update(reach=Reach.LINK)
    client = Client()
    assert client.get(f"/e/{tournament.link_token}/").url == f"/tournaments/{tournament.pk}/"
    assert client.get(f"/tournaments/{tournament.pk}/").status_code == 200
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.DRAFT, reach=Reach.PUBLIC)
    assert [signed_in(one).get(f"/tournaments/{tournament.pk}/").status_code for one in (boris, clara, anna)] == [
        404,
        404,
        200,
    ]


def crowded(director, count: int, *, rounds: int) -> Tournament:
    """A running tournament with so many entrants in rows alone, the director among them."""
    tournament = started_with([director, *people(7)], Plan(stages=(Swiss(rounds),)))
    users = [person(f"Guest{number}") for number in range(count - 8)]
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, user=user, number=number, lot=number) for number, user in enumerate(users, start=9)
    )
    values = Standing.objects.filter(tournament=tournament).first().values
    Standing.objects.bulk_create(
        Standing(tournament=tournament, entry=entry, place=9, order=order, shared_by=count, values=values)
        for order, entry in enumerate(entries, start=9)
    )
    return tournament


def test_the_page_of_a_tournament_takes_at_most_twelve_statements_however_many_have_entered(anna):
    small = crowded(anna, 8, rounds=3)
    taken = len(statements(signed_in(anna), f"/tournaments/{small.pk}/")[1])
    assert taken <= 12
    play_round(small)
    assert len(statements(signed_in(anna), f"/tournaments/{small.pk}/")[1]) <= 12
    assert len(statements(Client(), f"/tournaments/{small.pk}/")[1]) <= 9


def test_visitors_read_the_present_pairings_on_the_page_of_the_tournament(anna):
    """And what of a game everybody may see: its link, its points."""
    tournament = started_with([anna, *people(7)], Plan(stages=(Swiss(2),)))
    page = Client().get(f"/tournaments/{tournament.pk}/")
    text = text_of(page)
    assert "Pairings of round 1" in text
    for table in Table.objects.filter(round__tournament=tournament):
        assert f'href="/games/{table.game_id}/"' in page.content.decode()
        assert all(name in text for name in table.chairs.values_list("entry__user__display_name", flat=True))
    play_round(tournament)
    assert "Pairings of round 2" in text_of(Client().get(f"/tournaments/{tournament.pk}/"))
    clockwork.sweep(now() + 60 * DAY)
    play_round(tournament, now() + 60 * DAY)
    assert "Pairings of round" not in text_of(Client().get(f"/tournaments/{tournament.pk}/"))


def test_rounds_that_run_together_all_show_their_pairings(anna):
    tournament = started_with([anna, *people(3)], Plan(stages=(RoundRobin(),), sizes=None))
    page = Client().get(f"/tournaments/{tournament.pk}/")
    for number in (1, 2, 3):
        assert f"Pairings of round {number}" in text_of(page)
    for table in Table.objects.filter(round__tournament=tournament):
        assert page.content.decode().count(f'href="/games/{table.game_id}/"') == 1


def test_a_thousand_entrants_stay_readable(anna):
    tournament = crowded(anna, 300, rounds=3)
    client = signed_in(anna)
    page, caught = statements(client, f"/tournaments/{tournament.pk}/")
    assert len(caught) <= 12
    assert len(page.context["page"].standings) <= 11
    for part, most in (("standings/", 9), ("players/", 7), ("log/", 8), ("rounds/1/", 12)):
        assert len(statements(client, f"/tournaments/{tournament.pk}/{part}")[1]) <= most, part
    assert "Page 1 of 6" in text_of(client.get(f"/tournaments/{tournament.pk}/standings/"))
    last = signed_in(Entry.objects.get(tournament=tournament, number=300).user)
    assert 'href="?page=6#me"' in last.get(f"/tournaments/{tournament.pk}/standings/").content.decode()
    assert 'href="?page=3#me"' in last.get(f"/tournaments/{tournament.pk}/players/").content.decode()
    found = text_of(client.get(f"/tournaments/{tournament.pk}/players/?q=guest17"))
    assert "Guest17" in found
    assert "Guest18" not in found
    assert "Guest17" in text_of(client.get(f"/tournaments/{tournament.pk}/standings/?q=Guest17"))


def test_the_calendar_says_what_comes_by_days(anna):
    tournament = made(anna)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=now() + 9 * DAY, closes_at=now() + 8 * DAY)
    put_dues(again(tournament))
    days = [day for month in Client().get("/tournaments/calendar/").context["months"] for day in month["days"]]
    assert [one.what for day in days for one in day["happenings"]] == ["registration closes", "starts"]
    assert [day["day"] for day in days] == [localtime(now() + many * DAY).date() for many in (8, 9)]


def test_rounds_that_end_together_are_one_line_of_the_calendar() -> None:
    rounds = [
        Happening(NOON, 1, "Small circle", What.DEADLINE, number, f"round {number} ends")
        for number in (1, 2, 5, 6, 7, 10)
    ]
    other = Happening(NOON, 2, "Duel", What.DEADLINE, 1, "round 1 ends")
    assert [one.what for one in together([*rounds, other])] == ["rounds 1, 2, 5–7, 10 end", "round 1 ends"]
