"""Emails about a table before and at its start: invitation, changed options, contributions to the deal, closing, the start."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.board.people import people
from games.models import Game, Invitation, InvitationState, Participant, Seat, Status
from games.models.notification import number_in
from games.names import words
from games.options import table_words
from games.play.notifications import GameNotification, expiry_key
from games.play.positions import Play, load
from games.play.reply_addresses import desk_reply_address, stranger_reply_address
from games.replay.record import contribution_lines
from games.selectors.rows import participant_names
from games.tables.contributions import beacon_line
from games.tables.gathering import GATHERING, terms_token
from notifications.kinds import Letter, NoLongerTrue, Sample
from notifications.mail import times
from notifications.mail.blocks import Block, Button, Heading, Inline, Items, Paragraph, Quote, bold, joined, say
from notifications.mail.compose import absolute
from notifications.models import Notification

from . import TABLES, WAITS_FOR_MORE, GameEmail, SeatEmail, about, answerable, beside, open_game, written
from .samples import ANSWERED_AT, NOW, READER, moment, play_at, user
from .turns import YourTurn


@dataclass(frozen=True, slots=True)
class TableOffer:
    """What a table offers: `terms` are lines such as `2nd edition`; `players` who sits there already."""

    host: str
    terms: list[str]
    players: list[str]
    free: int
    url: str

    def blocks(self) -> Sequence[Block]:
        free = ngettext("%(count)s free seat", "%(count)s free seats", self.free) % {"count": self.free}
        at_table = [*self.players, *([free] if self.free > 0 else [])]
        return [Heading(_("Game options")), Items(self.terms), Heading(_("At the table")), Items(at_table)]


def table(game: Game) -> TableOffer:
    participants = game.participants.select_related("user")
    return table_of(game, participant_names(game.pk, list(participants)))


def table_of(game: Game, names: list[str]) -> TableOffer:
    url = absolute(reverse("games:table", args=[game.pk]))
    return TableOffer(game.host.name if game.host else "", terms_of(game), names, game.players - len(names), url)


def terms_of(game: Game) -> list[str]:
    """Edition, players, what is unusual, the pace and what happens when it runs out."""
    options = game.engine_options
    players = ngettext("a solo game", "%(count)s players", options.players) % {"count": options.players}
    return [
        table_words.selection_words(options),
        players,
        *table_words.option_words(options),
        table_words.pace_words(game.clock),
        table_words.timeout_words(game.misses_before_bot),
        _rating(game),
    ]


def _rating(game: Game) -> str:
    if not game.rated:
        return _("unrated")
    said = _("rated") if game.has_begun else _("rated, unless a bot plays from the start")
    return f"{said}; {_('undo if all players agree')}" if game.undo_when_rated else said


class TableEmail(GameEmail):
    category = TABLES


class Invited(TableEmail):
    """Its link leads to the answer; following it decides nothing."""

    name = GameNotification.INVITATION.value
    label = gettext_lazy("invitation")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        asked = Invitation.objects.select_related("game").filter(pk=number_in(notification.subject)).first()
        if asked is None or asked.state != InvitationState.OPEN:
            return "answered"
        return "" if asked.game.status in GATHERING else "table closed"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        asked = Invitation.objects.select_related("game__host", "inviter").get(pk=number_in(last.subject))
        if last.user is None:
            reply_to = _stranger_address(last, asked)
        else:
            yes, no = (f"{word} {asked.game_id}" for word in ("agree", "decline"))
            reply_to = desk_reply_address(last.user, last.subject, [yes], refused=no)
        bots = asked.game.participants.exclude(bot="").count()
        letter = self.letter(asked, table(asked.game), reply_to, bots=bots)
        return replace(letter, beside=beside([asked.game], last.user))

    def letter(self, asked: Invitation, seen: TableOffer, reply_to: str, *, bots: int = 0) -> Letter:
        """`bots` sit at the table, who answer at once."""
        game, who, has_account = asked.game, {"who": asked.inviter.name}, asked.user_id is not None
        length = table_words.length_words(game.clock, game.players, bots, game.engine_options.sets)
        by_mail = _("Or reply to this email with “yes” or “no”.") if has_account else _how_strangers_reply()
        return Letter(
            replace(about(game), reply_to=reply_to),
            _("%(who)s invites you to play") % who,
            _("View the table, then accept or decline.")
            if has_account
            else _("View the table and enter a name to join."),
            [
                *([Quote(_("%(who)s writes:") % who, asked.word)] if asked.word else []),
                Button(_("Open invitation"), absolute(reverse("games:invitation", args=[asked.token]))),
                *([Paragraph(by_mail)] if reply_to else []),
                *seen.blocks(),
                Paragraph(_("Expected length: %(length)s.") % {"length": length}, "last"),
                *([] if has_account else [_who_asks(asked)]),
            ],
        )

    def samples(self) -> Iterable[Sample]:
        def write(*, is_user: bool) -> Letter:
            game = _sample()
            word, anna = _("We played it at my kitchen table in June."), user(1, "Anna") if is_user else None
            asked = Invitation(game=game, inviter=game.host, user=anna, token="sample", word=word)
            return self.letter(asked, table_of(game, ["Boris", "Clara"]), ANSWERED_AT)

        yield Sample(self, "invitation", lambda: write(is_user=True))
        yield Sample(self, "invitation-stranger", lambda: write(is_user=False), to_stranger=True)


def _stranger_address(notification: Notification, asked: Invitation) -> str:
    return stranger_reply_address(notification.address, notification.subject, terms_token(asked.game))


def _how_strangers_reply() -> str:
    return _("Or reply to this email with “yes” and your name, such as “yes Anna”, or with “no”.")


def _who_asks(asked: Invitation) -> Paragraph:
    """For a person who may never have heard of the site."""
    named = (
        _("%(who)s chose the name of the table and wrote the message to you.")
        if asked.word
        else _("%(who)s chose the name of the table.")
    )
    site = _(
        "St Pete is a site to play the board game Sankt Petersburg by correspondence. The link above is your personal "
        "key to your account here, so do not share it. If you do not know %(who)s, ignore this email."
    )
    return Paragraph(f"{named} {site}" % {"who": asked.inviter.name}, "last")


class InvitedAnswer(TableEmail):
    """The result of emails of a person without an account and, while the invitation is open, how to answer it."""

    name = GameNotification.INVITED_ANSWER.value
    label = gettext_lazy("reply to your email about an invitation")
    overtakes = False  # each says what came of another email

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """What came of an email stays so, while there is the invitation that it was about."""
        return "" if Invitation.objects.filter(pk=number_in(notification.subject)).exists() else "gone"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last = notifications[-1]
        asked = Invitation.objects.select_related("game").get(pk=number_in(last.subject))
        is_open = asked.state == InvitationState.OPEN and asked.game.status in GATHERING
        said = list(dict.fromkeys(line for one in notifications for line in one.data["said"]))
        return self.letter(asked, said, _stranger_address(last, asked) if is_open else "")

    def letter(self, asked: Invitation, said: Sequence[str], reply_to: str) -> Letter:
        url = absolute(reverse("games:invitation", args=[asked.token]))
        how = [Paragraph(_how_strangers_reply(), "last")] if reply_to else []
        return Letter(
            replace(about(asked.game), reply_to=reply_to),
            _("Your email to St Pete"),
            " ".join(said),
            [Button(_("Open invitation"), url), *how],
            subject=pgettext("subject of a mail", "Your email"),
        )

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            said = _("Which name should other players see? Reply “Name: Anna” with your own name.")
            return self.letter(Invitation(game=_sample(), token="sample"), [said], ANSWERED_AT)

        yield Sample(self, "invited-answer", write, to_stranger=True)


class OptionsChanged(TableEmail):
    """Answered with `yes` the reader stays, under these options and no later ones, with `no` they leave."""

    name = GameNotification.OPTIONS.value
    label = gettext_lazy("the table's options changed")
    bundling = WAITS_FOR_MORE
    waits_while_open = True

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        asks = Participant.objects.filter(game=number_in(notification.subject), user=notification.user_id, agreed=False)
        return "" if asks.filter(game__status__in=GATHERING).exists() else "answered"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        last, game = notifications[-1], _game(notifications[-1])
        reply_to = ""
        if last.user is not None:
            yes, no = f"agree {game.pk} {terms_token(game)}", f"leave {game.pk}"
            reply_to = desk_reply_address(last.user, last.subject, [yes], refused=no)
        return replace(self.letter(game, table(game), reply_to), beside=beside([game], last.user))

    def letter(self, game: Game, seen: TableOffer, reply_to: str) -> Letter:
        lead = _("%(who)s changed the table's options. The game starts only when you agree. You can also leave.")
        by_mail = _("Or reply to this email: “agree” to stay, “decline” to leave the table.")
        return Letter(
            replace(about(game), reply_to=reply_to),
            _("The table has changed. Stay or leave?"),
            lead % {"who": seen.host},
            [Button(_("View table"), seen.url), *([Paragraph(by_mail)] if reply_to else []), *seen.blocks()],
        )

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            game = _sample()
            return self.letter(game, table_of(game, ["Boris", "Clara"]), ANSWERED_AT)

        yield Sample(self, "options", write)


class Expiring(TableEmail):
    name = GameNotification.EXPIRY.value
    label = gettext_lazy("your table closes soon")
    waits_while_open = True

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        game = Game.objects.filter(pk=number_in(notification.subject)).first()
        if game is None or game.status != Status.OPEN or game.expires_at is None:
            return "table closed"
        return "" if notification.key == expiry_key(game.pk, game.expires_at) else "deadline moved"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        game = _game(notifications[-1])
        if game.expires_at is None:
            raise NoLongerTrue("table closed")
        letter = self.letter(game, table(game), now, game.expires_at)
        return replace(letter, beside=beside([game], notifications[-1].user))

    def letter(self, game: Game, seen: TableOffer, now: datetime, at: datetime) -> Letter:
        values = {"at": bold(times.moment(at)), "zone": times.zone_name(), "left": times.span(at - now)}
        closes = _("It has not started, so it closes on %(at)s (%(zone)s), in %(left)s.")
        then = Paragraph(_("You can invite people, add bots or extend the time."))
        body: list[Block] = [then, Button(_("View table"), seen.url), *seen.blocks()]
        return Letter(about(game), _("Your table closes soon"), say(closes, **values), body)

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            game = _sample()
            return self.letter(game, table_of(game, ["Boris", "Clara"]), NOW, NOW + timedelta(days=2))

        yield Sample(self, "expiry", write)


class SeatTaken(SeatEmail):
    category = TABLES


class Started(SeatTaken):
    """For who begins, it is the email of the first turn too."""

    name = GameNotification.STARTED.value
    label = gettext_lazy("the game has started")
    bundling = replace(WAITS_FOR_MORE, takes=(YourTurn.name,))

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        turn = written([one for one in notifications if one.kind == YourTurn.name], now)
        if turn is None:
            return super().write(notifications, now)
        play = load(number_in(notifications[-1].subject))
        return self.with_turn(self.letter(play, play.seats[notifications[-1].data["seat"]], 0, now), turn)

    def with_turn(self, own: Letter, turn: Letter) -> Letter:
        return replace(turn, heading=own.heading, lead=joined(own.lead, turn.lead), body=[*turn.body, *own.body[1:]])

    def letter(self, play: Play, seat: Seat, number: int, now: datetime) -> Letter:
        view, names = play.view(seat.index), people(play, seat.index)
        others = [names[asked].name for asked in view.asked if asked != seat.index]
        lead = _("Now to move: %(who)s.") % {"who": words.listed(others)} if others else ""
        body: list[Block] = [
            open_game(play.game),
            Heading(_("At the table")),
            Items(seats_of(play, seat.index)),
            Heading(_("Game options")),
            Items(terms_of(play.game)),
        ]
        if commitment := play.game.commitment:
            proof = _(
                "The cards were shuffled with a secret seed, which is revealed when the game ends. Its fingerprint, to "
                "check it then:"
            )
            shown = format_html('{} <span class="hash">{}</span>', proof, commitment)
            body.append(Paragraph(Inline(f"{proof}\n{commitment}", shown), "last"))
            body += contributed(play)
        if seat.index in view.asked:
            lead = _("It is your turn.")
        return Letter(about(play.game), _("The game has started"), lead, body)

    def samples(self) -> Iterable[Sample]:
        def write(moves: int = 0) -> Letter:
            play = play_at(moves)
            own = self.letter(play, seat := play.seats[READER], 0, NOW)
            if not seat.waiting:
                return answerable(own, ANSWERED_AT)
            return self.with_turn(
                own, YourTurn().letter(play, seat, NOW, play.holder(READER).user, reply_to=ANSWERED_AT)
            )

        yield Sample(self, "started", write)
        yield Sample(self, "started-your-turn", lambda: write(moment("first-turn")))


def seats_of(play: Play, viewer: int) -> list[str]:
    """The seats in the order of play, each with the phases it starts."""
    names, seats = people(play, viewer), []
    for shown in play.view(viewer).seats:
        name = names[shown.seat].name
        phases = words.listed([str(words.PHASE_NAMES[token]) for token in shown.tokens if token in words.PHASE_NAMES])
        said = _("%(name)s starts the %(phases)s") % {"name": name, "phases": phases} if phases else name
        loose = words.listed([str(words.TOKENS[token]) for token in shown.tokens if token in words.TOKENS])
        seats.append(_("%(name)s, holds: %(token)s") % {"name": said, "token": loose} if loose else said)
    return seats


def _game(notification: Notification) -> Game:
    game: Game = Game.objects.get(pk=number_in(notification.subject))
    return game


def _sample() -> Game:
    game = play_at(0).game
    game.status, game.started_at = Status.OPEN, None
    return game


def contributed(play: Play) -> list[Block]:
    lines = [" ".join(filter(None, (f"{one.name}:", one.state, one.sealed))) for one in contribution_lines(play)]
    lines += filter(None, [beacon_line(play.game)])
    return [Heading(_("Contributions to the deal")), Items(lines)] if lines else []


class DealWaits(GameEmail):
    """Asks players without an open page to open the table, where the browser opens its contribution."""

    category = TABLES
    name = GameNotification.DEAL_WAITS.value
    label = gettext_lazy("the deal is waiting for your browser")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        unopened = Participant.objects.filter(user=notification.user_id, opened="")
        waiting = unopened.filter(game=number_in(notification.subject), game__status=Status.FULL)
        return "" if waiting.filter(game__sealed_at__isnull=False).exists() else "opened"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        game: Game = Game.objects.get(pk=number_in(notifications[-1].subject))
        if game.starts_at is None:
            raise NoLongerTrue("started")
        return self.letter(game, game.starts_at)

    def letter(self, game: Game, at: datetime) -> Letter:
        lead = _("The deal is waiting for your browser's contribution. Open the table on the device where you joined.")
        then = say(
            _("Without it the game starts on %(at)s (%(zone)s), and your contribution counts as withheld."),
            at=bold(times.moment(at)),
            zone=times.zone_name(),
        )
        view = Button(_("View table"), absolute(reverse("games:table", args=[game.pk])))
        return Letter(about(game), _("All seats are taken"), lead, [view, Paragraph(then)])

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "deal-waits", lambda: self.letter(play_at(0).game, NOW + timedelta(hours=12)))


EMAILS = (Started, Invited, InvitedAnswer, OptionsChanged, Expiring, DealWaits)
