"""What staff see of games and do there, and what of games needs a hand (`moderation.actions`): through the services, under their
locks, and never with a look into what a game hides."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django import forms
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import name_key
from accounts.permissions import can
from games import extensions
from games.chat.services import not_own
from games.due import counts
from games.emails.players import Done, staff_acted
from games.imports.services import remove
from games.models import Game, GameImport, MoveNote, Participant, Report, Status, Tenure, Visibility
from games.play import visibility
from games.play.errors import StalePosition
from games.play.interventions import answer_for, extra_time, keep_seat, keep_seats_of, replace_player
from games.play.visibility import has_part
from games.tables.gathering import GATHERING, lock_table, shut_table
from games.tables.tables import leave_open_tables
from moderation.actions import (
    Card,
    Hit,
    NamedAction,
    Need,
    Order,
    RecordedChange,
    StaffAction,
    StaffFact,
    StaffPart,
    Subject,
    key_of,
    subjects,
)
from moderation.actions import called as named
from moderation.errors import StaffRefusal
from moderation.models import TrailRow
from notifications.services import queue
from statements import row_number

GAME = "game"


def card(number: int, reader: User) -> Card | None:
    """What everybody may know, and the names of who plays: nothing of the position, nor whom the game asks."""
    game = Game.objects.filter(pk=number).select_related("host", "imported__uploader").first()
    if game is None:
        return None
    facts = [
        StaffFact(gettext_lazy("Status"), str(Status(game.status).label)),
        StaffFact(gettext_lazy("Visible to"), str(Visibility(game.visibility).label)),
        *([_host(game, reader)] if game.imported is None else []),
    ]
    for name, user_id in _people(game):
        url = reverse("admin:about", args=["person", user_id]) if user_id else ""
        facts.append(StaffFact(gettext_lazy("Seated player"), name, url))
    if game.is_paused:
        facts.append(StaffFact(gettext_lazy("Clocks"), _("paused")))
    if game.is_annulled:
        facts.append(StaffFact(gettext_lazy("Result"), _("voided")))
    if game.imported is not None:
        facts.append(StaffFact(gettext_lazy("Imported by"), game.imported.uploader.name))
    return Card(str(game), game.get_absolute_url(), reverse("admin:games_game_change", args=[number]), facts)


def _host(game: Game, reader: User) -> StaffFact:
    """Who has made it; a tournament leads to what staff may do there."""
    if game.host is not None:
        return StaffFact(gettext_lazy("Host"), game.host.name)
    made_for = extensions.origin(game)
    if made_for is None:
        return StaffFact(gettext_lazy("Host"), _("a tournament"))
    subject = subjects()[made_for.subject]
    url = reverse("admin:about", args=[made_for.subject, made_for.number]) if can(reader, subject.permission) else ""
    return StaffFact(gettext_lazy("Created by tournament"), made_for.name, url)


def _people(game: Game) -> list[tuple[str, int | None]]:
    rows: QuerySet[Tenure] | QuerySet[Participant]
    if game.has_begun:
        rows = Tenure.objects.filter(seat__game=game, until=None).order_by("seat__index").select_related("user")
    else:
        rows = Participant.objects.filter(game=game).order_by("pk").select_related("user")
    return [(one.user.name, one.user_id) if one.user else (_("bot"), None) for one in rows]


def people_of(game: Game) -> set[int]:
    sat = Tenure.objects.filter(seat__game=game, user__isnull=False).values_list("user", flat=True)
    sits = Participant.objects.filter(game=game, user__isnull=False).values_list("user", flat=True)
    return {number for number in (*sat, *sits) if number is not None}


def find(text: str, limit: int, reader: User) -> list[Hit]:
    wanted = Q(title__icontains=text) | Q(host__name_key=name_key(text)) | Q(pk=row_number(text.lstrip("#")))
    rows = Game.objects.filter(wanted).order_by("-pk")[:limit]
    return [Hit(game.pk, str(game), str(Status(game.status).label)) for game in rows]


def is_own(number: int, user: User) -> bool:
    return bool(Game.objects.filter(has_part(user), pk=number).exists())


def owned(user: User) -> list[int]:
    return list(Game.objects.filter(has_part(user)).values_list("pk", flat=True))


def reported(number: int, reader: User) -> list[str] | None:
    """A game that the reader has a part in, or that everybody may see; as every spectator knows it."""
    game = visibility.marked(Game.objects.filter(pk=number)).first()
    if game is None or not (is_own(number, reader) or (game.visibility == Visibility.PUBLIC and not game.is_closed)):
        return None
    players = ", ".join(name for name, _number in _people(game))
    return [f"title: {game.title}", f"state: {game.status}", f"rows of the log: {game.version}", f"players: {players}"]


SUBJECTS = (
    Subject(
        GAME,
        gettext_lazy("Games and tables"),
        "games.view_game",
        "games.game",
        card,
        find,
        is_own,
        reported,
        lambda numbers: {game.pk: str(game) for game in Game.objects.filter(pk__in=numbers).only("title")},
        owned,
    ),
)


def tell(order: Order, done: Done, who: str = "") -> None:
    game = Game.objects.get(pk=order.number)
    queue(staff_acted(done, game, people_of(game), who=who, reason=order.reason, now=order.now))


class GameAction(StaffAction):
    subject = GAME


class SeatAction(GameAction):
    """At a seat of a game that runs: `seat` is its number, chosen by the name of who holds it."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Seat"), coerce=int)

    def prepare(self) -> None:
        choices = [(index, f"{index + 1}. {name}") for index, name in holders(self.of).items()]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]

    only_if = staticmethod(lambda of, now: is_running(of))


class SeenAction(SeatAction):
    """Bound to the game as it was looked at, and to what staff had done there by then: `version`, and the number of the last row of
    the trail. What was sent twice, or too late, is told so and does nothing."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    row = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def prepare(self) -> None:
        super().prepare()
        self.initial["version"], self.initial["row"] = version_of(self.of), last_row(self.of)


class ExtendClock(SeenAction):
    slug = "extend-clock"
    title = gettext_lazy("Give more time")
    about = gettext_lazy(
        "Adds time to the time bank, or to the current move in games with time per move. Also works "
        "while the game is paused. All players are notified."
    )
    permission = "moderation.extend_clock"

    hours = forms.IntegerField(label=gettext_lazy("Extra hours"), min_value=1, max_value=24 * 30)

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        seat, hours = order.values["seat"], order.values["hours"]
        extra_time(game_id=order.number, seat=seat, by=timedelta(hours=hours), now=order.now)
        check_seen(order)  # the game's lock is held now; what was given is taken back with the transaction
        tell(order, Done.TIME, holders(order.number)[seat])
        return RecordedChange(after={"seat": seat, "hours_more": hours})


class AnswerForSeat(SeenAction):
    slug = "answer-for-seat"
    title = gettext_lazy("Pass for a seat")
    about = gettext_lazy(
        "Takes the clock's default action, a pass where possible. It does not count as a missed "
        "deadline. Not available while the game must not reveal whose turn it is. All players are "
        "notified."
    )
    permission = "moderation.answer_for_seat"

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        seat, before = order.values["seat"], version_of(order.number)
        answer_for(game_id=order.number, seat=seat, version=order.values.get("version"), now=order.now)
        tell(order, Done.ANSWERED, holders(order.number)[seat])
        return RecordedChange({"seat": seat, "version": before}, {"seat": seat, "version": version_of(order.number)})


class SeatToBot(SeatAction):
    """In games of tournaments too, as their clocks would."""

    slug = "seat-to-bot"
    title = gettext_lazy("Let a bot hold the seat")
    about = gettext_lazy("A bot takes over now. The player can reclaim the seat at any time. All players are notified.")
    permission = "moderation.replace_seat"

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        seat = order.values["seat"]
        holder = keep_seat(game_id=order.number, seat=seat, now=order.now)
        tell(order, Done.KEPT, holder.name)
        return RecordedChange({"seat": seat, "holder": holder.pk}, {"seat": seat, "holder": "bot"})


class SubstituteAction(SeatAction, NamedAction):
    """Somebody else takes a seat over, by `replace`, which gives what the trail keeps of it beside."""

    permission = "moderation.replace_seat"

    @classmethod
    def replace(cls, order: Order, seat: int, by: User) -> Mapping[str, int]:
        raise NotImplementedError

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        seat, by = order.values["seat"], named(order.values["name"])
        before = Tenure.objects.get(seat__game=order.number, seat__index=seat, until=None).user_id
        who = holders(order.number)[seat]
        if by == order.by:
            raise StaffRefusal(_("Choose another player, not yourself."))
        more = cls.replace(order, seat, by)
        tell(order, Done.REPLACED, who)
        return RecordedChange({"seat": seat, "holder": before or "bot"}, {"seat": seat, "holder": by.pk, **more})


class SubstituteInGame(SubstituteAction):
    """In games with a host; those of a tournament have a substitute of their own (`tournaments.staff`)."""

    slug = "substitute"
    title = gettext_lazy("Substitute a player")
    about = gettext_lazy(
        "Another player takes over the seat for good, with a fresh clock. Not allowed for anyone who "
        "ever sat in this game or played its deal. All players are notified."
    )

    @classmethod
    def is_possible(cls, of: int, now: datetime) -> bool:
        return is_running(of) and Game.objects.filter(pk=of, host__isnull=False).exists()

    @classmethod
    def replace(cls, order: Order, seat: int, by: User) -> Mapping[str, int]:
        replace_player(game_id=order.number, seat=seat, by=by, now=order.now)
        return {}


class CloseTable(GameAction):
    slug = "close-table"
    title = gettext_lazy("Close table")
    about = gettext_lazy(
        "The table closes before its game starts, and open invitations end. All players at the table are notified."
    )
    permission = "moderation.end_game"
    only_if = staticmethod(lambda of, now: bool(Game.objects.filter(pk=of, status__in=GATHERING).exists()))

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        game = lock_table(order.number)
        before = game.status
        shut_table(game, order.now)
        tell(order, Done.CLOSED)
        return RecordedChange({"status": before}, {"status": game.status})


class RemoveImport(GameAction):
    slug = "remove-import"
    title = gettext_lazy("Remove the import")
    about = gettext_lazy("Deletes this game and all others from the same file. This cannot be undone.")
    permission = "moderation.end_game"
    only_if = staticmethod(lambda of, now: bool(GameImport.objects.filter(games=of, removed_at=None).exists()))

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        source = GameImport.objects.get(games=order.number)
        remove(user=None, number=source.pk, now=order.now)
        return RecordedChange({"import": source.pk, "games": source.made}, {"import": "removed"})


class RemoveNotes(GameAction):
    slug = "remove-notes"
    title = gettext_lazy("Remove published notes")
    about = gettext_lazy("Deletes all notes on moves that players of this game have published. This cannot be undone.")
    permission = "moderation.end_game"
    only_if = staticmethod(lambda of, now: bool(_published(of).exists()))

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        count = _published(order.number).delete()[0]
        return RecordedChange({"notes": count}, {"notes": 0})


def _published(game_id: int) -> QuerySet[MoveNote]:
    return MoveNote.objects.filter(game=game_id, published_at__isnull=False)


ACTIONS = (ExtendClock, AnswerForSeat, SeatToBot, SubstituteInGame, CloseTable, RemoveImport, RemoveNotes)


def holders(game_id: int) -> dict[int, str]:
    """Seat by seat who holds it, with nothing of whom the game asks."""
    held = Tenure.objects.filter(seat__game=game_id, until=None).select_related("user", "seat")
    return {one.seat.index: one.user.name if one.user else _("bot") for one in held.order_by("seat__index")}


def is_running(number: int) -> bool:
    return any(game.is_running for game in Game.objects.filter(pk=number))


def version_of(game_id: int) -> int | None:
    found: int | None = Game.objects.filter(pk=game_id).values_list("version", flat=True).first()
    return found


def last_row(game_id: int) -> int:
    """The number of the last row of the trail about this game; 0 without any."""
    rows = TrailRow.objects.filter(about=key_of(GAME, game_id))
    return int(rows.order_by("-number").values_list("number", flat=True).first() or 0)


def check_seen(order: Order) -> None:
    """With the game's lock held, before the action has its own row. Raises StalePosition."""
    seen = (order.values.get("version"), order.values.get("row"))
    now = (version_of(order.number), last_row(order.number))
    if any(one not in (None, is_now) for one, is_now in zip(seen, now, strict=True)):
        raise StalePosition


def suspended(user: User, now: datetime) -> None:
    """Bots keep the seats where other people play; tables that have not begun go on without this player, their own close."""
    leave_open_tables(user=user, now=now)
    keep_seats_of(user, now=now)


NEEDS = (
    Need(
        "overdue",
        gettext_lazy("deadlines, bots, emails and tournaments overdue by more than a minute"),
        "games.view_game",
        lambda now: sum(counts(now).values()),
        lambda: reverse("health"),
    ),
    Need(
        "reports",
        gettext_lazy("open reports of chat messages"),
        "games.view_report",
        lambda now: Report.objects.filter(settled_at=None).count(),
        lambda: reverse("admin:games_report_changelist") + "?settled=no",
        count_for=lambda now, reader: not_own(reader).filter(settled_at=None).count(),
    ),
)
STAFF = StaffPart(SUBJECTS, ACTIONS, NEEDS, when_suspended=suspended)
