"""A yes or no to the question of a Pub: how many points to buy (CARD-PUB-1)."""

import pytest

import engine
from accounts.models import User
from games.models import LogRow, Source
from games.play.positions import Play
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replying import LATER, answers, arrive, asked, tell, turn_mail
from tests.games.play_builders import play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of

HOW_MANY = {
    "en": "How many points do you want to buy? Reply with the number of an action from the list.",
    "de": "Wie viele Punkte möchtest du kaufen? Antworte mit der Nummer einer Aktion aus der Liste.",
}


def ways(play: Play) -> int:
    """How many points can be bought now; 0 where no Pub asks."""
    (index,) = engine.waiting_for(play.state)
    question = engine.question_for(play.state, index)
    return len(play.view(index).moves) - 1 if question is not None and question.kind == "pub" else 0


def choose(play: Play, index: int) -> str:
    """Workers, and a Pub that is left with little money."""
    moves = play.view(index).moves
    if play.state.phase == "building" and not ways(play):
        bought = [move for move in moves if move.startswith("buy")]
        return next((move for move in bought if move.startswith("buy pub")), bought[0] if bought else moves[-1])
    wanted = "buy" if play.state.phase == "worker" else "pass"
    return next((move for move in moves if move.startswith(wanted)), moves[-1])


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "word"), [("en", "yes"), ("en", "No."), ("de", "Ja, gerne!"), ("de", "nein")])
@pytest.mark.parametrize("is_one", [True, False])
def test_a_yes_buys_the_only_point_and_a_no_none(anna, boris, mailbox, language, word, is_one):
    """CARD-PUB-1: where several amounts can be paid, a yes does not say which, and the player is asked how many."""
    User.objects.update(language=language)
    game = quiet_start(anna, boris, pace="14d")
    play = play_on(game, until=lambda play: ways(play) == 1 if is_one else ways(play) > 1, choose=choose)
    assert play.game.is_running
    tell(LATER)
    user, _play = asked(game)
    row = arrive(reply_to(turn_mail(mailbox, user), word))
    played = [one.text for one in LogRow.objects.filter(game=game, source=Source.MAIL)]
    says_no = word in ("No.", "nein")
    if says_no or is_one:
        assert row.reason == "played"
        assert played == ["pub 0" if says_no else "pub 1"]
    else:
        assert row.reason == "no_move"
        assert played == []
        (back,) = answers(mailbox, user)
        assert HOW_MANY[language] in " ".join(text_of(back).split())
