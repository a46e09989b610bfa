"""Moves that cannot be made, or wait, are named in the answer as its reader calls them, never in the engine's notation."""

import pytest

from accounts.models import User
from incoming_mail.models import Preview
from incoming_mail.services import wish_preview
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.replying import LATER, answers, arrive, asked, tell, turn_mail
from tests.games.play_builders import play_on
from tests.incoming_mail.writing import reply_to
from tests.mails import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def answered(anna, boris, mailbox):
    """What the answer to a reply says, in one language, at the first question of the first Building phase."""

    def say(language, text, preview):
        User.objects.update(language=language)
        game = quiet_start(anna, boris, pace="14d")
        play_on(game, until=lambda play: play.state.phase == "building")
        tell(LATER)
        user, _play = asked(game)
        wish_preview(user, preview)
        arrive(reply_to(turn_mail(mailbox, user), text))
        return " ".join(text_of(answers(mailbox, user)[-1]).split())

    return say


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "buy theater", " buy Theater: It costs 20 rubles, but you have only 18."),
        ("de", "kaufe Theater", " Theater kaufen: Das kostet 20 Rubel, aber du hast nur 18."),
        ("de", "buy theater", " Theater kaufen: Das kostet 20 Rubel, aber du hast nur 18."),
        ("de", "entwurf kaufe Theater", " Theater kaufen: Das kostet 20 Rubel, aber du hast nur 18."),
        ("de", "nimm Richter unten", " Richter aus der unteren Reihe auf die Hand nehmen: Richter ist nicht in der"),
        (
            "de",
            "kaufe Bank",
            " Bank kaufen: Nenne die Karte, die ersetzt wird, zum Beispiel 'Bank über Sternwarte kaufen'.",
        ),
        ("de", "kaufe Mond", " 'Mond kaufen' ist kein Zug: Eine Karte 'mond' gibt es in diesem Spiel nicht."),
        ("en", "kaufe Mond", " 'buy Mond' is not a move: this game has no card called 'mond'."),
    ],
)
def test_a_move_that_is_refused_is_named_in_words(answered, language, text, said):
    """TURN-3, EXCH-9: also where the player wrote in the other language."""
    assert said in answered(language, text, Preview.NEVER)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Not played yet: buy Customs House for 8 rubles; then pass until the end of this phase."),
        ("de", "Noch nicht gespielt: Zollhaus für 8 Rubel kaufen; dann passen bis zum Ende dieser Phase."),
    ],
)
def test_what_waits_for_a_yes_is_said_in_words(answered, language, said):
    assert said in answered(language, "kaufe Zollhaus, dann passe Phase", Preview.ALWAYS)
