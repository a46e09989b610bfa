"""Pages of other sites use the API with a token, and never with the cookies of a browser."""

import json

import pytest
from django.test import Client

from tests.people import signed_in, token_of

pytestmark = pytest.mark.django_db

ELSEWHERE = "https://bots.example.net"


def asked_before(path, headers="authorization, content-type", method="POST", client=None):
    """What a browser asks before it sends a request of a page of another site."""
    told = {"Origin": ELSEWHERE, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return (client or Client()).options(path, headers=told)


def test_a_browser_may_send_a_token_from_anywhere():
    answer = asked_before("/api/v1/games/4711/moves/", "Authorization,Content-Type,Idempotency-Key")
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert {"POST", "PUT", "PATCH", "DELETE"} <= set(answer["Access-Control-Allow-Methods"].split(", "))
    allowed = answer["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type", "idempotency-key", "if-none-match"} <= set(allowed)


def test_what_a_token_gets_is_shown_with_its_headers_also_where_it_is_refused(anna):
    by_token = Client(headers={"authorization": f"Bearer {token_of(anna)}", "origin": ELSEWHERE})
    for path, status in (("games/", 200), ("games/4711/", 404)):
        answer = by_token.get(f"/api/v1/{path}")
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (status, "*")
    assert {"ETag", "RateLimit", "Retry-After"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
    table = by_token.post("/api/v1/tables/", json.dumps({"players": 2}), content_type="application/json")
    assert (table.status_code, table["Access-Control-Allow-Origin"]) == (201, "*")
    wrong = Client(headers={"authorization": "Bearer stp_wrong", "origin": ELSEWHERE}).get("/api/v1/games/")
    assert (wrong.status_code, wrong["Access-Control-Allow-Origin"]) == (401, "*")


def test_nothing_is_shown_to_other_sites_without_a_token_and_cookies_never_count(anna):
    session, token = signed_in(anna), {"Authorization": f"Bearer {token_of(anna)}", "Origin": ELSEWHERE}
    for answer in (
        session.get("/api/v1/games/", headers={"Origin": ELSEWHERE}),
        session.get("/api/v1/games/", headers={"Origin": ELSEWHERE, "Authorization": "Basic eDp5"}),
        Client().get("/api/v1/games/", headers={"Origin": ELSEWHERE}),
        asked_before("/api/v1/tables/", "content-type", client=session),
        asked_before("/profile/", client=session),
        session.get("/profile/", headers=token),
    ):
        assert [name for name in answer.headers if name.startswith("Access-Control-")] == []
    for answer in (asked_before("/api/v1/tables/", client=session), session.get("/api/v1/games/", headers=token)):
        assert answer["Access-Control-Allow-Origin"] == "*", "with which a browser shows no answer to a cookie"
        assert "Access-Control-Allow-Credentials" not in answer
