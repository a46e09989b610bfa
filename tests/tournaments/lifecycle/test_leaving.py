"""An account that is deleted leaves its tournaments and leagues; what it alone directed passes to those who run the site."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.models import Tenure
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.mails import text_of
from tests.people import PASSWORD, person, signed_in
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import NOON, again, made, people, play_round, started
from tournaments.leagues.services.entering import sign_up
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts.people import add_director
from tournaments.lifecycle.services.creating import TournamentTerms, create_tournament
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.log import broken_at
from tournaments.models import Director, EntryState, RoundState, Tournament

pytestmark = pytest.mark.django_db


def deletes(user: User) -> None:
    answer = signed_in(user).post("/profile/delete/", {"proof": PASSWORD}, follow=True)
    assert "Your account was deleted." in answer.content.decode()


def test_who_has_gone_is_neither_entered_nor_paired_any_more() -> None:
    users, nora = people(6), person("Nora")
    tournament = made(nora, Plan(stages=(Swiss(2),)), most_entrants=5)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    deletes(users[0])
    states = dict(tournament.entries.values_list("user__display_name", "state"))
    assert (states[""], states["Player6"]) == (EntryState.WITHDRAWN, EntryState.ENTERED)  # who waited has moved up
    running = started(nora, users[1:6], Plan(stages=(Swiss(2),)))
    deletes(users[1])
    play_round(running)
    assert not running.rounds.get(number=2).chairs.filter(entry__user=users[1]).exists()
    assert broken_at(running.acts.order_by("number")) is None


def test_a_bot_takes_the_seat_of_who_has_gone_between_pairing_and_beginning() -> None:
    users, nora = people(4), person("Nora")
    tournament = started(nora, users, Plan(stages=(Swiss(2),), between=timedelta(days=2)))
    play_round(tournament)
    of = tournament.rounds.get(number=2)
    assert of.state == RoundState.PAIRED
    deletes(users[0])
    clockwork.sweep(of.begins_at)
    held = Tenure.objects.filter(seat__game__tournament_table__round=of, until=None)
    assert (held.filter(user=users[0]).exists(), held.exclude(bot="").count()) == (False, 1)


def test_what_nobody_directs_any_more_passes_to_who_runs_the_site(mailbox) -> None:  # type: ignore[no-untyped-def]
    anna, boris, staff = person("Anna"), person("Boris"), person("Staff", is_staff=True)
    alone, together, neva = made(anna), made(anna), league(anna)
    add_director(tournament_id=together.pk, director=anna, name="Boris", reason="Two are better.", now=NOON)
    draft = create_tournament(creator=anna, terms=TournamentTerms.of(alone), now=NOON)
    deletes(anna)
    assert not Tournament.objects.filter(pk=draft.pk).exists()
    directing = {
        tournament: list(Director.objects.filter(tournament=tournament).values_list("user", flat=True))
        for tournament in (alone, together)
    }
    assert directing == {alone: [staff.pk], together: [boris.pk]}
    assert [one.user for one in neva.directors.all()] == [staff]
    log = signed_in(boris).get(f"/tournaments/{alone.pk}/log/").content.decode()
    assert "Staff became director because no other director was left." in log
    assert (
        "Staff now directs the league because no director was left."
        in signed_in(boris).get(f"/leagues/{neva.pk}/log/").content.decode()
    )
    assert broken_at(again(alone).acts.order_by("number")) is None
    later = alone.acts.latest("number").at
    bundle_due(later)
    deliver_due(later)
    mails = {str(one["Subject"]): text_of(one) for one in mailbox.messages if "staff@" in str(one["To"])}
    assert len(mails) == 2
    ((tournament_mail,), (league_mail,)) = (
        [text for subject, text in mails.items() if said in subject]
        for said in ("You now direct this tournament", "You now direct this league")
    )
    assert f"/tournaments/{alone.pk}/manage/" in tournament_mail
    assert f"/leagues/{neva.pk}/manage/" in league_mail
    assert signed_in(staff).get(f"/leagues/{neva.pk}/manage/").status_code == 200


def test_who_has_gone_is_off_the_list_of_the_next_season() -> None:
    anna, nora = person("Anna"), person("Nora")
    season = league(nora).seasons.get()
    sign_up(season_id=season.pk, user=anna, now=NOON)
    deletes(anna)
    assert not season.signups.exists()
