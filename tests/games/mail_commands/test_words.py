"""The commands that mails teach: in German a German's, and understood whatever language the reader has."""

import re
from datetime import date

import pytest
from django.utils.translation import override

import engine
from accounts.models import User
from games.emails.answers import commands_of_a_game, commands_without_game
from games.emails.rules import explained
from games.mail_commands.commands import read_table_form
from games.mail_commands.days_off import NoDays, read_days
from games.mail_commands.words import CHECKS, Word, command
from games.text_client.lines import read_line
from notifications.mail.blocks import html_of, text_of
from tests.builders import position


def taught(language: str, *, is_one_game: bool) -> list[str]:
    """The commands of the list at the end of a mail, without those of numbers and without orders."""
    with override(language):
        blocks = commands_of_a_game() if is_one_game else commands_without_game()
        page, text = html_of(blocks), text_of(blocks)
    found = re.findall(r"<b>(.*?)</b>", page)
    assert found == re.findall(r"^- (.*?): (?!Anna)", text, re.MULTILINE)
    return [part for one in found if "; " not in one for part in one.split(", ") if not part[0].isdigit()]


def meaning(text: str) -> object:
    word, rest = command(text)
    if word is Word.NEW:
        return word, {**read_table_form(rest).cleaned_data, "key": "", "title": ""}  # made anew for each form
    if word is Word.RULES:
        return word, [section.title for section in explained(rest)]
    if word in (Word.EMAILS, Word.AUTO):
        return word, CHECKS[word](User(), rest)
    if word in (Word.SAY, Word.LANGUAGE):  # what is said, and in which language, is the reader's own
        return word
    if word is Word.VACATION:
        return word, read_days(rest, date(2026, 11, 27))
    if word is not None:
        return word, rest
    line = read_line(text)
    state = position(upper=["library", "pub"])
    return [engine.parse_move(move, state) for move in line.moves], line.order


@pytest.mark.django_db
@pytest.mark.parametrize("is_one_game", [True, False])
def test_a_german_mail_teaches_german_commands_which_mean_the_same(is_one_game: bool) -> None:
    english, german = (taught(language, is_one_game=is_one_game) for language in ("en", "de"))
    assert len(english) == len(german) > 10
    assert [meaning(one) for one in german] == [meaning(one) for one in english]
    assert [one for one in german if one in english] == [
        one for one in english if one.startswith(("hand", "Name", "bots"))
    ]


@pytest.mark.django_db
def test_a_wish_for_a_billion_bots_seats_as_many_as_there_is_room_for() -> None:
    """Each was written down before anybody looked how many seats there are."""
    assert len(read_table_form("players 4 bots 9999999999").chosen_bots) == 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_command_is_understood_as_it_is_spelled(language: str) -> None:
    with override(language):
        assert [command(f"{word.spelled} 12") for word in Word] == [(word, "12") for word in Word]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("3 Dec to 10 Dec", ((2026, 12, 3), (2026, 12, 10))),
        ("3 to 10 Dec", ((2026, 12, 3), (2026, 12, 10))),
        ("December 3 - January 4", ((2026, 12, 3), (2027, 1, 4))),
        ("3.12. bis 10.12.", ((2026, 12, 3), (2026, 12, 10))),
        ("3.–10. Dezember", ((2026, 12, 3), (2026, 12, 10))),
        ("vom 3. März 2027 bis 5. März 2027", ((2027, 3, 3), (2027, 3, 5))),
        ("2026-12-03 2026-12-10", ((2026, 12, 3), (2026, 12, 10))),
        ("1 Nov", ((2027, 11, 1), (2027, 11, 1))),
    ],
)
def test_days_of_vacation_are_read_as_people_write_them(text: str, days: tuple[tuple[int, int, int], ...]) -> None:
    assert read_days(text, date(2026, 11, 27)) == tuple(date(*day) for day in days)


@pytest.mark.parametrize("text", ["", "soon", "30 Feb", "3", "1 Dec 2 Dec 3 Dec", "29 Feb"])
def test_what_names_no_days_is_refused(text: str) -> None:
    with pytest.raises(NoDays):
        read_days(text, date(2026, 11, 27))
