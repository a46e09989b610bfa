"""An account is erased by staff, or becomes part of another one of the same person."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core import mail
from django.utils.timezone import now

from accounts.models import User
from games.models import MERGED, RowKind
from games.play.errors import MetInAGame
from games.play.positions import load
from moderation import registry
from moderation.errors import NotAllowed, StaffMatter
from moderation.models import Complaint, ComplaintReason, StaffNote, TrailRow
from moderation.registry import acts
from moderation.roles import MODERATOR, OPERATOR
from moderation.services import complaints, measures, trail
from moderation.services.acting import carry_out
from stpete_site.erasing import finish
from stpete_site.staff.people import PlaysInEvents
from stpete_site.tasks import tidy
from tests.games.play_builders import begun, play_on
from tests.moderation.staff import REASON, act, staff
from tournaments.rated.services.taking import take

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
    assert trail.broken_at() is None
    with pytest.raises(NotAllowed):
        act("erase-account", boris.pk, staff("Nora", MODERATOR), now())


def test_two_accounts_of_one_person_become_one(oleg, anna, boris, clara):
    running, over = begun(anna, boris, now=now()), begun(anna, "plain", now=now())
    play_on(over, now=now())
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
    assert clara.notices.filter(kind="merged").exists()


def test_the_form_of_one_act_leaves_those_of_others_alone(oleg, anna):
    """Each says what its own field is for."""
    forms = {name: acts()[name].form(number=anna.pk, staff=oleg) for name in ("merge-account", "hand-over-event")}
    assert [str(form.fields["name"].label) for form in forms.values()] == [
        "Name of the account that stays",
        "Name of the player",
    ]


def test_who_has_met_is_not_merged(oleg, anna, boris, clara):
    begun(anna, boris, now=now())
    with pytest.raises(MetInAGame):
        act("merge-account", anna.pk, oleg, now(), name="Boris")
    rated = begun(clara, anna, now=now(), rated=True)
    play_on(rated, now=now())
    take()
    with pytest.raises(PlaysInEvents):
        act("merge-account", clara.pk, oleg, now(), name="Boris")
    with pytest.raises(StaffMatter):
        act("merge-account", boris.pk, oleg, now(), name="Oleg")
    assert not TrailRow.objects.exists()
    assert User.objects.filter(is_active=False).count() == 0


def test_an_erasure_that_was_broken_off_is_done_at_night_and_no_end_of_a_suspension_opens_the_account(oleg, anna):
    nora = staff("Nora", MODERATOR)
    act("suspend", anna.pk, nora, now(), days=1)
    broken = replace(acts()["erase-account"], afterwards=None)
    carry_out(act=broken, number=anna.pk, by=oleg, reason=REASON, values={}, now=now())
    measures.end_due(now=now() + timedelta(days=2))
    act("suspend", anna.pk, nora, now(), days=1)
    measures.end_due(now=now() + timedelta(days=2))
    anna.refresh_from_db()
    assert (anna.is_active, anna.is_pseudonym) == (False, False)
    tidy()
    anna.refresh_from_db()
    assert anna.is_pseudonym
    assert finish(now=now()) == 0


@pytest.mark.parametrize("how", ["erase-account", "merge-account"])
def test_no_name_of_an_erased_account_is_left_in_trail_or_reports(oleg, anna, boris, clara, how):
    game = begun(anna, boris, now=now())
    context = registry.subjects()["game"].reported(game.pk, boris)
    complaints.report(
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
    assert trail.broken_at() is None
