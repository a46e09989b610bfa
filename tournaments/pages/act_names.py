"""Who is meant by numbers and accounts in the data of acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User

from .people import Person

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Names:
    """Entrants by their numbers, others by their accounts."""

    entrants: Mapping[int, Person]
    accounts: Mapping[int, str]
    merged: Mapping[int, int] = field(default_factory=dict)
    """Accounts that are part of another now."""

    def of(self, data: Data) -> str:
        """Whom an act is about."""
        player, user = data.get("player"), data.get("user")
        if player is not None and player in self.entrants:
            return self.entrants[player].name
        return self.account(user)

    def entrant(self, number: int) -> str:
        """An entrant by his number."""
        found = self.entrants.get(number)
        return found.name if found else _("someone")

    def account(self, user: int | None) -> str:
        """An account by its key."""
        return self.accounts.get(self.merged.get(user, user), _("someone")) if user is not None else _("someone")

    def is_about(self, data: Data, user: User) -> bool:
        """Whether somebody did it himself, so that it need not be said by whom."""
        found = self.entrants.get(data.get("player", 0))
        account = data.get("user", 0)
        return self.merged.get(account, account) == user.pk or (found is not None and found.user == user.pk)


def numbers_in(data: Data) -> set[int]:
    """The entrants whom an act speaks of."""
    found = {data["player"]} if isinstance(data.get("player"), int) else set()
    return found | set(data.get("players", ())) | {line[0] for line in data.get("after", ())}


def users_in(data: Data) -> set[int]:
    """The accounts that an act speaks of."""
    return {user for key in ("user", "before") if isinstance(user := data.get(key), int)} | set(data.get("users", ()))
