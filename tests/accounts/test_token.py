"""Tokens for programs: made on a page, shown once, kept hashed, with a name, a scope and an end, and revoked."""

import re
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from accounts.models import ApiToken, Scope
from accounts.tokens import MOST
from tests.people import signed_in, token_of

pytestmark = pytest.mark.django_db

PAGE = "/profile/token/"
FORM = {"name": "My bot", "may": ["read", "play"], "days": "365"}


def opens(key, word="Token"):
    return Client(headers={"authorization": f"{word} {key}"}).get("/api/v1/games/").status_code


def make(client, **fields):
    page = client.post(f"{PAGE}make/", {**FORM, **fields}).content.decode()
    return re.search(r"<code class=\"any\">(\w+)</code>", page)[1]


def test_a_token_is_shown_once_and_opens_the_api(anna):
    client = signed_in(anna)
    key = make(client)
    assert opens(key) == 200
    assert key not in client.get(PAGE).content.decode()


def test_of_a_token_only_its_hash_is_kept(anna):
    key = make(signed_in(anna))
    (row,) = ApiToken.objects.values()
    assert key not in str(row)
    assert row["prefix"] == key[:8]
    assert key[8:] not in str(row)


@pytest.mark.parametrize("word", ["Token", "Bearer", "token", "bearer"])
def test_either_word_of_the_header_will_do(anna, word):
    assert opens(make(signed_in(anna)), word) == 200


def test_the_list_names_each_token_by_name_first_letters_and_last_use(anna):
    client = signed_in(anna)
    make(client)
    key = make(client, name="Phone <b>", may=["read"], days="")
    assert client.get(PAGE).content.decode().count("never used") == 2
    opens(key)
    page = client.get(PAGE).content.decode()
    assert "My bot" in page
    assert "Phone &lt;b&gt;" in page
    assert f"{key[:8]}…" in page
    assert page.count("never used") == 1


def test_revoking_ends_one_token_and_leaves_the_others_and_those_of_other_people(anna, boris):
    client = signed_in(anna)
    first, second, other = make(client), make(client, name="Another"), make(signed_in(boris))
    row = ApiToken.objects.get(prefix=first[:8])
    signed_in(boris).post(f"{PAGE}revoke/", {"token": row.pk})
    assert opens(first) == 200, "it is not his"
    for number in ("", "x", "9" * 30, row.pk, row.pk):
        assert client.post(f"{PAGE}revoke/", {"token": number})["Location"] == PAGE
    assert (opens(first), opens(second), opens(other)) == (401, 200, 200)


def test_a_token_ends_on_its_day(anna):
    key = make(signed_in(anna), days="30")
    token = ApiToken.objects.get()
    assert abs(token.expires_at - now() - timedelta(days=30)) < timedelta(minutes=1)
    ApiToken.objects.update(expires_at=now() - timedelta(seconds=1))
    assert opens(key) == 401
    assert "expired on" in signed_in(anna).get(PAGE).content.decode()


def test_a_token_of_somebody_who_may_not_sign_in_opens_nothing(anna):
    key = make(signed_in(anna))
    type(anna).objects.update(is_active=False)
    assert opens(key) == 401


def test_a_token_that_may_look_can_look_at_everything_and_change_nothing(anna):
    key = make(signed_in(anna), may=["read"])
    assert opens(key) == 200
    program = Client(headers={"authorization": f"Token {key}"})
    for method, path in (
        ("post", "games/1/moves/"),
        ("put", "games/1/presets/guild/"),
        ("delete", "games/1/presets/x/"),
    ):
        answer = getattr(program, method)(f"/api/v1/{path}", content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope"), path
    assert "“play”" in answer.json()["detail"]


def test_the_last_use_is_written_once_a_day(anna):
    key = token_of(anna)
    for written in (1, 0, 0):
        with CaptureQueriesContext(connection) as captured:
            assert opens(key) == 200
        assert sum(query["sql"].startswith("UPDATE") for query in captured) == written
    ApiToken.objects.update(last_used_on=now().date() - timedelta(days=1))
    opens(key)
    assert ApiToken.objects.get().last_used_on == now().date()


@pytest.mark.django_db(transaction=True)
def test_a_program_that_looks_goes_on_where_nothing_can_be_written(anna):
    """A database whose disk is full answers reads, and refuses the note of the day."""
    key = token_of(anna)

    def full(execute, sql, params, many, context):
        if sql.startswith(("UPDATE", "INSERT", "DELETE")):
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(full):
        assert opens(key) == 200
    assert ApiToken.objects.get().last_used_on is None


@pytest.mark.parametrize(
    "fields",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"may": ["everything"]},
        {"may": []},
        {"days": "1000000"},
        {"days": "x"},
    ],
)
def test_a_form_that_is_not_in_order_makes_no_token_and_says_why(anna, fields):
    answer = signed_in(anna).post(f"{PAGE}make/", {**FORM, **fields})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_there_is_a_limit_of_tokens(anna):
    for number in range(MOST):
        ApiToken.objects.issue(user=anna, name=f"{number}", scopes=[Scope.READ], now=now(), expires_at=None)
    answer = signed_in(anna).post(f"{PAGE}make/", FORM)
    assert answer.status_code == 422
    assert "You have reached the limit of API tokens. Revoke the ones you do not use." in answer.content.decode()


def test_looking_makes_no_token_and_strangers_are_asked_to_sign_in(anna, client):
    assert signed_in(anna).get(f"{PAGE}make/").status_code == 405
    assert not ApiToken.objects.exists()
    assert client.get(PAGE).url.startswith("/accounts/login/")
    assert client.post(f"{PAGE}make/", FORM).url.startswith("/accounts/login/")


def test_each_thing_a_token_may_is_a_line_with_a_tick_box_of_its_own(anna):
    page = signed_in(anna).get(PAGE).content.decode()
    may = page.partition('<fieldset class="field ticks"')[2].partition("</fieldset>")[0]
    assert "<legend>Permissions</legend>" in may
    assert may.count('<div class="choice"><input type="checkbox"') == len(Scope)
    assert may.count("<label for=") == len(Scope), "no label within a label"
