"""A sample of every mail, for the page that shows them, built from a recorded game replayed in memory.

No database row is read or written. The recorded game is `sample_game.json` (options, secret, moves); Anna reads, the
others are people too, except the last seat.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import engine
from accounts.models import User
from engine.record import Ended
from games.emails import answers, kinds, results, tables, talks, turns, unreached
from games.emails.about import about, about_several
from games.emails.drafts import reminder_of
from games.models import (
    Game,
    Invitation,
    Line,
    PassMode,
    Row,
    RowKind,
    Seat,
    Source,
    Status,
    Tenure,
    TenureEnd,
    TenureStart,
)
from games.models.clock import PACES
from games.play.errors import NotAMove
from games.play.notifications import STANDSTILL_WARNING
from games.play.positions import Play
from games.play.results import result_as_it_stands, result_of
from notifications.mail.compose import absolute
from notifications.templated import Draft, Sample

NOW = datetime(2026, 11, 20, 12, 10, tzinfo=UTC)
READER = 0
"""Anna's seat."""
RECORDED_AS = 12
"""The number of the recorded game, on which its deal hangs."""
ANSWERED_AT = "reply+aaaaaaaaaaaaaaaaaaaaaaaaaa@stpete.localhost"


@cache
def _record() -> dict[str, object]:
    return dict(json.loads((Path(__file__).parent / "sample_game.json").read_text()))


def _user(number: int, name: str) -> User:
    return User(pk=number, display_name=name, email=f"{name.lower()}@example.org", time_zone="Europe/Berlin")


def _game(title: str, host: User, *, open_hands: bool) -> Game:
    clock, _label = PACES["2d"]
    record = _record()
    secret = bytes.fromhex(str(record["secret"]))
    return Game(
        pk=RECORDED_AS,
        title=title,
        host=host,
        status=Status.RUNNING,
        options={**dict(record["options"]), "open_hands": open_hands},  # type: ignore[call-overload]
        pace_kind=clock.kind,
        pace_base=clock.base,
        secret=secret,
        commitment=engine.commitment(secret),
        started_at=NOW - timedelta(days=20),
    )


def play_at(
    moves: int | None, *, number: int = RECORDED_AS, title: str = "Evening on the Moika", open_hands: bool = True
) -> Play:
    """The recorded game after that many moves (None: all of them), in rows that were never saved."""
    holders = [_user(1, "Anna"), _user(2, "Boris"), _user(3, "Clara")]
    game = _game(title, holders[1], open_hands=open_hands)
    recorded: Sequence[tuple[int, str]] = list(_record()["moves"])[:moves]  # type: ignore[call-overload]
    rows = [
        Row(n, n, RowKind.MOVE, n, seat, text, Source.PAGE, NOW) for n, (seat, text) in enumerate(recorded, start=1)
    ]
    game.version = game.ply = len(rows)
    seats = [Seat(pk=index + 1, game=game, index=index) for index in range(game.players)]
    tenures = {
        seat.index: [Tenure(seat=seat, user=holder, bot="" if holder else "plain")]
        for seat, holder in zip(seats, [*holders, None], strict=True)
    }
    play = Play(game, seats, rows, tenures)
    for index in engine.waiting_for(play.state):
        seat = seats[index]
        seat.waiting, seat.asked_number = True, game.version
        seat.running_since, seat.due_at = NOW - timedelta(minutes=2), NOW + timedelta(days=1, hours=14)
    if play.state.is_over:
        game.status, game.finished_at, game.result = Status.FINISHED, NOW, dict(result_of(play.state))
    game.pk = number  # only now: the deal hangs on the number under which the game was recorded
    return play


def moment(name: str) -> int:
    """After how many moves of the record the sample named so is set."""
    return int(dict(_record()["moments"])[name])  # type: ignore[call-overload]


def _turn(at: str, *, open_hands: bool = True) -> Draft:
    play = play_at(moment(at), open_hands=open_hands)
    return Draft(about(play.game), turns.your_turn(play, play.seats[READER], NOW, play.holder(READER).user))


def _reminder(*ats: tuple[str, int, str, timedelta]) -> Draft:
    found = []
    for at, number, title, left in ats:
        play = play_at(moment(at), number=number, title=title)
        seat = play.seats[READER]
        seat.due_at, seat.misses = NOW + left, 1 if number == RECORDED_AS else 0
        found.append(turns.waiting(play, seat, NOW, reply_to=ANSWERED_AT))
    return reminder_of(turns.most_urgent_first(found), turns.moves_of(play, seat) if len(ats) == 1 else ())


def _timed_out() -> Draft:
    play = play_at(moment("timed-out"))
    seat = play.seats[READER]
    seat.misses, seat.pass_mode = 1, PassMode.TIMEOUT
    return Draft(about(play.game), turns.timed_out(play, seat, moment("timed-out")))


def _kept() -> Draft:
    play = play_at(moment("your-turn"))
    _keep_for_reader(play)
    return Draft(about(play.game), turns.kept(play, play.seats[READER]))


def _kept_by_all() -> Draft:
    """Everybody has stayed away: Anna missed deadlines, the others have resigned."""
    play = play_at(moment("your-turn"))
    _keep_for_reader(play)
    play.game.breaks_off_at = NOW + timedelta(days=14)
    return Draft(about(play.game), turns.kept(play, play.seats[READER]))


def _standing_still() -> Draft:
    play = play_at(moment("your-turn"))
    _keep_for_reader(play)
    play.game.breaks_off_at = NOW + STANDSTILL_WARNING
    return Draft(about(play.game), turns.standing_still(play, play.seats[READER], NOW))


def _keep_for_reader(play: Play) -> None:
    play.tenures[READER][-1].ended = TenureEnd.KEPT
    play.tenures[READER].append(Tenure(seat=play.seats[READER], bot="plain", began=TenureStart.KEPT))


def _replaced(*, reader_left: bool) -> Draft:
    """Anna takes Clara's seat, or Clara hers."""
    play = play_at(moment("your-turn"))
    number = play.game.version
    seat = play.seats[READER]
    came, left = _user(1, "Anna"), _user(3, "Clara")
    if reader_left:
        came, left = left, came
    play.tenures[READER] = [Tenure(seat=seat, user=left), Tenure(seat=seat, user=came, since_number=number)]
    letter = turns.seat_lost(play, number) if reader_left else turns.substitute(play, seat, number)
    return Draft(about(play.game), letter)


def _played_out() -> Draft:
    play = play_at(moment("your-turn"))
    play.tenures[READER].append(Tenure(seat=play.seats[READER], bot="search-3", since_number=play.game.version))
    return Draft(about(play.game), turns.seat_lost(play, play.game.version))


def _started() -> Draft:
    play = play_at(0)
    return Draft(about(play.game), tables.started(play, READER))


def _table() -> tuple[Game, tables.Table]:
    game = play_at(0).game
    game.status, game.started_at = Status.OPEN, None
    return game, tables.table_of(game, ["Boris", "Clara"])


def _invitation(*, user: User | None) -> Draft:
    game, table = _table()
    word = str(_("We played it at my kitchen table in June."))
    invitation = Invitation(game=game, inviter=game.host, user=user, token="sample", word=word)
    shown = replace(about(game), reply_to=ANSWERED_AT)
    return Draft(shown, tables.invited(invitation, table))


def _invited_answer() -> Draft:
    game, _table_of_it = _table()
    said = [gettext("Which name should other players see? Reply “Name: Anna” with your own name.")]
    url = absolute(reverse("games:invitation", args=["sample"]))
    return Draft(replace(about(game), reply_to=ANSWERED_AT), tables.InvitedAnswer(said, True, url))


def _options() -> Draft:
    game, table = _table()
    return Draft(replace(about(game), reply_to=ANSWERED_AT), tables.Changed(table))


def _expiry() -> Draft:
    game, table = _table()
    return Draft(about(game), tables.Expiring(table, NOW, NOW + timedelta(days=2)))


def _over() -> Draft:
    play = play_at(None)
    return Draft(about(play.game), results.over(play, READER))


def _over_before_its_end(ended: Ended) -> Draft:
    play = play_at(moment("your-turn"))
    result = result_as_it_stands(play.state, play.game.players, ended)
    play.game.status, play.game.result = Status.FINISHED, dict(result)
    return Draft(about(play.game), results.over(play, READER))


def _unreached() -> Draft:
    return unreached.draft_of([unreached.Silent(about(play_at(moment("your-turn")).game), "Clara")])


def _talk() -> Draft:
    game = play_at(moment("your-turn")).game
    boris, clara = _user(2, "Boris"), _user(3, "Clara")
    lines = [
        Line(game=game, author=boris, text="Who took the Observatory from under my nose?"),
        Line(game=game, author=clara, text="I did. See https://example.org/rules for why."),
    ]
    return Draft(about(game), talks.said(lines))


def _answer(*, asks: bool) -> Draft:
    """Anna answered the sample of her turn: with something that is no move, or with a move that uncovers a card."""
    play = play_at(moment("your-turn"))
    seat = play.seats[READER]
    said = [] if asks else [f"“buy the moon”: {NotAMove()}"]
    questions = answers.asking(play, seat, ["pass"]) if asks else []
    letter = answers.Answer(said, questions, answers.sections(play, seat, [], [], NOW))
    return Draft(replace(about(play.game), reply_to=ANSWERED_AT), letter)


def _desk() -> Draft:
    """The list of games, and all that can be written."""
    lines = [f"{RECORDED_AS} “Evening on the Moika”"]
    letter = answers.Answer([], [], [answers.Section(gettext("Your games"), lines)], has_help=True, is_one_game=False)
    return Draft(replace(about_several(), thread="play", reply_to=ANSWERED_AT), letter)


SAMPLES = (
    Sample("answer", _("Reply to an email about a game"), kinds.ANSWER, lambda: _answer(asks=False)),
    Sample("answer-preview", _("Move by email, waiting for confirmation"), kinds.ANSWER, lambda: _answer(asks=True)),
    Sample("desk-answer", _("Reply to an email about no game"), kinds.DESK, _desk),
    Sample("your-turn", pgettext_lazy("subject of a mail", "Your turn"), kinds.YOUR_TURN, lambda: _turn("your-turn")),
    Sample("first-turn", _("Your first turn"), kinds.YOUR_TURN, lambda: _turn("first-turn")),
    Sample(
        "your-turn-hidden",
        _("Your turn, hidden rubles and hands"),
        kinds.YOUR_TURN,
        lambda: _turn("your-turn", open_hands=False),
    ),
    Sample(
        "reminder",
        _("Reminder, one game"),
        kinds.REMINDER,
        lambda: _reminder(("your-turn", RECORDED_AS, "Evening on the Moika", timedelta(hours=5, minutes=20))),
    ),
    Sample(
        "reminder-many",
        _("Reminder, several games"),
        kinds.REMINDER,
        lambda: _reminder(
            ("your-turn", RECORDED_AS, "Evening on the Moika", timedelta(hours=5, minutes=20)),
            ("first-turn", 17, "Tea in the Hermitage", timedelta(hours=9)),
            ("late-turn", 19, "Slow boat to Kronstadt", timedelta(days=1, hours=3)),
        ),
    ),
    Sample("timed-out", _("Your time ran out"), kinds.TIMED_OUT, _timed_out),
    Sample("kept", _("A bot is holding your seat"), kinds.KEPT, _kept),
    Sample("kept-by-all", _("A bot is holding your seat, no active players"), kinds.KEPT, _kept_by_all),
    Sample("standing-still", _("No active players left"), kinds.STANDING_STILL, _standing_still),
    Sample("started", _("The game has started"), kinds.STARTED, _started),
    Sample("substitute", _("You took over a seat"), kinds.SUBSTITUTE, lambda: _replaced(reader_left=False)),
    Sample("seat-lost", _("Another player took over your seat"), kinds.SEAT_LOST, lambda: _replaced(reader_left=True)),
    Sample("played-out", _("Bots finish your game"), kinds.SEAT_LOST, _played_out),
    Sample("invitation", _("Invitation"), kinds.INVITATION, lambda: _invitation(user=_user(1, "Anna"))),
    Sample(
        "invitation-stranger",
        _("Invitation to someone without an account"),
        kinds.INVITATION,
        lambda: _invitation(user=None),
        to_stranger=True,
    ),
    Sample(
        "invited-answer",
        _("Reply to an email from someone without an account"),
        kinds.INVITED_ANSWER,
        _invited_answer,
        to_stranger=True,
    ),
    Sample("options", _("The table has changed"), kinds.OPTIONS, _options),
    Sample("expiry", _("The table closes soon"), kinds.EXPIRY, _expiry),
    Sample("unreached", _("Emails are not reaching a player"), kinds.UNREACHED, _unreached),
    Sample("talk", _("New chat message"), kinds.TALK, _talk),
    Sample("over", _("The game has finished"), kinds.OVER, _over),
    Sample(
        "over-by-agreement", _("The game ended by agreement"), kinds.OVER, lambda: _over_before_its_end("agreement")
    ),
    Sample("over-broken-off", _("The game was abandoned"), kinds.OVER, lambda: _over_before_its_end("broken off")),
    Sample("over-adjudicated", _("A director ended the game"), kinds.OVER, lambda: _over_before_its_end("adjudicated")),
)
