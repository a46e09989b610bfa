"""Every act of staff leaves a row that nobody changes unseen."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.models import ProtectedError
from django.test import RequestFactory
from django.utils.timezone import now

from accounts.models import User
from games.chat.services import report_line, say
from games.models import ReportReason
from moderation import trail
from moderation.actions import actions, carry_out, needs, subjects
from moderation.errors import AppendOnly, NotAllowed, OwnMatter, ReasonMissing, StaffMatter
from moderation.models import Complaint, Head, StaffNote, TrailRow
from moderation.permissions import DIRECTOR, HELPER, MODERATOR, OPERATOR
from tests.games.play_builders import begun
from tests.moderation.staff import REASON, act, staff
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora(db) -> User:
    return staff("Nora", MODERATOR)


def test_a_row_says_who_did_what_to_whom_why_when_and_what_was_different(nora, anna):
    moment = now()
    act("rename", anna.pk, nora, moment, new_name="Anuschka")
    row = TrailRow.objects.get()
    assert (row.number, row.by, row.act, row.about, row.reason, row.at) == (
        *(1, nora, "rename", f"person:{anna.pk}", f"{REASON}\nAnna → Anuschka", moment),
    )
    assert (row.before, row.after) == ({}, {}), "names stand in words that can be erased"
    assert trail.find_first_break() is None


def test_rows_are_neither_changed_nor_deleted_through_models(nora, anna):
    act("rename", anna.pk, nora, now(), new_name="Anuschka")
    row = TrailRow.objects.get()
    row.reason = "another"
    for wrong in (
        row.save,
        row.delete,
        TrailRow.objects.all().delete,
        lambda: TrailRow.objects.update(reason=""),
        lambda: TrailRow.objects.bulk_update([row], ["reason"]),
    ):
        with pytest.raises(AppendOnly):
            wrong()
    with pytest.raises(ProtectedError):
        nora.delete()
    assert TrailRow.objects.get().reason.startswith(REASON)


@pytest.mark.parametrize(
    "wrong",
    [
        "UPDATE moderation_trailrow SET reason = 'I did not' WHERE number = 2",
        "UPDATE moderation_trailrow SET about = 'person:1' WHERE number = 2",
        "UPDATE moderation_trailrow SET by_id = (SELECT max(id) FROM accounts_user) WHERE number = 2",
        "DELETE FROM moderation_trailrow WHERE number = 2",
        "DELETE FROM moderation_trailrow WHERE number = 3",
    ],
)
def test_what_is_changed_past_the_models_is_seen(nora, anna, boris, wrong):
    for name in ("Anuschka", "Anka", "Anja"):
        act("rename", anna.pk, nora, now(), new_name=name)
    assert trail.find_first_break() is None
    with connection.cursor() as cursor:
        cursor.execute(wrong)
    assert trail.find_first_break() in (2, 3)
    with pytest.raises(CommandError, match=r"row [23]"):
        call_command("verify_trail")


def test_words_are_erased_with_an_account_and_the_chain_stays_whole(nora, anna):
    act("rename", anna.pk, nora, now(), new_name="Anuschka")
    trail.erase_words(about=f"person:{anna.pk}")
    assert TrailRow.objects.get().reason == ""
    assert trail.find_first_break() is None


def test_the_panel_shows_rows_and_writes_none(nora, anna, django_user_model):
    act("rename", anna.pk, nora, now(), new_name="Anuschka")
    chief = django_user_model.objects.create_superuser("chief@example.org", "a long password", display_name="Chief")
    row, client = TrailRow.objects.get(), signed_in(chief)
    assert REASON in client.get("/admin/moderation/trailrow/").content.decode()
    assert REASON in client.get(f"/admin/moderation/trailrow/{row.pk}/change/").content.decode()
    for address in ("add/", f"{row.pk}/change/", f"{row.pk}/delete/"):
        assert client.post(f"/admin/moderation/trailrow/{address}", {"reason": "x", "post": "yes"}).status_code == 403
    request = RequestFactory().get("/admin/")
    request.user = chief
    assert admin.site._registry[TrailRow].get_actions(request) == {}


def test_what_is_refused_leaves_no_row(nora, anna):
    client_of_games, helper = staff("Dora", DIRECTOR), staff("Hella", HELPER)
    moment = now()
    for by, number, reason, error in (
        (client_of_games, anna.pk, REASON, NotAllowed),
        (helper, anna.pk, REASON, NotAllowed),
        (anna, anna.pk, REASON, NotAllowed),
        (nora, nora.pk, REASON, OwnMatter),
        (nora, helper.pk, REASON, StaffMatter),
        (nora, anna.pk, " ", ReasonMissing),
    ):
        with pytest.raises(error):
            carry_out(act=actions()["mute"], number=number, by=by, reason=reason, values={}, now=moment)
    assert not TrailRow.objects.exists()
    assert not Head.objects.filter(rows__gt=0).exists()


def test_every_act_is_about_something_known_and_some_role_may_do_it(nora):
    everybody = [nora, staff("Hella", HELPER), staff("Dora", DIRECTOR), staff("Oleg", OPERATOR)]
    for one in actions().values():
        assert one.subject in subjects()
        assert any(person.has_perm(one.permission) for person in everybody), one.slug
    for one in subjects().values():
        assert any(person.has_perm(one.permission) for person in everybody), one.name
    for one in needs():
        assert any(person.has_perm(one.permission) for person in everybody), one.name
        assert one.count(now()) == 0, one.name


def test_notes_are_for_staff_with_the_right_and_go_with_nobody_else(nora, anna, boris):
    address = f"/admin/about/person/{anna.pk}/note/"
    assert signed_in(nora).post(address, {"text": "Twice warned."}).status_code == 302
    assert "Twice warned." in signed_in(nora).get(f"/admin/about/person/{anna.pk}/").content.decode()
    assert signed_in(boris).post(address, {"text": "x"}).status_code == 302  # to the sign-in of staff
    assert StaffNote.objects.count() == 1
    assert isinstance(StaffNote.objects.all(), models.QuerySet)


def test_what_the_panel_itself_writes_leaves_a_row_too(nora, anna, boris):
    found = Complaint.objects.create(reporter=anna, about=f"person:{boris.pk}", reason="other", at=now())
    game = begun(anna, boris, now=now())
    line = say(game_id=game.pk, user=boris, text="Hm", now=now())
    told = report_line(line=line, reporter=anna, seen=None, reason=ReportReason.OTHER, words="", now=now())
    client = signed_in(nora)
    client.post(f"/admin/moderation/complaint/{found.pk}/change/", {"note": "Talked to him."})
    client.post("/admin/games/report/", {"action": "settle", "_selected_action": [str(told.pk)]})
    rows = [(row.act, row.about, row.by) for row in TrailRow.objects.all()]
    assert rows == [("panel", f"moderation.complaint:{found.pk}", nora), ("panel", "games.report", nora)]
    assert "Talked to him." not in str([row.after for row in TrailRow.objects.all()])
    assert trail.find_first_break() is None
