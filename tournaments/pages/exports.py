"""A tournament for programs: standings and pairings as CSV and JSON, the tournament report file (TRF26), and calendars (RFC
5545).
"""

import csv
import hmac
import io
import re
import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import User
from arbiter.kept import from_json
from arbiter.pairing.trf.columns import (
    AbnormalRecord,
    InitialColourRecord,
    PlayerRecord,
    PointsRecord,
    Record,
    RoundCell,
    RoundsRecord,
    TextRecord,
)
from arbiter.pairing.trf.document import Document, write
from arbiter.pairing.trf.points import scoring
from arbiter.pairing.violations import Colour
from arbiter.progression.plan import Knockout, RoundRobin, Swiss
from arbiter.progression.situation import Why
from arbiter.results import DRAW, WIN, GameResult
from games.selectors.chain import deadlines_of
from statements import row_number
from tournaments.models import (
    Chair,
    Entry,
    Rest,
    Round,
    RoundState,
    Standing,
    Table,
    TableState,
    Tournament,
    TournamentState,
)
from tournaments.models import Entry as EntryRow
from tournaments.pages.lists import happenings
from tournaments.pages.people import IN, Person, fields, person
from tournaments.pages.standings_lines import all_lines
from tournaments.pages.tables import table_rows
from tournaments.pages.tie_breaks import award_of

MONTHS = (
    "jan(uary?)? feb(ruary?)? m[aä]r(ch|z)? apr(il)? may|mai june?|juni? july?|juli? aug(ust)? sept?(ember)? o[ck]t(ober)? "
    "nov(ember)? de[cz](ember)?"
).replace(" ", "|")
NO_TEXT = re.compile(rf"[\t\r\n]|\s*([=+\-@＝＋－＠\d]|({MONTHS})[\W_]*\d)", re.IGNORECASE)
"""How a text begins that a spreadsheet may take for a formula, a number, a date or a time."""


def standings(tournament: Tournament) -> list[dict[str, Any]]:
    """A line for everybody in order; each value exact, as a text such as 43/3, and as a decimal number."""
    return [
        {"place": line.place, "number": line.person.number, "name": line.person.name}
        | {name: value for cell in line.cells for name, value in _both_ways(cell.code, cell.exact).items()}
        for line in all_lines(tournament)
    ]


PAIRING_NAMES = (
    "round",
    "kind",
    "table",
    "game_of_match",
    "seat",
    "number",
    "name",
    "place",
    "points",
    "points_decimal",
    "vp",
)


def pairings(tournament: Tournament) -> list[dict[str, Any]]:
    """A line for every seat of every round, with place, points and VP where the table counts, and for everybody without a game,
    with the reason as `kind` and the points that it gave. Rounds that are held are left out."""
    plan, lines = tournament.plan, []

    def line(of: int, kind: str, who: Person, points: str | None, **more: int | None) -> None:
        own = {
            "round": of,
            "kind": kind,
            "number": who.number,
            "name": who.name,
            **_both_ways("points", points),
            **more,
        }
        lines.append({**dict.fromkeys(PAIRING_NAMES), **own})

    known = {"round__tournament": tournament, "round__is_held": False}
    tables = Table.objects.filter(**known).order_by("round__number", "number", "leg")
    for row in table_rows(tables, None, plan):
        for one in row.seats:
            place = {"table": row.number, "game_of_match": row.leg, "seat": one.seat + 1, "place": one.place}
            vp = one.vp if one.place is not None else None  # that of a running game is no result
            line(row.round_number, "game", one.person, one.exact or None, **place, vp=vp)
    rests = Rest.objects.filter(**known).order_by("round__number", "entry__number")
    for of, why, points, *who in rests.values_list("round__number", "why", "points", *fields("entry__")):
        line(of, why, person(who, None), str(award_of(Fraction(points), plan)))
    return sorted(lines, key=lambda one: one["round"])


def _both_ways(name: str, exact: str | None) -> dict[str, Any]:
    return {name: exact, f"{name}_decimal": round(float(Fraction(exact)), 6) if exact else None}


def as_csv(rows: Sequence[dict[str, Any]], names: Iterable[str]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(names))
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _harmless(value) for name, value in row.items()})
    return out.getvalue()


def _harmless(value: object) -> object:
    """A value that no spreadsheet takes for anything else: whole numbers as they are, others with so many decimals that they are no
    date in any language."""
    if isinstance(value, float):
        return f"{value:.6f}".removesuffix(".000000")
    if isinstance(value, str) and not value.isdecimal() and NO_TEXT.match(value):
        return f"'{value}"
    return value


GRANTED = {Fraction(0): "Z", Fraction(1, 2): "H", Fraction(1): "F"}
"""A round without a game that was granted, by the share of a win that it gives."""

SYSTEMS: Mapping[type, str] = {RoundRobin: "CUSTOM_ROUNDROBIN", Knockout: "CUSTOM_KNOCKOUT"}
"""What the format calls forms that are no Swiss. A round-robin goes by the Berger tables, but by lots that do not stand in the
file, not by the starting numbers."""

Cells = dict[int, dict[int, RoundCell]]


def can_be_reported(tournament: Tournament) -> bool:
    """Whether the format has words for its first stage: in pairs, and one game a round for each at most. In a knockout of
    matches several games of a match are played in one round, and a line has one place for each."""
    form = tournament.plan.stages[0]
    return tournament.plan.in_pairs and not (isinstance(form, Knockout) and form.best_of > 1)


def report(tournament: Tournament) -> str:
    """The file, with all rounds of the first stage. Who is kept apart from whom is nobody's business and does not stand in it, nor
    a round that is held."""
    form = tournament.plan.stages[0]
    cells: Cells = defaultdict(dict)
    _games(tournament, cells)
    abnormal = list(_rests(tournament, cells))
    entries = list(
        Entry.objects.filter(tournament=tournament, number__isnull=False).select_related("user").order_by("number")
    )
    ranks = dict(Standing.objects.filter(tournament=tournament).values_list("entry_id", "order"))
    last = max((of for rounds in cells.values() for of in rounds), default=0)
    # the colour drawn by lot: that of the best seed who plays the first round
    first = (rounds[1].colour for _number, rounds in sorted(cells.items()) if 1 in rounds and rounds[1].colour)
    drawn = next(first, None) if isinstance(form, Swiss) else None
    head: list[Record] = [
        TextRecord("012", f" {tournament.title}"),
        *([RoundsRecord(form.rounds)] if isinstance(form, Swiss) else [TextRecord("192", f" {SYSTEMS[type(form)]}")]),
        PointsRecord((("W", WIN), ("D", DRAW), ("L", 0), ("P", int(tournament.plan.bye * WIN)))),
        *([InitialColourRecord(drawn)] if drawn else ()),
        *abnormal,
    ]
    rules = scoring(head)
    players = []
    for entry in entries:
        number, rating = entry.number or 0, round(entry.rating) if entry.rating else None
        played = tuple(cells[number].get(of, RoundCell(0, None, "Z")) for of in range(1, last + 1))
        points = sum(rules.of(number, of, cell) for of, cell in enumerate(played, start=1))
        players.append(PlayerRecord(number, entry.user.name[:33], points, ranks.get(entry.pk), played, rating=rating))
    return write(Document.of([*head, *players]))


def _games(tournament: Tournament, cells: Cells) -> None:
    """Every game of the first stage, those without a result too, in a Swiss also those annulled; the first seat is white."""
    columns = ("table_id", "round__number", "seat", "entry__number", "table__state", "table__result_text")
    chairs = Chair.objects.filter(round__tournament=tournament, round__stage=0, round__is_held=False).order_by(
        "round__number", "table_id", "seat"
    )
    if not isinstance(tournament.plan.stages[0], Swiss):
        chairs = chairs.exclude(table__state=TableState.ANNULLED)
    tables: dict[int, list[tuple[int, int, str, str, bool]]] = defaultdict(list)
    for table, of, _seat, number, state, text, played in chairs.values_list(*columns, "table__was_played"):
        tables[table].append((of, number, state, text, played))
    for seats in tables.values():
        if len(seats) != 2:
            continue
        (of, white, state, text, played), (_of, black, *_more) = seats
        results = ("", "")
        if state == TableState.COUNTED:
            results = _results(from_json(GameResult, text), played=played)
        cells[white][of] = RoundCell(black, Colour.WHITE, results[0])
        cells[black][of] = RoundCell(white, Colour.BLACK, results[1])


def _results(result: GameResult, *, played: bool) -> tuple[str, str]:
    white, black = sorted(result.outcomes, key=lambda one: one.seat)
    if white.place == black.place:
        return ("=", "=") if played else ("-", "-")
    won, lost = ("1", "0") if played else ("+", "-")
    return (won, lost) if white.place < black.place else (lost, won)


def _rests(tournament: Tournament, cells: Cells) -> Iterable[AbnormalRecord]:
    """Rounds without a game; a line of its own for points that the format has no sign for."""
    rows = Rest.objects.filter(round__tournament=tournament, round__stage=0, round__is_held=False).order_by(
        "round__number", "entry__number"
    )
    for of, number, why, text in rows.values_list("round__number", "entry__number", "why", "points"):
        if number is None:
            continue
        points = Fraction(text)
        if Why(why) is Why.BYE:
            cells[number][of] = RoundCell(0, None, "U")
            continue
        cells[number][of] = RoundCell(0, None, GRANTED.get(points, "H"))
        if points not in GRANTED:
            yield AbnormalRecord("H", int(points * WIN), of, (number,))


CALENDAR_TYPE = "text/calendar; charset=utf-8"


def event_of(uid: str, at: datetime, summary: str, url: str, changed: datetime) -> Event:
    """One moment of a calendar. `uid` stays the same when it moves; `changed` is when it was last known to be so."""
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", changed.astimezone(UTC))
    event.add("dtstart", at.astimezone(UTC))
    event.add("summary", summary)
    event.add("url", url)
    event.add("transp", "TRANSPARENT")  # a deadline makes nobody busy
    return event


def calendar_file(name: str, events: Iterable[Event]) -> bytes:
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", "-//St Pete//Events//EN")
    made.add("x-wr-calname", name)
    for event in events:
        made.add_component(event)
    return bytes(made.to_ical(sorted=False))


SALT = "tournaments.pages.feeds"  # part of every address that was given out
NO_ADDRESS = "-"
"""The key of who wants no address."""


def feed_token(user: User) -> str:
    """The secret part of the address of somebody's feed. It follows from the password and from a key that they can
    renew, so a new password or key makes a new address. Empty while they want none."""
    if user.feed_key == NO_ADDRESS:
        return ""
    told = ":".join([str(user.pk), user.get_session_auth_hash(), *([user.feed_key] if user.feed_key else [])])
    return f"{user.pk}-{salted_hmac(SALT, told).hexdigest()[:32]}"


def renew_feed(user: User) -> None:
    _write(user, secrets.token_urlsafe(12))


def revoke_feed(user: User) -> None:
    _write(user, NO_ADDRESS)


def _write(user: User, key: str) -> None:
    user.feed_key = key
    User.objects.filter(pk=user.pk).update(feed_key=key)


def user_of_feed(token: str) -> User | None:
    """Whose feed it is; None for a token that is nobody's."""
    number = row_number(token.partition("-")[0])
    user = User.objects.filter(pk=number, is_active=True, deleted_at=None).first()
    known = feed_token(user) if user is not None else ""
    return user if known and hmac.compare_digest(known.encode(), token.encode()) else None


def feed_address(request: HttpRequest, user: User) -> str:
    """The address of a user's feed of deadlines and rounds; empty while they want none."""
    token = feed_token(user)
    return request.build_absolute_uri(reverse("tournaments:feed", args=[token])) if token else ""


def of_tournament(tournament: Tournament, reader: User | None, request: HttpRequest) -> list[Event]:
    return _entries([tournament], reader, request)


def of_person(user: User, request: HttpRequest) -> list[Event]:
    """The deadlines of a user's games, and the days of all tournaments that they play in or direct."""
    mine = Q(entries__in=EntryRow.objects.filter(user=user, state__in=IN)) | Q(directors__user=user)
    found = Tournament.objects.filter(mine, state__in=(TournamentState.OPEN, TournamentState.RUNNING)).distinct()
    return [*_deadlines(user, request), *_entries(list(found), user, request)]


def _deadlines(user: User, request: HttpRequest) -> Iterator[Event]:
    """Where nobody may know who is asked, the window stands there for everybody who plays."""
    host = request.get_host().partition(":")[0]
    for one in deadlines_of(user):
        words = _("“%(title)s”, game %(number)s") if one.title else _("game %(number)s")
        game = words % {"title": one.title, "number": one.game_id}
        said = _("%(game)s: possible deadline") if one.is_window else _("%(game)s: your deadline")
        url = request.build_absolute_uri(reverse("games:game", args=[one.game_id]))
        yield event_of(f"game-{one.game_id}-deadline@{host}", one.at, said % {"game": game}, url, one.since)


def _entries(tournaments: list[Tournament], reader: User | None, request: HttpRequest) -> list[Event]:
    host = request.get_host().partition(":")[0]
    known = {tournament.pk: tournament for tournament in tournaments}
    coming = happenings(Tournament.objects.filter(pk__in=known), reader)
    urls = {one.pk: request.build_absolute_uri(one.get_absolute_url()) for one in tournaments}
    events = [
        event_of(
            f"tournament-{one.tournament_id}-{one.kind}-{one.number}@{host}",
            one.at,
            f"{one.title}: {one.what}",
            urls[one.tournament_id],
            known[one.tournament_id].created_at,
        )
        for one in coming
    ]
    closed = Round.objects.filter(tournament__in=known, state=RoundState.CLOSED).order_by("closed_at")
    for tournament, number, at in closed.values_list("tournament_id", "number", "closed_at"):
        if at is None:
            continue
        summary = f"{known[tournament].title}: {_('round %(round)s ended') % {'round': number}}"
        events.append(event_of(f"tournament-{tournament}-ended-{number}@{host}", at, summary, urls[tournament], at))
    return events
