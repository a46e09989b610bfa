"""The desk: making a tournament in a few fields, what is asked of its directors, acts with their confirmation, and words."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.db.models import F
from django.test import Client
from django.utils.timezone import now

from accounts import separation
from accounts.models import User
from arbiter.kept import from_json
from arbiter.pairing.tables.field import SEAT_SHARE, Field
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.standings import tie_breaks_of
from tests.games.page_reading import statements, text_of
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import NOON, again, made, people, play_round, started
from tournaments.director.actions import ACTIONS
from tournaments.director.forms import TournamentForm
from tournaments.director.outlook import expected
from tournaments.director.templates import TEMPLATES, initial_of
from tournaments.lifecycle.errors import EntriesClosed
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.creating import TournamentTerms
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.log import broken_at
from tournaments.models import (
    Chair,
    Entry,
    Report,
    SweepStep,
    Table,
    TableState,
    Tournament,
    TournamentInvitation,
    TournamentState,
)

from .making import as_shown, new
from .sending import as_first_shown

pytestmark = pytest.mark.django_db


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
        {key: value for key, value in initial_of(terms).items() if value not in (None, False)} | {"key": ""}
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
        key: value for key, value in initial_of(TournamentTerms.of(tournament)).items() if value not in (None, False)
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
        key: value for key, value in initial_of(TournamentTerms.of(tournament)).items() if value not in (None, False)
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


def test_it_starts_by_hand_only_with_enough(nora: User) -> None:
    tournament, client = made(nora), signed_in(nora)
    response = client.post(f"/tournaments/{tournament.pk}/start/", follow=True)
    assert "0 players are too few for this tournament; it takes 3." in text_of(response)
    for user in people(4):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    assert "Start tournament" in text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))
    client.post(f"/tournaments/{tournament.pk}/start/")
    assert again(tournament).state == TournamentState.RUNNING


def test_an_act_is_asked_confirmed_and_done(nora: User) -> None:
    tournament, client = made(nora), signed_in(nora)
    for user in people(4):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    entry, address = (
        Entry.objects.filter(tournament=tournament).first(),
        f"/tournaments/{tournament.pk}/manage/withdraw/",
    )
    assert entry is not None
    page = client.get(address)
    assert "Do not reveal positions of running games" in text_of(page)
    sent = {"entry": str(entry.pk), "reason": "He asked me to", "private": "by telephone"}
    assert client.post(address, {**sent, "reason": ""}).status_code == 422
    asked = client.post(address, sent)
    for words in ("What will happen", "is no longer paired", "He asked me to", "by telephone"):
        assert words in text_of(asked)
    assert Entry.objects.get(pk=entry.pk).is_in
    assert "He asked me to" in client.post(address, {**sent, "step": "change"}).content.decode()
    response = client.post(address, {**sent, "step": "sure"}, follow=True)
    assert not Entry.objects.get(pk=entry.pk).is_in
    assert "Done: Withdraw player" in text_of(response)
    assert "by telephone" in text_of(response)


def test_a_result_is_corrected_in_two_steps(nora: User) -> None:
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),)))
    play_round(tournament)
    table, client = Table.objects.get(round__tournament=tournament), signed_in(nora)
    address = f"/tournaments/{tournament.pk}/manage/correct/"
    first = client.get(address)
    assert "Continue" in text_of(first)
    second = client.get(address, {"table": str(table.pk)})
    assert "Place of Player1" in text_of(second)
    players = [one.entrant for one in table.result.outcomes]  # type: ignore[union-attr]
    sent = {"table": str(table.pk), "reason": "a wrong record"}
    sent |= {f"place_{player}": str(place) for place, player in enumerate(players, start=1)}
    sent |= {f"points_{player}": "50" for player in players}
    wrong = client.post(address, {**sent, f"place_{players[0]}": "4"})
    assert wrong.status_code == 422
    assert "These places are not possible. Use 1 2 3 4, with equal places for ties, such as 1 2 2 4." in text_of(wrong)
    follows = text_of(client.post(address, sent))
    assert "The standings update immediately." in follows
    assert follows.index(": place 1 with 50 VP.") < follows.index(": place 4 with 50 VP."), (
        "what it becomes, before it is done"
    )
    client.post(address, {**sent, "step": "sure"})
    table.refresh_from_db()
    assert [one.place for one in table.result.outcomes] == [1, 2, 3, 4]  # type: ignore[union-attr]
    assert table.is_corrected
    assert "This is already the result. Change a place or the points." in text_of(client.post(address, sent))


def test_a_form_of_an_act_says_why_nothing_or_not_all_can_be_chosen(nora: User) -> None:
    """A director who plays is told where her own tables are; where nothing is left there is no button."""
    tournament, client = started(nora, [nora, *people(3)], Plan(stages=(Swiss(1),), sizes=None)), signed_in(nora)
    desk = f"/tournaments/{tournament.pk}/manage/"
    assert "another director decides there" in text_of(client.get(f"{desk}forfeit/"))
    shown = client.get(f"{desk}correct/")
    assert "No table is available right now." in text_of(shown)
    assert "Continue" not in text_of(shown)
    assert 'type="datetime-local" name="at" value="20' in client.get(f"{desk}deadline/").content.decode()
    assert client.get(desk).content.decode().count("adjudicate/?table=") == 1, "beside the table that is not her own"


def test_acts_that_are_not_possible_are_not_offered(nora: User) -> None:
    tournament, client = made(nora), signed_in(nora)
    desk = client.get(f"/tournaments/{tournament.pk}/manage/").content.decode()
    assert f"/tournaments/{tournament.pk}/manage/pause/" not in desk
    response = client.get(f"/tournaments/{tournament.pk}/manage/pause/", follow=True)
    assert "This is not possible at this stage of the tournament." in text_of(response)
    assert client.get(f"/tournaments/{tournament.pk}/manage/no-such-act/").status_code == 404


def test_the_desk_of_a_running_tournament_says_what_is_asked(nora: User) -> None:
    tournament, client = started(nora, people(8)), signed_in(nora)
    tournament.rounds.update(deadline_at=now() + timedelta(days=1))
    text = text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))
    assert "Round 1 ends on" in text
    assert "Round 1, table 2" in text
    assert "Forfeit game" in text
    client.post(f"/tournaments/{tournament.pk}/manage/pause/", {"reason": "the server moves", "step": "sure"})
    assert "The tournament has been paused since" in text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))


def test_every_act_that_is_possible_has_its_form(nora: User) -> None:
    tournament, client = started(nora, people(8)), signed_in(nora)
    for act, form in ACTIONS.items():
        if form.is_possible(tournament, now()):
            assert client.get(f"/tournaments/{tournament.pk}/manage/{act}/").status_code == 200, act


def test_whom_an_act_names_is_looked_for_before_it_is_confirmed(nora: User) -> None:
    tournament, client = started(nora, people(8)), signed_in(nora)
    for act in ("add", "director", "substitute"):
        address = f"/tournaments/{tournament.pk}/manage/{act}/"
        sent = as_first_shown(client, address, name="Nobodyhere") | {"step": ""}
        assert "There is no player named “Nobodyhere”" in text_of(client.post(address, sent)), act
    person("Other")
    address = f"/tournaments/{tournament.pk}/manage/add/"
    late = client.post(address, as_first_shown(client, address, name="other") | {"step": ""})
    assert (
        late.status_code,
        "The first game is in the next round. Missed rounds are scored by the tournament's rules." in text_of(late),
    ) == (422, False)


def test_every_act_is_done_from_its_form(nora: User) -> None:
    other, substitute = person("Other"), person("Substitute")
    gathers, tournament, client = made(other), started(nora, people(8), Plan()), signed_in(nora)
    gathers.directors.create(user=nora, since=NOON)
    asked = Chair.objects.filter(table__game__seats__waiting=True, table__game__seats__index=F("seat")).first()
    assert asked is not None
    acts: dict[str, dict[str, object]] = {
        "late-entry": {},
        "remind": {},
        "extend": {},
        "time": {"seat": f"{asked.table_id}-{asked.entry_id}"},
        "forfeit": {},
        "substitute": {"name": substitute.name},
        **{act: {} for act in ("deadline", "hold", "announce", "withdraw", "remove", "pause", "resume")},
        "add": {"name": other.name},
        "director": {"name": other.name},
        **{act: {} for act in ("adjudicate", "correct", "annul")},
        "step-down": {"user": str(other.pk)},
        "retry": {},
        "abandon": {},
    }
    before = {"close-entries": {}, "reopen-entries": {}}
    assert set(ACTIONS) - acts.keys() - before.keys() == {"begin", "swap", "arrange"}, "those of a round that is paired"
    for of, act, chosen in [
        *((gathers, *one) for one in before.items()),
        *((tournament, *one) for one in acts.items()),
    ]:
        address = f"/tournaments/{of.pk}/manage/{act}/"
        if act == "retry":
            clockwork.TournamentHolder(of.pk).hold(clockwork.Failure(SweepStep.PAIRS, "plan"), again(of).version, now())
        sent = as_first_shown(client, address, **chosen)
        if act == "correct":  # which asks for a table first
            clockwork.sweep(now())
            table = Table.objects.filter(round__tournament=of, state=TableState.COUNTED).get()
            sent = as_first_shown(client, address, table=str(table.pk))
            sent |= dict.fromkeys((name for name in sent if name.startswith("points_")), "9")
        done = client.post(address, sent, follow=True)
        assert f"Done: {ACTIONS[act].title}" in text_of(done), act


@pytest.mark.parametrize("number", [4, 12])
def test_the_desk_takes_the_same_statements_whatever_the_number_of_players(nora: User, number: int) -> None:
    """The reader, his badge, the tournament; entries; rounds; chairs; seats kept by bots; reports; acts; directors; posts;
    whether a round is paired, and how many; and whether it is on hold."""
    tournament = started(nora, people(number))
    page, caught = statements(signed_in(nora), f"/tournaments/{tournament.pk}/manage/")
    assert Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING).count() == number // 4
    assert len(caught) == 15, [query["sql"][:90] for query in caught]
    assert page.status_code == 200


def test_a_player_reports_and_the_directors_answer(nora: User) -> None:
    anna, zoe = people(1)[0], person("Zoe")
    tournament = made(nora)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    address = f"/tournaments/{tournament.pk}/report/"
    assert signed_in(zoe).get(address).status_code == 404
    player, director = signed_in(anna), signed_in(nora)
    player.post(address, {"about": "appeal", "text": "That was no forfeit."})
    desk = text_of(director.get(f"/tournaments/{tournament.pk}/manage/"))
    assert "That was no forfeit." in desk
    assert "1 message from a player needs an answer." in desk
    report = Report.objects.get()
    director.post(f"/tournaments/{tournament.pk}/manage/answer/", {"report": report.pk, "text": "It was not, sorry."})
    assert Report.objects.get().answered_at is None  # everybody is told something too
    said = {"report": report.pk, "text": "It was not, Zoe erred.", "reason": "An appeal was granted."}
    director.post(f"/tournaments/{tournament.pk}/manage/answer/", said)
    assert "It was not, Zoe erred." in text_of(player.get(address))
    assert "That was no forfeit." not in text_of(director.get(f"/tournaments/{tournament.pk}/manage/"))
    act = tournament.acts.latest("number")
    assert (act.kind, act.by, act.reason, act.private, act.data) == (
        "answered",
        nora,
        "An appeal was granted.",
        "",
        {"about": "appeal"},
    )
    for reader in (Client(), player, director):
        log = text_of(reader.get(f"/tournaments/{tournament.pk}/log/"))
        assert "Message from a player answered" in log
        assert "An appeal was granted." in log
        assert "forfeit" not in log
        assert "Zoe" not in log
    assert broken_at(tournament.acts.order_by("number")) is None


def test_nobody_answers_himself() -> None:
    users = people(4)
    tournament = started(users[0], users)
    client = signed_in(users[0])
    client.post(f"/tournaments/{tournament.pk}/report/", {"about": "other", "text": "May I win?"})
    report = Report.objects.get()
    client.post(f"/tournaments/{tournament.pk}/manage/answer/", {"report": report.pk, "text": "Yes.", "reason": "No."})
    assert Report.objects.get().answered_at is None


def test_the_board_takes_words_and_gives_them_back(nora: User) -> None:
    tournament, client = made(nora), signed_in(nora)
    client.post(f"/tournaments/{tournament.pk}/manage/board/", {"text": "Bring tea."})
    assert "Bring tea." in text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))
    client.post(f"/tournaments/{tournament.pk}/manage/board/down/", {"post": str(tournament.posts.get().pk)})
    assert not tournament.posts.exists()


def test_people_are_invited_and_the_link_leads_to_the_tournament(nora: User) -> None:
    tournament, client = made(nora), signed_in(nora)
    zoe = person("Zoe")
    response = client.post(
        f"/tournaments/{tournament.pk}/manage/invite/", {"people": "Zoe, nobody, friend@example.com"}
    )
    assert "Unknown usernames or invalid email addresses: nobody" in text_of(response)
    asked = TournamentInvitation.objects.get(email="friend@example.com")
    guest = signed_in(zoe)
    assert "Nora invites you" in text_of(guest.get(f"/tournaments/invitations/{asked.token}/"))
    assert TournamentInvitation.objects.get(pk=asked.pk).user is None
    response = guest.post(f"/tournaments/invitations/{asked.token}/")
    assert response["Location"] == f"/tournaments/{tournament.pk}/"
    assert TournamentInvitation.objects.get(pk=asked.pk).user == zoe
    assert signed_in(person("Boris")).get(f"/tournaments/invitations/{asked.token}/").status_code == 404


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
