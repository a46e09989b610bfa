"""What directors decide is told by mail to those whom it concerns, with its reason, and to nobody else."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Unfinished
from games.models import Seat
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.mails import text_of
from tests.people import person
from tests.tournaments.lifecycle.club import DAY, NOON, again, made, people, play_round, started
from tournaments.lifecycle.services import creating
from tournaments.lifecycle.services.acts import course, games, messages, results, seats
from tournaments.lifecycle.services.acts import people as entrants
from tournaments.lifecycle.services.creating import TournamentTerms
from tournaments.lifecycle.services.entering import enter
from tournaments.models import About, Table, TableState, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def told(kind: str) -> list[str]:
    rows = Notification.objects.filter(app="tournaments", kind=kind).select_related("user").order_by("pk")
    return sorted(row.user.name for row in rows if row.user)


def mails(mailbox, name: str, subject: str, now: datetime = NOON) -> list[str]:  # type: ignore[no-untyped-def]
    """The texts of mails with these words in the subject that somebody has got by now."""
    bundle_due(now)
    deliver_due(now)
    found = [one for one in mailbox.messages if f"{name.lower()}@" in str(one["To"]) and subject in one["Subject"]]
    return [" ".join(text_of(one).split()) for one in found]


def running(nora: User, **terms: object) -> Tournament:
    tournament = started(nora, people(8), Plan(stages=(Swiss(2),)), **terms)
    Notification.objects.all().delete()
    return tournament


def seated(table: Table) -> list[str]:
    return sorted(table.chairs.values_list("entry__user__display_name", flat=True))


def asked(table: Table) -> int:
    """The entry of who is asked there now, so that his clock runs."""
    seat = Seat.objects.get(game=table.game_id, waiting=True).index
    found: int = table.chairs.get(seat=seat).entry_id
    return found


def test_each_decision_about_a_table_is_told_to_who_sits_there(nora: User) -> None:
    tournament = running(nora)
    one, other = Table.objects.filter(round__tournament=tournament).order_by("number")
    first = asked(one)
    about = {"tournament_id": tournament.pk, "director": nora, "reason": "why", "now": NOON}
    seats.give_time(**about, table_id=one.pk, entry_id=first, by=DAY)  # type: ignore[arg-type]
    assert told("decided") == seated(one)
    games.forfeit(**about, table_id=one.pk, entry_id=first)  # type: ignore[arg-type]
    games.adjudicate(**about, table_id=other.pk, how=Unfinished.POINTS)  # type: ignore[arg-type]
    assert told("decided") == sorted([*seated(one) * 2, *seated(other)])
    results.annul(**about, table_id=one.pk)  # type: ignore[arg-type]
    assert told("decided") == sorted([*seated(one) * 3, *seated(other)])


def test_a_correction_says_the_places_the_reason_and_what_follows(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = running(nora)
    play_round(tournament)
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    assert table.result is not None
    places = {one.entrant: 1 for one in table.result.outcomes}
    results.correct(
        tournament_id=tournament.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=dict.fromkeys(places, 40),
        reason="The record was wrong.",
        now=NOON,
    )
    name = seated(table)[0]
    (mail,) = mails(mailbox, name, "Decision of the directors")
    for words in (
        "Nora made a decision as tournament director; the reason is below.",
        "Result corrected: round 1, table 1; now ",
        f"1. {name}",
        "pairings use this from round 3",
        "The record was wrong.",
        f"/tournaments/{tournament.pk}/report/",
    ):
        assert words in mail
    assert told("decided") == seated(table)


def test_several_decisions_are_one_mail_and_an_erased_reason_is_not_told(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = running(nora)
    table = Table.objects.filter(round__tournament=tournament).order_by("number")[0]
    (name, *_others), entry = seated(table), asked(table)
    for reason in ("A first reason.", "A second reason.", "A third reason."):
        seats.give_time(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            entry_id=entry,
            by=DAY,
            reason=reason,
            now=NOON,
        )
    tournament.acts.filter(reason="A second reason.").update(reason="", salt="")
    (mail,) = mails(mailbox, name, "Decision of the directors")
    assert ("A first reason." in mail, "A third reason." in mail) == (True, True)
    assert mail.count("Time added") == 2


def test_who_is_taken_out_is_told_and_not_any_more_when_he_is_back(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = running(nora)
    one, other = tournament.entries.order_by("number")[:2]
    for entry in (one, other):
        entrants.withdraw(
            tournament_id=tournament.pk, director=nora, entry_id=entry.pk, reason="He asked for it.", now=NOON
        )
    enter(tournament_id=tournament.pk, user=other.user, now=NOON)
    assert "Player withdrawn" in mails(mailbox, one.user.name, "Decision of the directors")[0]
    assert mails(mailbox, other.user.name, "Decision of the directors") == []


def test_a_deadline_and_a_pause_are_told_to_who_still_plays(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = running(nora)
    one, other = Table.objects.filter(round__tournament=tournament).order_by("number")
    Table.objects.filter(pk=other.pk).update(state=TableState.ANNULLED)
    course.move_deadline(
        tournament_id=tournament.pk, director=nora, number=1, at=NOON + 9 * DAY, reason="It is Christmas.", now=NOON
    )
    assert told("decided") == seated(one)
    Notification.objects.all().delete()
    course.pause(tournament_id=tournament.pk, director=nora, reason="It is Christmas.", now=NOON)
    course.resume(tournament_id=tournament.pk, director=nora, reason="Christmas is over.", now=NOON + DAY)
    (mail,) = mails(mailbox, "Player1", "Decision of the directors", NOON + DAY)
    assert "Tournament resumed" in mail
    assert "Tournament paused" not in mail  # it is so no more


def test_who_has_entered_is_told_when_what_was_agreed_changes(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament, (anna,) = made(nora, starts_at=NOON + 5 * DAY), people(1)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    enter(tournament_id=tournament.pk, user=nora, now=NOON)
    change = {"tournament_id": tournament.pk, "director": nora, "now": NOON}
    creating.change_tournament(**change, terms=replace(TournamentTerms.of(tournament), about="Welcome."))  # type: ignore[arg-type]
    assert told("tournament_changed") == []
    later = replace(TournamentTerms.of(again(tournament)), starts_at=NOON + 9 * DAY, is_rated=False)
    creating.change_tournament(**change, terms=later)  # type: ignore[arg-type]
    assert told("tournament_changed") == ["Player1"]
    (mail,) = mails(mailbox, "Player1", "The tournament has changed")
    now = ("It starts on Sunday 29 November", "unrated", "Rated or unrated games, start")
    for words in ("withdraw on the tournament page", *now):
        assert words in mail


def test_a_message_reaches_the_directors_and_its_answer_who_wrote(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = running(nora)
    anna = tournament.entries.get(number=1).user
    sent = messages.report(
        tournament_id=tournament.pk, user=anna, about=About.APPEAL, text="Count table 1 again.", now=NOON
    )
    (mail,) = mails(mailbox, "Nora", "A player wrote to you")
    assert f"{anna.name}: an appeal against a decision" in mail
    assert "Count table 1 again." not in mail  # it stands on the desk alone
    messages.answer(
        tournament_id=tournament.pk,
        director=nora,
        report_id=sent.pk,
        text="It is counted right.",
        reason="Looked at.",
        now=NOON,
    )
    (mail,) = mails(mailbox, anna.name, "The directors answered you")
    assert "It is counted right." in mail
    assert told("answered") == [anna.name]


def test_a_later_word_of_the_directors_does_not_replace_an_earlier_one(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = running(nora)
    messages.announce(tournament_id=tournament.pk, director=nora, reason="The first word.", now=NOON)
    bundle_due(NOON)  # both mails wait, as when no mail gets through for a while
    messages.announce(tournament_id=tournament.pk, director=nora, reason="The second word.", now=NOON + DAY)
    found = mails(mailbox, "Player1", "Message from the directors", NOON + DAY)
    assert sorted("first" in one for one in found) == [False, True]
