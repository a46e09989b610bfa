"""An account is erased by staff, or becomes part of another one of the same person."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.core import mail
from django.utils.timezone import now

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.ratings.games import OVERALL
from games.models import MERGED, RowKind
from games.play.errors import MetInAGame
from games.play.positions import load
from moderation import actions as declared
from moderation import services, trail
from moderation.actions import actions, carry_out
from moderation.errors import NotAllowed, StaffMatter
from moderation.models import Complaint, ComplaintReason, StaffNote, TrailRow
from moderation.permissions import MODERATOR, OPERATOR
from stpete_site.erasing import finish
from stpete_site.tasks import tidy
from tests.games.boards import wander_on
from tests.games.play_builders import begun, play_on
from tests.moderation.staff import REASON, act, staff
from tests.people import person
from tests.tournaments.leagues.test_leagues import league
from tests.tournaments.lifecycle.club import NOON, again, made, play_round, started
from tests.tournaments.lifecycle.rated_builders import rated
from tournaments.leagues.services.leagues import sign_up
from tournaments.leagues.words import act_lines as league_lines
from tournaments.lifecycle.errors import MetInALeague, MetInATournament
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.verifying import league_faults as faults_of_league
from tournaments.lifecycle.verifying import tournament_faults
from tournaments.models import Chair, Rating, RatingChange, Standing, TournamentState
from tournaments.pages.acts import act_lines
from tournaments.rated.rebuilding import Difference, is_due, rebuild
from tournaments.rated.services import take
from tournaments.tasks import rebuild_ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def oleg(db) -> User:
    return staff("Oleg", OPERATOR)


def test_an_account_is_erased_with_its_words_and_the_trail_stays(oleg, anna, boris, django_capture_on_commit_callbacks):
    game = begun(anna, boris, now=now())
    StaffNote.objects.create(about=f"person:{anna.pk}", by=oleg, at=now(), text="Twice warned.")
    Complaint.objects.create(reporter=boris, about=f"person:{anna.pk}", reason="other", at=now())
    act("rename", anna.pk, oleg, now(), new_name="Anuschka")
    with django_capture_on_commit_callbacks(execute=True):
        act("erase-account", anna.pk, oleg, now())
    anna.refresh_from_db()
    assert anna.is_pseudonym
    assert anna.email is None
    assert all(play.holder(seat.index).user != anna for play in [load(game.pk)] for seat in play.seats)
    assert not StaffNote.objects.exists()
    assert not Complaint.objects.exists()
    (last,) = [one for one in mail.outbox if one.to == ["anna@example.org"]]
    assert REASON in last.body
    rows = list(TrailRow.objects.all())
    assert [row.act for row in rows] == ["rename", "erase-account"]
    assert trail.find_first_break() is None
    with pytest.raises(NotAllowed):
        act("erase-account", boris.pk, staff("Nora", MODERATOR), now())


def test_two_accounts_of_one_person_become_one(oleg, anna, boris, clara):
    running, over = begun(anna, boris, now=now()), begun(anna, "plain", now=now())
    wander_on(over, now=now())
    act("merge-account", anna.pk, oleg, now(), name="Clara")
    for game in (running, over):
        play = load(game.pk)
        assert play.seat_of(clara) is not None or play.game.is_finished
        assert play.has_sat(clara)
        assert not play.has_sat(User.objects.get(pk=anna.pk))
        assert game.log.filter(kind=RowKind.SEAT, text=MERGED).count() == 1
        assert play.game.version == game.log.latest("number").number
    play_on(running, until=lambda play: play.game.version > 12, now=now())
    assert User.objects.get(pk=anna.pk).is_pseudonym
    assert clara.notifications.filter(kind="merged").exists()


def test_the_form_of_one_act_leaves_those_of_others_alone(oleg, anna):
    """Each says what its own field is for."""
    forms = {name: actions()[name](of=anna.pk, by=oleg) for name in ("merge-account", "hand-over-tournament")}
    assert [str(form.fields["name"].label) for form in forms.values()] == [
        "Account to keep (username)",
        "Player's username",
    ]


def test_places_in_tournaments_and_leagues_go_along_and_everything_follows_from_what_is_kept(oleg, anna, boris, clara):
    """She plays, directs and has signed up; results, standings and logs stay whole, and the tournament goes on with
    the other one."""
    players = [person(name) for name in ("Dmitri", "Eugen", "Fjodor")]
    tournament = started(boris, [anna, *players], Plan(stages=(Swiss(2),), sizes=None), is_rated=True)
    mine = made(anna)
    play_round(tournament)
    rated(clara, boris)
    take(limit=100)
    neva = league(anna)
    season = neva.seasons.get()
    season.moves = {str(anna.pk): "UP"}
    season.save()
    other = league(boris).seasons.get()
    sign_up(season_id=other.pk, user=anna, now=NOON)
    counted = Standing.objects.filter(tournament=tournament).order_by("order").values_list("place", "entry", "values")
    before, entry = list(counted), tournament.entries.get(user=anna)

    act("merge-account", anna.pk, oleg, now(), name="Clara")
    assert list(counted) == before
    entry.refresh_from_db()
    assert (entry.user, entry.state) == (clara, "entered")
    assert list(mine.directors.values_list("user", flat=True)) == [clara.pk]
    assert list(other.players.values_list("user", flat=True)) == [clara.pk]
    season.refresh_from_db()
    assert season.moves == {str(clara.pk): "UP"}
    assert Rating.objects.get(user=clara, pool=OVERALL).games == 2
    clockwork.sweep(now())
    play_round(again(tournament))
    assert Chair.objects.filter(round__tournament=tournament, entry=entry).count() == 2
    assert again(tournament).state == TournamentState.FINISHED
    for one in (tournament, mine):
        assert list(tournament_faults(again(one))) == []
    for one in (neva, other.league):
        one.refresh_from_db()
        assert list(faults_of_league(one)) == []
    (told,) = [line.says for line in act_lines(tournament, tournament.acts.filter(kind="merged"), for_directors=False)]
    assert told == "Clara now takes part with one account instead of two."
    logs = [act_lines(one, list(one.acts.select_related("by")), for_directors=False) for one in (tournament, mine)]
    logs += [league_lines(list(one.acts.select_related("by")), for_directors=False) for one in (neva, other.league)]
    for lines in logs:
        named = [line for line in lines if "Clara" in line.says + line.by]
        assert len(named) > 1, "older acts of the account that is gone too"
        wrong = [line for line in lines if "Former" in line.says + line.by or (line.by and line.by in line.says)]
        assert not wrong, "nor is it said by whom where one acts for oneself"
    take(limit=100)
    found: list[Difference] = []
    rebuild(tell=found.append, repair=False)
    assert (found, is_due()) == ([], False)


def test_on_a_large_site_the_ratings_of_a_merged_account_are_rebuilt_by_night(oleg, anna, boris, clara, monkeypatch):
    for pair in ((anna, boris), (clara, boris), (boris, anna)):
        rated(*pair)
    monkeypatch.setattr("stpete_site.erasing.REBUILT_AT_ONCE", 2)
    act("merge-account", anna.pk, oleg, now(), name="Clara")
    assert is_due()
    rebuild_ratings()
    assert not is_due()
    assert Rating.objects.get(user=clara, pool=OVERALL).games == 3
    assert not RatingChange.objects.filter(user=anna).exists()


def test_who_has_met_is_not_merged(oleg, anna, boris, clara, dmitri):
    begun(anna, boris, now=now())
    with pytest.raises(MetInAGame):
        act("merge-account", anna.pk, oleg, now(), name="Boris")
    started(dmitri, [anna, clara], Plan(stages=(Swiss(2),), sizes=None))
    for one, other in ((anna, "Clara"), (anna, "Dmitri"), (dmitri, "Anna")):
        with pytest.raises(MetInATournament):
            act("merge-account", one.pk, oleg, now(), name=other)
    season = league(dmitri).seasons.get()
    sign_up(season_id=season.pk, user=boris, now=NOON)
    for one, other in ((boris, "Dmitri"), (dmitri, "Boris")):
        with pytest.raises(MetInALeague):
            act("merge-account", one.pk, oleg, now(), name=other)
    with pytest.raises(StaffMatter):
        act("merge-account", boris.pk, oleg, now(), name="Oleg")
    assert not TrailRow.objects.exists()
    assert User.objects.filter(is_active=False).count() == 0


def test_an_erasure_that_was_broken_off_is_done_at_night_and_no_end_of_a_suspension_opens_the_account(oleg, anna):
    nora = staff("Nora", MODERATOR)
    act("suspend", anna.pk, nora, now(), days=1)
    broken = type("Broken", (actions()["erase-account"],), {"afterwards": lambda order: None})
    carry_out(act=broken, number=anna.pk, by=oleg, reason=REASON, values={}, now=now())
    services.end_due_measures(now=now() + timedelta(days=2))
    act("suspend", anna.pk, nora, now(), days=1)
    services.end_due_measures(now=now() + timedelta(days=2))
    anna.refresh_from_db()
    assert (anna.is_active, anna.is_pseudonym) == (False, False)
    tidy()
    anna.refresh_from_db()
    assert anna.is_pseudonym
    assert finish(now=now()) == 0


@pytest.mark.parametrize("how", ["erase-account", "merge-account"])
def test_no_name_of_an_erased_account_is_left_in_trail_or_reports(oleg, anna, boris, clara, how):
    game = begun(anna, boris, now=now())
    context = declared.subjects()["game"].reported(game.pk, boris)
    services.file_complaint(
        about=f"game:{game.pk}",
        context=context or [],
        reporter=boris,
        reason=ComplaintReason.OTHER,
        words="",
        now=now(),
    )
    act("rename", anna.pk, oleg, now(), new_name="Anuschka")
    assert "Anna → Anuschka" in TrailRow.objects.get().reason
    act(how, anna.pk, oleg, now(), **({"name": "Clara"} if how == "merge-account" else {}))
    left = json.dumps([*TrailRow.objects.values("before", "after", "reason"), *Complaint.objects.values("context")])
    assert "Anna" not in left
    assert "Anuschka" not in left
    assert trail.find_first_break() is None
