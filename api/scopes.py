"""What a token may open. Each operation of the API asks for one of these, and its page says for which."""

from enum import StrEnum

from django.utils.translation import gettext_lazy as _


class Scope(StrEnum):
    """One word of what the owner of a token has allowed."""

    READ = "read"
    PLAY = "play"
    TABLES = "tables"
    CHAT = "chat"
    TOURNAMENTS = "tournaments"
    ACCOUNT = "account"


ABOUT = {
    Scope.READ: _("view games, tables, tournaments, ratings and players"),
    Scope.PLAY: _("move in your games, set conditional orders, resign and reclaim your seat"),
    Scope.TABLES: _("create, change, join and leave tables, invite people, and import games"),
    Scope.CHAT: _("read and write chat messages and your notes, and report to the site team"),
    Scope.TOURNAMENTS: _("register for tournaments and leagues, and manage yours"),
    Scope.ACCOUNT: _("read and change your profile, notifications and webhooks"),
}
"""What a scope opens, for the form of a new token and for the description of the API."""
