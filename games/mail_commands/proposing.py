"""Proposals by email: `yes` and `no` to the email about one, `agree` and `decline` to any later one of the game, and new ones."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.board.people import people
from games.board.proposals import effect_words, proposal_words
from games.errors import GameError
from games.mail_commands.telling import MailAnswer
from games.mail_commands.words import NO, YES, Word
from games.models import ProposalKind, Seat, Source
from games.names.cards import Deck
from games.names.words import content_language
from games.play import proposals
from games.play.errors import NotProposable
from games.play.positions import Play, load
from incoming_mail.handlers import Incoming

_GERMAN: Mapping[str, ProposalKind] = {
    "pausieren": ProposalKind.PAUSE,
    "verlängern": ProposalKind.PROLONG,
    "fortsetzen": ProposalKind.RESUME,
    "zeit": ProposalKind.TIME,
    "zurück": ProposalKind.UNDO,
    "schnell": ProposalKind.QUICK,
    "ende": ProposalKind.END,
}
_KINDS: Mapping[str, ProposalKind] = {
    **{kind.value: kind for kind in ProposalKind},
    **_GERMAN,
    "verlaengern": ProposalKind.PROLONG,
    "zurueck": ProposalKind.UNDO,
}
USUAL_DAYS = {ProposalKind.PAUSE: 7, ProposalKind.PROLONG: 7, ProposalKind.TIME: 2}


def answers_proposal(mail: Incoming, play: Play, word: Word | None, pending: Mapping[str, Any]) -> int | None:
    """The number of the proposal that this word answers; None where it is about something else. An email from before the proposal
    answers none."""
    proposal = play.game.proposed
    if word not in YES | NO:
        return None
    if "proposal" in pending:
        return int(pending["proposal"])
    is_later = proposal is not None and mail.answered.made_at >= proposal.at
    is_meant = word in (Word.AGREE, Word.DECLINE) and not pending.get("orders")
    return proposal.number if proposal is not None and is_later and is_meant else None


def answer_proposal(mail: Incoming, play: Play, word: Word, number: int, answer: MailAnswer) -> str:
    agrees = word in YES
    try:
        proposals.answer(
            game_id=play.game.pk,
            user=mail.user,
            number=number,
            agrees=agrees,
            source=Source.MAIL,
            now=mail.now,
            play=play,
        )
    except GameError as error:
        return answer.end(error, error.code)
    if not agrees:
        return answer.end(_("You declined the proposal."), "declined")
    after = load(play.game.pk)
    is_open = after.game.proposed is not None
    return answer.end(
        _("You agreed. Other players still have to answer.") if is_open else _("All players agreed."), "agreed"
    )


def propose(mail: Incoming, play: Play, seat: Seat, rest: str, answer: MailAnswer) -> str:
    """`propose pause 7`: a kind, and days. An undo begins with the player's own last move."""
    first, _space, count = rest.lower().partition(" ")
    kind, days = _KINDS.get(first), count.split()[0] if count.split() else ""
    try:
        if kind is None:
            known = ", ".join(_GERMAN if content_language() == "de" else ProposalKind)
            raise NotProposable(_("Propose one of these: %(known)s.") % {"known": known})
        value = int(days) if days.isdecimal() and len(days) < 4 else USUAL_DAYS.get(kind, 0)
        if kind == ProposalKind.UNDO:
            value = next((row.number for row in reversed(play.moves) if row.seat == seat.index), 0) - 1
        proposals.propose(
            game_id=play.game.pk,
            user=mail.user,
            kind=kind,
            value=value,
            source=Source.MAIL,
            now=mail.now,
            play=play,
        )
    except GameError as error:
        return answer.end(error, error.code)
    after = load(play.game.pk)
    made = after.game.proposed
    if made is None:
        answer.said.append(_("Done: %(what)s.") % {"what": kind.label})
    else:
        names = people(after, seat.index)
        answer.said.append(f"{proposal_words(made, after.rows, names)}.")
        answer.said += effect_words(made, Deck(after.options), any(person.is_bot for person in names))
    return "proposed"
