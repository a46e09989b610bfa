"""What the page can do, by email: a word to the others, the rules, bots, a rematch, language and how often emails come."""

from datetime import timedelta

import pytest
from django.utils.timezone import now

from games.chat.notifications import TALK
from games.chat.services import say
from games.emails import TURNS
from games.mail_commands.telling import CONFIRMED_WITHIN
from games.models import Draft, Game, Line, LogRow
from games.play.moves import draft_move
from games.play.positions import load
from games.play.reply_addresses import seat_reply_address
from incoming_mail.models import Preview, ReplyToken
from incoming_mail.services import wish_preview
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from notifications.preferences import decide, wish, wishes_of
from tests.games.boards import wander_on
from tests.games.event_boards import table, until_moves
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.test_commands import PLAY, answer, arrive, said
from tests.games.play_builders import asked_user
from tests.incoming_mail.writing import letter, reply_to
from tests.mails import text_of

pytestmark = pytest.mark.django_db
RULES = {"en": ("rules", "The base game", "Prices"), "de": ("regeln", "Das Grundspiel", "Preise")}


def proved(user, text, settings):
    """A command that needs no yes."""
    settings.INBOUND_AUTHSERV = "mx.example.org"
    told = {"Authentication_Results": "mx.example.org; dmarc=pass header.from=example.org"}
    return arrive(letter(user.email, PLAY, text, **told))


def speaks(user, language):
    user.language = language
    user.save()


@pytest.mark.parametrize("language", RULES)
def test_the_rules_come_on_one_page_in_the_readers_language(anna, mailbox, language):
    speaks(anna, language)
    word, *titles = RULES[language]
    assert arrive(letter(anna.email, PLAY, word)).reason == "rules"
    text = text_of(answer(mailbox, anna))
    assert all(title in text for title in titles)
    assert len(text.splitlines()) < 150


@pytest.mark.parametrize(
    ("language", "wanted", "words"),
    [
        ("en", "rules Observatory", ("Once per round in the Building phase", "Cost: 7", "Copies: 2")),
        ("de", "regeln Observatorium", ("Sternwarte", "Einmal je Durchgang")),
        ("en", "rules xyzzy", ("There is no rule and no card “xyzzy”.",)),
        ("de", "regeln Sternwarte", ("Einmal je Durchgang", "Kosten: 7")),
        ("de", "rules lumberjack", ("Holzfäller", "3 ₽ bei jeder Handwerkerwertung")),
        ("en", "rule TURN-3", ("TURN-3", "choose any card of the tableau")),
    ],
)
def test_a_card_comes_with_its_figures_and_what_it_does(anna, mailbox, language, wanted, words):
    speaks(anna, language)
    arrive(letter(anna.email, PLAY, wanted))
    text = said(answer(mailbox, anna)).replace("\u202f", " ")
    assert all(word in text for word in words), text


@pytest.fixture
def game(anna, boris, mailbox):
    return quiet_start(anna, boris, pace="14d", now=now())


def answered(mailbox, user):
    """The last answer about a game."""
    bundle_due(now() + CONFIRMED_WITHIN)
    deliver_due(now() + CONFIRMED_WITHIN)
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] == "answer"][-1]


def seat_mail(game, user):
    """To an email about the seat of this user."""
    play = load(game.pk)
    return letter(user.email, seat_reply_address(play, play.seat_of(user)), "")


def seat_mail_of(game, user, text):
    mail = seat_mail(game, user)
    mail.set_content(text)
    return mail


@pytest.mark.parametrize(
    ("text", "message", "moves"),
    [
        ("say Good luck\nto all of you", "Good luck\nto all of you", 0),
        ("Sag: Viel Glück!", "Viel Glück!", 0),
        ("1; say That was easy", "That was easy", 1),
        ("1; sag Hallo zusammen", "Hallo zusammen", 1),
        ("say Hello\nThanks!", "Hello\nThanks!", 0),
        ("1\n\nsage so geht das", "so geht das", 1),
    ],
)
def test_a_word_to_the_others_goes_into_the_chat_beside_a_move_or_alone(game, text, message, moves):
    user, before = asked_user(load(game.pk)), load(game.pk).game.ply
    mail = seat_mail(game, user)
    mail.set_content(text)
    assert arrive(mail).reason == ("played" if moves else "say")
    assert Line.objects.get().text == message
    assert load(game.pk).game.ply == before + moves
    (back,) = Notification.objects.filter(kind="answer")
    assert back.due_at > now(), "the next question says so"


@pytest.mark.parametrize("word", ["undo", "Zurück!", "Zurücknehmen bitte"])
def test_moves_that_wait_for_a_yes_are_undone_one_by_one_from_the_last(game, mailbox, word):
    user = asked_user(load(game.pk))
    wish_preview(user, Preview.ALWAYS)
    rows, mail = LogRow.objects.count(), seat_mail(game, user)
    mail.set_content("1; pass; pass phase")
    assert arrive(mail).reason == "previewed"
    for gone, left in (("pass until the end of this phase", "; pass."), ("pass", "Not played yet:")):
        back = answered(mailbox, user)
        assert arrive(reply_to(back, word)).reason == "undo"
        text = said(answered(mailbox, user))
        assert f"Undone: {gone}." in text
        assert left in text
    assert arrive(reply_to(answered(mailbox, user), "yes")).reason == "played"
    assert LogRow.objects.count() == rows + 1


def test_the_draft_on_the_page_is_undone_by_email_and_a_move_that_is_played_is_not(anna, boris, clara, mailbox):
    game = table(anna, boris, clara)
    until_moves(game, "Anna", "event sponsor", "take ")
    play, at = load(game.pk), now()
    draft_move(game_id=game.pk, user=anna, text="event sponsor", version=play.game.version, acts=0, now=at)
    rows, mail = LogRow.objects.count(), seat_mail(game, anna)
    mail.set_content("undo")
    assert arrive(mail).reason == "undo"
    assert "Undone: event sponsor." in said(answered(mailbox, anna))
    assert not Draft.objects.exists()
    assert arrive(reply_to(answered(mailbox, anna), "undo")).reason == "nothing_pending"
    assert "A move that is played cannot be undone." in said(answered(mailbox, anna))
    assert LogRow.objects.count() == rows


def test_a_word_to_a_table_needs_no_email_of_it(game, anna, mailbox, settings):
    assert proved(anna, f"say {game.pk} Hello\nto you", settings).reason == "say"
    assert Line.objects.get().text == "Hello\nto you"
    settings.INBOUND_AUTHSERV = ""
    assert arrive(letter(anna.email, PLAY, f"say {game.pk} again")).reason == "asked"
    assert arrive(reply_to(answer(mailbox, anna), "yes")).reason == "say"
    assert Line.objects.last().text == "again"


def test_a_message_that_cannot_be_said_is_answered_at_once(game, anna, mailbox):
    mail = seat_mail(game, anna)
    mail.set_content("say " + "long " * 120)
    assert arrive(mail).reason == "too_long"
    assert "Your message is too long." in said(answer(mailbox, anna))
    assert not Line.objects.exists()


def test_the_reply_to_an_email_about_the_chat_is_the_message(game, anna, boris, mailbox):
    wish(anna, TALK, wanted=True)
    say(game_id=game.pk, user=boris, text="Who took the Observatory?", now=now())
    Notification.objects.filter(kind="talk").update(due_at=now())
    bundle_due(now())
    deliver_due(now())
    (mail,) = (one for one in mailbox.to(anna.email) if one["X-StPete-Event"] == "talk")
    assert "your reply is your message to the table" in said(mail)
    ply = load(game.pk).game.ply
    assert arrive(reply_to(mail, "2 cards are\n\npass it on")).reason == "say"
    assert Line.objects.last().text == "2 cards are\npass it on"
    assert load(game.pk).game.ply == ply, "a number in it is no move"
    assert not Notification.objects.filter(kind__in=("answer", "desk_answer")).exists()
    assert arrive(reply_to(mail, "stopp")).reason == "stop"
    assert decide(wishes_of([anna.pk])[anna.pk]["mail"], TALK, f"game:{game.pk}") == "never"


def test_language_and_how_often_emails_come(anna, game, mailbox, settings):
    assert proved(anna, "language Deutsch", settings).reason == "language"
    assert "Mails und Seiten" in said(answer(mailbox, anna))
    mail = seat_mail(game, anna)
    mail.set_content("mails gesammelt")
    assert arrive(mail).reason == "emails"
    assert decide(wishes_of([anna.pk])[anna.pk]["mail"], TURNS, "") == "digest"
    assert proved(anna, "mails bald", settings).reason == "no_such_choice"


def test_bots_sit_down_and_a_rematch_begins_by_email(anna, mailbox, settings):
    assert proved(anna, "new players 3 bots 1", settings).reason == "new"
    made = Game.objects.get()
    text = said(answer(mailbox, anna))
    assert "You created table" in text
    assert "3 players" in text
    assert proved(anna, f"bots {made.pk} 1", settings).reason == "bots"
    assert made.participants.exclude(bot="").count() == 2
    old = quiet_start(anna, "plain", now=now())
    wander_on(old, now=now())
    assert proved(anna, f"revanche {old.pk}", settings).reason == "rematch"
    assert Game.objects.get(rematch_of=old).host == anna


@pytest.mark.parametrize(
    ("language", "wish", "words"),
    [
        ("en", "new players 2 bots 4", "create a table; 2nd edition; 2 players;"),
        ("de", "neu spieler 3 bots 1 einladen Boris", "einen Tisch eröffnen; 2. Auflage; 3 Plätze;"),
    ],
)
def test_a_new_table_is_asked_about_in_words(anna, boris, mailbox, language, wish, words):
    speaks(anna, language)
    assert arrive(letter(anna.email, PLAY, wish)).reason == "asked"
    text = said(answer(mailbox, anna))
    assert words in text, text
    assert "1 Bot; eingeladen: Boris" in text or "1 bot" in text
    assert wish not in text


def test_a_draft_by_email_is_the_draft_of_the_page(anna, boris, clara, mailbox):
    game = table(anna, boris, clara)
    until_moves(game, "Anna", "event sponsor", "take ")
    rows, mail = LogRow.objects.count(), seat_mail(game, anna)
    mail.set_content("draft event sponsor")
    assert arrive(mail).reason == "drafted"
    assert Draft.objects.get().moves == ["event sponsor"]
    back = answered(mailbox, anna)
    text = said(back)
    assert "Draft, not sent yet:" in text
    assert "Reply “send” to send it or “drop” to drop it." in text
    assert "If you send it:" in text
    assert LogRow.objects.count() == rows
    assert arrive(reply_to(back, "drop")).reason == "drop"
    assert not Draft.objects.exists()
    assert "The draft is dropped. No move was made." in said(answered(mailbox, anna))
    assert arrive(reply_to(answered(mailbox, anna), "drop")).reason == "nothing_pending"
    assert arrive(seat_mail_of(game, anna, "draft event sponsor")).reason == "drafted"
    assert arrive(seat_mail_of(game, anna, "send")).reason == "played"
    assert list(LogRow.objects.filter(number__gt=rows).values_list("text", "source")) == [("event sponsor", "mail")]
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("language", "drafts", "sends", "asks", "tells"),
    [
        ("en", "draft 1", "send", "Draft, not sent yet:", "If you send it:"),
        ("de", "Entwurf 1", "senden bitte", "Entwurf, noch nicht gesendet:", "Wenn du ihn sendest:"),
    ],
)
def test_a_move_that_ends_the_turn_is_kept_in_the_answer_alone(game, mailbox, language, drafts, sends, asks, tells):
    user = asked_user(load(game.pk))
    speaks(user, language)
    rows = LogRow.objects.count()
    assert arrive(seat_mail_of(game, user, drafts)).reason == "drafted"
    assert not Draft.objects.exists()
    back = answered(mailbox, user)
    text = said(back)
    assert asks in text
    assert tells in text
    assert ("- You pay: " in text) or ("- Du zahlst: " in text)
    assert "- - " not in text
    assert LogRow.objects.count() == rows
    assert arrive(reply_to(back, sends)).reason == "played"
    assert LogRow.objects.count() == rows + 1


def test_a_draft_of_a_question_that_is_gone_is_not_sent(game, mailbox):
    user = asked_user(load(game.pk))
    assert arrive(seat_mail_of(game, user, "Entwurf: 1; passen")).reason == "drafted"
    back = answered(mailbox, user)
    assert "pass" in said(back)
    assert arrive(seat_mail_of(game, user, "2")).reason == "played"
    rows = LogRow.objects.count()
    assert arrive(reply_to(back, "send")).reason != "played"
    assert LogRow.objects.count() == rows


@pytest.mark.parametrize("text", ["draft 2 or 3", "draft buy the moon", "draft 99"])
def test_a_draft_that_is_not_plain_is_asked_back(game, text):
    user = asked_user(load(game.pk))
    assert arrive(seat_mail_of(game, user, text)).reason in ("no_move", "not_a_move", "no_such_number")
    assert not Draft.objects.exists()


@pytest.mark.parametrize(("language", "cost"), [("en", "This costs 8 days."), ("de", "Das kostet 8 Urlaubstage.")])
def test_vacation_by_email_says_what_it_affects_and_is_booked_after_a_yes(anna, boris, mailbox, language, cost):
    game = quiet_start(anna, boris)
    speaks(anna, language)
    first, last = (now() + timedelta(days=days) for days in (6, 13))
    wish = f"vacation {first.day} {first:%b} to {last.day} {last:%b}"
    if language == "de":
        wish = f"Urlaub {first.day}.{first.month}. bis {last.day}.{last.month}."
    for mail in (letter(anna.email, PLAY, wish), seat_mail_of(game, anna, wish)):
        assert arrive(mail).reason == "asked"
        told = said(answer(mailbox, anna))
        assert cost in told
        assert ": Evening on the Moika." in told, "which allows no vacation"
        assert not anna.vacation_days.exists()
    pending = ReplyToken.objects.exclude(data={}).latest("made_at").data["pending"][0]
    assert f" {now().astimezone(anna.zone).date() + timedelta(days=6)} to " in pending, "a yes may come on a later day"
    assert arrive(reply_to(answer(mailbox, anna), "yes")).reason == "vacation"
    assert anna.vacation_days.count() == 8
    assert arrive(letter(anna.email, PLAY, wish)).reason == "bad_vacation"
    assert arrive(letter(anna.email, PLAY, "vacation")).reason == "no_days"
    assert arrive(letter(anna.email, PLAY, "vacation end.")).reason == "asked"
    assert arrive(reply_to(answer(mailbox, anna), "ja")).reason == "vacation"
    assert not anna.vacation_days.exists()
