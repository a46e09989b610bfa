"""What mails say: enough to decide from the mail alone, in the reader's words and zone, and nothing that is hidden from him."""

from datetime import timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

import engine
from games.board.move_words import HOLE
from games.emails import samples, turns
from games.emails.results import GameOver
from games.models import Game, Seat
from games.names.cards import Deck
from games.play.automatic import time_out
from games.play.notifications import GameNotification
from games.play.positions import load
from games.play.seats import take_back_seat
from games.text_client import moves
from games.text_client.moves import question_of
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.mail import times
from notifications.mail.render import tidy
from notifications.models import Notification
from tests.club.extends_games import OPEN
from tests.games.mail_builders import answer, asked, quiet_start
from tests.games.play_builders import DAY, HOUR, NOON, begun, first_phase_over, play_on
from tests.mails import html_of, text_of
from tests.people import signed_in

LATER = NOON + HOUR


def sent(mailbox, at=LATER):
    bundle_due(at)
    deliver_due(at)
    return mailbox.messages


@pytest.fixture
def in_english():
    with translation.override("en"), timezone.override(ZoneInfo("Europe/Berlin")):
        yield


def flat(text):
    """The text as if it were not wrapped."""
    return " ".join(text.split())


@pytest.mark.django_db
def test_a_turn_mail_says_what_is_asked_until_when_with_which_prices_and_what_if_not(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    play_on(game, until=first_phase_over)
    Notification.objects.filter(kind=GameNotification.REMINDER).delete()
    play, user = asked(game)
    type(user).objects.filter(pk=user.pk).update(time_zone="Asia/Tokyo")
    (mail,) = sent(mailbox)
    text, view = flat(text_of(mail)), play.view(play.seat_of(user).index)
    assert "Building phase in round 1." in text
    assert "You have until Sunday 22 November, 21:00 (Asia/Tokyo): 1 day and 23 hours left." in text
    own = view.seats[view.viewer]
    assert f"You {own.rubles} rubles {own.points} points" in text
    for slot in [slot for slot in (*view.upper, *view.lower) if slot is not None and slot.offers]:
        name = engine.card(play.options, slot.card).name_en
        assert f"{name} {slot.offers[0].price}" in text or f"{name} from {slot.offers[0].price}" in text
    assert text.count(". buy ") == len([move for move in view.moves if move.startswith("buy")])
    assert f"{len(view.moves)}. pass" in text
    assert (
        "If you do nothing, this move is played for you: pass. After that, you auto-pass until the end of the phase"
        in text
    )
    assert f"/games/{game.pk}/" in text
    assert "Reply to this email to play" in text


@pytest.mark.django_db
def test_a_german_reads_german(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    _play, user = asked(game)
    type(user).objects.filter(pk=user.pk).update(language="de", time_zone="Europe/Berlin")
    (mail,) = sent(mailbox)
    assert mail["Subject"].endswith("] Du bist am Zug")
    assert mail["Content-Language"] == "de"
    text = flat(text_of(mail))
    assert "Du hast Zeit bis Sonntag, 22. November, 13:00 (Europe/Berlin), also noch 1 Tag und 23 Stunden." in text
    assert "Kaufe deinen ersten Handwerker." in text
    assert "Rubel kaufen" in text
    assert 'lang="de"' in html_of(mail)
    assert translation.get_language() != "de", "the language of one reader does not stick to the worker"


@pytest.mark.django_db
def test_the_mail_tells_what_happened_since_the_own_last_move_and_nothing_older(anna, boris, mailbox):
    game = quiet_start(anna, boris, pace="14d")
    play_on(game, until=first_phase_over)
    first = answer(game)
    other = answer(game)
    while asked(game)[1] != other:
        answer(game)
    assert first != other
    Notification.objects.exclude(user=other).delete()
    (mail,) = sent(mailbox)
    told = text_of(mail).split("Since your last turn")[1].split("Current standings")[0]
    assert first.display_name in told
    assert f"{other.display_name} bought" not in told
    assert "Round 1, Worker phase" not in told


@pytest.mark.django_db
def test_one_miss_before_the_bot_the_mail_says_so(anna, boris, mailbox):
    game = quiet_start(anna, boris, misses=1)
    assert game.pk
    (mail,) = sent(mailbox)
    assert "If you do nothing, a bot takes over your seat until you reclaim it." in flat(text_of(mail))


@pytest.mark.django_db
def test_who_timed_out_reads_what_was_played_for_him_and_who_lost_the_seat_how_to_take_it_back(anna, boris, mailbox):
    game = quiet_start(anna, boris, misses=2)
    play_on(game, until=first_phase_over)
    _play, user = asked(game)
    late = NOON + 2 * DAY
    time_out(seat_id=Seat.objects.get(game=game, due_at__isnull=False).pk, now=late)
    Notification.objects.exclude(kind=GameNotification.TIMED_OUT).delete()
    (mail,) = sent(mailbox, late)
    text = flat(text_of(mail))
    assert mailbox.recipients == [[user.email]]
    assert "Building phase in round 1. The default action was taken: pass. You keep passing until" in text
    assert "You missed 1 deadline. After 2 in a row, a bot holds your seat." in text
    mailbox.clear()
    while True:
        play = load(game.pk)
        (seat,) = [seat for seat in play.seats if seat.due_at]
        if play.holder(seat.index).user == user:
            break
        answer(game, late)
    time_out(seat_id=seat.pk, now=late + 2 * DAY)
    Notification.objects.exclude(kind=GameNotification.KEPT).delete()
    (mail,) = sent(mailbox, late + 2 * DAY)
    text = flat(text_of(mail))
    assert "You missed 2 deadlines in a row, so a bot is playing for you." in text
    assert "press “Reclaim seat”" in text
    assert f"/games/{game.pk}/" in text


@pytest.mark.django_db
def test_who_took_his_seat_back_before_the_mail_went_out_is_not_told_that_a_bot_keeps_it(anna, boris, mailbox):
    game = quiet_start(anna, boris, misses=1)
    _play, user = asked(game)
    time_out(seat_id=Seat.objects.get(game=game, due_at__isnull=False).pk, now=NOON + 2 * DAY)
    bundle_due(NOON + 2 * DAY)
    take_back_seat(game_id=game.pk, user=user, source="page", now=NOON + 2 * DAY)
    deliver_due(NOON + 2 * DAY)
    assert [mail for mail in mailbox.messages if mail["X-StPete-Event"] == "kept"] == []


@pytest.mark.django_db
def test_the_result_is_told_with_its_breakdown(anna, mailbox):
    game = begun(anna, "plain", edition=1)
    play = play_on(game, until=lambda play: play.state.is_over)
    assert play.game.is_finished
    Notification.objects.exclude(kind=GameNotification.OVER).delete()
    (mail,) = sent(mailbox, NOON)
    text = flat(text_of(mail))
    scores = engine.final_scores(play.state)
    for score in scores:
        assert f"{score.rank}. " in text
        assert f"{score.total} point" in text
        assert f"{score.points_before} point" in text
    assert "before final scoring" in text
    assert f"/games/{game.pk}/#end" in text
    client = signed_in(anna)
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert 'id="end"' in page
    assert f'action="/games/{game.pk}/rematch/"' in page
    assert client.get(f"/games/{game.pk}/rematch/").status_code == 405, "no link of a mail asks for a rematch by itself"


@pytest.mark.parametrize(
    ("winners", "said"),
    [([0], "You won."), ([0, 1], "You share the victory."), ([1], "Boris wins."), ([1, 2], "Boris and Clara win.")],
)
def test_a_victory_is_told_as_it_is_shared(in_english, winners, said):
    play = samples.play_at(None)
    for row in play.game.result["seats"]:
        row["winner"] = row["seat"] in winners
    assert GameOver().letter(play, play.seats[samples.READER], 0, NOON).lead == said


def test_every_recorded_move_has_words_and_every_list_is_as_long_as_the_legal_moves(in_english):
    play = samples.play_at(None)
    deck = Deck(play.options)
    questions = set()
    for played in play.steps[:-1]:
        for seat in engine.waiting_for(played.step.state):
            view = engine.view_for(played.step.state, seat)
            lines = moves.move_lines(view, deck)
            assert len(lines) == len(view.moves)
            assert len({line.text for line in lines}) == len(lines), "two moves that read the same"
            assert all(HOLE not in line.text and line.text != "" for line in lines)
            questions.add(view.question.kind)
            assert question_of(view, deck)
    assert {"first-worker", "turn", "drawn", "pub"} <= questions


def test_a_mail_says_nothing_that_its_reader_cannot_know(in_english):
    """The same position with everything hidden exchanged (engine.guess) gives the same letter."""
    play = samples.play_at(None, open_hands=False)
    compared = 0
    for moves_played in range(40, len(play.rows), 9):
        here = samples.play_at(moves_played, open_hands=False)
        (index, *_more) = engine.waiting_for(here.state)
        seat = here.seats[index]
        truth = turns.your_turn(here, seat, samples.NOW)
        view, state = here.view(index), here.state
        for number in range(2):
            here.__dict__["state"] = engine.guess(view, Random(number))
            assert here.state != state, "the guess hides something else"
            assert turns.your_turn(here, seat, samples.NOW) == truth
            compared += 1
    assert compared > 40


def test_with_hidden_hands_others_drawn_cards_are_not_named(in_english):
    """INFO-5: what an Observatory drew is its owner's secret until he plays or discards it."""
    play = samples.play_at(None, open_hands=False)
    told = hidden = 0
    for ply, played in enumerate(play.steps):
        for entry in played.step.entries:
            if not isinstance(entry, engine.Drew):
                continue
            other = next(seat for seat in range(4) if seat != entry.seat)
            here = samples.play_at(ply, open_hands=False)
            lines = [line for line in turns.happened_since(here, other, Deck(play.options)) if " drew " in line]
            hidden += all("from the pile of" in line and "drew from" in line for line in lines)
            told += bool(lines)
    assert told == hidden > 0


def test_spans_are_told_in_their_two_largest_units(in_english):
    def said(**left):
        return times.span(timedelta(**left))

    assert said(days=1, hours=14, minutes=59) == "1 day and 14 hours"
    assert said(days=2) == "2 days"
    assert said(hours=3, minutes=20) == "3 hours and 20 minutes"
    assert said(minutes=1) == "1 minute"
    assert said(days=1, hours=22, minutes=59, seconds=59) == "1 day and 23 hours", (
        "what is said does not hang on a blink"
    )
    assert said(seconds=20) == "less than a minute"
    assert said(seconds=-5) == "less than a minute"


def test_the_text_is_laid_out_in_72_columns_with_hanging_items_and_whole_links():
    text = tidy("# Head\n\n\n\n 1. " + "word " * 20 + "\nhttps://example.org/" + "x" * 90 + "\n## Sub\n")
    lines = text.splitlines()
    assert lines[:2] == ["Head", ""]
    assert lines[3].startswith("    word")
    assert "https://example.org/" + "x" * 90 in lines
    assert lines[-2:] == ["", "Sub"]
    assert not any(set(line) & set("=-─|") == set(line) for line in lines if line), "a screen reader spells rules out"
    assert "\n\n\n" not in text


def test_other_apps_add_lines_to_mails_about_their_games_and_to_no_others(anna, boris, mailbox):
    theirs, ours = quiet_start(anna, boris), quiet_start(anna, boris)
    Game.objects.filter(pk=theirs.pk).update(title=f"{OPEN}Friday")
    bundle_due(LATER)
    deliver_due(LATER)
    by_game = {mail["X-StPete-Game"]: mail for mail in mailbox.messages}
    told, untold = by_game[str(theirs.pk)], by_game[str(ours.pk)]
    reader = asked(theirs)[1].display_name
    assert f"The club greets {reader} & wishes good luck." in text_of(told)
    assert f"The club greets {reader} &amp; wishes good luck." in html_of(told)
    assert "The club" not in text_of(untold) + html_of(untold)


def test_a_reminder_has_the_lines_of_each_game_it_lists_once(anna, boris, mailbox):
    for _ in range(2):
        game = quiet_start(anna, boris)
        Game.objects.filter(pk=game.pk).update(title=f"{OPEN}Friday")
        while asked(game)[1] != anna:
            answer(game)
    Notification.objects.exclude(kind=GameNotification.REMINDER).delete()
    Notification.objects.exclude(user=anna).delete()
    at = NOON + 1.8 * DAY
    bundle_due(at)
    deliver_due(at)
    (mail,) = mailbox.messages
    assert text_of(mail).count("The club greets Anna") == 1
