"""Replies to turn emails: played, previewed, refused, stale; and what the email back says."""

from datetime import timedelta

import pytest

import engine
from games.models import LogRow, Seat, Source
from games.play.moves import uncovers
from games.play.positions import load
from games.text_client.playing import listed_moves
from incoming_mail.models import Preview
from incoming_mail.services import wish_preview
from tests.games.mail_commands.replying import LATER, answers, arrive, asked, tell, turn_mail
from tests.games.play_builders import play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import html_of, text_of

pytestmark = pytest.mark.django_db


def test_a_number_of_the_list_is_played_and_the_answer_says_so(game, mailbox):
    user, before = asked(game)
    mail = turn_mail(mailbox, user)
    assert "Reply to this email to play" in text_of(mail)
    assert "Reply to this email to play" in html_of(mail)
    moves = before.view(before.seat_of(user).index).moves
    row = arrive(reply_to(mail, "1"))
    assert (row.state, row.reason, row.handler, row.user, bytes(row.raw)) == (
        "handled",
        "played",
        "games.seat",
        user,
        b"",
    )
    last = [one for one in LogRow.objects.filter(game=game) if one.source == Source.MAIL][-1]
    assert last.text == moves[0]
    (back,) = answers(mailbox, user)
    assert "Played: " in text_of(back)
    assert "Current standings" in text_of(back)
    assert "Played: " in html_of(back)
    assert back["Auto-Submitted"] == "auto-generated"
    assert back["In-Reply-To"] == mail["In-Reply-To"], "one thread"


def test_the_same_answer_again_plays_nothing_and_brings_the_position(game, mailbox):
    user, _play = asked(game)
    mail = turn_mail(mailbox, user)
    arrive(reply_to(mail, "1"))
    answers(mailbox, user)
    rows = LogRow.objects.count()
    again = arrive(reply_to(mail, "1"))
    assert (again.state, again.reason) == ("handled", "stale_position")
    assert LogRow.objects.count() == rows
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert "No move was made" in said
    assert "Current standings" in said


def test_the_same_letter_delivered_again_is_dropped(game, mailbox):
    user, _play = asked(game)
    mail = reply_to(turn_mail(mailbox, user), "1")
    first = arrive(mail)
    assert arrive(mail).pk == first.pk, "the same bytes are the same row"
    rows = LogRow.objects.count()
    mail["Received"] = "by another.example"
    assert (arrive(mail).reason, LogRow.objects.count()) == ("duplicate", rows)


def test_a_move_in_words_and_a_standing_pass(game, mailbox):
    user, play = asked(game)
    seat = play.seat_of(user).index
    move = next(one for one in play.view(seat).moves if one.startswith("take"))
    row = arrive(reply_to(turn_mail(mailbox, user), f"{move}; pass until change"))
    assert row.reason == "played"
    assert LogRow.objects.filter(game=game, source=Source.MAIL).last().text == move
    assert Seat.objects.get(game=game, index=seat).pass_mode == "until-change"
    assert "Auto-pass is on:" in text_of(answers(mailbox, user)[-1])


def test_the_words_of_the_list_and_german_ones_are_read_as_on_the_text_page(game, mailbox):
    """The same reader: what is copied from the mail, number and all, is a move; a standing pass is said in many words."""
    user, play = asked(game)
    seat = play.seat_of(user)
    moves, words = listed_moves(play, seat)
    place = next(place for place, one in enumerate(moves) if one.startswith("take"))
    text = f"{place + 1}. {words[place]}; passen, bis sich das Tableau ändert"
    assert arrive(reply_to(turn_mail(mailbox, user), text)).reason == "played"
    assert LogRow.objects.filter(game=game, source=Source.MAIL).last().text == moves[place]
    assert Seat.objects.get(pk=seat.pk).pass_mode == "until-change"
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), "nicht mehr passen")).reason == "played"
    assert (Seat.objects.get(pk=seat.pk).pass_mode, LogRow.objects.count()) == ("", rows)
    assert "Auto-pass is off." in text_of(answers(mailbox, user)[-1])


def test_a_number_counts_for_the_first_move_only(game, mailbox):
    user, play = asked(game)
    seat = play.seat_of(user)
    other = next(one for one in play.seats if one.index != seat.index)
    Seat.objects.filter(pk=other.pk).update(pass_mode="until-change", pass_phase=engine.phase_key(play.state))
    move = next(one for one in listed_moves(play, seat)[0] if one.startswith("take"))
    rows = LogRow.objects.filter(source=Source.MAIL).count()
    assert arrive(reply_to(turn_mail(mailbox, user), f"{move}; nr. 1")).reason == "played"
    assert LogRow.objects.filter(source=Source.MAIL).count() == rows + 1
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert (
        "Only the first move can be a number, because the list changes after it. Write the other moves as text." in said
    )


def test_a_line_copied_with_the_number_of_another_move_is_asked_back(game, mailbox):
    user, play = asked(game)
    words = listed_moves(play, play.seat_of(user))[1]
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), f"1. {words[1]}")).reason == "no_move"
    assert LogRow.objects.count() == rows
    assert "I found no move in your reply." in " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert arrive(reply_to(turn_mail(mailbox, user), f"2. {words[1]}")).reason in ("played", "previewed")


def test_what_is_not_asked_any_more_is_left_out(game, mailbox):
    user, play = asked(game)
    move = next(one for one in play.view(play.seat_of(user).index).moves if one.startswith("take"))
    rows = LogRow.objects.filter(source=Source.MAIL).count()
    arrive(reply_to(turn_mail(mailbox, user), f"{move}\nbuy library"))
    assert LogRow.objects.filter(source=Source.MAIL).count() == rows + 1
    said = text_of(answers(mailbox, user)[-1])
    assert "It is no longer your turn." in said
    assert "Skipped: buy Library" in said


def test_what_was_written_for_a_phase_is_left_out_in_the_next(game, mailbox):
    """As on the text page: the cards of the next one were not known when it was written."""
    wish_preview(asked(game)[0], Preview.NEVER)
    user, play = asked(game)
    others = [one.pk for one in play.seats if one.index != play.seat_of(user).index]
    Seat.objects.filter(pk__in=others).update(pass_mode="phase", pass_phase=engine.phase_key(play.state))
    assert arrive(reply_to(turn_mail(mailbox, user), "pass; pass phase")).reason == "played"
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert "A new phase has started with cards you had not seen. Check the position and choose again." in said
    assert {seat.pass_mode for seat in load(game.pk).seats} == {""}


def test_an_auto_pass_that_ended_with_its_phase_is_not_told_beside_the_next_question(game, mailbox):
    user, play = asked(game)
    others = [one.pk for one in play.seats if one.index != play.seat_of(user).index]
    Seat.objects.filter(pk__in=others).update(pass_mode="phase", pass_phase=engine.phase_key(play.state))
    assert arrive(reply_to(turn_mail(mailbox, user), "pass phase")).reason == "played"
    said = text_of(answers(mailbox, user)[-1])
    assert "Played: pass." in said
    assert "Auto-pass is on" not in said


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("99", "no_such_number", "That email has no move with this number."),
        ("buy the moon", "not_a_move", "'buy moon' is not a move"),
        ("", "empty", "I found no move in your reply. Send just its number, such as “2”."),
        ("Thanks for the game!", "no_move", "I found no move in your reply."),
        ("yes", "nothing_pending", "There is nothing to confirm."),
    ],
)
def test_what_cannot_be_played_is_said_with_what_can(game, mailbox, text, reason, words):
    user, _play = asked(game)
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), text)).reason == reason
    assert LogRow.objects.count() == rows
    said = " ".join(text_of(answers(mailbox, user)[-1]).split())
    assert words in said
    assert "Available actions" in said
    assert " 1. " in said


def test_who_always_wants_a_preview_says_yes_before_it_is_played(game, mailbox):
    user, play = asked(game)
    wish_preview(user, Preview.ALWAYS)
    rows = LogRow.objects.count()
    assert arrive(reply_to(turn_mail(mailbox, user), "1")).reason == "previewed"
    assert LogRow.objects.count() == rows
    (back,) = answers(mailbox, user)
    assert "Not played yet:" in " ".join(text_of(back).split())
    assert "Play this move?" in back["Subject"]
    assert arrive(reply_to(back, "Yes")).reason == "played"
    assert (
        LogRow.objects.filter(game=game, source=Source.MAIL).last().text == play.view(play.seat_of(user).index).moves[0]
    )


def uncovering(play):
    """The moves of whoever is asked that bring cards to light."""
    (seat,) = engine.waiting_for(play.state)
    return [move for move in engine.legal_moves(play.state, seat) if uncovers(play.state, seat, move)]


@pytest.mark.parametrize("ends", ["pass", ""])
def test_what_uncovers_something_hidden_is_asked_once_more_unless_it_only_ends_the_phase(game, mailbox, ends):
    """The last pass of an action part brings new cards to light, and so does the answer for a Pub, or an Observatory."""

    def is_meant(move):
        verb = str(move).split()[0]
        return verb == ends if ends else verb not in ("pass", "pub")

    def choose(play, seat):
        moves = play.view(seat).moves
        return next((move for move in moves if move.startswith("buy")), moves[-1])

    play = play_on(game, until=lambda play: any(map(is_meant, uncovering(play))), choose=choose)
    tell(LATER + timedelta(minutes=3))
    user, _play = asked(game)
    move = str(next(filter(is_meant, uncovering(play))))
    row = arrive(reply_to(turn_mail(mailbox, user), move), LATER + timedelta(minutes=3))
    assert row.reason == ("played" if ends else "previewed")
    if not ends:
        (back,) = answers(mailbox, user, LATER + timedelta(minutes=3))
        assert arrive(reply_to(back, "ja"), LATER + timedelta(minutes=4)).reason == "played"
