"""Wishes about talk which cannot be granted."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class TalkShut(GameError):
    code = "talk_shut"
    sentence = _("There is no chat in this game.")


class ForAccounts(GameError):
    code = "guest"
    sentence = _("Guests do not chat. With an account you do.")
    status = 403


class NotOver(GameError):
    code = "not_over"
    sentence = _("Who watches can write when the game is over.")


class NothingSaid(GameError):
    code = "nothing_said"
    sentence = _("Write something first.")
    status = 422


class TooLong(GameError):
    code = "too_long"
    sentence = _("That is too long. Say it in fewer words.")
    status = 422


class TooManyLines(GameError):
    code = "too_many_lines"
    sentence = _("That was a lot at once. Wait a minute.")
    status = 429


class EnoughForToday(GameError):
    code = "enough_for_today"
    sentence = _("You have written a lot today. Go on tomorrow.")
    status = 429


class NotYourLine(GameError):
    code = "not_your_line"
    sentence = _("Only who wrote a line and the host of the table can remove it.")
    status = 403


class OwnLine(GameError):
    code = "own_line"
    sentence = _("This is a line of yours. Remove it if it should not be there.")


class TooManyMuted(GameError):
    code = "too_many_muted"
    sentence = _("You have muted as many players as one can. Read one of them again first.")
