"""A program that asks the API as somebody."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.test import Client

from accounts.models import Scope, User
from tests.people import token_of


class Program:
    """`ask("POST", "tables/", {...}, status=201)` is the answer as plain values, or None where there is no body."""

    def __init__(self, user: User | None = None, scopes: Iterable[Scope] | None = None) -> None:
        told = f"Bearer {token_of(user, scopes=scopes)}" if user else ""
        self.client = Client(headers={"authorization": told} if told else {})

    def __call__(self, method: str, path: str, body: object = None, status: int = 200, **headers: str) -> Any:
        answer = self.client.generic(
            method,
            path if path.startswith("http") else f"/api/v1/{path}",
            json.dumps({} if body is None else body),
            content_type="application/json",
            headers=headers,
        )
        assert answer.status_code == status, (method, path, answer.status_code, answer.content[:500])
        return answer.json() if answer.content else None
