"""What each letter says, from plain values. Call these with the reader's language and zone active."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from notices.mail.times import moment
from tournaments.events.act_words import terms_words
from tournaments.events.describing import (
    clock_words,
    closing_words,
    days_words,
    form_words,
    game_words,
    played_words,
    share_words,
    size_words,
)
from tournaments.events.words import say
from tournaments.models import Event, EventState, Rest, Round
from tournaments.plans.feasible import reason_against
from tournaments.plans.plan import Knockout, RoundRobin, Swiss
from tournaments.plans.situation import Why

from .letter import Letter, Part, url_of


def terms(event: Event) -> Part:
    """What is played, and how."""
    plan = event.plan
    lines = [
        f"{form_words(plan)}, {size_words(plan.sizes)}",
        game_words(event),
        _("%(time)s for each round; at its end %(rule)s")
        % {"time": days_words(plan.round_time), "rule": closing_words(plan.closing)},
    ]
    return Part(_("What is played"), lines)


def when(event: Event) -> str:
    """When it starts, or from when on who comes late plays."""
    if event.is_running:
        return _("It has started; you are paired from the next round on.")
    if event.starts_at is not None:
        return _("It starts on %(at)s.") % {"at": moment(event.starts_at)}
    if event.starts_when_full and event.most_entrants:
        return _("It starts as soon as %(count)s players are there.") % {"count": event.most_entrants}
    return _("Its directors say when it starts.")


def entered(event: Event, *, waits: bool) -> Letter:
    if waits:
        heading, lead = _("You are on the waiting list"), _("All places are taken. You move up when one becomes free.")
    else:
        heading, lead = _("You are entered"), when(event)
    return Letter(heading, lead, url_of(event), _("Open the event"), [terms(event)])


def moved_up(event: Event) -> Letter:
    lead = _("A place has become free, and it is yours. If you cannot play any more, withdraw on the event's page.")
    return Letter(_("You have moved up: you play"), f"{lead} {when(event)}", url_of(event), _("Open the event"))


def too_few(event: Event, *, entrants: int, directs: bool) -> Letter:
    reason = reason_against(event.plan, entrants)
    lead = (
        f"{_('It was to start now.')} {say(reason)}" if reason else _("It was to start now, but too few had entered.")
    )
    then = (
        _("Entries stay open. Start it when there are enough, choose another day, or abandon it.")
        if directs
        else _("Entries stay open, and its directors decide how it goes on. You stay entered.")
    )
    return Letter(_("Too few have entered"), f"{lead} {then}", url_of(event), _("Open the event"))


def held(event: Event, number: int, begins: datetime) -> Letter:
    values = {"round": number, "at": moment(begins)}
    lead = _("Round %(round)s is paired and waits for its directors. It begins by itself on %(at)s.") % values
    then = _("Nobody else is told before. At the desk you can look at the pairing, change it, and begin the round.")
    desk = f"{url_of(event)}desk/"
    return Letter(_("Round %(round)s waits for you") % values, f"{lead} {then}", desk, _("Open the desk"))


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that runs: where it is, whether it waits for the reader, and the commitment of its cards."""

    url: str
    is_asked: bool
    commitment: str


@dataclass(frozen=True, slots=True)
class Seated:
    """The reader's table in a round, or why he has none. `names` in the order of the seats; `games` are those that have begun
    there: one, several in a match."""

    number: int
    begins: datetime
    until: datetime
    names: Sequence[str] = ()
    seat: int = 0
    rest: Rest | None = None
    games: Sequence[Begun] = ()


def paired(event: Event, rounds: Sequence[Seated]) -> Letter:
    """The rounds that are paired for this reader, one or several at once."""
    numbers = sorted({one.number for one in rounds})
    if len(rounds) == 1 and (rest := rounds[0].rest) is not None and rest.why == Why.ABSENT.value:
        return _vanished(event, rounds[0]) if rest.entry.is_idle else _begun_without(event, rounds[0], rest)
    games = [(one.number, game) for one in rounds for game in one.games]
    if numbers[0] == 1 or len(numbers) > 1:  # several at once are all that there are
        heading = _started(rounds)
    elif games:
        heading = _("Round %(round)s has begun: your game") % {"round": numbers[-1]}
    else:
        heading = _("Round %(round)s is paired") % {"round": numbers[-1]}
    page, action = _page_of(event, numbers)
    parts = [Part(_("Round %(number)s") % {"number": one.number}, list(_round_lines(event, one))) for one in rounds]
    over = Part(_("When a round is over"), [_sentence(closing_words(event.plan.closing))])
    if not games:
        return Letter(heading, _to_come(rounds), page, action, [*parts, over])
    if len(games) == 1:
        why = Part(_("Why you meet whom"), [page], has_links=True)
        parts, page, action = [*parts, over, why], games[0][1].url, _("Open the game")
    else:
        parts = [begun_part(games), *parts, over]
    begun = [game for _number, game in games]
    return Letter(heading, begun_words(begun), page, action, parts, proof_words(begun))


def _started(rounds: Sequence[Seated]) -> str:
    if all(one.rest is not None for one in rounds):
        return _("The event has started")
    return _("The event has started: your games") if len(rounds) > 1 else _("The event has started: your game")


def _to_come(rounds: Sequence[Seated]) -> str:
    if all(one.rest is not None for one in rounds):
        return _("You have no game; the page of the round says why.")
    return _(
        "Games begin by themselves; you get a mail when it is your turn. The page of a round says why you meet whom."
    )


def begun_words(games: Sequence[Begun]) -> str:
    """That the reader's games run, and whether he is to move."""
    if len(games) == 1:
        if games[0].is_asked:
            return _("Your game has begun, and it is your turn.")
        return _("Your game has begun; you get a mail when it is your turn.")
    if any(game.is_asked for game in games):
        return _("Your games have begun, and it is your turn in at least one of them.")
    return _("Your games have begun; you get a mail when it is your turn.")


def begun_part(games: Sequence[tuple[int, Begun]]) -> Part:
    """Where several games are, each with its round."""
    lines = [_("Round %(round)s: %(url)s") % {"round": number, "url": game.url} for number, game in games]
    return Part(_("Your games"), lines, has_links=True)


def proof_words(games: Sequence[Begun]) -> str:
    """What the cards of these games are checked with afterwards."""
    lead = (
        _(
            "The cards were shuffled from a secret that is shown when the game is over. Its commitment, to check it then:"
        )
        if len(games) == 1
        else _("The cards of each game were shuffled from a secret that is shown when it is over. To check them then:")
    )
    return f"{lead} {', '.join(game.commitment for game in games)}"


def _page_of(event: Event, numbers: Sequence[int]) -> tuple[str, str]:
    """The page of the round, at one's own table, or of the event where there are several."""
    if len(numbers) > 1:
        return url_of(event), _("Open the event")
    return f"{url_of(event)}rounds/{numbers[0]}/#me", _("Open the round")


def _vanished(event: Event, first: Seated) -> Letter:
    """To who did not hold his seat to the end in the round before."""
    return Letter(
        _("Round %(round)s is paired without you") % {"round": first.number},
        _("You did not play a game to its end, so you are not paired until you say that you are back."),
        url_of(event),
        _("Open the event"),
        [
            Part(
                _("When you play"),
                [_("From the next round on, once you have pressed I am back on the page of the event.")],
            )
        ],
    )


def _begun_without(event: Event, first: Seated, rest: Rest) -> Letter:
    """To who asked not to play before a day that comes after the first pairing."""
    until = rest.entry.not_before
    day = date_format(until, "DATE_FORMAT") if until else ""
    stage = event.plan.stages[0]
    if isinstance(stage, Swiss) or (isinstance(stage, RoundRobin) and not stage.at_once):
        then = [
            _("Your first round is the first one that is paired on that day or later; you get a mail then."),
            _("Round %(round)s ends on %(at)s at the latest, and the next one is paired as soon as it is over.")
            % {"round": first.number, "at": moment(first.until)},
        ]
    else:
        then = [
            _("In this form everybody is seated at the start. Write to the directors if you should play after all.")
        ]
    return Letter(
        _("The event has started; you play later"),
        _("You asked not to play before %(day)s, so you are away until then.") % {"day": day},
        url_of(event),
        _("Open the event"),
        [Part(_("When you play"), then)],
    )


def _round_lines(event: Event, one: Seated) -> list[str]:
    if one.rest is not None:
        if one.rest.why == Why.FREE.value:
            if isinstance(event.plan.stages[0], Knockout):
                return [_("You are in the next round without a game.")]
            return [_("You have no game in this round.")]
        given = share_words(Fraction(one.rest.points))
        if one.rest.why == Why.REQUESTED.value:
            return [_("You have the bye that you asked for; it counts %(points)s.") % {"points": given}]
        return [_("You have a bye; it counts %(points)s.") % {"points": given}]
    others = ", ".join(name for index, name in enumerate(one.names) if index != one.seat)
    return [
        _("You play with %(names)s, from seat %(seat)s.") % {"names": others, "seat": one.seat + 1},
        _("It begins on %(at)s.") % {"at": moment(one.begins)},
        _("The round ends on %(at)s.") % {"at": moment(one.until)},
        _("What is played: %(game)s") % {"game": played_words(event)},
        _("Your clock: %(clock)s") % {"clock": clock_words(event)},
    ]


def round_ends(event: Event, *, number: int, until: datetime) -> Letter:
    return Letter(
        _("Round %(round)s ends soon") % {"round": number},
        _("Your game of this round still runs. The round ends on %(at)s.") % {"at": moment(until)},
        url_of(event),
        _("Open the event"),
        [Part(_("What happens then"), [_sentence(closing_words(event.plan.closing))])],
    )


def over(
    event: Event,
    *,
    place: int | None,
    of: int,
    best: Sequence[str],
    was_abandoned: bool,
    plays: bool = True,
    early: bool = False,
) -> Letter:
    """To who plays, or has only directed it. `early`: too few were left for all that was to follow."""
    if was_abandoned:
        heading, lead = _("The event was abandoned"), _("Its directors have ended it; the log says why.")
        page = f"{url_of(event)}log/", _("Open the log")
    else:
        heading = _("The event is over")
        lead = _("Thank you for playing.") if plays else _("It ran to its end. Thank you for directing it.")
        if early:
            lead = _("Too few players were left for another round, so the standings are final. Thank you.")
        page = f"{url_of(event)}standings/", _("Look at the final standings")
    if place is not None:
        lead = _("Your place: %(place)s of %(of)s.") % {"place": place, "of": of} + f" {lead}"
    note = _("The log of the event ends with %(head)s: who keeps this line can prove later what stood in it.")
    return Letter(
        heading,
        lead,
        *page,
        [Part(_("The best"), best, has_marks=True)] if best else [],
        note % {"head": event.head},
    )


def followed(event: Event, *, best: Sequence[str]) -> Letter:
    """To who follows it: it has started, or it is over."""
    if not event.is_over:
        heading, lead = (
            _("The event has started"),
            _("You follow this event. Its rounds and standings are on its page."),
        )
    elif event.state == EventState.ABANDONED:
        heading, lead = _("The event was abandoned"), _("Its directors have ended it; the log says why.")
    else:
        heading, lead = _("The event is over"), _("You follow this event.")
    return Letter(
        heading,
        lead,
        url_of(event),
        _("Open the event"),
        [Part(_("The best"), best, has_marks=True)] if best else [terms(event)],
    )


def next_round(event: Event, of: Round, *, best: Sequence[str]) -> Letter:
    """To who follows it: a round is paired. `best` are the first of the standings."""
    values = {"round": of.number, "at": moment(of.deadline_at)}
    return Letter(
        _("Round %(round)s is paired") % values,
        _("You follow this event. Round %(round)s is played until %(at)s at the latest.") % values,
        f"{url_of(event)}rounds/{of.number}/",
        _("Open the round"),
        [Part(_("The best so far"), best, has_marks=True)] if best else [],
    )


def announced(event: Event, said: Sequence[tuple[str, str]]) -> Letter:
    """`said` are names of directors and what each has written."""
    return Letter(
        _("A word of the directors"),
        _("%(name)s writes to all who play:") % {"name": ", ".join(dict.fromkeys(by for by, _text in said))},
        url_of(event),
        _("Open the event"),
        said=[Part("", _paragraphs(text)) for _by, text in said],
    )


def decided(event: Event, names: Sequence[str], said: Sequence[tuple[str, str]]) -> Letter:
    """What directors have decided about the reader or his games: `said` are sentences of the log with their reasons."""
    url = url_of(event)
    if not names:  # it came about by itself: whoever directed it has deleted the account
        lead = _(
            "Nobody was left to direct it, so those who run the site do. It runs by itself; its desk says what is asked."
        )
        return Letter(_("You direct this event now"), lead, f"{url}desk/", _("Open the desk"))
    lead = _("%(name)s directs the event, has decided and says why.") % {"name": ", ".join(dict.fromkeys(names))}
    return Letter(
        _("A decision of the directors"),
        lead,
        f"{url}log/",
        _("Open the log"),
        [
            Part(
                _("If you think it is wrong"),
                [_("Write to the directors: %(url)s") % {"url": f"{url}report/"}],
                has_links=True,
            )
        ],
        said=[Part(says, _paragraphs(reason)) for says, reason in said],
    )


def changed(event: Event, what: Sequence[str]) -> Letter:
    """What an entrant has agreed to is different now; `what` are the names of the terms."""
    lead = _("Its directors have changed what is played or when. If you do not want to play so, withdraw on its page.")
    names = terms_words(what)
    return Letter(
        _("The event has changed"),
        f"{lead} {when(event)}",
        url_of(event),
        _("Open the event"),
        [*([Part(_("What was changed"), [capfirst(names)])] if names else []), terms(event)],
    )


def reported(event: Event, said: Sequence[tuple[str, str]]) -> Letter:
    """To directors: who has written, and about what. The words themselves stand on the desk alone."""
    return Letter(
        _("A player has written to you"),
        _("A message waits at the desk for an answer; one director answers for all."),
        f"{url_of(event)}desk/",
        _("Open the desk"),
        [Part(_("Who has written"), [_("%(name)s: %(about)s") % {"name": by, "about": about} for by, about in said])],
    )


def answered(event: Event, said: Sequence[tuple[str, str]]) -> Letter:
    """To who has written: his words and the answer to them."""
    parts = [
        part
        for text, answer in said
        for part in (Part(_("You wrote"), _paragraphs(text)), Part(_("The answer"), _paragraphs(answer)))
    ]
    return Letter(
        _("The directors have answered you"),
        _("Nobody else reads this answer but the directors."),
        url_of(event),
        _("Open the event"),
        parts,
    )


def _sentence(text: str) -> str:
    return f"{capfirst(text)}."


def _paragraphs(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def invited(event: Event, *, inviter: str, url: str, has_account: bool) -> Letter:
    note = (
        ""
        if has_account
        else _(
            "St Pete is a site to play the board game Sankt Petersburg by correspondence, a move now and then. You make an "
            "account on the way. If you do not know %(name)s, forget this mail."
        )
        % {"name": inviter}
    )
    return Letter(
        _("%(name)s invites you to an event") % {"name": inviter},
        when(event),
        url,
        _("Look at the event"),
        [terms(event)],
        note,
    )
