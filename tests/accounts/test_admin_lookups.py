"""Who may look at the admin pages plays, too: no list there can be asked for what it does not show."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.db.models import Field, Model
from django.test import RequestFactory
from django.urls import reverse
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Invitation
from tests.games.play_builders import begun
from tests.games.table_builders import table
from tests.people import PASSWORD, signed_in, token_of

pytestmark = pytest.mark.django_db

DEPTH = 3
"""Relations to follow: a log row's game's host's password is three steps away."""


@pytest.fixture
def chief(db) -> User:
    return User.objects.create_superuser("chief@example.org", PASSWORD, display_name="Chief")


def paths(model: type[Model], depth: int, before: str = "") -> Iterator[tuple[str, Field]]:
    """Every field of a model and of what it is related to, backwards too, as the lists of the admin pages write it."""
    for field in model._meta.get_fields():
        path = f"{before}{field.name}"
        yield path, field
        if field.is_relation and field.related_model is not None and depth > 1:
            yield from paths(field.related_model, depth - 1, f"{path}__")


def asked(model: type[Model]) -> Iterator[str]:
    """Every lookup over every path: secrets are read by `regex` and `startswith`, numbers by `gt`."""
    for path, field in paths(model, DEPTH):
        yield path
        yield f"{path}__pk"
        for name in getattr(field, "class_lookups", {}) or {"exact": None, "isnull": None}:
            yield f"{path}__{name}"
        for name in (
            "exact",
            "iexact",
            "regex",
            "iregex",
            "startswith",
            "contains",
            "in",
            "gt",
            "lt",
            "range",
            "isnull",
        ):
            yield f"{path}__{name}"


def test_no_class_answers_a_lookup_that_is_not_one_of_its_filters(chief: User):
    request = RequestFactory().get("/admin/")
    request.user = chief
    walked = 0
    for model, pages in admin.site._registry.items():
        filters = [
            listed for listed in pages.get_list_filter(request) if not isinstance(listed, type)
        ]  # those have words of ours
        shown = {listed if isinstance(listed, str) else listed[0] for listed in filters}
        for lookup in asked(model):
            walked += 1
            if pages.lookup_allowed(lookup, "1", request):
                field, _, compared = lookup.partition("__")
                assert field in shown, f"{model.__name__} answers ?{lookup}="
                assert compared in ("", "exact", "isnull", "id__exact"), f"{model.__name__} answers ?{lookup}="
    assert walked > 50_000


@pytest.mark.parametrize(
    ("pages", "lookup"),
    [
        ("games_game", "secret__regex"),
        ("games_game", "link_token__startswith"),
        ("games_game", "invitations__token__startswith"),
        ("games_game", "host__password__startswith"),
        ("games_seat", "waiting__gt"),
        ("games_seat", "game__secret__regex"),
        ("games_logrow", "game__link_token__startswith"),
        ("games_invitation", "token__startswith"),
        ("accounts_user", "password__startswith"),
        ("accounts_user", "api_tokens__hash__startswith"),
        ("accounts_apitoken", "hash__startswith"),
        ("accounts_apitoken", "user__password__contains"),
        ("account_emailaddress", "user__password__startswith"),
        ("account_emailaddress", "email__startswith"),
        ("auth_group", "user__password__startswith"),
    ],
)
def test_the_answer_to_such_a_question_is_the_same_for_right_and_wrong_guesses(
    chief: User, anna: User, boris: User, pages: str, lookup: str
):
    table(anna, "boris", players=4, now=now())
    begun(anna, boris, now=now())
    token_of(anna)
    client = signed_in(chief)
    for guess in ("", "a", "^", "1"):
        assert client.get(reverse(f"admin:{pages}_changelist"), {lookup: guess}).status_code == 400


def test_a_secret_cannot_be_named_as_the_key_of_a_row(chief: User, anna: User, boris: User):
    game = table(anna, "boris", players=4, now=now())
    invitation = Invitation.objects.get(game=game)
    client = signed_in(chief)
    for model, field, value in ((Game, "link_token", game.link_token), (Invitation, "token", invitation.token)):
        name = f"admin:games_{model._meta.model_name}"
        assert client.get(reverse(f"{name}_change", args=[value]), {"_to_field": field}).status_code == 400
        assert client.get(reverse(f"{name}_changelist"), {"_to_field": field}).status_code == 400


def test_the_filters_and_the_search_of_every_list_work(chief: User, anna: User, boris: User):
    begun(anna, boris, now=now())
    client = signed_in(chief)
    followed = 0
    for model, pages in admin.site._registry.items():
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        page = client.get(address, {"q": "1"} if pages.search_fields else {})
        assert page.status_code == 200, model
        for spec in client.get(address).context["cl"].filter_specs:
            for choice in spec.choices(page.context["cl"]):
                assert client.get(address + choice["query_string"]).status_code == 200, (model, choice)
                followed += 1
    assert followed > 30


def test_no_page_shows_a_token_or_its_hash(chief: User, anna: User):
    key = token_of(anna)
    token = anna.api_tokens.get()
    client = signed_in(chief)
    pages = [client.get(reverse("admin:accounts_apitoken_changelist"))]
    pages += [client.get(reverse("admin:accounts_apitoken_change", args=[token.pk]))]
    pages += [client.get(reverse("admin:accounts_user_change", args=[anna.pk]))]
    for page in pages:
        assert page.status_code == 200
        assert key not in page.content.decode()
        assert token.hash not in page.content.decode()
    assert token.prefix in pages[0].content.decode()
    client.post(reverse("admin:accounts_apitoken_delete", args=[token.pk]), {"post": "yes"})
    assert not anna.api_tokens.exists()
