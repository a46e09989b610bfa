"""Managing a tournament: what is asked of its directors, acts with their confirmation, reports and words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from tests.games.page_reading import statements, text_of
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import NOON, again, made, people, play_round, started
from tournaments.director.actions import ACTIONS
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.log import broken_at
from tournaments.models import (
    Entry,
    Report,
    SweepStep,
    Table,
    TableState,
    TournamentInvitation,
    TournamentState,
)

from .sending import as_first_shown

pytestmark = pytest.mark.django_db


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
    acts: dict[str, dict[str, object]] = {
        "late-entry": {},
        "remind": {},
        "extend": {},
        "time": {},
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
