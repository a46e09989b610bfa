"""Who holds the Thief is nobody's business (BANQ-THIEF-6): the same game is played twice, with the Thief in one or in another
hidden hand, and everything that leaves the site for a third player and for a visitor is compared byte by byte."""

import json
import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client
from django.utils import timezone

import engine
from accounts.activity import touch
from accounts.models import User
from games.due import counts
from games.emails import deadlines
from games.models import Game, LogRow, PassMode, Seat, Source, TenureEnd
from games.play import automatic, position_cache, secrecy, seen
from games.play.advance import Advance
from games.play.automatic import time_out
from games.play.errors import NoClock
from games.play.glances import find_glance_faults, kept_glance
from games.play.interventions import extra_time, pause_game, play_out, replace_player, resume_game
from games.play.moves import set_preset, submit_move
from games.play.positions import Play, load
from games.play.seats import hand_to_bot, resign, take_back_seat
from notifications.bundling import bundle_due
from notifications.mail.compose import compose
from notifications.models import Delivery, Notification
from tests.games.banquet_games import arrange, go_on, kind_of, legal
from tests.games.boards import Page, seat_named
from tests.games.play_builders import DAY, HOUR, NOON, begun
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db

LATER = NOON + 2 * HOUR
"""When everybody looks at the pages."""


class _AnyTime(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class StoppedTime(datetime, metaclass=_AnyTime):
    """The clock that pages read stands still, so that two worlds are looked at in the same moment."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        return LATER


@pytest.fixture(autouse=True)
def _stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "datetime", StoppedTime)


@pytest.fixture
def people(anna: User, boris: User, clara: User) -> dict[str, User]:
    """All are here, whoever is asked: of somebody who comes to answer that is told, as of all who open a page, and no more."""
    User.objects.update(active_on=LATER.date())
    for user in (anna, boris, clara):
        touch(user.pk)
    return {"Anna": anna, "Boris": boris, "Clara": clara}


OTHER = "double-move"
"""The card that the other one of the two has drawn, unseen: of the same pile, and playable by nobody here."""


def answers(state: engine.State, seat: int, drawing: tuple[int, ...]) -> str | None:
    """Both of `drawing` build an Observatory, draw from the Exchange pile and take the card; whoever else passes."""
    if kind_of(state) == "drawn":
        return legal(state, seat, "take ")
    if seat not in drawing or state.phase != "building" or kind_of(state) != "turn":
        return None
    return legal(state, seat, "draw exchange") or (
        legal(state, seat, "buy observatory") if not state.players[seat].hand and not _built(state, seat) else None
    )


def _built(state: engine.State, seat: int) -> bool:
    return any(shown.card == "observatory" for shown in engine.view_for(state, seat).seats[seat].display)


class World:
    """The game at the Thief's window, the Thief being in the hand of `holder`."""

    def __init__(self, game: Game, people: dict[str, User], holder: str) -> None:
        self.game, self.people = game, people
        self.seat = seat_named(game, holder)
        self.holder = people[holder]

    @property
    def play(self) -> Play:
        return load(self.game.pk)

    @property
    def row(self) -> Seat:
        return self.play.seats[self.seat]

    def answer(self, text: str, *, source: Source = Source.PAGE, now=NOON + HOUR):
        version = self.play.game.version
        return submit_move(game_id=self.game.pk, user=self.holder, text=text, version=version, source=source, now=now)


def shown_to(world: World, user: User | None) -> list[bytes]:
    """Everything that this person, or a visitor, can look at."""
    client = signed_in(user) if user else Client()
    here, api = f"/games/{world.game.pk}/", f"/api/v1/games/{world.game.pk}/"
    pages = [here, f"{here}?card=upper.1.judge", f"{here}log/", f"{here}pulse/", f"{here}replay/", f"{here}record/"]
    pages += [f"{here}replay/?at={at}" for at in (1, *range(len(world.play.steps) - 6, len(world.play.steps)))]
    pages += ["/", api, f"{api}record/", f"/players/{world.people['Anna'].pk}/"]
    if user is not None:
        pages += ["/games/", "/games/next/", "/api/v1/games/", "/api/v1/games/?waiting=true"]
    found = []
    for page in pages:
        response = client.get(page)
        found.append(
            f"{page} {response.status_code} {response.get('Location', '')} {response.get('ETag', '')}".encode()
        )
        found.append(_steady(response.content))
    return found


def to_others(world: World) -> list[object]:
    """Everything that leaves the site for anybody but the holder."""
    caches["shared"].clear()  # the front page keeps its game for some seconds, whatever happens in it
    for user in world.people.values():  # all have the page open, or only in the second world all would have had it
        seen.mark_open(user.pk, world.game.pk)
    return [*shown_to(world, world.people["Clara"]), *shown_to(world, None), *mails(world)]


def _steady(content: bytes) -> bytes:
    """Without what differs between any two answers, and without the numbers of rows that a database has counted on."""
    content = re.sub(rb'(name="participants-\d+-id") value="\d+"', rb"\1", content)
    content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)
    return re.sub(rb'nonce="[^"]*"', b"", content)


def mails(world: World, now: datetime = LATER) -> list[object]:
    """What has been mailed to Clara until this moment, and that nothing is on its way to her."""
    bundle_due(now)
    found: list[object] = []
    for delivery in Delivery.objects.filter(user=world.people["Clara"]).order_by("pk"):
        made = compose(delivery, list(delivery.notifications.order_by("pk")), now)
        found += [delivery.kind, made.subject, re.sub(r"\S+unsubscribe/\S+", "", str(made.body))]
    waiting = Notification.objects.filter(user=world.people["Clara"], due_at__isnull=False).order_by("due_at")
    return [*found, *waiting.values_list("kind", "due_at")]


def in_both_worlds(
    monkeypatch: pytest.MonkeyPatch,
    people: dict[str, User],
    tell: Callable[[World], list[object]],
    **options: object,
) -> list[object]:
    """What `tell` tells, which must be the same whether Anna or Boris holds the Thief. Each world is undone afterwards, so
    that both have the same numbers."""
    told = []
    for holder in ("Anna", "Boris"):
        with transaction.atomic():
            told.append(tell(world_of(monkeypatch, people, holder, **options)))
            transaction.set_rollback(True)
        position_cache.clear()  # under a clock that stands still the last rows of both worlds may be equal, and all numbers are
    assert len(told[0]) > 0
    for one, other in zip(*told, strict=True):
        assert one == other
    return told[0]


def world_of(
    monkeypatch: pytest.MonkeyPatch,
    people: dict[str, User],
    holder: str,
    *,
    preset: str = "",
    stop: str = "noble",
    **options: object,
) -> World:
    """The Noble phase of the first round, after the refill: the two have drawn their cards in the Building phase. With `stop`
    "building" it is still that phase."""
    scout = begun(*people.values(), sets=["banquet"], open_hands=False, **options)
    drawing = tuple(seat for seat in _turns(scout) if seat != seat_named(scout, "Clara"))
    cards = ["thief", OTHER] if seat_named(scout, holder) == drawing[0] else [OTHER, "thief"]
    scout.delete()
    Notification.objects.all().delete()  # the next game gets the same number, and its notifications the same keys
    arrange(monkeypatch, {"building": ["observatory", "observatory"], "exchange": cards})
    game = begun(*people.values(), sets=["banquet"], open_hands=False, **options)

    def both_hold(state: engine.State) -> bool:
        return all(state.players[seat].hand for seat in drawing)

    go_on(game, lambda state, seat: answers(state, seat, drawing), until=both_hold)
    world = World(game, people, holder)
    if preset:
        set_preset(game_id=game.pk, user=world.holder, name="thief", value=preset, now=NOON)
    play = go_on(game, lambda state, seat: None, until=lambda state: state.phase == stop)
    hands = [engine.view_for(play.state, seat).seats[seat].hand for seat in drawing]
    assert sorted(slot.card for hand in hands for slot in hand) == sorted([OTHER, "thief"])
    if not preset:
        assert kind_of(play.state) == "thief"
        assert engine.waiting_for(play.state) == (world.seat,)
    return world


def _turns(game: Game) -> list[int]:
    """The seats in the order of the Building phase."""
    view = load(game.pk).view(None)
    start = next(phase.start_seat for phase in view.phases if phase.name == "building")
    return [(start + step) % len(view.seats) for step in range(len(view.seats))]


PACES = ["2d", "bank-quick"]


@pytest.mark.parametrize("pace", PACES)
def test_while_the_thief_is_asked_nobody_can_tell_who(monkeypatch, people, pace):
    """BANQ-THIEF-6: page, log, lists, API and mails, with a time for each move and with a bank."""

    def tell(world: World) -> list[object]:
        own = Page.of(signed_in(world.holder).get(f"/games/{world.game.pk}/"))
        assert own.title == "Thief: now or later?"
        assert "thief no" in own.moves
        return to_others(world)

    told = in_both_worlds(monkeypatch, people, tell, pace=pace)
    page = Page(200, told[1].decode())
    assert page.title == "Waiting for an answer"
    assert "A player may be asked about the Thief before the first turn of the phase." in page.text
    due = (NOON + (2 * DAY if pace == "2d" else DAY)).isoformat()
    assert f'data-due="{due}"' in page.text, "one deadline for all"
    assert "to move" not in page.text
    mine = b" ".join(part for part in told if isinstance(part, bytes))
    assert mine.count(b"Waiting for an answer") >= 3, "the page, My games, and the visitor's page"
    state = next(json.loads(part) for part in told if isinstance(part, bytes) and part.startswith(b'{"id"'))
    assert state["window"]["until"].startswith(due[:19])
    assert not any(seat["waiting"] or seat["due_at"] or seat["asked_since"] for seat in state["seats"])
    assert (state["view"]["asked"], state["view"]["question"]["seats"]) == ([], [])


@pytest.mark.parametrize("pace", PACES)
def test_keeping_the_thief_leaves_nothing_to_tell_then_or_later(monkeypatch, people, pace):
    """BANQ-THIEF-6: nobody learns who answered, neither from log and clocks after the answer nor in his next turns."""

    def tell(world: World) -> list[object]:
        world.answer("thief no", now=NOON + HOUR)
        told = to_others(world)
        for _ in range(3):  # everybody's turn: what the answer did to a clock would show now
            play = world.play
            index = engine.waiting_for(play.state)[0]
            user = play.holder(index).user
            version = play.game.version
            submit_move(
                game_id=world.game.pk, user=user, text="pass", version=version, source=Source.PAGE, now=NOON + HOUR
            )
            told += to_others(world)
        return told

    in_both_worlds(monkeypatch, people, tell, pace=pace)


@pytest.mark.parametrize("pace", PACES)
def test_a_deadline_that_passes_there_is_nobodys_miss(monkeypatch, people, pace):
    """BANQ-THIEF-6: the clock keeps the Thief; no miss counts, no bot takes over, nobody passes for it."""

    def tell(world: World) -> list[object]:
        due = world.row.due_at
        assert due == NOON + (2 * DAY if pace == "2d" else DAY)
        assert time_out(seat_id=world.row.pk, now=due)
        play = world.play
        row = play.rows[-1]
        assert (row.seat, row.text, row.source) == (world.seat, "thief no", "timeout")
        seat = world.row
        assert (seat.misses, seat.pass_mode, play.holder(world.seat).is_bot) == (0, PassMode.NONE, False)
        letter = deadlines.timed_out(play, seat, row.number)
        assert (letter.played.text, letter.limit, letter.passes_on) == ("keep the Thief", 0, False)
        return to_others(world)

    in_both_worlds(monkeypatch, people, tell, pace=pace, misses=1)


def test_what_the_holder_has_decided_before_tells_nothing(monkeypatch, people):
    """BANQ-THIEF-6, section 26: an answer by the preset is in the log as a row without seat and text, in an API answer too."""

    def tell(world: World) -> list[object]:
        play = world.play
        (row,) = [row for row in play.rows if row.text == "thief no"]
        assert (row.seat, row.source) == (world.seat, "standing")
        assert row.number in secrecy.hidden_moves(play, None)
        assert row.number not in secrecy.hidden_moves(play, world.seat)
        clara = seat_named(world.game, "Clara")
        shown = secrecy.rows_for(play, clara, play.rows[-2:])  # such as the answer to the move before it had
        return [*to_others(world), *((one.number, one.seat, one.text, one.source, one.at) for one in shown)]

    told = in_both_worlds(monkeypatch, people, tell, preset="no")
    assert sum(isinstance(one, tuple) and one[1:4] == (None, None, None) for one in told) == 1


def test_the_answer_to_a_move_by_the_api_tells_nothing_of_the_thief(monkeypatch, people):
    """BANQ-THIEF-6: Clara's pass ends the Building phase, and the preset of another answers in the same breath."""

    def tell(world: World) -> list[object]:
        clara = seat_named(world.game, "Clara")

        def takes_once(state: engine.State, seat: int) -> str | None:
            return legal(state, seat, "take ") if seat == clara and not state.players[clara].hand else None

        def clara_ends_it(state: engine.State) -> bool:
            return engine.waiting_for(state) == (clara,) and bool(state.players[clara].hand)

        go_on(world.game, takes_once, until=clara_ends_it)
        body = {"text": "pass", "version": world.play.game.version}
        client = signed_in(people["Clara"])
        response = client.post(f"/api/v1/games/{world.game.pk}/moves/", body, content_type="application/json")
        assert response.status_code == 201, response.content
        assert world.play.rows[-1].text == "thief no"
        assert world.play.state.phase == "noble"
        rows = response.json()["rows"]
        assert (rows[0]["seat"], rows[0]["text"], rows[0]["source"]) == (clara, "pass", "api")
        assert (rows[-1]["seat"], rows[-1]["text"], rows[-1]["source"]) == (None, None, None)
        return [_steady(response.content), *to_others(world)]

    in_both_worlds(monkeypatch, people, tell, preset="no", stop="building")


def test_a_seat_that_changes_hands_meanwhile_tells_nothing(monkeypatch, people):
    """BANQ-THIEF-6: whether the holder resigns or the other one, the question stands as long; a bot that takes the seat over
    answers when the time is over, and the alarm does not count it as stuck."""

    def tell(world: World) -> list[object]:
        resign(game_id=world.game.pk, user=people["Anna"], source=Source.PAGE, now=NOON + HOUR)
        seat, until = world.row, NOON + 2 * DAY
        is_bot = world.play.holder(world.seat).is_bot
        assert (seat.bot_due_at if is_bot else seat.due_at) == until
        assert counts(NOON + 3 * HOUR)["bots"] == 0
        told = to_others(world)
        if is_bot:
            assert not automatic.answer_for_bot(seat_id=seat.pk, now=until - HOUR)
            assert automatic.answer_for_bot(seat_id=seat.pk, now=until)
            assert world.play.rows[-1].seat == world.seat
        else:
            time_out(seat_id=seat.pk, now=until)
        return told

    in_both_worlds(monkeypatch, people, tell)


def test_coming_back_does_not_move_the_window(monkeypatch, people):
    """BANQ-THIEF-6: who takes his seat back from a bot while he is asked has the deadline of all."""
    world = world_of(monkeypatch, people, "Anna")
    with transaction.atomic():
        advance = Advance(load(world.game.pk, lock=True), NOON + HOUR)
        seat = advance.play.seats[world.seat]
        hand_to_bot(advance, seat, TenureEnd.KEPT, Source.TIMEOUT)
        advance.commit()
    assert world.row.bot_due_at == NOON + 2 * DAY
    take_back_seat(game_id=world.game.pk, user=people["Anna"], source=Source.PAGE, now=NOON + 2 * HOUR)
    assert (world.row.bot_due_at, world.row.due_at) == (None, NOON + 2 * DAY)


def test_who_comes_back_into_a_game_that_stood_still_has_the_whole_window(monkeypatch, people):
    """BANQ-THIEF-6: it opened with the last move, weeks ago; what nobody was asked meanwhile takes no time from anybody."""
    world = world_of(monkeypatch, people, "Anna")
    for user in people.values():
        with transaction.atomic():
            advance = Advance(load(world.game.pk, lock=True), NOON)
            seat = advance.play.seat_of(user)
            hand_to_bot(advance, seat, TenureEnd.KEPT, Source.TIMEOUT)
            advance.commit()
    assert world.play.game.stands_still
    assert world.row.bot_due_at is None
    back = NOON + 10 * DAY
    take_back_seat(game_id=world.game.pk, user=people["Anna"], source=Source.PAGE, now=back)
    assert world.row.due_at == back + 2 * DAY
    assert secrecy.open_window(world.play, world.play.state) == secrecy.Window(back, back + 2 * DAY)
    assert kept_glance(world.play.game).until == back + 2 * DAY
    take_back_seat(game_id=world.game.pk, user=people["Boris"], source=Source.PAGE, now=back + DAY)
    assert secrecy.open_window(world.play, world.play.state) == secrecy.Window(back, back + 2 * DAY), (
        "it went on before"
    )


def test_a_thief_that_is_played_is_told(monkeypatch, people):
    """BANQ-3: what is done openly is in nobody's way; the row keeps its seat and text for everybody."""
    world = world_of(monkeypatch, people, "Boris")
    text = legal(world.play.state, world.seat, "thief take ")
    rows = world.answer(text)
    play = world.play
    assert secrecy.rows_for(play, None, rows)[0].text == text
    assert secrecy.hidden_moves(play, None) == frozenset()
    words = Page.of(Client().get(f"/games/{world.game.pk}/log/")).words
    assert "Boris played Thief" in words


def test_a_bank_neither_loses_nor_gains_by_it(monkeypatch, people):
    """BANQ-THIEF-6: how long the holder thought would show in his next deadline."""
    world = world_of(monkeypatch, people, "Anna", pace="bank-quick")
    before = world.row.remaining
    world.answer("thief no", now=NOON + 5 * HOUR)
    assert world.row.remaining == before


def test_when_the_game_is_over_all_is_open(monkeypatch, people):
    """BANQ-THIEF-6: the replay says who kept the Thief, and the record has the row."""
    world = world_of(monkeypatch, people, "Anna")
    world.answer("thief no")
    with transaction.atomic():
        advance = Advance(load(world.game.pk, lock=True), NOON)
        while not advance.state.is_over:
            seat = engine.waiting_for(advance.state)[0]
            text = "thief no" if kind_of(advance.state) == "thief" else legal(advance.state, seat, "buy")
            default = str(engine.default_move(advance.state, seat))
            advance.move(seat, engine.parse_move(text or default, advance.state), Source.PAGE)
        advance.commit()
    play = world.play
    assert play.game.is_finished
    assert secrecy.hidden_moves(play, None) == frozenset()
    (row,) = [row for row in play.rows if row.text == "thief no"][:1]
    page = Page.of(Client().get(f"/games/{world.game.pk}/replay/?at={row.ply}"))
    assert page.title == "Anna: keep the Thief"
    record = Client().get(f"/api/v1/games/{world.game.pk}/record/").json()
    assert any(move["text"] == "thief no" for move in record["moves"])


ADMIN = ("games/game", "games/seat", "games/logrow", "notifications/notification", "notifications/delivery")


def test_staff_who_play_learn_nothing_from_the_admin_pages(monkeypatch, people):
    """BANQ-THIEF-6: whoever may look there plays, too."""
    clara = people["Clara"]
    clara.is_staff = clara.is_superuser = True
    clara.save()

    def tell(world: World) -> list[object]:
        bundle_due(LATER)
        client = signed_in(clara)
        pages = [f"/admin/{model}/" for model in ADMIN] + [f"/admin/games/game/{world.game.pk}/change/"]
        told: list[object] = [_steady(client.get(page).content) for page in pages]
        for row in [
            world.row,
            LogRow.objects.filter(game=world.game).last(),
            Notification.objects.filter(user=world.holder).last(),
        ]:
            page = f"/admin/{row._meta.app_label}/{row._meta.model_name}/{row.pk}/change/"
            assert client.get(page).status_code == 302, "there is no such row for those who look"
        return told

    in_both_worlds(monkeypatch, people, tell)


@pytest.mark.parametrize("pace", PACES)
def test_a_pause_meanwhile_tells_nothing(monkeypatch, people, pace):
    """BANQ-THIEF-6: nobody is waited for in the pause, and after it there is one new deadline for all."""

    def tell(world: World) -> list[object]:
        bank = world.row.remaining
        pause_game(game_id=world.game.pk, now=NOON + HOUR)
        assert not any(seat.waiting for seat in world.play.seats)
        told = to_others(world)
        assert list(find_glance_faults()) == []
        resume_game(game_id=world.game.pk, now=LATER)
        assert world.row.due_at == LATER + world.play.game.clock.base
        assert world.row.remaining == bank, "it takes nothing from a bank"
        assert list(find_glance_faults()) == []
        return [*told, *to_others(world), *mails(world, LATER + HOUR)]

    told = in_both_worlds(monkeypatch, people, tell, pace=pace)
    assert b"The game is paused" in b" ".join(part for part in told if isinstance(part, bytes))


@pytest.mark.parametrize("pace", PACES)
def test_acts_of_an_organiser_meanwhile_tell_nothing(monkeypatch, people, pace):
    """BANQ-THIEF-6: more time for a seat, a substitute in it, and bots in all of them, whether or not it is the one asked."""
    emil = person("Emil")

    def tell(world: World) -> list[object]:
        anna = seat_named(world.game, "Anna")
        until = world.row.due_at
        told: list[object] = []
        try:
            extra_time(game_id=world.game.pk, seat=anna, by=DAY, now=NOON + HOUR)
        except NoClock:
            told.append("no clock")
        told += to_others(world)
        replace_player(game_id=world.game.pk, seat=anna, by=emil, now=NOON + HOUR)
        told += to_others(world)
        assert world.row.due_at == until, "the one deadline of all stays"
        play_out(game_id=world.game.pk, now=NOON + HOUR)
        assert world.row.bot_due_at == until
        return [*told, *to_others(world)]

    told = in_both_worlds(monkeypatch, people, tell, pace=pace)
    assert ("no clock" in told) == (pace == "2d")
