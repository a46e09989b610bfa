"""What staff decide by in games: clocks, last moves and reports of a game, and the games and reports of a person. Of a running game
they learn what every spectator may know, and of moves that may name something hidden not even that (`games.play.secrecy`).
"""

from collections.abc import Iterator

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import User
from accounts.permissions import can
from actions import Words
from games.board.round import span
from games.chat.services import not_own
from games.models import Game, Participant, RowKind, Source, Status, Tenure, TenureEnd, TenureStart
from games.play import secrecy
from games.play.positions import Play, load
from games.play.reliability import kept_deadlines
from games.staff import GAME
from moderation.actions import Cell, CellLink, StaffPart, StaffTable, about_link, moment
from moderation.notifications import PERSON

ROWS = 30
MOST = 300
"""Of the games of a person so many are looked at."""


def of_game(number: int, reader: User) -> Iterator[StaffTable]:
    game = Game.objects.get(pk=number)
    if not game.has_begun:
        yield _table(game)
    else:
        play = load(number)
        if can(reader, "games.view_seat"):
            yield _seats(play)
        if can(reader, "games.view_logrow"):
            yield _log(play)
    yield from _reports(Q(line__game=number), gettext_lazy("Reported messages"), reader)


def _table(game: Game) -> StaffTable:
    rows = Participant.objects.filter(game=game).order_by("pk").select_related("user")
    return StaffTable(
        gettext_lazy("At the table"),
        (gettext_lazy("Player"), gettext_lazy("Joined"), gettext_lazy("Agreed")),
        [(_who(one.user), moment(one.joined_at), _("yes") if one.agreed else _("no")) for one in rows],
    )


def _who(user: User | None) -> CellLink:
    return about_link(user.name, PERSON, user.pk) if user else CellLink(_("bot"))


def _may_ask_in_secret(game: Game) -> bool:
    return secrecy.with_secret_questions().filter(pk=game.pk).exists()


def _seats(play: Play) -> StaffTable:
    """Who is asked, since when and until when, as every spectator knows; beside it who was asked in secret is not even guessed."""
    game, is_secret = play.game, _may_ask_in_secret(play.game)
    asked = secrecy.known_waiting(play, play.state, None) if is_secret else [one for one in play.seats if one.waiting]
    window = secrecy.open_window(play, play.state) if is_secret else None
    note = ""
    if window is not None:
        times = {"since": moment(window.since), "until": moment(window.until)}
        note = _("A player is asked in secret, since %(since)s, until %(until)s.") % times
    hidden = secrecy.hidden_moves(play, None) if is_secret else ()
    moved = {row.seat: row.at for row in play.rows if row.kind == RowKind.MOVE and row.number not in hidden}
    rows = []
    for seat in play.seats:
        held, is_asked = play.holder(seat.index), seat in asked
        owner = play.owner(seat.index)
        name = _who(owner) if held.is_bot and owner else _who(held.user)
        bank = seat.remaining if seat.remaining is not None and not is_secret else None
        rows.append(
            (
                name,
                _("bot: %(why)s") % {"why": held.get_began_display()} if held.is_bot and owner else "",
                moment(seat.running_since or secrecy.question_opened_at(play)) if is_asked else "–",
                moment(seat.due_at or seat.bot_due_at) if is_asked else "–",
                span(bank) if bank is not None else "–",
                moment(moved.get(seat.index)),
                seat.misses,
                f"{seat.deadlines_missed} / {seat.deadlines_missed + seat.deadlines_met}",
            )
        )
    return StaffTable(
        gettext_lazy("Seats and clocks"),
        (
            *(gettext_lazy("Player"), gettext_lazy("Held by"), gettext_lazy("Asked since"), gettext_lazy("Deadline")),
            *(gettext_lazy("Time bank"), gettext_lazy("Last move"), gettext_lazy("Missed in a row")),
            gettext_lazy("Missed deadlines"),
        ),
        rows if game.is_running else [(*row[:2], "–", "–", *row[4:]) for row in rows],
        note,
    )


def _log(play: Play) -> StaffTable:
    """The last rows, with the time that each took. Texts only where no move can name what is hidden, as in the admin pages."""
    game = play.game
    is_plain = not game.is_closed and not secrecy.with_secret_moves().filter(pk=game.pk).exists()
    last = play.rows[-ROWS - 1 :]
    seen = secrecy.rows_for(play, None, last) if _may_ask_in_secret(game) else last
    rows: list[tuple[Cell, ...]] = []
    for place in range(len(seen) - 1, max(len(seen) - ROWS, 0) - 1, -1):
        row = seen[place]
        before = seen[place - 1].at if place else game.started_at if row.number == 1 else None
        who = "–" if row.seat is None else _who(play.owner(row.seat))
        kind, is_move = RowKind(row.kind).label, row.kind == RowKind.MOVE
        what = (row.text if is_plain else kind) if is_move else f"{kind}: {row.text}"
        rows.append(
            (
                row.number,
                moment(row.at),
                span(row.at - before) if before else "–",
                who,
                what if row.text is not None else _("hidden"),
                Source(row.source).label if row.source else "–",
            )
        )
    return StaffTable(
        gettext_lazy("Last moves"),
        (
            *(gettext_lazy("Number"), gettext_lazy("When"), gettext_lazy("Time taken"), gettext_lazy("Player")),
            *(gettext_lazy("Move"), gettext_lazy("Sent by")),
        ),
        rows,
    )


def of_person(number: int, reader: User) -> Iterator[StaffTable]:
    user = User.objects.get(pk=number)
    held = Tenure.objects.filter(user=user).select_related("seat__game")
    if can(reader, "games.view_game"):
        yield _running(user, held.filter(seat__game__status=Status.RUNNING))
        yield _finished(held.filter(seat__game__status=Status.FINISHED))
    yield from _reports(Q(line__author=user), gettext_lazy("Reported messages of this player"), reader)
    yield from _reports(Q(reporter=user), gettext_lazy("Messages reported by this player"), reader)


def _running(user: User, held: QuerySet[Tenure]) -> StaffTable:
    """The most urgent first; also those in which a bot keeps their seat or they left. Whom a game asks that may ask in secret
    stands on its own page alone, as spectators know it."""
    last = {one.seat_id: one for one in reversed(held.order_by("-pk")[:MOST])}
    games = [one.seat.game_id for one in last.values()]
    secret = set(secrecy.with_secret_questions().filter(pk__in=games).values_list("pk", flat=True))
    order = sorted(
        last.values(), key=lambda one: (one.until is not None, str(one.seat.due_at or "~"), -one.seat.game_id)
    )
    rows, record = [], kept_deadlines(user)
    for one in order[:ROWS]:
        seat, plays = one.seat, one.until is None
        shows = plays and seat.waiting and seat.game_id not in secret
        missed, met = (seat if plays else one).deadlines_missed, (seat if plays else one).deadlines_met
        rows.append(
            (
                about_link(str(seat.game), GAME, seat.game_id),
                moment(one.since),
                (TenureStart if one.ended in TenureStart else TenureEnd)(one.ended).label,
                moment(seat.running_since) if shows else "–",
                moment(seat.due_at) if shows else "–",
                seat.misses if plays else "–",
                f"{missed} / {missed + met}",
            )
        )
    told = {"games": held.values("seat").distinct().count(), "met": record.met, "missed": record.missed}
    return StaffTable(
        gettext_lazy("Running games"),
        (
            *(
                pgettext_lazy("column", "Game"),
                gettext_lazy("Plays since"),
                gettext_lazy("Seat"),
                gettext_lazy("Asked since"),
            ),
            *(gettext_lazy("Deadline"), gettext_lazy("Missed in a row"), gettext_lazy("Missed deadlines")),
        ),
        rows,
        _("%(games)s running games. Deadlines in all games: %(met)s met, %(missed)s missed.") % told,
    )


def _finished(held: QuerySet[Tenure]) -> StaffTable:
    """Those that they left early say how."""
    rows = [
        (
            about_link(str(one.seat.game), GAME, one.seat.game_id),
            moment(one.seat.game.finished_at),
            TenureEnd(one.ended).label if one.ended else _("played to the end"),
        )
        for one in held.order_by("-pk")[: ROWS // 2]
    ]
    return StaffTable(
        gettext_lazy("Last finished games"),
        (pgettext_lazy("column", "Game"), gettext_lazy("Finished"), gettext_lazy("Left")),
        rows,
    )


def _reports(which: Q, title: Words, reader: User) -> Iterator[StaffTable]:
    """Without what is the reader's own matter."""
    if not can(reader, "games.view_report"):
        return
    found = not_own(reader).filter(which).select_related("line__author", "line__game", "reporter").order_by("-pk")
    rows = [
        (
            CellLink(moment(one.at), reverse("admin:games_report_change", args=[one.pk])),
            about_link(str(one.line.game), GAME, one.line.game_id),
            _who(one.line.author),
            next((line["text"] for line in one.context if line["number"] == one.line.number), "–"),
            f"{one.get_reason_display()} {one.words}",
            _who(one.reporter),
            _("resolved") if one.settled_at else _("open"),
        )
        for one in found[:ROWS]
    ]
    yield StaffTable(
        title,
        (
            *(
                gettext_lazy("Reported"),
                pgettext_lazy("column", "Game"),
                gettext_lazy("Author"),
                gettext_lazy("Message"),
            ),
            *(gettext_lazy("Reason"), gettext_lazy("Reporter"), gettext_lazy("Status")),
        ),
        rows,
    )


STAFF = StaffPart(tables={GAME: of_game, PERSON: of_person})
