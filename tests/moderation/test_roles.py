"""What each role may do: one table, so that nobody is given anything by the way."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from accounts.models import User
from moderation.actions import actions, needs, subjects
from moderation.permissions import DIRECTOR, HELPER, MODERATOR, OPERATOR, ensure_roles
from tests.moderation.staff import staff
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db
ORDER = (HELPER, MODERATOR, DIRECTOR, OPERATOR)
MAY = {
    # helper, moderator, director of tournaments, operator
    "extend-clock": "hmd.",
    "answer-for-seat": ".m..",
    "seat-to-bot": ".md.",
    "substitute": ".md.",
    "substitute-in-tournament": ".md.",
    "close-table": ".md.",
    "remove-import": ".md.",
    "remove-notes": ".md.",
    "cancel-game": ".md.",
    "annul-game": ".md.",
    "resend-mail": "hm.o",
    "mute": ".m..",
    "suspend": ".m..",
    "lift": ".m..",
    "answer-appeal": ".m..",
    "rename": ".m.o",
    "erase-account": "...o",
    "merge-account": "...o",
    "hand-over-tournament": "..d.",
}
LOOKS = {"game": "hmdo", "person": "hmdo", "tournament": "hmdo", "mail": "hm.o"}
WAITS = {
    "undeliverable": "hmdo",
    "failed-mails": "...o",
    "complaints": "hm..",
    "appeals": "hm.o",
    "failed-tasks": "...o",
    "failed-incoming-mail": "...o",
    "overdue": "hmdo",
    "reports": "hmdo",
    "stuck-tournaments": "hmdo",
}


@pytest.fixture
def people(db) -> list[User]:
    return [staff(f"Staff {'abcd'[place]}", role) for place, role in enumerate(ORDER)]


def who(people: list[User], permission: str) -> str:
    return "".join(role[0] if one.has_perm(permission) else "." for role, one in zip(ORDER, people, strict=True))


def test_each_role_does_what_the_table_says(people):
    assert {name: who(people, one.permission) for name, one in actions().items()} == MAY
    assert {name: who(people, one.permission) for name, one in subjects().items()} == LOOKS
    assert {one.name: who(people, one.permission) for one in needs()} == WAITS


def test_a_role_without_the_admin_pages_does_nothing(anna, boris):
    ensure_roles()
    moderator = staff("Nora", MODERATOR)
    User.objects.filter(pk=moderator.pk).update(is_staff=False)
    address = f"/admin/about/person/{boris.pk}/mute/"
    for user in (moderator, anna):
        assert signed_in(user).post(address, {"reason": "x", "step": "sure"}).status_code == 302
    assert not boris.measures.exists()


def test_addresses_are_shown_to_operators_alone(people, anna):
    for one in people:
        shown = "anna@example.org" in signed_in(one).get(f"/admin/about/person/{anna.pk}/").content.decode()
        listed = "anna@example.org" in signed_in(one).get("/admin/accounts/user/").content.decode()
        row = "anna@example.org" in signed_in(one).get(f"/admin/accounts/user/{anna.pk}/change/").content.decode()
        found = "Anna" in signed_in(one).get("/admin/search/", {"q": "anna@example"}).content.decode()
        assert {shown, listed, row, found} == {one == people[3]}, one


def test_nobody_gives_himself_a_role(people):
    operator = people[3]
    address = f"/admin/accounts/user/{operator.pk}/change/"
    assert signed_in(operator).post(address, {"is_superuser": "on"}).status_code == 403
    call_command("verify_trail")
    assert person("Fedor").groups.count() == 0
