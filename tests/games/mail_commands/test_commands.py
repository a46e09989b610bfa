"""Mails to the play address: reading at once, changing after a yes; a table opened, joined and filled by mail alone."""

import re

import pytest
from django.utils.timezone import now

from games.models import Game, Participant, Status
from games.tables.invitations import invite, revoke_invitation
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay
from incoming_mail.services import take
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.mail_builders import quiet_start
from tests.games.table_builders import table
from tests.incoming_mail.writing import letter, reply_to
from tests.mails import html_of, text_of

pytestmark = pytest.mark.django_db
PLAY = "play@stpete.localhost"


def arrive(mail):
    row = take(
        mail.as_bytes(), envelope_from=str(mail["From"]), envelope_to=[str(mail["To"])], way=ArrivalWay.SMTP, now=now()
    )
    handle_due(now())
    row.refresh_from_db()
    return row


def answer(mailbox, user):
    bundle_due(now())
    deliver_due(now())
    return [mail for mail in mailbox.to(user.email) if mail["X-StPete-Event"] in ("answer", "desk_answer")][-1]


def said(mail):
    return " ".join(text_of(mail).split())


def test_a_mail_of_a_player_is_answered_with_his_games(anna, boris, mailbox):
    game = quiet_start(anna, boris)
    for text in ("", "Hello?", "games"):
        arrive(letter(anna.email, PLAY, text, subject=""))
        assert f"{game.pk} “Evening on the Moika”" in said(answer(mailbox, anna))


def test_reading_needs_no_token_and_shows_ones_own_games_only(anna, boris, clara, mailbox):
    game = quiet_start(anna, boris)
    assert arrive(letter(anna.email, PLAY, f"status {game.pk}")).reason == "status"
    assert "Current standings" in said(answer(mailbox, anna))
    assert arrive(letter(clara.email, PLAY, f"status {game.pk}")).reason == "no_game"
    assert "You have no game with this number." in said(answer(mailbox, clara))
    waits = table(anna, now=now())
    for wish, words in (("hand", "such as “hand 12”"), (f"status {waits.pk}", "This table has not started yet.")):
        arrive(letter(anna.email, PLAY, wish))
        assert words in said(answer(mailbox, anna))
    arrive(letter(anna.email, PLAY, "hilfe"))
    assert "new edition 2 players 3" in said(answer(mailbox, anna))


def test_without_a_token_nothing_changes_before_a_yes(anna, boris, mailbox):
    assert arrive(letter(anna.email, PLAY, "new edition 1 players 2 pace 5d hidden invite Boris")).reason == "asked"
    assert not Game.objects.exists()
    back = answer(mailbox, anna)
    assert "Reply “yes” to confirm: create a table; 1st edition; 2 players; hidden money and hands; 5 days p" in said(
        back
    )
    assert arrive(reply_to(back, "yes")).reason == "new"
    game = Game.objects.get()
    assert (game.host, game.engine_options.edition, game.players, game.engine_options.open_hands) == (anna, 1, 2, False)
    assert game.clock.base.days == 5
    assert game.invitations.get().user == boris
    arrive(reply_to(back, "yes"))
    assert Game.objects.count() == 1, "one yes does it once"


@pytest.mark.parametrize(
    "wish",
    [
        "new edition 1 players 3 pace 5d hidden unrated private invite boris@example.org, Clara",
        "new invite boris@example.org Clara, players 3 edition 1, private pace 5d unrated hidden",
        "neu einladen boris@example.org; Clara 5d ungewertet verdeckt privat Spieler 3 Auflage 1",
    ],
)
def test_a_table_is_described_in_any_order_and_in_german(wish, anna, boris, clara, mailbox, settings):
    settings.INBOUND_AUTHSERV = "mx.example.org"
    told = {"Authentication_Results": "mx.example.org; dmarc=pass header.from=example.org"}
    assert arrive(letter(anna.email, PLAY, wish, **told)).reason == "new"
    game = Game.objects.get()
    assert (game.engine_options.edition, game.players, game.engine_options.open_hands) == (1, 3, False)
    assert (game.clock.base.days, game.rated, game.visibility) == (5, False, "link")
    assert sorted(one.user.display_name for one in game.invitations.all()) == ["Boris", "Clara"]


def test_what_our_own_server_has_proved_needs_no_yes(anna, boris, mailbox, settings):
    settings.INBOUND_AUTHSERV = "mx.example.org"
    told = {"Authentication_Results": "mx.example.org; dmarc=pass header.from=example.org"}
    assert arrive(letter(anna.email, PLAY, "new players 2 invite Boris", **told)).reason == "new"
    game = Game.objects.get()
    assert arrive(letter(boris.email, PLAY, f"join {game.pk}", **told)).reason == "join"
    assert Participant.objects.filter(game=game).count() == 2
    game.refresh_from_db()
    assert game.status == Status.FULL


def test_what_cannot_be_is_said(anna, mailbox):
    """At once: nobody is asked to say yes to what would be refused."""
    for text, words in (
        ("join 4711", "no table with this number"),
        ("new players 9", "9"),
        (
            "new players 2 quickly please",
            "Not understood: quickly please. To create a table, write for example: new edition 2",
        ),
        ("new edition", "Not understood: edition."),
    ):
        arrive(letter(anna.email, PLAY, text))
        assert words in said(answer(mailbox, anna))
        arrive(reply_to(answer(mailbox, anna), "yes"))
        assert "There is nothing to confirm." in said(answer(mailbox, anna))
    assert not Game.objects.exists()


def test_an_invitation_is_accepted_by_mail(anna, boris, mailbox):
    arrive(letter(anna.email, PLAY, "new players 2 invite Boris"))
    arrive(reply_to(answer(mailbox, anna), "ja"))
    number = re.search(r"created table (\d+)", said(answer(mailbox, anna))).group(1)
    arrive(letter(boris.email, PLAY, "games"))
    back = answer(mailbox, boris)
    assert f"join {number}" in said(back)
    assert arrive(reply_to(back, f"join {number}")).reason == "join"
    assert Game.objects.get().status == Status.FULL


def invited(host, guest, mailbox, **more):
    """A table of the host, and the mail that asks the guest to it."""
    arrive(letter(host.email, PLAY, f"new players 2 invite {guest.display_name}"))
    arrive(reply_to(answer(mailbox, host), "yes"))
    bundle_due(now())
    deliver_due(now())
    return Game.objects.get(), [mail for mail in mailbox.to(guest.email) if mail["X-StPete-Event"] == "invitation"][-1]


@pytest.mark.parametrize(
    ("text", "reason", "state", "players"),
    [("yes", "agree", "accepted", 2), ("Ja.", "agree", "accepted", 2), ("no", "decline", "declined", 1)],
)
def test_an_invitation_is_answered_with_yes_or_no(anna, boris, mailbox, text, reason, state, players):
    game, mail = invited(anna, boris, mailbox)
    assert "Or reply to this email with “yes” or “no”." in said(mail)
    assert "Or reply to this email with “yes” or “no”." in html_of(mail)
    assert arrive(reply_to(mail, "help")).reason == "help", "asking first spends nothing"
    assert arrive(reply_to(mail, text)).reason == reason
    assert game.invitations.get().state == state
    assert Participant.objects.filter(game=game).count() == players
    arrive(reply_to(mail, text))
    assert Participant.objects.filter(game=game).count() == players, "again changes nothing"


def test_the_answer_of_somebody_else_and_one_to_a_withdrawn_invitation_seat_nobody(anna, boris, clara, mailbox):
    game, mail = invited(anna, boris, mailbox)
    assert arrive(reply_to(mail, "yes", sender=clara.email)).reason == "other_sender"
    revoke_invitation(game_id=game.pk, host=anna, invitation_id=game.invitations.get().pk, now=now())
    arrive(reply_to(mail, "yes"))
    assert not Participant.objects.filter(game=game, user=boris).exists()


def test_where_no_mail_arrives_nobody_is_offered_an_answer(anna, boris, mailbox, settings):
    settings.INBOUND_DOMAIN = ""
    game = table(anna, players=3, now=now())
    for whom in ("Boris", "stranger@example.net"):
        invite(game_id=game.pk, host=anna, whom=whom, now=now())
        bundle_due(now())
        deliver_due(now())
    assert len(mailbox.messages) == 2
    assert [mail["Reply-To"] for mail in mailbox.messages] == [None, None]


def test_a_no_to_a_question_does_nothing(anna, mailbox):
    arrive(letter(anna.email, PLAY, "new players 2"))
    assert arrive(reply_to(answer(mailbox, anna), "no")).reason == "declined"
    assert "Nothing was changed." in said(answer(mailbox, anna))
    assert not Game.objects.exists()


def test_the_name_is_changed_by_mail(anna, boris, mailbox):
    """At once where the mail is an answer to one of ours; else after a yes."""
    assert arrive(letter(anna.email, PLAY, "Name: Annette")).reason == "asked"
    assert arrive(reply_to(answer(mailbox, anna), "ja")).reason == "name"
    anna.refresh_from_db()
    assert anna.name == "Annette"
    back = answer(mailbox, anna)
    assert "Other players now see you as Annette." in said(back)
    assert arrive(reply_to(back, "name “Anna L.”")).reason == "name"
    anna.refresh_from_db()
    assert anna.name == "Anna L."
    for text, words in (
        ("Name: boris", "This username is taken."),
        ("name", "2 to 20 characters"),
        ("name x", "2 to 20 characters"),
        ("name Admin", "is reserved"),
    ):
        assert arrive(reply_to(answer(mailbox, anna), text)).reason == "bad_name"
        assert words in said(answer(mailbox, anna))
    anna.refresh_from_db()
    assert anna.name == "Anna L."
    arrive(reply_to(answer(mailbox, anna), "help"))
    assert "Name: Anna" in said(answer(mailbox, anna))
