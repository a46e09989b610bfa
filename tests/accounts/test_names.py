"""Display names: what is allowed, what counts as the same, and what is answered to a wrong one."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import check_name, name_key, tidy_name


@pytest.mark.parametrize(
    "name", ["Jo", "Anna", "Anna Maria", "Żółć", "Пётр", "Ελένη", "李小龍", "O'Neill", "Jean-Luc P.", "a_1", "x" * 20]
)
def test_names_of_many_people_are_allowed(name: str):
    check_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("A", "name_length"),
        ("x" * 21, "name_length"),
        ("   ", "name_length"),
        ("anna@example.org", "name_address"),
        ("Anna<b>", "name_signs"),
        ("-Anna", "name_signs"),
        ("Anna\u200b", "name_signs"),
        ("A\u0338\u0338\u0338nna", "name_signs"),
        ("12345", "name_letters"),
        ("Аnna", "name_alphabet"),  # the first letter is Cyrillic
        ("St Pete", "name_reserved"),
        ("ADMIN", "name_reserved"),
        ("Bot 3", "name_reserved"),
        ("Former player 12", "name_reserved"),
    ],
)
def test_a_name_that_misleads_is_refused_with_its_own_code(name: str, code: str):
    with pytest.raises(ValidationError) as error:
        check_name(name)
    assert error.value.code == code


@pytest.mark.parametrize("other", ["anna maria", "ANNA MARIA", " Anna  Maria ", "Ａnna Maria"])
def test_the_same_name_in_another_spelling_is_the_same(other: str):
    assert name_key(other) == name_key("Anna Maria")


def test_a_name_is_kept_tidy():
    assert tidy_name("  Anna \t Maria ") == "Anna Maria"


def test_the_longest_name_has_room_for_its_key():
    """Folding lengthens some letters threefold; the column must hold the worst."""
    column = User._meta.get_field("name_key").max_length
    assert column is not None
    assert len(name_key("ΐ" * 20)) <= column


@pytest.mark.django_db
def test_the_database_itself_keeps_names_and_addresses_apart():
    User.objects.create_user("anna@example.org", display_name="Anna")
    for email, name in [("other@example.org", "ANNA"), ("Anna@Example.org", "Somebody")]:
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create_user(email, display_name=name)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(email="ANNA@example.org", display_name="Else", name_key="else")])
