"""Proposals and changed clocks in words: for the page, the log, emails and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from games.board.people import Person
from games.models import PlainRow, Proposal, ProposalKind, RowKind, TimeText, VoteText
from games.names import words
from games.names.cards import Deck
from games.options.table_words import span_words
from games.play.positions import moves_in_force

_ASKS: Mapping[str, Promise] = {
    ProposalKind.PAUSE: ngettext_lazy(
        "%(who)s proposes to pause the game for %(value)s day",
        "%(who)s proposes to pause the game for %(value)s days",
        "value",
    ),
    ProposalKind.PROLONG: ngettext_lazy(
        "%(who)s proposes to prolong the pause by %(value)s day",
        "%(who)s proposes to prolong the pause by %(value)s days",
        "value",
    ),
    ProposalKind.RESUME: gettext_lazy("%(who)s proposes to resume the game"),
    ProposalKind.TIME: ngettext_lazy(
        "%(who)s proposes %(value)s more day for everyone",
        "%(who)s proposes %(value)s more days for everyone",
        "value",
    ),
    ProposalKind.UNDO: ngettext_lazy(
        "%(who)s proposes to undo the last move", "%(who)s proposes to undo the last %(value)s moves", "value"
    ),
    ProposalKind.QUICK: gettext_lazy("%(who)s proposes an hour of quick play"),
    ProposalKind.END: gettext_lazy("%(who)s proposes to end the game as it stands"),
}
_CARRIED: Mapping[str, Promise] = {
    ProposalKind.PAUSE: ngettext_lazy(
        "All players agreed: the game is paused for %(value)s day",
        "All players agreed: the game is paused for %(value)s days",
        "value",
    ),
    ProposalKind.PROLONG: ngettext_lazy(
        "All players agreed: the pause is %(value)s day longer",
        "All players agreed: the pause is %(value)s days longer",
        "value",
    ),
    ProposalKind.RESUME: gettext_lazy("All players agreed: the game resumes"),
    ProposalKind.TIME: ngettext_lazy(
        "All players agreed: everyone gets %(value)s more day",
        "All players agreed: everyone gets %(value)s more days",
        "value",
    ),
    ProposalKind.UNDO: ngettext_lazy(
        "All players agreed: the last move is undone",
        "All players agreed: the last %(value)s moves are undone",
        "value",
    ),
    ProposalKind.QUICK: gettext_lazy("All players agreed: an hour of quick play begins"),
}
_ANSWERS: Mapping[str, Promise] = {
    VoteText.AGREED: gettext_lazy("%(who)s agrees"),
    VoteText.DECLINED: gettext_lazy("%(who)s declines"),
    VoteText.WITHDRAWN: gettext_lazy("%(who)s withdraws the proposal"),
    VoteText.EXPIRED: gettext_lazy("The proposal of %(who)s has expired"),
}


def row_words(row: PlainRow, rows: Sequence[PlainRow], names: Sequence[Person]) -> str:
    """The log line for a row about a proposal or a clock; `rows` is the whole log."""
    first, _space, rest = row.text.partition(" ")
    if row.kind == RowKind.TIME:
        return _time_words(first, rest.split(), str(names[row.seat]), names)
    if first in _ANSWERS:
        return str(_ANSWERS[first]) % {"who": names[row.seat]}
    kind, _space, value = rest.partition(" ")
    sentences = _CARRIED if first == VoteText.CARRIED else _ASKS
    return _said(sentences, kind, int(value or 0), row.number, rows, names[row.seat])


def proposal_words(proposal: Proposal, rows: Sequence[PlainRow], names: Sequence[Person]) -> str:
    """What is proposed, and by whom, without a full stop. An undo also takes back what was played since."""
    return _said(_ASKS, proposal.kind, proposal.value, rows[-1].number + 1, rows, names[proposal.seat])


def _said(
    sentences: Mapping[str, Promise], kind: str, value: int, number: int, rows: Sequence[PlainRow], who: Person
) -> str:
    if kind == ProposalKind.UNDO:
        value = sum(move.number > value for move in moves_in_force([row for row in rows if row.number < number]))
    return str(sentences[kind] % {"who": str(who), "value": value})


def _time_words(what: str, values: Sequence[str], who: str, names: Sequence[Person]) -> str:
    match what:
        case TimeText.GIFT:
            seat, seconds = map(int, values)
            values_ = {"who": who, "to": str(names[seat]), "time": span_words(timedelta(seconds=seconds))}
            return _("%(who)s gives %(to)s %(time)s more") % values_
        case TimeText.OUTAGE:
            minutes = int(values[1]) // 60
            return ngettext(
                "The site was down: every running clock gets %(minutes)s minute back",
                "The site was down: every running clock gets %(minutes)s minutes back",
                minutes,
            ) % {"minutes": minutes}
        case TimeText.SLOW:
            return _("Quick play has ended; the slow clocks continue")
        case _:
            return _("The pause has ended; the clocks continue")


def effect_words(proposal: Proposal, deck: Deck, bots: bool) -> list[str]:
    """What happens if all agree, one sentence each."""
    said = {
        ProposalKind.PAUSE: _("All clocks stop, and nobody can move. Then the game resumes automatically."),
        ProposalKind.PROLONG: _("Then the game resumes automatically."),
        ProposalKind.RESUME: _("Everyone keeps their remaining time."),
        ProposalKind.TIME: _("Time banks grow; with time per move, the current deadline moves."),
        ProposalKind.UNDO: _("Orders and drafts are deleted, and play continues from there."),
        ProposalKind.QUICK: _("Everyone has 5 minutes per move. If a move takes longer, the slow clocks continue."),
        ProposalKind.END: _("The game ends without a final scoring."),
    }
    lines = [said[ProposalKind(proposal.kind)]]
    if proposal.reveals:
        lines.append(reveals_words(proposal.reveals, deck))
    if bots:
        lines.append(_("Bots agree."))
    return lines


def reveals_words(reveals: Sequence[str], deck: Deck) -> str:
    cards = [deck[card].name for card in reveals if card != "?"]
    if "?" in reveals:
        cards.append(_("something hidden"))
    return _("Revealed since then, so everyone knows: %(cards)s.") % {"cards": words.listed(cards)}
