"""What a token may open. Each operation of the API asks for one of these, and its page says for which."""

from __future__ import annotations

from enum import StrEnum


class Scope(StrEnum):
    """One word of what the owner of a token has allowed."""

    READ = "read"
    PLAY = "play"
    TABLES = "tables"
    CHAT = "chat"
    EVENTS = "events"
    ACCOUNT = "account"


ABOUT = {
    Scope.READ: "look at games, tables, events, ratings and players, as far as the owner may see them",
    Scope.PLAY: "move, pass, decide beforehand, resign and take a seat back",
    Scope.TABLES: "open, change and close tables, join and leave them, invite and answer invitations",
    Scope.CHAT: "read and write what is said at games, and private notes; report to those who run the site",
    Scope.EVENTS: "enter events and leagues, withdraw, and direct those that the owner directs",
    Scope.ACCOUNT: "read and change profile, notices and webhooks",
}
"""What a scope opens, for the description of the API."""
