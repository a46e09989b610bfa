"""What each letter says, from plain values. Call these with the reader's language and zone active."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from arbiter.progression.feasibility import reason_against
from arbiter.progression.plan import Knockout, RoundRobin, Swiss
from arbiter.progression.situation import Why
from notifications.mail.times import moment
from tournaments.lifecycle.describing import (
    clock_words,
    closing_words,
    days_words,
    form_words,
    game_words,
    played_words,
    share_words,
    size_words,
)
from tournaments.lifecycle.words import say, terms_words
from tournaments.models import Rest, Round, Tournament, TournamentState

from .letter import Letter, Part, url_of


def terms(tournament: Tournament) -> Part:
    """What is played, and how."""
    plan = tournament.plan
    lines = [
        f"{form_words(plan)}, {size_words(plan.sizes)}",
        game_words(tournament),
        _("%(time)s per round; then %(rule)s")
        % {"time": days_words(plan.round_time), "rule": closing_words(plan.closing)},
    ]
    return Part(_("Format and rules"), lines)


def when(tournament: Tournament) -> str:
    """When it starts, or from when on who comes late plays."""
    if tournament.is_running:
        return _("It has started. You are paired from the next round.")
    if tournament.starts_at is not None:
        return _("It starts on %(at)s.") % {"at": moment(tournament.starts_at)}
    if tournament.starts_when_full and tournament.most_entrants:
        return _("It starts as soon as %(count)s players have registered.") % {"count": tournament.most_entrants}
    return _("The directors decide when it starts.")


def entered(tournament: Tournament, *, waits: bool) -> Letter:
    if waits:
        heading, lead = _("You are on the waiting list"), _("All places are taken. You move up when one becomes free.")
    else:
        heading, lead = _("You are registered"), when(tournament)
    return Letter(heading, lead, url_of(tournament), _("Open tournament"), [terms(tournament)])


def moved_up(tournament: Tournament) -> Letter:
    lead = _("A place became free and it is yours. If you can no longer play, withdraw on the tournament page.")
    return Letter(
        _("You moved up from the waiting list"), f"{lead} {when(tournament)}", url_of(tournament), _("Open tournament")
    )


def too_few(tournament: Tournament, *, entrants: int, directs: bool) -> Letter:
    reason = reason_against(tournament.plan, entrants)
    lead = (
        f"{_('It was due to start.')} {say(reason)}"
        if reason
        else _("It was due to start, but too few players had registered.")
    )
    then = (
        _(
            "Registration stays open. Start when enough players have registered, choose another day, or "
            "cancel the tournament."
        )
        if directs
        else _("Registration stays open, and the directors decide what happens next. You stay registered.")
    )
    return Letter(_("Too few players registered"), f"{lead} {then}", url_of(tournament), _("Open tournament"))


def held(tournament: Tournament, number: int, begins: datetime) -> Letter:
    values = {"round": number, "at": moment(begins)}
    lead = _("Round %(round)s is paired and waiting for its directors. It starts automatically on %(at)s.") % values
    then = _(
        "The players are not notified until then. On the director's page you can check and change the "
        "pairings, and start the round."
    )
    desk = f"{url_of(tournament)}manage/"
    return Letter(_("Round %(round)s is waiting for you") % values, f"{lead} {then}", desk, _("Open director's page"))


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


def paired(tournament: Tournament, rounds: Sequence[Seated]) -> Letter:
    """The rounds that are paired for this reader, one or several at once."""
    numbers = sorted({one.number for one in rounds})
    if len(rounds) == 1 and (rest := rounds[0].rest) is not None and rest.why == Why.ABSENT.value:
        return _vanished(tournament, rounds[0]) if rest.entry.is_idle else _begun_without(tournament, rounds[0], rest)
    games = [(one.number, game) for one in rounds for game in one.games]
    if numbers[0] == 1 or len(numbers) > 1:  # several at once are all that there are
        heading = _started(rounds)
    elif games:
        heading = _("Round %(round)s has started: your game") % {"round": numbers[-1]}
    else:
        heading = _("Round %(round)s is paired") % {"round": numbers[-1]}
    page, action = _page_of(tournament, numbers)
    parts = [
        Part(_("Round %(number)s") % {"number": one.number}, list(_round_lines(tournament, one))) for one in rounds
    ]
    over = Part(_("At the end of a round"), [_sentence(closing_words(tournament.plan.closing))])
    if not games:
        return Letter(heading, _to_come(rounds), page, action, [*parts, over])
    if len(games) == 1:
        why = Part(_("Why these opponents"), [page], has_links=True)
        parts, page, action = [*parts, over, why], games[0][1].url, _("Open game")
    else:
        parts = [begun_part(games), *parts, over]
    begun = [game for _number, game in games]
    return Letter(heading, begun_words(begun), page, action, parts, proof_words(begun))


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
    """That the reader's games run, and whether he is to move."""
    if len(games) == 1:
        if games[0].is_asked:
            return _("Your game has started and it is your turn.")
        return _("Your game has started. You get an email when it is your turn.")
    if any(game.is_asked for game in games):
        return _("Your games have started, and it is your turn in at least one of them.")
    return _("Your games have started. You get an email when it is your turn.")


def begun_part(games: Sequence[tuple[int, Begun]]) -> Part:
    """Where several games are, each with its round."""
    lines = [_("Round %(round)s: %(url)s") % {"round": number, "url": game.url} for number, game in games]
    return Part(_("Your games"), lines, has_links=True)


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


def _page_of(tournament: Tournament, numbers: Sequence[int]) -> tuple[str, str]:
    """The page of the round, at one's own table, or of the tournament where there are several."""
    if len(numbers) > 1:
        return url_of(tournament), _("Open tournament")
    return f"{url_of(tournament)}rounds/{numbers[0]}/#me", _("Open round")


def _vanished(tournament: Tournament, first: Seated) -> Letter:
    """To who did not hold his seat to the end in the round before."""
    return Letter(
        _("You are not paired in round %(round)s") % {"round": first.number},
        _("You did not finish a game, so you are not paired until you rejoin."),
        url_of(tournament),
        _("Open tournament"),
        [
            Part(
                _("When you play"),
                [_("From the next round on, once you select “Rejoin” on the tournament page.")],
            )
        ],
    )


def _begun_without(tournament: Tournament, first: Seated, rest: Rest) -> Letter:
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
    return Letter(
        _("The tournament has started; you play later"),
        _("You asked not to play before %(day)s, so you are not paired until then.") % {"day": day},
        url_of(tournament),
        _("Open tournament"),
        [Part(_("When you play"), then)],
    )


def _round_lines(tournament: Tournament, one: Seated) -> list[str]:
    if one.rest is not None:
        if one.rest.why == Why.FREE.value:
            if isinstance(tournament.plan.stages[0], Knockout):
                return [_("You advance to the next round without a game.")]
            return [_("You have no game in this round.")]
        given = share_words(Fraction(one.rest.points))
        if one.rest.why == Why.REQUESTED.value:
            return [_("You have your requested bye, worth %(points)s.") % {"points": given}]
        return [_("You have a bye, worth %(points)s.") % {"points": given}]
    others = ", ".join(name for index, name in enumerate(one.names) if index != one.seat)
    return [
        _("You play against %(names)s, from seat %(seat)s.") % {"names": others, "seat": one.seat + 1},
        _("The round starts on %(at)s.") % {"at": moment(one.begins)},
        _("The round ends on %(at)s.") % {"at": moment(one.until)},
        _("Game: %(game)s") % {"game": played_words(tournament)},
        _("Time control: %(clock)s") % {"clock": clock_words(tournament)},
    ]


def round_ends(tournament: Tournament, *, number: int, until: datetime) -> Letter:
    return Letter(
        _("Round %(round)s ends soon") % {"round": number},
        _("Your game in this round is still running. The round ends on %(at)s.") % {"at": moment(until)},
        url_of(tournament),
        _("Open tournament"),
        [Part(_("What happens then"), [_sentence(closing_words(tournament.plan.closing))])],
    )


def over(
    tournament: Tournament,
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
        heading, lead = _("The tournament was cancelled"), _("The directors cancelled it. See the log for the reason.")
        page = f"{url_of(tournament)}log/", _("Open log")
    else:
        heading = _("The tournament has finished")
        lead = _("Thank you for playing.") if plays else _("It has finished. Thank you for directing it.")
        if early:
            lead = _("Too few players were left for another round, so the standings are final. Thank you.")
        page = f"{url_of(tournament)}standings/", _("View final standings")
    if place is not None:
        lead = _("Your place: %(place)s of %(of)s.") % {"place": place, "of": of} + f" {lead}"
    note = _("Tournament log fingerprint: %(head)s. Save it to prove later that the log was not changed.")
    return Letter(
        heading,
        lead,
        *page,
        [Part(_("Top players"), best, has_marks=True)] if best else [],
        note % {"head": tournament.head},
    )


def followed(tournament: Tournament, *, best: Sequence[str]) -> Letter:
    """To who follows it: it has started, or it is over."""
    if not tournament.is_over:
        heading, lead = (
            _("The tournament has started"),
            _("You follow this tournament. Its page shows the rounds and standings."),
        )
    elif tournament.state == TournamentState.ABANDONED:
        heading, lead = _("The tournament was cancelled"), _("The directors cancelled it. See the log for the reason.")
    else:
        heading, lead = _("The tournament has finished"), _("You follow this tournament.")
    return Letter(
        heading,
        lead,
        url_of(tournament),
        _("Open tournament"),
        [Part(_("Top players"), best, has_marks=True)] if best else [terms(tournament)],
    )


def next_round(tournament: Tournament, of: Round, *, best: Sequence[str]) -> Letter:
    """To who follows it: a round is paired. `best` are the first of the standings."""
    values = {"round": of.number, "at": moment(of.deadline_at)}
    return Letter(
        _("Round %(round)s is paired") % values,
        _("You follow this tournament. Round %(round)s runs until %(at)s at the latest.") % values,
        f"{url_of(tournament)}rounds/{of.number}/",
        _("Open round"),
        [Part(_("Current leaders"), best, has_marks=True)] if best else [],
    )


def announced(tournament: Tournament, said: Sequence[tuple[str, str]]) -> Letter:
    """`said` are names of directors and what each has written."""
    return Letter(
        _("Message from the directors"),
        _("%(name)s writes to all players:") % {"name": ", ".join(dict.fromkeys(by for by, _text in said))},
        url_of(tournament),
        _("Open tournament"),
        said=[Part("", _paragraphs(text)) for _by, text in said],
    )


def decided(tournament: Tournament, names: Sequence[str], said: Sequence[tuple[str, str]]) -> Letter:
    """What directors have decided about the reader or his games: `said` are sentences of the log with their reasons."""
    url = url_of(tournament)
    if not names:  # it came about by itself: whoever directed it has deleted the account
        lead = _(
            "No director was left, so the site team takes over. It runs automatically; the director's page "
            "shows what needs attention."
        )
        return Letter(_("You now direct this tournament"), lead, f"{url}manage/", _("Open director's page"))
    lead = _("%(name)s made a decision as tournament director; the reason is below.") % {
        "name": ", ".join(dict.fromkeys(names))
    }
    return Letter(
        _("Decision of the directors"),
        lead,
        f"{url}log/",
        _("Open log"),
        [
            Part(
                _("If you disagree"),
                [_("Write to the directors: %(url)s") % {"url": f"{url}report/"}],
                has_links=True,
            )
        ],
        said=[Part(says, _paragraphs(reason)) for says, reason in said],
    )


def changed(tournament: Tournament, what: Sequence[str]) -> Letter:
    """What an entrant has agreed to is different now; `what` are the names of the terms."""
    lead = _(
        "The directors changed what is played or when. If you do not accept this, withdraw on the tournament page."
    )
    names = terms_words(what)
    return Letter(
        _("The tournament has changed"),
        f"{lead} {when(tournament)}",
        url_of(tournament),
        _("Open tournament"),
        [*([Part(_("Changes"), [capfirst(names)])] if names else []), terms(tournament)],
    )


def reported(tournament: Tournament, said: Sequence[tuple[str, str]]) -> Letter:
    """To directors: who has written, and about what. The words themselves stand on the desk alone."""
    return Letter(
        _("A player wrote to you"),
        _("A message on the director's page needs an answer. One director answers for all."),
        f"{url_of(tournament)}manage/",
        _("Open director's page"),
        [Part(_("Sent by"), [_("%(name)s: %(about)s") % {"name": by, "about": about} for by, about in said])],
    )


def answered(tournament: Tournament, said: Sequence[tuple[str, str]]) -> Letter:
    """To who has written: his words and the answer to them."""
    parts = [
        part
        for text, answer in said
        for part in (Part(_("You wrote"), _paragraphs(text)), Part(_("Their answer"), _paragraphs(answer)))
    ]
    return Letter(
        _("The directors answered you"),
        _("Only you and the directors can read this answer."),
        url_of(tournament),
        _("Open tournament"),
        parts,
    )


def _sentence(text: str) -> str:
    return f"{capfirst(text)}."


def _paragraphs(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def invited(tournament: Tournament, *, inviter: str, url: str, has_account: bool) -> Letter:
    note = (
        ""
        if has_account
        else _(
            "St Pete is a site to play the board game Sankt Petersburg by correspondence, one move at a "
            "time. You create an account when you accept. If you do not know %(name)s, ignore this email."
        )
        % {"name": inviter}
    )
    return Letter(
        _("%(name)s invites you to a tournament") % {"name": inviter},
        when(tournament),
        url,
        _("View tournament"),
        [terms(tournament)],
        note,
    )
