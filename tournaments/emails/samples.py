"""A sample of every mail, for the page that shows them. No row is read or written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext_lazy as _

from arbiter.kept import to_json
from arbiter.progression.plan import Conditions, Plan
from arbiter.progression.situation import Why
from games.models.clock import PACES
from notifications.kinds import Draft, Sample
from notifications.mail.compose import absolute
from tournaments.models import About, Entry, Halt, Rest, Round, Step, Tournament, TournamentState

from . import halts, kinds, words
from .letter import Letter, about

NOW = datetime(2026, 11, 20, 12, 10, tzinfo=UTC)
NAMES = ("Boris", "Anna", "Clara", "Dmitri")


def _tournament() -> Tournament:
    clock, _label = PACES["2d"]
    return Tournament(
        pk=7,
        title="Winter on the Neva",
        state=TournamentState.RUNNING,
        options={"edition": 2, "players": 4},
        pace_kind=clock.kind,
        pace_base=clock.base,
        plan_text=to_json(Plan()),
        conditions_text=to_json(Conditions()),
        starts_at=NOW + timedelta(days=5),
        head="4f1d3b0c7a5e2986f0b1d2c3a4958677605142332415067788990a1b2c3d4e5f",
    )


def _of(letter: Callable[[Tournament], Letter]) -> Callable[[], Draft]:
    def draft() -> Draft:
        tournament = _tournament()
        return Draft(about(tournament), letter(tournament))

    return draft


def _round(number: int, *games: int) -> words.Seated:
    """With the games that have begun at its table; the reader is asked in those with an even number."""
    begun = [words.Begun(absolute(f"/games/{game}/"), game % 2 == 0, f"{game:02x}" * 32) for game in games]
    return words.Seated(number, NOW, NOW + timedelta(days=42), NAMES, 1, games=begun)


def _bye(number: int) -> words.Seated:
    rest = Rest(why=Why.BYE.value, points="1/2")
    return words.Seated(number, NOW, NOW + timedelta(days=42), rest=rest)


def _later() -> words.Seated:
    entry = Entry(not_before=(NOW + timedelta(days=8)).date())
    return words.Seated(1, NOW, NOW + timedelta(days=42), rest=Rest(why=Why.ABSENT.value, entry=entry))


def _vanished() -> words.Seated:
    rest = Rest(why=Why.ABSENT.value, entry=Entry(is_idle=True))
    return words.Seated(3, NOW, NOW + timedelta(days=42), rest=rest)


SAMPLES = (
    Sample(
        "entered",
        _("Registered for a tournament"),
        kinds.ENTERED,
        _of(lambda tournament: words.entered(tournament, waits=False)),
    ),
    Sample(
        "waiting",
        _("On the waiting list"),
        kinds.ENTERED,
        _of(lambda tournament: words.entered(tournament, waits=True)),
    ),
    Sample("moved-up", _("Moved up from the waiting list"), kinds.MOVED_UP, _of(words.moved_up)),
    Sample(
        "too-few",
        _("Too few players registered"),
        kinds.TOO_FEW,
        _of(lambda tournament: words.too_few(tournament, entrants=2, directs=True)),
    ),
    Sample(
        "held",
        _("A round is waiting for its directors"),
        kinds.HELD,
        _of(lambda tournament: words.held(tournament, 3, NOW)),
    ),
    Sample(
        "on-hold",
        _("A tournament is on hold"),
        kinds.ON_HOLD,
        _of(
            lambda tournament: halts.letter(
                Halt(tournament=tournament, step=Step.PAIRS, code="error", at=NOW), tournament
            )
        ),
    ),
    Sample(
        "paired", _("A round is paired"), kinds.PAIRED, _of(lambda tournament: words.paired(tournament, [_round(2)]))
    ),
    Sample(
        "begun",
        _("A round has started"),
        kinds.PAIRED,
        _of(lambda tournament: words.paired(tournament, [_round(2, 12)])),
    ),
    Sample("bye", _("A round with a bye"), kinds.PAIRED, _of(lambda tournament: words.paired(tournament, [_bye(3)]))),
    Sample(
        "later",
        _("Tournament started, you play later"),
        kinds.PAIRED,
        _of(lambda tournament: words.paired(tournament, [_later()])),
    ),
    Sample(
        "vanished",
        _("A round after dropping out"),
        kinds.PAIRED,
        _of(lambda tournament: words.paired(tournament, [_vanished()])),
    ),
    Sample(
        "all-rounds",
        _("Tournament started, all rounds at once"),
        kinds.PAIRED,
        _of(lambda tournament: words.paired(tournament, [_round(1, 12), _round(2, 13), _bye(3)])),
    ),
    Sample(
        "round-ends",
        _("A round ends soon"),
        kinds.ROUND_ENDS,
        _of(lambda tournament: words.round_ends(tournament, number=2, until=NOW + timedelta(days=3))),
    ),
    Sample(
        "tournament-over",
        _("The tournament has finished"),
        kinds.OVER,
        _of(
            lambda tournament: words.over(
                tournament, place=2, of=16, best=["1. Clara", "2. Anna", "3. Boris"], was_abandoned=False
            )
        ),
    ),
    Sample(
        "tournament-abandoned",
        _("The tournament was cancelled"),
        kinds.OVER,
        _of(lambda tournament: words.over(tournament, place=None, of=0, best=[], was_abandoned=True)),
    ),
    Sample(
        "tournament-followed",
        _("A tournament you follow has started"),
        kinds.FOLLOWS,
        _of(lambda tournament: words.followed(tournament, best=[])),
    ),
    Sample(
        "tournament-followed-round",
        _("A round in a tournament you follow"),
        kinds.FOLLOWS,
        _of(
            lambda tournament: words.next_round(
                tournament,
                Round(number=2, deadline_at=NOW + timedelta(days=42)),
                best=["1. Clara", "2. Anna", "3. Boris"],
            )
        ),
    ),
    Sample(
        "announcement",
        _("Message from the directors"),
        kinds.ANNOUNCED,
        _of(
            lambda tournament: words.announced(
                tournament,
                [("Boris", "The site is away on Saturday from noon to two.\nThe tournament stands still then.")],
            )
        ),
    ),
    Sample(
        "decision",
        _("Decision of the directors"),
        kinds.DECIDED,
        _of(
            lambda tournament: words.decided(
                tournament,
                ["Boris"],
                [
                    (
                        "Extra time given: Anna, round 2, table 3; 2 days.",
                        "She was in hospital from Monday to Wednesday.",
                    )
                ],
            )
        ),
    ),
    Sample(
        "tournament-changed",
        _("The settings of a tournament changed"),
        kinds.CHANGED,
        _of(lambda tournament: words.changed(tournament, ["clock", "starts_at"])),
    ),
    Sample(
        "reported",
        _("A player wrote to the directors"),
        kinds.REPORTED,
        _of(lambda tournament: words.reported(tournament, [("Anna", str(About.APPEAL.label))])),
    ),
    Sample(
        "answered",
        _("The directors answered"),
        kinds.ANSWERED,
        _of(
            lambda tournament: words.answered(tournament, [("Was table 3 counted right?", "No: it is corrected now.")])
        ),
    ),
    Sample(
        "tournament-invitation",
        _("Invitation to a tournament"),
        kinds.INVITED,
        _of(
            lambda tournament: words.invited(
                tournament, inviter="Boris", url=absolute("/tournaments/invitations/token/"), has_account=True
            )
        ),
    ),
    Sample(
        "tournament-invitation-stranger",
        _("Tournament invitation without an account"),
        kinds.INVITED,
        _of(
            lambda tournament: words.invited(
                tournament, inviter="Boris", url=absolute("/tournaments/invitations/token/"), has_account=False
            )
        ),
        to_stranger=True,
    ),
)
