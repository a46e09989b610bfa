"""The live page of a running or finished game, as values."""

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from operator import itemgetter

from django.conf import settings
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.board import log, questions, round, score
from games.board.displays import SeatBoard, badged
from games.board.layout import Confirm, LaidTable, confirm
from games.board.panel import Panel
from games.board.people import changes
from games.board.proposals import effect_words, proposal_words
from games.board.round import Arch, SeatRow
from games.board.standing import MOST_PASSES, OrderLine, passes_by_hand, standing_lines, stopped_words, with_orders
from games.board.table import Wish
from games.chat.content import Beside, beside
from games.models import OrderTemplate, PassMode, Proposal, ProposalKind, Seat, VoteText
from games.models.clock import Clock
from games.names import words
from games.options.table_words import option_words, selection_words, time_words
from games.options.variants import key_of, selection_of
from games.page.next_opponent import NextOpponents, next_opponents
from games.play import moves, secrecy, starts
from games.play.positions import Play, VisibleEntry, last_own_number, visible_entries
from games.play.proposals import A_DAY, all_are_here, kinds_for
from games.replay.ending import Ending
from games.replay.strip import Strip, since_visit
from games.selectors.chain import Chain
from games.solo import results as solo

RECENT = 14
"""How many lines the log panel shows at most."""
ONE_ROW, HAND = 12, 4
"""How many places for small cards a row of the own display has at 1280, and how many a hand takes."""


@lru_cache(maxsize=500)
def _terms(options: engine.Options, clock: Clock, language: str | None) -> str:
    """Of a game of these options, in the active language, which is `language`."""
    return ", ".join(map(str, [selection_words(options), time_words(clock, options.players), *option_words(options)]))


class GamePage(LaidTable):
    """What `user` (None: nobody signed in) sees of a game now."""

    def __init__(
        self, play: Play, user: User | None, *, now: datetime, wish: Wish | None = None, chain: Chain | None = None
    ) -> None:
        seat = play.seat_of(user) if user else None
        self.sent = play
        self.drafted = moves.drafted(play, seat) if seat else ()
        shown = moves.with_draft(play, seat, self.drafted, now=now) if seat and self.drafted else play
        super().__init__(shown, play.eyes_of(user) if user else None, wish=wish)
        self.chain = chain or Chain()
        self.user = user
        self.now = now
        self.over = play.game.is_finished
        self.holds = play.game.is_running and user is not None and play.seat_of(user) is not None
        self.confirms = user is None or user.confirm_moves
        self.says_too_late = user is None or user.warn_too_late

    @property
    def is_watched(self) -> bool:
        """The reader can do nothing here, so what they look at takes the place of the move panel."""
        return self.viewer is None or self.over

    @property
    def has_tracks_below(self) -> bool:
        """The score, and what sets put beside it, lie side by side below the own display: what is looked at or has to be decided
        needs the right column."""
        return self.over or bool(self.extras["side"] and (self.is_watched or (self.asked and self.panel_of_question)))

    @property
    def has_overview_beside(self) -> bool:
        """The overview lies in the left column: no display of the reader's own does, and the score lies in the right one; or it
        is still small, and what sets put beside the score is longer."""
        if self.viewer is None and not self.has_tracks_below:
            return True
        if self.has_tracks_below or self.own is None or not self.extras["side"] or len(self.others) < 2:
            return False
        shown = sum(len(group.stacks) for group in self.own.groups) + (HAND if self.own.hand_count else 0)
        return shown <= ONE_ROW

    @property
    def asked(self) -> bool:
        """Nobody may answer while the game is paused."""
        return super().asked and not self.game.is_paused

    @property
    def has_sat(self) -> bool:
        """The reader has or had a seat here, so what they have seen is noted."""
        return self.user is not None and self.play.has_sat(self.user)

    @property
    def kept(self) -> bool:
        """A bot holds the viewer's seat, who may take it back."""
        return self.viewer is not None and not self.holds and not self.over

    @property
    def may_rematch(self) -> bool:
        """A bot from the start has no owner, and is no visitor's seat."""
        if self.user is None or self.user.is_guest or not self.over:
            return False
        return any(self.play.owner(seat.index) == self.user for seat in self.play.seats)

    @cached_property
    def next_opponents(self) -> NextOpponents | None:
        """What a practice game offers at its end in place of a rematch."""
        return next_opponents(self.sent, self.user)

    @property
    def unreached(self) -> str:
        """Whom mails of the site do not reach, for the host of a running game alone; neither why nor where."""
        if self.user is None or self.game.host_id != self.user.pk or not self.game.is_running:
            return ""
        people = (self.play.person_of(seat.index) for seat in self.play.seats)
        return words.listed([one.name for one in people if one is not None and one.mail_stopped_at is not None])

    @cached_property
    def best(self) -> solo.Standing | None:
        """Where a game played alone stands in the list of its selection (SOLO-7). Three statements, of finished solo games only."""
        return solo.standing(self.game, self.user) if self.over and self.game.is_solo else None

    @cached_property
    def talk(self) -> Beside | None:
        return beside(self.play, self.user)

    @property
    def selection_key(self) -> str:
        """The address of the list of results that a solo game is for."""
        return key_of(selection_of(self.play.options))

    @property
    def origin(self) -> starts.Origin | None:
        """The position of another game in which this one began."""
        return starts.origin_of(self.game.start) if self.game.start else None

    @property
    def secret(self) -> str:
        """The secret behind the deal, once it is public."""
        proof = starts.proof_of(self.game) if self.over else None
        return proof.secret.hex() if proof else ""

    @cached_property
    def terms(self) -> str:
        return _terms(self.play.options, self.game.clock, get_language())

    @cached_property
    def final(self) -> tuple[score.FinalLine, ...]:
        return score.final_lines(self.view, self.game.result or {}, self.names) if self.over else ()

    @cached_property
    def ending(self) -> Ending:
        return Ending(self.play, self.final, self.names, self.viewer)

    @property
    def language(self) -> str:
        """The one of the picture to share."""
        return get_language() or settings.LANGUAGE_CODE

    @property
    def folds_score(self) -> bool:  # type: ignore[override]
        """The end says it already, and the own display stands above."""
        return self.over and self.viewer is not None

    @cached_property
    def bar(self) -> round.TurnBar:
        window = secrecy.open_window(self.play, self.played.step.state) if self.game.is_running else None
        seats = self.play.seats
        return round.turn_bar(self.game, self.view, self.names, seats, self.final, now=self.now, window=window)

    @cached_property
    def seat(self) -> Seat | None:
        return self.play.seats[self.viewer] if self.viewer is not None and self.holds else None

    @cached_property
    def seat_rows(self) -> tuple[SeatRow, ...]:
        return self.rows_of_seats({self.seat.index: self.seat} if self.seat else {})

    @cached_property
    def decisions(self) -> list[questions.PresetDecision]:  # type: ignore[override]
        """What the viewer may decide beforehand; shown only to the holder of the seat."""
        seat = self.viewer
        if seat is None or not self.holds or not (offered := engine.presets_for(self.played.step.state, seat)):
            return []  # and the database is asked nothing
        return questions.decisions(offered, self.play.presets.get(seat, {}), self.deck)

    @cached_property
    def own(self) -> SeatBoard | None:
        shown = super().own
        return badged(shown, questions.badges(self.decisions)) if shown and self.decisions else shown

    @property
    def can_pass(self) -> bool:
        return self.asked and "pass" in self.view.moves

    @property
    def can_order(self) -> bool:
        """A standing pass may be ordered now, in the own turn or ahead of it (UI-2 to UI-4). Alone, any pass ends the phase
        (SOLO-3)."""
        question = self.view.question
        if (
            not self.holds
            or self.game.is_solo
            or self.game.is_paused
            or self.drafted
            or question is None
            or question.kind == "first-worker"
        ):
            return False
        return question.kind == "turn" or not (self.asked or self.asking.ends_turns)

    @property
    def orders(self) -> list[tuple[str, str, str]]:
        """The passes that go on, each with its end."""
        return [
            (PassMode.PHASE.value, _("Pass for this phase"), _("You are asked again in the next phase.")),
            (
                PassMode.UNTIL_CHANGE.value,
                _("Pass until someone takes a card"),
                _("You are asked again when the rows change."),
            ),
        ]

    @cached_property
    def pass_reveals(self) -> str:
        """What is said on the button of the pass."""
        return self.moves.says_reveals("pass") if self.can_pass else ""

    @property
    def asks_passes(self) -> bool:
        """A pass is asked once more before it is sent."""
        return self.confirms or self.moves.ends("pass")

    @cached_property
    def arches(self) -> tuple[Arch, ...]:
        """With what the viewer can do at them: pass at the symbol of the phase (UI-19), draw at the pile (UI-26)."""
        arches = super().arches
        if not self.asked or self.confirm is not None:
            return arches
        passes = ("ask" if self.asks_passes else "text") if self.can_pass else ""
        draws = {move.partition(" ")[2]: move for move in self.view.moves if move.startswith("draw ")}
        return tuple(
            replace(arch, passes=passes if arch.now else "", draw=draws.get(arch.phase, "")) for arch in arches
        )

    @property
    def standing(self) -> str:
        """The standing pass of the viewer, empty if none. Those of others are nobody's business."""
        return self.seat.pass_mode if self.seat else ""

    @cached_property
    def standing_orders(self) -> list[OrderLine]:
        return standing_lines(self.sent, self.seat) if self.seat and self.seat.pass_mode == PassMode.PLAN else []

    @property
    def may_order(self) -> bool:
        """Orders make sense where somebody else plays, too."""
        return self.holds and not self.game.is_solo and not self.game.is_paused

    @property
    def orders_text(self) -> str:
        return "\n".join(one.text for one in self.standing_orders)

    @property
    def order_cards(self) -> list[tuple[str, str]]:
        """Cards that an order may be about: those that lie there and in the hand, by name."""
        hand = self.view.seats[self.viewer].hand or () if self.viewer is not None else ()
        found = {slot.card for slot in (*self.view.upper, *self.view.lower, *hand) if slot}
        return sorted(((card, self.deck[card].name) for card in found), key=itemgetter(1, 0))

    @property
    def stopped(self) -> str:
        return stopped_words(self.sent, self.seat) if self.seat else ""

    @cached_property
    def suggests_orders(self) -> bool:
        """The viewer has often passed by hand where an order would have served."""
        if self.seat is None or self.game.is_solo or self.seat.pass_mode:
            return False
        return passes_by_hand(self.sent.moves, self.seat.index, len(self.play.seats)) >= MOST_PASSES

    @cached_property
    def templates(self) -> list[OrderTemplate]:
        """What the viewer has kept, offered in the first round."""
        return list(OrderTemplate.objects.filter(user=self.user)) if self.seat and self.view.round == 1 else []

    @cached_property
    def proposal(self) -> Proposal | None:
        return self.game.proposed

    @property
    def offers_quick_play(self) -> bool:
        """Everybody is here, it is somebody else's turn, and nobody has proposed it today. No statement unless they are."""
        if not self.holds or self.asked or self.proposal or not all_are_here(self.play):
            return False
        asked = (row.at for row in self.play.rows if row.text == f"{VoteText.PROPOSED} {ProposalKind.QUICK}")
        return ProposalKind.QUICK in kinds_for(self.play) and all(at < self.now - A_DAY for at in asked)

    @property
    def proposal_says(self) -> str:
        return proposal_words(self.proposal, self.sent.rows, self.names) if self.proposal else ""

    @property
    def proposal_effects(self) -> str:
        bots = any(person.is_bot for person in self.names)
        return " ".join(effect_words(self.proposal, self.deck, bots)) if self.proposal else ""

    @property
    def has_agreed(self) -> bool:
        return bool(self.seat and self.proposal and self.seat.index in self.proposal.agreed)

    @property
    def agreed_named(self) -> str:
        return words.listed([str(self.names[seat]) for seat in self.proposal.agreed]) if self.proposal else ""

    @cached_property
    def confirm(self) -> Confirm | None:
        return confirm(self)

    @property
    def targets(self) -> Panel | None:
        if self.confirm is None or self.panel is None:
            return self.panel
        return replace(self.panel, answers=(self.confirm.answer,) if self.confirm.answer else ())

    @property
    def confirming(self) -> bool:  # type: ignore[override]
        return self.confirm is not None

    @property
    def overview_is_ahead(self) -> bool:  # type: ignore[override]
        return self.confirm is not None and not self.confirm.reveals and self.confirm.move != "pass"

    @property
    def overview_counts_on(self) -> bool:
        """It shows what is still to be sent (UI-14): what is drafted, or the move that waits for a yes."""
        return bool(self.drafted) or self.overview_is_ahead

    @property
    def to_move(self) -> str:
        """Where moves are sent, with what of a draft the page shows."""
        address = reverse("games:move", args=[self.game.pk])
        return f"{address}?acts={len(self.drafted)}" if self.drafted else address

    @cached_property
    def told(self) -> list[VisibleEntry]:
        """What this viewer may know of the steps that are there without replaying from the start: of the present round and of
        what came after their own last move; for spectators enough for the last lines."""
        steps = self.play.steps
        since = steps[steps.start].number - 1 if steps.start else -1
        if self.viewer is not None:
            since = min(since, last_own_number(self.sent, self.viewer) - 1)
        told = list(visible_entries(self.play, self.viewer, since=since))
        if self.viewer is None and steps.start and not log.start_of_last(told, RECENT):
            told = list(visible_entries(self.play, self.viewer))
        return told

    @cached_property
    def acts(self) -> list[str]:
        told = [one for one in self.told if one.row and one.row.number > self.game.version]
        return [line.text for line in log.lines(told, (), self.deck, self.names, hands={}) if not line.head]

    @cached_property
    def overview(self) -> score.Overview:
        if not self.overview_is_ahead or self.confirm is None or self.viewer is None:
            return super().overview
        state = self.played.step.state
        after = engine.apply(state, self.viewer, engine.parse_move(self.confirm.move, state)).state
        return score.overview(engine.view_for(after, self.viewer), self.deck, self.names)

    @cached_property
    def news(self) -> Strip | None:
        """What has happened since the viewer's last visit, or else since their last turn, as steps to look at."""
        if self.viewer is None:
            return None
        own = last_own_number(self.play, self.viewer)
        return since_visit(self.play, self.told, self.viewer, self.deck, self.names, seen=self.chain.seen, own=own)

    @property
    def since_words(self) -> str:
        return log.since_words(last_own_number(self.sent, self.viewer or 0))

    @cached_property
    def recent(self) -> list[log.LogLine]:
        """What happened since the viewer's last own move, that move included; newest first."""
        hands = changes(self.play)
        since = -1 if self.viewer is None else last_own_number(self.sent, self.viewer) - 1
        told = [one for one in self.told if (one.row.number if one.row else 0) > since]
        lines = log.last_lines(told, self.play.rows, self.deck, self.names, hands=hands, most=RECENT, since=since)
        return with_orders(lines, self.seat, self.deck)
