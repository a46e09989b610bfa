"""What tournaments tell by mail: to whom, when, and only while it is so."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress

from accounts import separation
from accounts.models import User
from arbiter.progression.plan import Conditions, Plan, RoundRobin, Swiss
from games.models import Game, LogRow
from games.play.positions import load
from incoming_mail.handling import handle_due
from incoming_mail.models import ArrivalWay, Preview
from incoming_mail.services import take, wish_preview
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from notifications.services import notification_delay
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of
from tests.people import PASSWORD, person, signed_in
from tests.tournaments.lifecycle.club import DAY, NOON, made, people, play_round, started
from tournaments.lifecycle.errors import BadRequest, NotEligible, TooMany
from tournaments.lifecycle.notifications import AT_ONCE
from tournaments.lifecycle.services import clockwork, pairing
from tournaments.lifecycle.services.acts import course as entrants
from tournaments.lifecycle.services.acts import messages
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter, leave, wish
from tournaments.models import Entry, Tournament, TournamentInvitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def told(kind: str) -> list[str]:
    """Who has a notification of this kind, by name."""
    rows = Notification.objects.filter(app="tournaments", kind=kind).select_related("user").order_by("user_id")
    return [row.user.name if row.user else row.address for row in rows]


def sent(mailbox, now=NOON, to=""):  # type: ignore[no-untyped-def]
    """The mails of tournaments that have gone out by now, by subject."""
    bundle_due(now)
    deliver_due(now)
    return [mail for mail in mailbox.messages if mail["X-StPete-Event"] and to in str(mail["To"])]


def test_who_enters_is_told_what_is_played(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    (anna,) = people(1)
    tournament = made(nora, starts_at=NOON + 5 * DAY)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    (mail,) = sent(mailbox)
    text = " ".join(text_of(mail).split())
    assert mail["Subject"] == "[St Pete Winter on the Neva] You are registered"
    for words in ("It starts on Wednesday 25 November", "Swiss system, 4 rounds, tables of 4", "2 days per move"):
        assert words in text
    assert f"/tournaments/{tournament.pk}/" in text


def test_who_comes_after_the_first_pairing_is_told_that_it_has_started(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(5)
    tournament = made(nora, Plan(stages=(Swiss(2),)))
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    wish(tournament_id=tournament.pk, user=users[4], not_before=(NOON + 8 * DAY).date(), now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    (mail,) = [one for one in sent(mailbox, to="player5@") if "started" in one["Subject"]]
    text = " ".join(text_of(mail).split())
    assert mail["Subject"] == "[St Pete Winter on the Neva] The tournament has started; you play later"
    for words in (
        "not to play before",
        "Your first round is the first one paired on or after that day. You get an email then.",
    ):
        assert words in text
    assert "Round 1 ends by" in text


def test_a_paired_round_tells_what_is_played_and_the_clock_apart(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    started(nora, people(4), Plan(stages=(Swiss(1),)))
    (mail,) = [one for one in sent(mailbox, to="player1@") if "started" in one["Subject"]]
    for part in mail.walk():
        if part.get_content_maintype() == "text":
            said = " ".join(part.get_content().split())
            assert "Game: 2nd edition, rated" in said
            assert "Time control: 2 days per move" in said
            assert "per move, rated" not in said


def test_who_has_left_again_is_told_nothing(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    (anna,) = people(1)
    tournament = made(nora)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    leave(tournament_id=tournament.pk, user=anna, now=NOON)
    assert sent(mailbox) == []


def test_who_moves_up_is_told(nora: User) -> None:
    users = people(5)
    tournament = made(nora, most_entrants=4)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    leave(tournament_id=tournament.pk, user=users[0], now=NOON)
    assert told("moved_up") == ["Player5"]
    assert len(told("entered")) == 5


def test_too_few_is_told_to_directors_and_entrants(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    (anna,) = people(1)
    tournament = made(nora, starts_at=NOON + DAY)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    clockwork.sweep(NOON + DAY)
    assert sorted(told("too_few")) == ["Nora", "Player1"]
    (mail,) = sent(mailbox, NOON + DAY, to="nora@")
    assert "1 players are too few for this tournament; it takes 3." in " ".join(text_of(mail).split())


def test_a_round_is_told_with_people_seat_and_deadline(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(5)
    tournament = started(nora, users, Plan(stages=(Swiss(1),)))
    mails = [(str(mail["To"]), " ".join(text_of(mail).split())) for mail in sent(mailbox)]
    assert len({to for to, _text in mails}) == 5
    chair = tournament.rounds.get().chairs.select_related("entry__user").order_by("seat").first()
    assert chair is not None  # the bye falls to anybody
    others = chair.table.chairs.exclude(pk=chair.pk).values_list("entry__user__display_name", flat=True)
    own = next(text for to, text in mails if chair.entry.user.email in to and "The round ends" in text)
    assert all(name in own for name in others)
    assert f"from seat {chair.seat + 1}" in own
    assert "The round ends on Friday 1 January" in own
    bye = next(text for _to, text in mails if "You have a bye" in text)
    assert "half a win" in bye


def test_a_round_whose_games_begin_at_once_is_one_mail_with_the_game(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    """Who is asked gets his turn besides, which he can answer."""
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),)))
    game = tournament.rounds.get().tables.get().game
    assert game is not None
    Notification.objects.filter(kind="entered").delete()
    bundle_due(NOON)
    deliver_due(NOON)
    assert [mail["Subject"] for mail in mailbox.messages] == [
        "[St Pete Winter on the Neva] The tournament has started: your game"
    ] * 4
    texts = {str(mail["To"]): " ".join(text_of(mail).split()) for mail in mailbox.messages}
    assert all(f"/games/{game.pk}/" in text and game.commitment in text for text in texts.values())
    asked = {seat.tenures.get().user.email for seat in game.seats.filter(waiting=True)}
    assert all("You can reply to this email." in text for text in texts.values())
    assert {to for to, text in texts.items() if "Your game has started and it is your turn." in text} == asked
    bundle_due(NOON + notification_delay())
    deliver_due(NOON + notification_delay())
    assert {str(mail["To"]) for mail in mailbox.messages[4:]} == asked
    assert len(mailbox.messages) == 4 + len(asked)


def test_the_email_about_a_round_is_answered_with_a_move(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),)))
    play = load(tournament.rounds.get().tables.get().game_id)
    (seat,) = [seat for seat in play.seats if seat.waiting]
    user = play.holder(seat.index).user
    wish_preview(user, Preview.NEVER)
    (mail,) = [mail for mail in sent(mailbox, to=user.email) if "has started" in mail["Subject"]]
    reply, now = reply_to(mail, play.view(seat.index).moves[0]), NOON + DAY / 24
    row = take(reply.as_bytes(), envelope_from=user.email, envelope_to=[str(reply["To"])], way=ArrivalWay.SMTP, now=now)
    handle_due(now)
    row.refresh_from_db()
    assert (row.reason, LogRow.objects.filter(game=play.game, source="mail").count()) == ("played", 1)


def test_what_tells_of_a_round_waits_a_moment_for_its_games(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    """A worker is in the midst of beginning them; where that takes longer they are told of by themselves."""
    tournament = made(nora, Plan(stages=(Swiss(1),)))
    for user in people(4):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    pairing.pair_next(tournament_id=tournament.pk, now=NOON)
    Notification.objects.filter(kind="entered").delete()
    assert sent(mailbox) == []
    assert len(sent(mailbox, NOON + AT_ONCE)) == 4
    clockwork.sweep(NOON + 2 * AT_ONCE)
    kinds = Notification.objects.filter(app="games").values_list("kind", flat=True)
    assert sorted(set(kinds)) == ["reminder", "started", "your_turn"]


def test_all_rounds_of_a_round_robin_are_one_mail(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    """Also for who has no game in the first round."""
    started(nora, people(5), Plan(stages=(RoundRobin(),), sizes=None))
    mails = [mail for mail in sent(mailbox) if not mail["Subject"].endswith("You are registered")]
    assert [mail["Subject"] for mail in mails] == [
        "[St Pete Winter on the Neva] The tournament has started: your games"
    ] * 5
    text = next(" ".join(text_of(mail).split()) for mail in mails if "player1@" in str(mail["To"]))
    games = Game.objects.filter(seats__tenures__user__display_name="Player1")
    assert len(games) == 4
    assert "You can reply to this email." in text
    for game in games:
        assert re.search(rf"Round {game.tournament_table.round.number}: \S+/games/{game.pk}/", text)


def test_the_end_of_a_round_is_told_to_those_who_still_play(nora: User) -> None:
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),)))
    clockwork.sweep(tournament.rounds.get().deadline_at - 2 * DAY)
    assert len(told("round_ends")) == 4


def test_the_end_is_told_with_the_place_and_the_head_of_the_chain(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),)))
    play_round(tournament)
    mails = [mail for mail in sent(mailbox) if mail["Subject"].endswith("The tournament has finished")]
    assert len(mails) == 5
    (directed,) = [mail for mail in mails if "nora@" in str(mail["To"])]
    assert "It has finished. Thank you for directing it." in text_of(directed)
    mails.remove(directed)
    tournament = Tournament.objects.get(pk=tournament.pk)
    for mail in mails:
        text = text_of(mail)
        assert "Your place: " in text
        assert tournament.head in text


def test_announcements_reach_everybody_and_are_limited(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    users = people(3)
    tournament = made(nora, most_entrants=3)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    for _ in range(3):
        messages.announce(tournament_id=tournament.pk, director=nora, reason="Bring tea.", now=NOON)
    with pytest.raises(TooMany):
        messages.announce(tournament_id=tournament.pk, director=nora, reason="And cake.", now=NOON)
    messages.announce(tournament_id=tournament.pk, director=nora, reason="And cake.", now=NOON + DAY)
    assert len(told("announced")) == 12
    told_him = "".join(text_of(mail) for mail in sent(mailbox, to="player1@"))
    assert told_him.count("Bring tea.") == 3


def test_people_are_invited_in_bulk_each_once(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    anna, boris = people(2)
    tournament = made(nora)
    enter(tournament_id=tournament.pk, user=boris, now=NOON)
    words = "Player1, player1\nPlayer2; nobody at all\nfriend@example.com, no@address@here"
    asked = messages.invite(tournament_id=tournament.pk, director=nora, text=words, now=NOON)
    assert (asked.new, asked.known, asked.unknown) == (2, ["player1", "Player2"], ["nobody at all", "no@address@here"])
    assert {mail["To"] for mail in sent(mailbox) if "invites" in mail["Subject"]} == {
        "player1@example.org",
        "friend@example.com",
    }
    assert messages.invite(tournament_id=tournament.pk, director=nora, text=words, now=NOON).new == 0
    with pytest.raises(TooMany):
        messages.invite(
            tournament_id=tournament.pk, director=nora, text=",".join(f"p{n}@example.com" for n in range(99)), now=NOON
        )
    assert TournamentInvitation.objects.get(user=anna).email == ""


def test_who_keeps_away_from_a_director_is_asked_and_not_told(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    """By name and by address; the director learns nothing of it, and whoever is added by hand against that is refused."""
    anna, _boris = people(2)
    separation.block(blocker=anna, blocked=nora, now=NOON)
    tournament = made(nora)
    EmailAddress.objects.get_or_create(user=anna, email=anna.email, verified=True)
    for words in ("Player1, Player2", "player1@example.org, friend@example.com"):
        assert messages.invite(tournament_id=tournament.pk, director=nora, text=words, now=NOON).new == 2
    told = [mail["To"] for mail in sent(mailbox) if "invites" in mail["Subject"]]
    assert sorted(told) == ["friend@example.com", "player2@example.org"]
    with pytest.raises(BadRequest):
        entrants.add(tournament_id=tournament.pk, director=nora, name=anna.name, reason="She asked me to.", now=NOON)


def test_an_invitation_opens_a_tournament_that_is_for_the_invited(nora: User) -> None:
    anna, boris = people(2)
    tournament = made(nora, conditions=Conditions(invited_only=True))
    messages.invite(tournament_id=tournament.pk, director=nora, text="Player1, other@example.com", now=NOON)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    with pytest.raises(NotEligible):
        enter(tournament_id=tournament.pk, user=boris, now=NOON)
    token = TournamentInvitation.objects.get(email="other@example.com").token
    assert messages.take_up(token=token, user=boris) is not None
    enter(tournament_id=tournament.pk, user=boris, now=NOON)
    assert messages.take_up(token=token, user=anna) is None


def test_a_deleted_account_leaves_no_invitation(nora: User) -> None:
    (anna,) = people(1)
    tournament = made(nora)
    messages.invite(
        tournament_id=tournament.pk, director=nora, text="Player1, player1@example.org, x@example.org", now=NOON
    )
    signed_in(anna).post("/profile/delete/", {"proof": PASSWORD})
    assert list(TournamentInvitation.objects.values_list("email", flat=True)) == ["x@example.org"]
    assert Notification.objects.filter(kind="tournament_invitation", dropped="").count() == 1


def test_a_director_who_adds_somebody_tells_him(nora: User) -> None:
    people(1)
    tournament = made(nora)
    entrants.add(tournament_id=tournament.pk, director=nora, name="Player1", reason="by telephone", now=NOON)
    assert told("entered") == ["Player1"]
    assert Entry.objects.get(tournament=tournament).is_in


def test_a_deleted_tournament_tells_nothing_any_more(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    (anna,) = people(1)
    tournament = made(nora)
    enter(tournament_id=tournament.pk, user=anna, now=NOON)
    Tournament.objects.filter(pk=tournament.pk).delete()
    assert sent(mailbox) == []
