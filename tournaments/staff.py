"""What staff see of tournaments and do there, and how games end for good: with what they count."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from django import forms
from django.db.models import Count, F, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key
from accounts.permissions import can
from actions import Words
from games.emails.players import Done
from games.models import Game, Seat, Status, Tenure
from games.play import secrecy
from games.play.interventions import annul_game, stop_game
from games.staff import GAME, GameAction, SubstituteAction, is_running, tell
from moderation.actions import (
    Card,
    Hit,
    NamedAction,
    Need,
    Order,
    RecordedChange,
    StaffFact,
    StaffPart,
    StaffTable,
    Subject,
    about_link,
    called,
    moment,
)
from moderation.errors import AlreadySo, StaffRefusal
from moderation.notifications import PERSON
from statements import row_number
from tournaments.lifecycle.services.acts.course import hand_over
from tournaments.lifecycle.services.acts.tables import substitute_by_staff
from tournaments.lifecycle.words import why_words
from tournaments.models import Director, Due, Entry, Halt, RatedGame, Table, TableState, Tournament, TournamentState
from tournaments.pages.acts import act_lines
from tournaments.rated.services import annul_rating

TOURNAMENT = "tournament"
GRACE = timedelta(seconds=60)
ROWS = 50


def card(number: int, reader: User) -> Card | None:
    """Drafts too, by their title and who makes them; nothing of pairings to come, deals or words for directors."""
    tournament = Tournament.objects.filter(pk=number).first()
    if tournament is None:
        return None
    facts = [StaffFact(_("Status"), str(TournamentState(tournament.state).label))]
    facts += [StaffFact(_("On hold"), why_words(one)) for one in Halt.objects.filter(tournament=tournament)]
    for one in tournament.directors.select_related("user").order_by("pk"):
        facts.append(StaffFact(_("Director"), one.user.name, reverse("admin:about", args=["person", one.user_id])))
    return Card(tournament.title, tournament.get_absolute_url(), "", facts)


def find(text: str, limit: int, reader: User) -> list[Hit]:
    wanted = Q(title__icontains=text) | Q(directors__user__name_key=name_key(text)) | Q(pk=row_number(text))
    rows = Tournament.objects.filter(wanted).distinct().order_by("-pk")[:limit]
    return [Hit(one.pk, one.title, str(TournamentState(one.state).label)) for one in rows]


def names(numbers: Iterable[int]) -> dict[int, str]:
    return dict(Tournament.objects.filter(pk__in=numbers).values_list("pk", "title"))


def of_tournament(number: int, reader: User) -> Iterator[StaffTable]:
    tournament = Tournament.objects.get(pk=number)
    counted = Count("tables", filter=Q(tables__state__in=(TableState.COUNTED, TableState.ANNULLED)))
    rounds = tournament.rounds.annotate(of=Count("tables"), counted=counted).order_by("-number")[:ROWS]
    head = (_("Round"), _("Status"), _("Starts"), _("Deadline"), _("Tables counted"))
    rows = [
        (
            one.number,
            one.get_state_display(),
            moment(one.begins_at),
            moment(one.deadline_at),
            f"{one.counted} / {one.of}",
        )
        for one in rounds
    ]
    yield StaffTable(_("Rounds"), head, rows)
    if can(reader, "games.view_seat"):
        yield _laggards(tournament)
    if can(reader, "tournaments.view_act"):
        acts = list(tournament.acts.select_related("by").order_by("-number")[:ROWS])
        lines = zip(acts, act_lines(tournament, acts, for_directors=False), strict=True)
        yield StaffTable(
            _("Tournament log"),
            (_("Number"), _("When"), _("Person"), _("Action"), _("Reason")),
            [
                (
                    act.number,
                    moment(act.at),
                    about_link(act.by.name, PERSON, act.by_id) if act.by else "–",
                    said.says,
                    act.reason,
                )
                for act, said in lines
            ],
        )


def _laggards(tournament: Tournament) -> StaffTable:
    """Whom running tables wait for, the longest first. Of games that may ask in secret their own pages say what is known."""
    waiting = Seat.objects.filter(waiting=True, game__tournament_table__round__tournament=tournament)
    waiting = waiting.exclude(game__in=secrecy.with_secret_questions()).select_related("game")
    waiting = waiting.annotate(
        table=F("game__tournament_table__number"), round=F("game__tournament_table__round__number")
    )
    found = list(waiting.order_by(F("running_since").asc(nulls_last=True), "pk")[:ROWS])
    holds = Tenure.objects.filter(seat__in=found, until=None, user__isnull=False).select_related("user")
    holders = {one.seat_id: one.user for one in holds}
    rows = [
        (
            about_link(f"{seat.round}.{seat.table}", GAME, seat.game_id),
            about_link(holder.name, PERSON, holder.pk) if (holder := holders.get(seat.pk)) else _("bot"),
            moment(seat.running_since),
            moment(seat.due_at or seat.bot_due_at),
            seat.misses,
            seat.deadlines_missed,
        )
        for seat in found
    ]
    head = (
        _("Round and table"),
        _("Player"),
        _("Asked since"),
        _("Deadline"),
        _("Missed in a row"),
        _("Missed deadlines"),
    )
    return StaffTable(_("Waiting for"), head, rows)


def of_person(number: int, reader: User) -> Iterator[StaffTable]:
    if can(reader, "tournaments.view_tournament"):
        entries = Entry.objects.filter(user=number).select_related("tournament").order_by("-pk")[:ROWS]
        directed = Director.objects.filter(user=number).select_related("tournament").order_by("-pk")[:ROWS]
        rows: list[tuple[Tournament, Words, Words]]
        rows = [(one.tournament, one.get_state_display(), _("dropped out") if one.is_idle else "") for one in entries]
        rows += [(one.tournament, _("director"), "") for one in directed]
        yield StaffTable(
            _("Tournaments"),
            (_("Tournaments"), _("Status"), _("Roles"), ""),
            [(about_link(of.title, TOURNAMENT, of.pk), of.get_state_display(), part, more) for of, part, more in rows],
        )


def _own(user: User) -> QuerySet[Tournament]:
    plays, directs = Entry.objects.filter(user=user), Director.objects.filter(user=user)
    return Tournament.objects.filter(Q(pk__in=plays.values("tournament")) | Q(pk__in=directs.values("tournament")))


def is_own(number: int, user: User) -> bool:
    return _own(user).filter(pk=number).exists()


def owned(user: User) -> list[int]:
    return list(_own(user).values_list("pk", flat=True))


SUBJECTS = (
    Subject(
        TOURNAMENT,
        _("Tournaments"),
        "tournaments.view_tournament",
        "tournaments.tournament",
        card,
        find,
        is_own,
        names=names,
        owned=owned,
    ),
)


class HandOver(NamedAction):
    slug = "hand-over-tournament"
    subject = TOURNAMENT
    title = _("Hand over to another director")
    about = _(
        "The tournament and its games continue. Its old and new directors are notified; the tournament "
        "log shows the reason."
    )
    permission = "moderation.hand_over_tournament"

    alone = forms.BooleanField(label=_("Remove all other directors"), required=False)

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        to = called(order.values["name"])
        if to == order.by:
            raise StaffRefusal(_("You cannot hand the tournament to yourself. Choose another player."))
        before = hand_over(
            tournament_id=order.number,
            to=to,
            staff=order.by,
            alone=order.values["alone"],
            reason=order.reason,
            now=order.now,
        )
        after = sorted(Tournament.objects.get(pk=order.number).directors.values_list("user_id", flat=True))
        return RecordedChange({"directors": before}, {"directors": after})


class SubstituteInTournament(SubstituteAction):
    """Through the tournament, which counts it by its own rule."""

    slug = "substitute-in-tournament"
    title = _("Add substitute in tournament")
    about = _(
        "Another player takes over the seat permanently, with a fresh clock. If the tournament's rule "
        "gives substitutes the place, all of the player's running games there go along. The tournament "
        "log shows the reason; directors and players are notified."
    )

    @classmethod
    def is_possible(cls, of: int, now: datetime) -> bool:
        return is_running(of) and Table.objects.filter(game=of, state=TableState.RUNNING).exists()

    @classmethod
    def replace(cls, order: Order, seat: int, by: User) -> Mapping[str, int]:
        tournament = substitute_by_staff(
            game_id=order.number, seat=seat, by=by, staff=order.by, reason=order.reason, now=order.now
        )
        return {"tournament": tournament.pk}


class OfAEvent(StaffRefusal):
    code = "of_an_event"
    sentence = _(
        "This game belongs to a tournament, and its directors decide. If necessary, transfer the "
        "tournament to someone else."
    )


class EndGame(GameAction):
    """A game counts for nothing: here, above games, where ratings are known. Whether a table of a tournament counts is its
    directors' business, whose standings follow from it."""

    permission = "moderation.end_game"

    @classmethod
    def annul(cls, order: Order) -> None:
        annul_game(game_id=order.number, now=order.now)
        with suppress(RatedGame.DoesNotExist):
            annul_rating(game_id=order.number, because=order.reason, now=order.now)

    @staticmethod
    def check(number: int) -> None:
        if Table.objects.filter(game=number).exists():
            raise OfAEvent


class CancelGame(EndGame):
    slug = "cancel-game"
    title = _("Cancel game")
    about = _(
        "The game ends now and counts for nothing, including ratings. Its players are notified. For "
        "tournament games, leave this to the directors."
    )

    only_if = staticmethod(lambda of, now: is_running(of))

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        cls.check(order.number)
        stop_game(game_id=order.number, now=order.now)
        cls.annul(order)
        tell(order, Done.CANCELLED)
        return RecordedChange({"status": Status.RUNNING.value}, {"status": Status.FINISHED.value, "annulled": True})


class AnnulGame(EndGame):
    slug = "annul-game"
    title = _("Void game")
    about = _(
        "The finished game no longer counts and drops out of the ratings at the next recalculation. Its "
        "log stays. Its players are notified."
    )

    @classmethod
    def is_possible(cls, of: int, now: datetime) -> bool:
        return bool(Game.objects.filter(pk=of, status=Status.FINISHED, annulled_at=None).exists())

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        cls.check(order.number)
        if Game.objects.filter(pk=order.number, annulled_at__isnull=False).exists():
            raise AlreadySo
        cls.annul(order)
        tell(order, Done.ANNULLED)
        return RecordedChange({"annulled": False}, {"annulled": True})


ACTIONS = (CancelGame, AnnulGame, SubstituteInTournament, HandOver)


def _stuck(now: datetime) -> QuerySet[Tournament]:
    """Tournaments in which something was due a minute ago and has not happened, those on hold because a step failed, and those that
    nobody directs who can sign in."""
    late = Due.objects.filter(at__lte=now - GRACE, tournament__paused_at=None).values("tournament")
    alive = Tournament.objects.filter(state__in=(TournamentState.OPEN, TournamentState.RUNNING))
    led = Director.objects.filter(user__is_active=True).values("tournament")
    held = Halt.objects.filter(tournament__version=F("mark"), until=None).values("tournament")
    return alive.filter(Q(pk__in=late) | Q(pk__in=held) | ~Q(pk__in=led)).order_by("pk")


def stuck(now: datetime) -> int:
    return _stuck(now).count()


def which(now: datetime) -> list[tuple[str, int]]:
    return [(TOURNAMENT, number) for number in _stuck(now).values_list("pk", flat=True)[:50]]


NEEDS = (
    Need(
        "stuck-tournaments",
        _("tournaments that are stuck or have no director"),
        "tournaments.view_tournament",
        stuck,
        rows=which,
    ),
)
STAFF = StaffPart(SUBJECTS, ACTIONS, NEEDS, {TOURNAMENT: of_tournament, PERSON: of_person})
