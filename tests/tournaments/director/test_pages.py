"""Making a tournament in a few fields: templates, its form, and what the forecast says before the start."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils.timezone import now

from accounts import separation
from accounts.models import User
from arbiter.kept import from_json
from arbiter.pairing.tables.field import SEAT_SHARE, Field
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.standings import tie_breaks_of
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import NOON, again, made, people, play_round, started
from tournaments.director.forms import TournamentForm
from tournaments.director.outlook import expected
from tournaments.director.templates import TEMPLATES, initial_of
from tournaments.lifecycle.errors import EntriesClosed
from tournaments.lifecycle.services.creating import TournamentTerms
from tournaments.lifecycle.services.entering import enter
from tournaments.models import (
    Table,
    Tournament,
    TournamentState,
)

from .making import as_shown, new

pytestmark = pytest.mark.django_db


def typed(tournament: Tournament) -> dict[str, object]:
    """What the form of its terms shows, as a browser sends it back."""
    shown = initial_of(TournamentTerms.of(tournament))
    return {key: value for key, value in shown.items() if value not in (None, False) and key != "clock"}


def test_a_name_and_a_form_are_enough(nora: User) -> None:
    client = signed_in(nora)
    assert "Multiplayer Swiss" in text_of(client.get("/tournaments/new/"))
    response = client.post("/tournaments/new/", {"title": "Winter cup", **as_shown()})
    tournament = Tournament.objects.get()
    assert response["Location"] == f"/tournaments/{tournament.pk}/manage/"
    assert (tournament.state, tournament.plan, tournament.is_rated) == (
        TournamentState.DRAFT,
        Plan(round_time=timedelta(weeks=5)),
        True,
    )
    text = text_of(client.get(response["Location"]))
    for words in (
        "Only directors can see this tournament. Check what to expect, then open registration.",
        "What to expect",
        "Swiss system, 4 rounds",
        "1 day per move",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("chosen", "weeks"),
    [({}, 5), ({"pace": "2d"}, 10), ({"pace": "1d", "preferred": "3"}, 5), ({"form": "knockout", "pace": "3d"}, 12)],
)
def test_a_round_without_a_length_has_room_for_a_usual_game(nora: User, chosen: dict[str, str], weeks: int) -> None:
    new(signed_in(nora), title="Winter cup", **chosen)
    assert Tournament.objects.get().plan.round_time == timedelta(weeks=weeks)
    assert "Choose a faster pace" not in text_of(new(signed_in(nora), title="x", step="look", **chosen))


def test_the_same_form_twice_makes_one_tournament(nora: User) -> None:
    client, sent = signed_in(nora), as_shown(title="Winter cup")
    client.post("/tournaments/new/", sent)
    client.post("/tournaments/new/", sent)
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_makes_a_tournament_that_the_form_shows_again(nora: User, name: str) -> None:
    assert new(signed_in(nora), title="Winter cup", form=name, rounds="3", groups="2").status_code == 302
    tournament = Tournament.objects.get()
    terms = TournamentTerms.of(tournament)
    again_form = TournamentForm(
        {key: value for key, value in initial_of(terms).items() if value not in (None, False) and key != "clock"}
        | {"key": ""}
    )
    assert again_form.is_valid(), again_form.errors
    assert again_form.terms() == terms


def test_templates_are_what_they_say(nora: User) -> None:
    client = signed_in(nora)
    for name in TEMPLATES:
        new(client, title=name, form=name, groups="2", best_of="3")
        Tournament.objects.update(state=TournamentState.ABANDONED)  # nobody prepares so many at once
    stages = {tournament.title: tournament.plan.stages for tournament in Tournament.objects.all()}
    assert stages["swiss-pairs"] == (Swiss(5),)
    assert stages["robin-pairs"] == (RoundRobin(2),)
    assert stages["groups"] == (RoundRobin(2, games=3), FinalTables(2))
    assert stages["groups-knockout"] == (RoundRobin(2), Knockout(3, from_each=2))
    assert stages["knockout"] == (Knockout(3),)
    assert stages["double"] == (Knockout(3, double=True),)
    assert stages["swiss-finals"] == (Swiss(4), FinalTables(4))
    cup = Tournament.objects.get(title="cup")
    assert (cup.starts_when_full, cup.most_entrants, cup.plan.stages) == (True, 12, (Swiss(3),))


def test_a_round_robin_at_tables_is_played_twice_where_that_is_chosen(nora: User) -> None:
    new(signed_in(nora), title="Twice", form="robin", twice="on", rounds="4")
    tournament = Tournament.objects.get()
    assert tournament.plan.stages == (RoundRobin(games=4, legs=2),)
    assert initial_of(TournamentTerms.of(tournament))["twice"] is True
    assert "Everyone plays 8 games" in text_of(signed_in(nora).get(f"/tournaments/{tournament.pk}/"))
    assert expected(tournament.plan, 5, timedelta(days=7)).games == 8  # type: ignore[union-attr]
    ready = started(nora, people(5), tournament.plan)
    games = [entry.chairs.count() for entry in ready.entries.all()]
    assert games == [8] * 5


@pytest.mark.parametrize(
    ("seats", "share", "price", "said"),
    [
        ("leaders", SEAT_SHARE, None, ""),
        ("even", None, None, "Seats are balanced as evenly as possible, even at the leaders&#x27; tables."),
        ("level", SEAT_SHARE, 0, "Players at each table have scores as close as possible; seats are not balanced."),
    ],
)
def test_a_tournament_chooses_between_even_seats_and_level_tables(
    nora: User, seats: str, share: Fraction | None, price: int | None, said: str
) -> None:
    new(signed_in(nora), title="Seats", seats=seats)
    tournament = Tournament.objects.get()
    assert (tournament.plan.seat_share, tournament.plan.seat_price) == (share, price)
    assert initial_of(TournamentTerms.of(tournament))["seats"] == seats
    assert said in text_of(signed_in(nora).get(f"/tournaments/{tournament.pk}/"))
    ready = started(nora, people(8), tournament.plan)
    field = from_json(Field, ready.rounds.get().made_from)
    assert (field.seat_share, field.seat_price) == (share, price)


def test_entries_are_closed_and_opened_again_from_the_desk(nora: User) -> None:
    tournament, client, (anna, boris) = made(nora), signed_in(nora), people(2)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    desk = f"/tournaments/{tournament.pk}/manage/"
    assert "reopen-entries" not in client.get(desk).content.decode()
    client.post(f"{desk}close-entries/", {"reason": "The room is full.", "step": "sure"})
    with pytest.raises(EntriesClosed):
        enter(tournament_id=tournament.pk, user=boris, now=now())
    assert "close-entries" not in client.get(desk).content.decode()
    log = text_of(signed_in(anna).get(f"/tournaments/{tournament.pk}/log/"))
    assert "Registration closed. by Nora The room is full." in log
    client.post(f"{desk}reopen-entries/", {"reason": "A larger room.", "step": "sure"})
    enter(tournament_id=tournament.pk, user=boris, now=now())
    assert tournament.entries.count() == 2
    assert not tournament.dues.exists()


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"title": " "}, "This field is required"),
        ({"title": "x", "starts_at": "2020-01-01T10:00"}, "The start is in the past. Choose a later time."),
        (
            {"title": "x", "form": "knockout-tables", "is_duplicate": "on"},
            "The same deal needs a multiplayer format: a Swiss or a round-robin.",
        ),
        ({"title": "x", "most_entrants": "2"}, "Too few places for one table. Enter a higher number."),
        (
            {"title": "x", "least_rating": "1500", "most_rating": "1200"},
            "The maximum rating is below the minimum. Change one of them.",
        ),
        ({"title": "x", "rounds": "99"}, "less than or equal to 20"),
    ],
)
def test_what_does_not_fit_is_said_at_its_field(nora: User, chosen: dict[str, str], said: str) -> None:
    response = new(signed_in(nora), **chosen)
    assert response.status_code == 422
    assert said in text_of(response)
    assert "Nothing was saved. Correct the marked fields." in text_of(response)
    assert not Tournament.objects.exists()


def test_who_has_not_played_enough_is_told_so() -> None:
    client = signed_in(person("Zoe"))
    for place in ("/tournaments/new/", "/leagues/new/"):
        shown = text_of(client.get(place))
        assert "Finish 3 more games" in shown
        assert "Make the" not in shown, "no button that would be refused"
    response = new(client, title="Winter cup")
    assert "games before you create a tournament." in text_of(response)
    assert not Tournament.objects.exists()


def test_a_tournament_is_changed_opened_and_made_again(nora: User) -> None:
    client = signed_in(nora)
    new(client, title="Winter cup", form="swiss-pairs")
    tournament = Tournament.objects.get()
    sent = {
        key: value
        for key, value in initial_of(TournamentTerms.of(tournament)).items()
        if value not in (None, False) and key != "clock"
    }
    client.post(f"/tournaments/{tournament.pk}/change/", {**sent, "title": "Spring cup", "rounds": "3"})
    client.post(f"/tournaments/{tournament.pk}/open/")
    tournament = again(tournament)
    assert (tournament.title, tournament.plan.stages, tournament.state) == (
        "Spring cup",
        (Swiss(3),),
        TournamentState.OPEN,
    )
    shown = client.get(f"/tournaments/new/?like={tournament.pk}").content.decode()
    assert 'value="Spring cup"' in shown
    assert 'value="swiss-pairs" checked' in shown
    assert "Spring cup" not in text_of(signed_in(person("Zoe")).get(f"/tournaments/new/?like={tournament.pk}"))


def test_directors_are_told_before_the_start_who_cannot_be_kept_apart_but_not_why(nora: User) -> None:
    tournament = made(nora)
    anna, boris, clara, *others = [nora, *people(7)][1:]
    for user in (nora, anna, boris, clara):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    separation.block(blocker=anna, blocked=boris, now=NOON)
    separation.block(blocker=anna, blocked=nora, now=NOON)
    separation.name_housemate(user=boris, other=clara, now=NOON)
    separation.name_housemate(user=clara, other=boris, now=NOON)
    desk = signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/")
    text = text_of(desk)
    assert "Player1 and Player2 cannot be kept apart: with this many players, this format pairs them." in text
    assert "Player2 and Player3 cannot be kept apart: with this many players, this format pairs them." in text
    assert "More players or smaller tables would help: each of these players needs a separate table." in text
    same = {
        key: value
        for key, value in initial_of(TournamentTerms.of(tournament)).items()
        if value not in (None, False) and key != "clock"
    }
    changed = signed_in(nora).post(
        f"/tournaments/{tournament.pk}/change/", {**same, "form": "knockout", "step": "look"}
    )
    assert "Player1 and Player2 are kept apart at first but may meet later." in text_of(changed)
    assert "A Swiss keeps such players apart as long as other opponents are available." in text_of(changed)
    changed = signed_in(nora).post(f"/tournaments/{tournament.pk}/change/", {**same, "form": "groups", "step": "look"})
    assert "Player1 and Player2 cannot be kept apart: with this many players" in text_of(changed)
    assert "The groups keep them apart where possible, but the finals do not. More groups would help." in text_of(
        changed
    )
    assert "and Nora cannot" not in text
    assert "Nora and" not in text
    for part in ("", "players/", "log/"):
        assert "kept apart" not in text_of(signed_in(anna).get(f"/tournaments/{tournament.pk}/{part}"))
    for user in others:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    assert "kept apart" not in text_of(signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/"))


def test_who_shares_a_household_is_kept_apart_like_who_has_blocked(nora: User) -> None:
    users = people(8)

    def together(tournament: Tournament) -> set[int]:
        table = Table.objects.get(round__tournament=tournament, chairs__entry__user=users[0])
        return set(table.chairs.exclude(entry__user=users[0]).values_list("entry__user", flat=True))

    plan = Plan(stages=(Swiss(2),))
    mate = User.objects.get(pk=min(together(started(nora, users, plan))))
    separation.name_housemate(user=users[0], other=mate, now=NOON)
    separation.name_housemate(user=mate, other=users[0], now=NOON)
    assert mate.pk not in together(started(nora, users, plan))


def test_tie_breaks_are_chosen_in_their_order_before_the_start(nora: User) -> None:
    """The rules, the standings and the director's page show them; a form of another kind refuses them."""
    client, chosen = signed_in(nora), ["DE", "PS", "BH"]
    new(client, title="Chosen", form="swiss-pairs", rounds="3", tie_breaks=chosen)
    tournament = Tournament.objects.get()
    assert tournament.plan.tie_breaks == ("DE", "PS", "BH")
    assert initial_of(TournamentTerms.of(tournament))["tie_breaks"] == chosen
    order = "Points, Direct encounter, Progressive score, Buchholz"
    assert order in text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))
    for wrong, form, said in (
        (["BH"], "robin-pairs", "Not for this format: Buchholz."),
        (["SOS"], "swiss-pairs", "Not for this format: SOS."),
        (["BH"], "swiss", "Not for this format: BH."),
        (["DE"], "knockout", "This format has no tie-breaks."),
        (["DE", "DE"], "swiss", "A tie-break is chosen twice."),
    ):
        assert said in text_of(new(client, title="Wrong", form=form, tie_breaks=wrong)), form
    ready = started(nora, people(4), tournament.plan)
    play_round(ready)
    columns = client.get(f"/tournaments/{ready.pk}/standings/").context["criteria"]
    assert [one.code for one in columns] == ["PTS", "DE", "PS", "BH"]
    client.post(f"/tournaments/{ready.pk}/change/", as_shown(title="Late", tie_breaks=["BH"]))
    assert again(ready).plan.tie_breaks == ("DE", "PS", "BH"), "fixed once it has started"


def test_without_a_choice_each_form_has_its_usual_tie_breaks(nora: User) -> None:
    usual = {
        "swiss-pairs": ("BH/C1", "BH", "SB", "DE", "WIN"),
        "robin-pairs": ("DE", "WIN", "SB", "KS"),
        "swiss": ("DE", "WIN", "SOS", "VPW", "VPT", "2ND", "LOT"),
    }
    for form, codes in usual.items():
        new(signed_in(nora), title=form, form=form)
        assert tie_breaks_of(Tournament.objects.get(title=form).plan) == codes
