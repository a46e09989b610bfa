"""Rounds: paired, held for the directors, about to end; tournaments and seasons on hold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbiter.progression.plan import Knockout, RoundRobin, Swiss
from arbiter.progression.situation import Why
from games.emails import answerable, reply_address
from games.models import Game, Seat, Status
from games.options.table_words import pace_words
from games.play.positions import load
from notifications.kinds import Bundling, Letter, NoLongerTrue, Sample
from notifications.mail.blocks import Block
from notifications.mail.compose import absolute
from notifications.mail.times import moment
from notifications.models import Notification
from tournaments.lifecycle.notifications import TournamentNotification, is_about_to_begin, number_in
from tournaments.lifecycle.words import closing_words, game_words, help_words, sentence, share_words, why_words
from tournaments.models import (
    Chair,
    Entry,
    Halt,
    League,
    Rest,
    Round,
    RoundState,
    SweepStep,
    Tournament,
    TournamentState,
)

from . import NOW, TournamentEmail, letter, part, url_of


class RoundHeld(TournamentEmail):
    name = TournamentNotification.HELD.value
    label = gettext_lazy("a round is waiting for its directors")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        of = open_round(notification)
        return "" if of is not None and of.is_held else "round begun"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        number = notifications[-1].data["round"]
        return {"number": number, "begins": tournament.rounds.get(number=number).begins_at}

    def letter(self, tournament: Tournament, *, number: int, begins: datetime) -> Letter:
        values = {"round": number, "at": moment(begins)}
        lead = _("Round %(round)s is paired and waiting for its directors. It starts automatically on %(at)s.") % values
        then = _(
            "The players are not notified until then. On the director's page you can check and change the "
            "pairings, and start the round."
        )
        heading, url = _("Round %(round)s is waiting for you") % values, f"{url_of(tournament)}manage/"
        return letter(tournament, heading, f"{lead} {then}", _("Open director's page"), url)

    def samples(self) -> Iterable[Sample]:
        yield self.sample("held", number=3, begins=NOW)


class OnHold(TournamentEmail):
    """Tells directors once that a tournament is on hold. Leagues have the same for a season."""

    name = TournamentNotification.ON_HOLD.value
    label = gettext_lazy("a tournament you direct is on hold")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if self.halts(notification).exists() else "goes on"

    def halts(self, notification: Notification) -> QuerySet[Halt]:
        rows = Halt.objects.filter(at=notification.data["since"], tournament=number_in(notification.subject))
        return rows.select_related("tournament")

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        if (halt := self.halts(notifications[-1]).first()) is None:
            raise NoLongerTrue("goes on")
        return halted(halt)

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            tournament = Tournament(pk=7, title="Winter on the Neva")
            return halted(Halt(tournament=tournament, step=SweepStep.PAIRS, code="error", at=NOW))

        yield Sample(self, "on-hold", write)


def halted(halt: Halt) -> Letter:
    of: Tournament | League | None = halt.tournament
    if halt.season is not None:
        of, heading = halt.season.league, _("Season %(season)s is on hold") % {"season": halt.season.number}
    else:
        heading = _("The tournament is on hold")
    if halt.until is not None:
        heading = _("The next round waits")
    assert of is not None
    lead = f"{why_words(halt)} {help_words(halt)}"
    return letter(of, heading, lead, _("Open the director's page"), f"{url_of(of)}manage/")


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that runs: its number, where it is, whether it waits for the reader, and the commitment of its cards."""

    number: int
    url: str
    is_asked: bool
    commitment: str


@dataclass(frozen=True, slots=True)
class Seated:
    """The reader's table in a round, or why there is none. `names` in the order of the seats; `games` are those that have begun
    there: one, several in a match."""

    number: int
    begins: datetime
    until: datetime
    names: Sequence[str] = ()
    seat: int = 0
    rest: Rest | None = None
    games: Sequence[Begun] = ()


class Paired(TournamentEmail):
    name = TournamentNotification.PAIRED.value
    label = gettext_lazy("your round is paired")
    bundling = Bundling(ahead=None)

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if open_round(notification) is not None else "round over"

    def awaits(self, notification: Notification) -> bool:
        tournament_id, number = number_in(notification.subject), notification.data["round"]
        return is_about_to_begin(tournament_id, number, notification.user_id, notification.created_at)

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        numbers = sorted({int(notification.data["round"]) for notification in notifications})
        rounds = tournament.rounds.filter(number__in=numbers).exclude(state=RoundState.CLOSED)
        found = [one for of in rounds for one in _seated(of, notifications[-1].user_id)]
        if not found:
            raise NoLongerTrue("not paired")
        return {
            "rounds": found,
            "reply_to": reply_address_of(notifications[-1], [game for one in found for game in one.games]),
        }

    def letter(self, tournament: Tournament, *, rounds: Sequence[Seated], reply_to: str = "") -> Letter:
        numbers = sorted({one.number for one in rounds})
        if len(rounds) == 1 and (rest := rounds[0].rest) is not None and rest.why == Why.ABSENT.value:
            return _dropped_out(tournament, rounds[0]) if rest.entry.is_idle else _later(tournament, rounds[0], rest)
        games = [(one.number, game) for one in rounds for game in one.games]
        if numbers[0] == 1 or len(numbers) > 1:  # several at once are all that there are
            heading = _started(rounds)
        elif games:
            heading = _("Round %(round)s has started: your game") % {"round": numbers[-1]}
        else:
            heading = _("Round %(round)s is paired") % {"round": numbers[-1]}
        if len(numbers) > 1:
            page, action = url_of(tournament), _("Open tournament")
        else:  # the reader's own table
            page, action = f"{url_of(tournament)}rounds/{numbers[0]}/#me", _("Open round")
        parts = [part(_("Round %(number)s") % {"number": one.number}, _round_lines(tournament, one)) for one in rounds]
        over = part(_("At the end of a round"), [sentence(closing_words(tournament.plan.closing))])
        if not games:
            return letter(tournament, heading, _to_come(rounds), action, page, parts=[*parts, over])
        if len(games) == 1:
            why = part(_("Why these opponents"), [page], has_urls=True)
            parts, page, action = [*parts, over, why], games[0][1].url, _("Open game")
        else:
            parts = [begun_part(games), *parts, over]
        begun = [game for _number, game in games]
        told = letter(tournament, heading, begun_words(begun), action, page, parts=parts, note=proof_words(begun))
        return answerable(told, reply_to)

    def samples(self) -> Iterable[Sample]:
        names, end = ("Boris", "Anna", "Clara", "Dmitri"), NOW + timedelta(days=42)

        def table(number: int, *games: int) -> Seated:
            """The reader is asked in games with an even number."""
            begun = [Begun(game, absolute(f"/games/{game}/"), game % 2 == 0, f"{game:02x}" * 32) for game in games]
            return Seated(number, NOW, end, names, 1, games=begun)

        def resting(number: int, why: Why, entry: Entry | None = None) -> Seated:
            return Seated(number, NOW, end, rest=Rest(why=why.value, points="1/2", entry=entry))

        later, idle = Entry(not_before=(NOW + timedelta(days=8)).date()), Entry(is_idle=True)
        bye = resting(3, Why.BYE)
        yield self.sample("paired", rounds=[table(2)])
        yield self.sample("begun", rounds=[table(2, 12)])
        yield self.sample("bye", rounds=[bye])
        yield self.sample("later", rounds=[resting(1, Why.ABSENT, later)])
        yield self.sample("vanished", rounds=[resting(3, Why.ABSENT, idle)])
        yield self.sample("all-rounds", rounds=[table(1, 12), table(2, 13), bye])


def _seated(of: Round, user: int | None) -> list[Seated]:
    rest = Rest.objects.select_related("entry").filter(round=of, entry__user=user).first()
    if rest is not None:
        return [Seated(of.number, of.begins_at, of.deadline_at, rest=rest)]
    chairs = Chair.objects.filter(round=of, entry__user=user).select_related("table").order_by("table__number", "leg")
    own = list(chairs)
    begun = games_of([chair.table.game_id for chair in own], user)
    return [
        Seated(
            of.number,
            of.begins_at,
            of.deadline_at,
            [one.entry.user.name for one in Chair.objects.filter(table=chair.table_id).select_related("entry__user")],
            chair.seat,
            games=list(begun.values()),
        )
        for chair in own[:1]
    ]


def games_of(numbers: Iterable[int | None], user: int | None) -> dict[int, Begun]:
    """Those of these games that run, by number, for one who sits there."""
    found = Game.objects.filter(pk__in=[one for one in numbers if one], status=Status.RUNNING).in_bulk()
    own = Seat.objects.filter(game__in=found, waiting=True, tenures__user=user, tenures__until=None)
    asked = set(own.values_list("game", flat=True))
    return {
        number: Begun(number, absolute(game.get_absolute_url()), number in asked, game.commitment)
        for number, game in sorted(found.items())
    }


def reply_address_of(notification: Notification, games: Sequence[Begun]) -> str:
    """Where the reader answers an email about these games: for their seat in the only one; about several, with commands."""
    play = load(games[0].number) if len(games) == 1 else None
    return reply_address(notification, play) if games else ""


def _started(rounds: Sequence[Seated]) -> str:
    if all(one.rest is not None for one in rounds):
        return _("The tournament has started")
    return (
        _("The tournament has started: your games") if len(rounds) > 1 else _("The tournament has started: your game")
    )


def _to_come(rounds: Sequence[Seated]) -> str:
    if all(one.rest is not None for one in rounds):
        return _("You have no game; the round page explains why.")
    return _("Games start automatically. You get an email when it is your turn. The round page explains the pairing.")


def begun_words(games: Sequence[Begun]) -> str:
    """That the reader's games run, and whether it is their turn."""
    if len(games) == 1:
        if games[0].is_asked:
            return _("Your game has started and it is your turn.")
        return _("Your game has started. You get an email when it is your turn.")
    if any(game.is_asked for game in games):
        return _("Your games have started, and it is your turn in at least one of them.")
    return _("Your games have started. You get an email when it is your turn.")


def begun_part(games: Sequence[tuple[int, Begun]]) -> Sequence[Block]:
    lines = [_("Round %(round)s: %(url)s") % {"round": number, "url": game.url} for number, game in games]
    return part(_("Your games"), lines, has_urls=True)


def proof_words(games: Sequence[Begun]) -> str:
    """What the cards of these games are checked with afterwards."""
    lead = (
        _(
            "The cards were shuffled with a secret seed, which is revealed when the game ends. Its "
            "fingerprint, to check it then:"
        )
        if len(games) == 1
        else _(
            "The cards of each game were shuffled with a secret seed, which is revealed when the game ends. "
            "The fingerprints, to check them then:"
        )
    )
    return f"{lead} {', '.join(game.commitment for game in games)}"


def _dropped_out(tournament: Tournament, first: Seated) -> Letter:
    """To who did not hold their seat to the end in the round before."""
    then = _("From the next round on, once you select “Rejoin” on the tournament page.")
    return letter(
        tournament,
        _("You are not paired in round %(round)s") % {"round": first.number},
        _("You lost your seat in a game, so you are not paired until you rejoin."),
        _("Open tournament"),
        parts=[part(_("When you play"), [then])],
    )


def _later(tournament: Tournament, first: Seated, rest: Rest) -> Letter:
    """To who asked not to play before a day that comes after the first pairing."""
    until = rest.entry.not_before
    day = date_format(until, "DATE_FORMAT") if until else ""
    stage = tournament.plan.stages[0]
    if isinstance(stage, Swiss) or (isinstance(stage, RoundRobin) and not stage.at_once):
        then = [
            _("Your first round is the first one paired on or after that day. You get an email then."),
            _("Round %(round)s ends by %(at)s. The next one is paired as soon as it finishes.")
            % {"round": first.number, "at": moment(first.until)},
        ]
    else:
        then = [
            _(
                "In this format, all seats are assigned at the start. Write to the directors if you want to play "
                "after all."
            )
        ]
    return letter(
        tournament,
        _("The tournament has started; you play later"),
        _("You asked not to play before %(day)s, so you are not paired until then.") % {"day": day},
        _("Open tournament"),
        parts=[part(_("When you play"), then)],
    )


def _round_lines(tournament: Tournament, one: Seated) -> list[str]:
    if one.rest is not None:
        if one.rest.why == Why.FREE.value:
            if isinstance(tournament.plan.stages[0], Knockout):
                return [_("You advance to the next round without a game.")]
            return [_("You have no game in this round.")]
        given = {"points": share_words(Fraction(one.rest.points))}
        if one.rest.why == Why.REQUESTED.value:
            return [_("You have your requested bye, worth %(points)s.") % given]
        return [_("You have a bye, worth %(points)s.") % given]
    others = ", ".join(name for index, name in enumerate(one.names) if index != one.seat)
    return [
        _("You play against %(names)s, from seat %(seat)s.") % {"names": others, "seat": one.seat + 1},
        _("The round starts on %(at)s.") % {"at": moment(one.begins)},
        _("The round ends on %(at)s.") % {"at": moment(one.until)},
        _("Game: %(game)s") % {"game": game_words(tournament, with_pace=False)},
        _("Time control: %(clock)s") % {"clock": pace_words(tournament.clock)},
    ]


class RoundEnds(TournamentEmail):
    name = TournamentNotification.ROUND_ENDS.value
    label = gettext_lazy("a round ends soon")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        of = open_round(notification)
        if of is None:
            return "round over"
        if of.deadline_at.isoformat() != notification.data["until"]:
            return "deadline moved"
        own = of.tables.filter(state="running", chairs__entry__user=notification.user_id)
        return "" if own.exists() else "game over"

    def values(self, tournament: Tournament, notifications: Sequence[Notification]) -> dict[str, Any]:
        of = tournament.rounds.get(number=notifications[-1].data["round"])
        return {"number": of.number, "until": of.deadline_at}

    def letter(self, tournament: Tournament, *, number: int, until: datetime) -> Letter:
        return letter(
            tournament,
            _("Round %(round)s ends soon") % {"round": number},
            _("Your game in this round is still running. The round ends on %(at)s.") % {"at": moment(until)},
            _("Open tournament"),
            parts=[part(_("What happens then"), [sentence(closing_words(tournament.plan.closing))])],
        )

    def samples(self) -> Iterable[Sample]:
        yield self.sample("round-ends", number=2, until=NOW + timedelta(days=3))


EMAILS = (RoundHeld, OnHold, Paired, RoundEnds)


def open_round(notification: Notification) -> Round | None:
    rounds = Round.objects.filter(tournament=number_in(notification.subject), number=notification.data["round"])
    return rounds.exclude(state=RoundState.CLOSED).exclude(tournament__state=TournamentState.ABANDONED).first()
