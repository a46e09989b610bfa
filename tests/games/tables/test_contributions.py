"""Contributions of players to the deal: sealed with the terms, opened when the table is full, counted where withheld."""

import hashlib
import secrets
from datetime import timedelta

import pytest

import engine
from engine.record import from_record, verify
from games.models import Game, Participant, Status
from games.play.positions import load
from games.replay.checks import fault_in
from games.replay.record import record_of
from games.tables import contributions, seeks, sitting, tables
from games.tables.contributions import OPENING
from games.tables.errors import BadContribution, NotAtTable, TableClosed
from games.tables.gathering import Terms, start_guard, terms_token

from ..play_builders import NOON, play_on
from ..table_builders import agreed_over, terms

pytestmark = pytest.mark.django_db
FULL = NOON + start_guard()
OWN = {name: hashlib.sha256(name.encode()).digest() for name in ("Anna", "Boris", "Clara")}


def sealing(players: int = 2, **wish: object) -> Terms:
    made = terms(players=players, **wish)
    return Terms(made.title, made.options, made.clock, rated=made.rated, visibility=made.visibility, seals=True)


def full(host, *others, without=(), now=NOON) -> Game:
    """A table whose guard is over, everybody's contribution sealed but of those `without`."""

    def own(user):
        return "" if user in without else engine.sealed(OWN[user.name])

    game = tables.create_table(host=host, terms=sealing(1 + len(others)), now=now)
    for user in (host, *others):
        sitting.join_table(game_id=game.pk, user=user, now=now, sealed=own(user))
    tables.start_due(now=FULL)
    game.refresh_from_db()
    return game


def opens(game: Game, user, now=FULL) -> Game:
    found = contributions.open_contribution(table=game.pk, user=user, contribution=OWN[user.name].hex(), now=now)
    game.refresh_from_db()
    return found


def test_the_game_begins_with_the_last_contribution_and_its_record_is_proven(anna, boris, clara):
    game = full(anna, boris, clara, without=(clara,))
    assert (game.status, game.starts_at) == (Status.FULL, FULL + OPENING)
    (awaited,) = contributions.awaited_of(boris)
    assert awaited.sealed == [engine.sealed(OWN["Anna"]), engine.sealed(OWN["Boris"]), None]
    assert awaited.commitment == game.commitment
    opens(game, boris)
    assert game.status == Status.FULL, "one is missing"
    assert contributions.awaited_of(boris) == [], "and is not asked for twice"
    opens(game, anna)
    assert game.status == Status.RUNNING

    game = agreed_over(game)
    record = from_record(record_of(load(game.pk)))
    assert record.to_json()["format"] == "stpete-record/3"
    opened = [one["opened"] for one in record.to_json()["deal"]["contributions"]]
    assert opened == [OWN["Anna"].hex(), OWN["Boris"].hex(), None]
    said = "\n".join(verify(record))
    assert "contributions: 2 opened, 0 withheld, 1 without; one deal" in said
    assert load(game.pk).deal == record.deal, "the cards played are those of the proof"
    assert fault_in(load(game.pk)) is None
    shut, _opened = Game.objects.with_secret().get(pk=game.pk).contributions[2]
    Game.objects.filter(pk=game.pk).update(contributions=[[shut, OWN["Anna"].hex()]] * 3)
    assert fault_in(load(game.pk)) is not None, "the nightly check finds what was not sealed"
    joined = engine.seating(record.chance.seed, 3)
    assert record.seats == tuple(("Anna", "Boris", "Clara")[place] for place in joined)


def test_without_a_lost_device_it_goes_on_in_time_and_the_proof_counts_it(anna, boris):
    game = full(anna, boris)
    opens(game, anna)
    assert tables.start_due(now=FULL + OPENING - timedelta(seconds=1)) == 0
    assert tables.start_due(now=FULL + OPENING) == 1
    game.refresh_from_db()
    with pytest.raises(TableClosed):
        opens(game, boris)
    record = from_record(record_of(load(agreed_over(game).pk)))
    assert [one.is_withheld for one in record.chance.contributions] == [False, True]
    assert "at most 2 deals" in "\n".join(verify(record))


def test_joining_and_leaving_are_free_until_the_guard_is_over(anna, boris, clara):
    game = tables.create_table(host=anna, terms=sealing(), now=NOON)
    sitting.join_table(game_id=game.pk, user=anna, now=NOON, sealed=engine.sealed(OWN["Anna"]))
    sitting.join_table(game_id=game.pk, user=boris, now=NOON, sealed=engine.sealed(OWN["Boris"]))
    assert contributions.sealed_of(boris) == [engine.sealed(OWN["Boris"])]
    with pytest.raises(TableClosed):
        opens(game, anna)  # nothing is taken before nobody can leave any more
    sitting.leave_table(game_id=game.pk, user=boris, now=NOON)
    assert not Participant.objects.filter(sealed=engine.sealed(OWN["Boris"])).exists(), "it is forgotten"
    assert contributions.sealed_of(boris) == [], "and his browser need not ask for it any more"
    sitting.join_table(game_id=game.pk, user=clara, now=NOON, sealed=engine.sealed(OWN["Clara"]))
    tables.start_due(now=FULL)
    for refused in (
        lambda: sitting.leave_table(game_id=game.pk, user=clara, now=FULL),
        lambda: tables.change_table(game_id=game.pk, host=anna, terms=sealing(), now=FULL),
        lambda: tables.close_table(game_id=game.pk, host=anna, now=FULL),
        lambda: sitting.remove_participant(game_id=game.pk, host=anna, participant_id=0, now=FULL),
    ):
        with pytest.raises(TableClosed, match="deal is being drawn"):
            refused()  # who has seen what others opened cannot ask for another deal


def test_only_its_owner_opens_it_and_only_what_was_sealed(anna, boris, dmitri):
    game = full(anna, boris)
    with pytest.raises(NotAtTable):
        contributions.open_contribution(table=game.pk, user=dmitri, contribution=OWN["Anna"].hex(), now=FULL)
    for other in (OWN["Anna"].hex(), secrets.token_hex(32), "", "x" * 64):
        with pytest.raises(BadContribution):
            contributions.open_contribution(table=game.pk, user=boris, contribution=other, now=FULL)
    opens(game, boris)
    opens(game, boris)  # again changes nothing
    assert game.status == Status.FULL


def test_the_first_hash_of_a_player_stands_whatever_changes(anna, boris):
    game = tables.create_table(host=anna, terms=sealing(), now=NOON)
    own = engine.sealed(OWN["Boris"])
    sitting.join_table(game_id=game.pk, user=boris, now=NOON)
    sitting.join_table(game_id=game.pk, user=boris, now=NOON, sealed=own)
    changed = tables.change_table(game_id=game.pk, host=anna, terms=sealing(pace="3d"), now=NOON)
    sitting.agree_to_options(game_id=game.pk, user=boris, now=NOON, seen=terms_token(changed))
    sitting.join_table(game_id=game.pk, user=boris, now=NOON, sealed=engine.sealed(OWN["Anna"]))
    assert list(game.participants.values_list("sealed", flat=True)) == ["", own]


def test_a_quick_match_takes_what_came_with_the_search_and_waits_no_longer_than_for_a_move(anna, boris):
    for user in (anna, boris):
        game = seeks.seek(user=user, pool=seeks.Pool(2, 2, "blitz"), now=NOON, sealed=engine.sealed(OWN[user.name]))
    assert game.waits_for_contributions
    assert game.starts_at == NOON + timedelta(minutes=20)
    assert [contributions.sealed_of(user) for user in (anna, boris)] == [
        [engine.sealed(OWN[n])] for n in ("Anna", "Boris")
    ]
    for user in (anna, boris):
        opens(game, user, now=NOON)
    over = agreed_over(game)
    assert tables.rematch(game_id=over.pk, user=anna, now=NOON).seals
    record = from_record(record_of(load(over.pk)))
    assert [one.opened for one in record.chance.contributions] == [OWN["Anna"], OWN["Boris"]]
    assert fault_in(load(game.pk)) is None


@pytest.mark.parametrize("wish", ["unsealed", "without the option", "bots"])
def test_where_nobody_contributes_the_game_begins_at_once_with_the_record_as_before(anna, boris, wish):
    own = "" if wish == "unsealed" else engine.sealed(OWN["Anna"])
    chosen = terms() if wish == "without the option" else sealing()
    bots = ["rung-1"] if wish == "bots" else []
    game = tables.create_table(host=anna, terms=chosen, now=NOON, bots=bots)
    if not bots:
        sitting.join_table(game_id=game.pk, user=anna, now=NOON, sealed=own)
        sitting.join_table(game_id=game.pk, user=boris, now=NOON)
        tables.start_due(now=FULL)
    game.refresh_from_db()
    assert (game.status, game.sealed_at) == (Status.RUNNING, None)
    over = play_on(game).game if bots else agreed_over(game)
    deal = record_of(load(over.pk))["deal"]
    assert (deal["phrases"], "contributions" in deal) == ([], False)


def test_a_host_who_fills_the_table_with_bots_later_waits_for_no_contribution(anna):
    game = tables.create_table(host=anna, terms=sealing(), now=NOON)
    sitting.join_table(game_id=game.pk, user=anna, now=NOON, sealed=engine.sealed(OWN["Anna"]))
    sitting.add_bots(game_id=game.pk, host=anna, now=NOON)
    assert tables.start_due(now=FULL) == 1
    assert contributions.awaited_of(anna) == []


def test_a_bot_takes_the_seat_of_an_account_that_goes_while_the_table_waits(anna, boris):
    game = full(anna, boris)
    tables.leave_everything(user=boris, now=FULL)
    opens(game, anna)
    assert game.status == Status.FULL, "what Boris had sealed could still not be told from a lost device"
    tables.start_due(now=FULL + OPENING)
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert not game.rated
    assert load(game.pk).owner(0) in (anna, None)
    assert [bool(shut) for shut, _ in Game.objects.with_secret().get(pk=game.pk).contributions] == [True, True]
