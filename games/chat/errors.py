"""Wishes about talk which cannot be granted."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class TalkShut(GameError):
    code = "talk_shut"
    sentence = _("This game has no chat.")


class ForAccounts(GameError):
    code = "guest"
    sentence = _("Guests cannot chat. Create an account to join in.")
    status = 403


class NotOver(GameError):
    code = "not_over"
    sentence = _("Spectators can chat when the game has finished.")


class NothingSaid(GameError):
    code = "nothing_said"
    sentence = _("Your message is empty. Write something first.")
    status = 422


class TooLong(GameError):
    code = "too_long"
    sentence = _("Your message is too long. Shorten it.")
    status = 422


class TooManyLines(GameError):
    code = "too_many_lines"
    sentence = _("You are sending messages too fast. Wait a minute.")
    status = 429


class EnoughForToday(GameError):
    code = "enough_for_today"
    sentence = _("You have reached today's chat limit. Continue tomorrow.")
    status = 429


class NotYourLine(GameError):
    code = "not_your_line"
    sentence = _("Only the author or the table's host can delete a message.")
    status = 403


class OwnLine(GameError):
    code = "own_line"
    sentence = _("This is your own message. You can delete it instead.")


class TooManyMuted(GameError):
    code = "too_many_muted"
    sentence = _("You have reached the limit of muted players. Unmute someone first.")
