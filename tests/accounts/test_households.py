"""Declared households: one names, the other agrees, either ends it, and what held is remembered."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.timezone import now

from accounts import separation
from accounts.models import Household, User
from accounts.services import pseudonymise
from tests.games.page_reading import text_of
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def shared(user: User, other: User, since: datetime = NOON) -> Household:
    separation.name_housemate(user=user, other=other, now=since)
    separation.name_housemate(user=other, other=user, now=since)
    return Household.objects.get(until=None, asker=user)


def answer(user: User, household: Household, said: str) -> str:
    sent = {"household": str(household.pk), "answer": said}
    return text_of(signed_in(user).post("/profile/household/answer/", sent, follow=True))


def test_one_names_the_other_who_agrees_and_either_ends_it(anna: User, boris: User):
    client = signed_in(anna)
    page = text_of(client.post("/profile/household/", {"name": " boris "}, follow=True))
    assert "Boris has not answered yet." in page
    household = Household.objects.get()
    assert not separation.share_household([anna.pk, boris.pk], at=now())
    assert "Anna says you share a home or device." in text_of(signed_in(boris).get("/profile/"))
    answer(anna, household, "yes")
    assert not separation.share_household([anna.pk, boris.pk], at=now()), "who asked cannot agree for the other"
    page = answer(boris, household, "yes")
    assert "Anna since" in page
    assert separation.share_household([anna.pk, boris.pk], at=now())
    page = answer(anna, household, "no")
    assert "Boris since" not in page
    assert not separation.share_household([anna.pk, boris.pk], at=now())
    household.refresh_from_db()
    assert household.since is not None
    assert household.until is not None


def test_whether_people_share_a_household_is_asked_of_a_moment(anna, boris, clara, django_assert_num_queries):
    household = shared(anna, boris)
    separation.end_household(user=boris, household_id=household.pk, now=NOON + 2 * DAY)
    people = [clara.pk, boris.pk, anna.pk]
    held = [separation.share_household(people, at=NOON + days * DAY) for days in (-1, 0, 1, 2, 3)]
    assert held == [False, True, True, False, False]
    assert not separation.share_household([clara.pk, anna.pk], at=NOON + DAY)
    shared(boris, anna, NOON + 5 * DAY)
    with django_assert_num_queries(1):
        assert separation.share_household(people, at=NOON + 6 * DAY)
    assert not separation.share_household(people, at=NOON + 4 * DAY)


def test_what_was_never_agreed_to_is_forgotten(anna: User, boris: User):
    for user in (anna, boris):
        separation.name_housemate(user=anna, other=boris, now=NOON)
        answer(user, Household.objects.get(), "no")
        assert not Household.objects.exists()


def test_both_naming_each_other_is_one_household(anna: User, boris: User):
    for _again in range(2):
        separation.name_housemate(user=anna, other=boris, now=NOON)
    separation.name_housemate(user=boris, other=anna, now=NOON + DAY)
    assert list(Household.objects.values_list("asker", "named", "since")) == [(anna.pk, boris.pk, NOON + DAY)]
    separation.name_housemate(user=boris, other=anna, now=NOON + 2 * DAY)
    assert Household.objects.get().since == NOON + DAY
    with pytest.raises(IntegrityError), transaction.atomic():
        Household.objects.create(asker=boris, named=anna, asked_at=NOON)


def test_nobody_answers_for_others_nor_with_nonsense(anna: User, boris: User, clara: User):
    household = shared(anna, boris)
    answer(clara, household, "no")
    separation.name_housemate(user=anna, other=clara, now=NOON)
    asked = Household.objects.get(named=clara)
    answer(boris, asked, "yes")
    for number in ("", "-1", "9" * 40, "x"):
        signed_in(anna).post("/profile/household/answer/", {"household": number, "answer": "no"})
    assert list(Household.objects.order_by("pk").values_list("since", "until")) == [(NOON, None), (None, None)]
    for address in ("/profile/household/", "/profile/household/answer/"):
        assert Client().post(address, {"name": "Boris"})["Location"] == "/accounts/login/"
        assert signed_in(anna).get(address).status_code == 405


@pytest.mark.parametrize(
    ("name", "said"),
    [("Nemo", "No player has this username"), ("ANNA", "You cannot choose yourself"), ("", "required")],
)
def test_a_name_that_cannot_be_is_said_at_the_field(anna: User, name: str, said: str):
    answer = signed_in(anna).post("/profile/household/", {"name": name})
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert not Household.objects.exists()


def test_one_names_ten_people_at_most(anna: User, boris: User):
    for number in range(separation.MOST_IN_HOUSEHOLD):
        separation.name_housemate(user=anna, other=person(f"Guest {number}"), now=NOON)
    answer = signed_in(anna).post("/profile/household/", {"name": "Boris"})
    assert (
        answer.status_code,
        "You have reached the limit of household members. Remove someone first." in text_of(answer),
    ) == (422, True)


def test_what_a_blocked_person_says_is_not_read_and_he_does_not_learn_it(anna: User, boris: User):
    separation.block(blocker=anna, blocked=boris, now=NOON)
    page = signed_in(boris).post("/profile/household/", {"name": "Anna"}, follow=True)
    assert "Anna has not answered yet." in text_of(page)
    assert "</b> says you share a home or device." not in text_of(signed_in(anna).get("/profile/"))


def test_a_household_ends_with_the_account(anna: User, boris: User, clara: User):
    shared(anna, boris)
    separation.name_housemate(user=clara, other=anna, now=NOON)
    pseudonymise(anna, now=NOON + DAY)
    assert list(Household.objects.values_list("since", "until")) == [(NOON, NOON + DAY)]
