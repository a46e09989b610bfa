"""What a token may open. Each operation of the API asks for one of these, and its page says for which."""

from enum import StrEnum


class Scope(StrEnum):
    """One word of what the owner of a token has allowed."""

    READ = "read"
    PLAY = "play"
    TABLES = "tables"
    CHAT = "chat"
    TOURNAMENTS = "tournaments"
    ACCOUNT = "account"


ABOUT = {
    Scope.READ: "view games, tables, tournaments, ratings and players that the owner may see",
    Scope.PLAY: "move, pass, set conditional orders, resign and reclaim a seat",
    Scope.TABLES: "create, change and close tables, join and leave them, send and answer invitations, import games",
    Scope.CHAT: "read and write chat messages and private notes; report to the site team",
    Scope.TOURNAMENTS: "register for tournaments and leagues, withdraw, and manage those the owner directs",
    Scope.ACCOUNT: "read and change profile, notifications and webhooks",
}
"""What a scope opens, for the description of the API."""
