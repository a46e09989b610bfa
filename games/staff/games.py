"""Games and tables as staff see them, and what may be done there."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import name_key
from accounts.permissions import can
from games import extensions
from games.emails.players import Done, staff_acted
from games.errors import GameError
from games.models import Game, Participant, Status, Tenure, Visibility
from games.play import visibility
from games.play.parts import has_part
from games.play.services.by_staff import answer_for, keep_seat
from games.play.services.pauses import extra_time
from games.play.services.substitutes import replace_player
from games.tables.services.gathering import GATHERING, lock_table, shut
from moderation.actions import Act, Card, Change, Fact, Found, Order, Subject
from moderation.errors import Refused
from moderation.forms.acts import called as named
from moderation.registry import subjects
from notifications.services import queue

from .seats import SeatForm, SeenForm, SubstituteForm, TimeForm, check_seen, holders, is_running, seat_of

GAME = "game"
REFUSALS = (Refused, GameError)


class OfAEvent(Refused):
    code = "of_an_event"
    sentence = gettext_lazy(
        "This game belongs to a tournament, and its directors decide. If necessary, transfer the "
        "tournament to someone else."
    )


def card(number: int, reader: User) -> Card | None:
    """What everybody may know, and the names of who plays: nothing of the position, nor whom the game asks."""
    game = Game.objects.filter(pk=number).select_related("host").first()
    if game is None:
        return None
    facts = [
        Fact(gettext_lazy("Status"), str(Status(game.status).label)),
        Fact(gettext_lazy("Visible to"), str(Visibility(game.visibility).label)),
        _host(game, reader),
    ]
    for name, user_id in _people(game):
        url = reverse("admin:about", args=["person", user_id]) if user_id else ""
        facts.append(Fact(gettext_lazy("Seated player"), name, url))
    if game.is_paused:
        facts.append(Fact(gettext_lazy("Clocks"), _("paused")))
    if game.is_annulled:
        facts.append(Fact(gettext_lazy("Result"), _("voided")))
    return Card(str(game), game.get_absolute_url(), reverse("admin:games_game_change", args=[number]), facts)


def _host(game: Game, reader: User) -> Fact:
    """Who has made it; a tournament leads to what staff may do there."""
    if game.host is not None:
        return Fact(gettext_lazy("Host"), game.host.name)
    made_for = extensions.origin(game)
    if made_for is None:
        return Fact(gettext_lazy("Host"), _("a tournament"))
    subject = subjects()[made_for.subject]
    url = reverse("admin:about", args=[made_for.subject, made_for.number]) if can(reader, subject.permission) else ""
    return Fact(gettext_lazy("Created by tournament"), made_for.name, url)


def _people(game: Game) -> list[tuple[str, int | None]]:
    rows: QuerySet[Tenure] | QuerySet[Participant]
    if game.has_begun:
        rows = Tenure.objects.filter(seat__game=game, until=None).order_by("seat__index").select_related("user")
    else:
        rows = Participant.objects.filter(game=game).order_by("pk").select_related("user")
    return [(one.user.name, one.user_id) if one.user else (_("bot"), None) for one in rows]


def people_of(game: Game) -> set[int]:
    """Everybody who ever held a seat of it, or sits at its table."""
    sat = Tenure.objects.filter(seat__game=game, user__isnull=False).values_list("user", flat=True)
    sits = Participant.objects.filter(game=game, user__isnull=False).values_list("user", flat=True)
    return {number for number in (*sat, *sits) if number is not None}


def find(text: str, limit: int, reader: User) -> list[Found]:
    wanted = Q(title__icontains=text) | Q(host__name_key=name_key(text))
    if text.lstrip("#").isdecimal() and len(text) < 10:
        wanted |= Q(pk=int(text.lstrip("#")))
    rows = Game.objects.filter(wanted).order_by("-pk")[:limit]
    return [Found(game.pk, str(game), str(Status(game.status).label)) for game in rows]


def is_own(number: int, user: User) -> bool:
    """Whoever has a part in it."""
    return bool(Game.objects.filter(has_part(user), pk=number).exists())


def owned(user: User) -> list[int]:
    return list(Game.objects.filter(has_part(user)).values_list("pk", flat=True))


def reported(number: int, reader: User) -> list[str] | None:
    """A game that the reader has a part in, or that everybody may see; as every spectator knows it."""
    game = visibility.marked(Game.objects.filter(pk=number)).first()
    if game is None or not (is_own(number, reader) or (game.visibility == Visibility.PUBLIC and not game.is_closed)):
        return None
    names = ", ".join(name for name, _number in _people(game))
    return [f"title: {game.title}", f"state: {game.status}", f"rows of the log: {game.version}", f"players: {names}"]


def called(number: int) -> str | None:
    game = Game.objects.filter(pk=number).first()
    return str(game) if game else None


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
        called,
        owned,
    ),
)


def tell(order: Order, done: Done, who: str = "") -> None:
    """Everybody whom it concerns."""
    game = Game.objects.get(pk=order.number)
    queue(staff_acted(done, game, people_of(game), who=who, reason=order.reason, now=order.now))


def give_time(order: Order) -> Change:
    seat, by = order.values["seat"], timedelta(hours=order.values["hours"])
    extra_time(game_id=order.number, seat=seat, by=by, now=order.now)
    check_seen(order)  # the game's lock is held now; what was given is taken back with the transaction
    tell(order, Done.TIME, holders(order.number)[seat])
    return Change(after={"seat": seat, "hours_more": order.values["hours"]})


def answer(order: Order) -> Change:
    seat = order.values["seat"]
    before = Game.objects.values_list("version", flat=True).get(pk=order.number)
    answer_for(game_id=order.number, seat=seat, version=order.values.get("version"), now=order.now)
    after = Game.objects.values_list("version", flat=True).get(pk=order.number)
    tell(order, Done.ANSWERED, holders(order.number)[seat])
    return Change({"seat": seat, "version": before}, {"seat": seat, "version": after})


def to_bot(order: Order) -> Change:
    """In games of tournaments too, as their clocks would."""
    seat = order.values["seat"]
    holder = keep_seat(game_id=order.number, seat=seat, now=order.now)
    tell(order, Done.KEPT, holder.name)
    return Change({"seat": seat, "holder": holder.pk}, {"seat": seat, "holder": "bot"})


def substitute(order: Order) -> Change:
    seat, by = order.values["seat"], named(order.values["name"])
    before, who = seat_of(order.number, seat).tenures.get(until=None).user_id, holders(order.number)[seat]
    if by == order.by:
        raise Refused(_("Choose another player, not yourself."))
    replace_player(game_id=order.number, seat=seat, by=by, now=order.now)
    tell(order, Done.REPLACED, who)
    return Change({"seat": seat, "holder": before or "bot"}, {"seat": seat, "holder": by.pk})


@transaction.atomic
def close(order: Order) -> Change:
    game = lock_table(order.number)
    before = game.status
    shut(game, order.now)
    tell(order, Done.CLOSED)
    return Change({"status": before}, {"status": game.status})


def _runs_for_a_host(number: int, now: datetime) -> bool:
    """Games without a host are a tournament's, which has a substitute of its own (`tournaments.staff.seats`)."""
    return is_running(number, now) and Game.objects.filter(pk=number, host__isnull=False).exists()


def _gathers(number: int, now: datetime) -> bool:
    return bool(Game.objects.filter(pk=number, status__in=GATHERING).exists())


ACTS = (
    Act(
        "extend-clock",
        GAME,
        gettext_lazy("Give more time"),
        gettext_lazy(
            "Adds time to the time bank, or to the current move in games with time per move. Also works "
            "while the game is paused. All players are notified."
        ),
        "moderation.extend_clock",
        give_time,
        TimeForm,
        is_running,
        REFUSALS,
    ),
    Act(
        "answer-for-seat",
        GAME,
        gettext_lazy("Pass for a seat"),
        gettext_lazy(
            "Takes the clock's default action, a pass where possible. It does not count as a missed "
            "deadline. Not available while the game must not reveal whose turn it is. All players are "
            "notified."
        ),
        "moderation.answer_for_seat",
        answer,
        SeenForm,
        is_running,
        REFUSALS,
    ),
    Act(
        "seat-to-bot",
        GAME,
        gettext_lazy("Let a bot hold the seat"),
        gettext_lazy("A bot takes over now. The player can reclaim the seat at any time. All players are notified."),
        "moderation.replace_seat",
        to_bot,
        SeatForm,
        is_running,
        REFUSALS,
    ),
    Act(
        "substitute",
        GAME,
        gettext_lazy("Substitute a player"),
        gettext_lazy(
            "Another player takes over the seat for good, with a fresh clock. Not allowed for anyone who "
            "ever sat in this game or played its deal. All players are notified."
        ),
        "moderation.replace_seat",
        substitute,
        SubstituteForm,
        _runs_for_a_host,
        REFUSALS,
    ),
    Act(
        "close-table",
        GAME,
        gettext_lazy("Close table"),
        gettext_lazy(
            "The table closes before its game starts, and open invitations end. All players at the table are notified."
        ),
        "moderation.end_game",
        close,
        is_open=_gathers,
        refusals=REFUSALS,
    ),
)
