"""Tables before their game: who sits down, to which options, and when it begins."""

import hashlib
from datetime import timedelta

import pytest

import engine
from games.models import Game, Invitation, Participant, Seat, Status, Tenure, Visibility
from games.play.errors import NotRunning, NotSeated
from games.play.positions import load
from games.tables import errors, sitting, tables
from games.tables.gathering import EXPIRES_AFTER, free_seats, terms_token
from games.tables.tables import leave_tables
from notifications.models import Notification

from ..boards import as_bots_would
from ..play_builders import DAY, NOON, begun
from ..table_builders import agreed_over, table, terms

pytestmark = pytest.mark.django_db
GUARD = timedelta(seconds=30)


def again(game):
    return Game.objects.get(pk=game.pk)


def join(game, user, **arguments):
    return sitting.join_table(game_id=game.pk, user=user, now=NOON, **arguments)


def test_a_new_table_has_its_host_and_a_commitment_to_its_deal(anna):
    game = Game.objects.with_secret().get(pk=table(anna).pk)
    assert [one.user for one in game.participants.all()] == [anna]
    assert game.commitment == engine.commitment(bytes(game.secret))
    assert game.status == Status.OPEN
    assert game.expires_at == NOON + EXPIRES_AFTER


def test_two_tables_have_two_secrets(anna):
    first, second = table(anna), table(anna)
    assert first.commitment != second.commitment


def test_the_commitment_is_not_a_plain_hash_of_anything_else_that_is_shown(anna):
    game = table(anna)
    shown = [str(game.pk), game.link_token, game.title]
    assert game.commitment not in [hashlib.sha256(text.encode()).hexdigest() for text in shown]


def test_a_table_fills_and_begins_after_the_guard(anna, boris):
    game = join(table(anna), boris)
    assert (game.status, game.starts_at) == (Status.FULL, NOON + GUARD)
    assert tables.start_due(now=NOON + GUARD - timedelta(seconds=1)) == 0
    assert tables.start_due(now=NOON + GUARD) == 1
    assert again(game).status == Status.RUNNING
    assert {tenure.user for tenure in Tenure.objects.filter(seat__game=game)} == {anna, boris}
    assert Notification.objects.filter(kind="started").count() == 2
    assert Seat.objects.filter(game=game, waiting=True).count() == 1


def test_starting_twice_starts_once(anna, boris):
    game = join(table(anna), boris)
    assert tables.start_due(now=NOON + GUARD) == 1
    assert tables.start_due(now=NOON + GUARD) == 0
    assert Seat.objects.filter(game=game).count() == 2


def test_the_deal_is_the_one_that_was_committed_to_before_anybody_sat_down(anna, boris):
    game = table(anna)
    seed = engine.seed_for(bytes(Game.objects.with_secret().get(pk=game.pk).secret), str(game.pk))
    join(game, boris)
    tables.start_due(now=NOON + GUARD)
    assert load(game.pk).deal == engine.make_deal(game.engine_options, seed)
    assert again(game).commitment == game.commitment


def test_leaving_in_the_guard_opens_the_table_again(anna, boris):
    game = join(table(anna), boris)
    sitting.leave_table(game_id=game.pk, user=boris, now=NOON)
    assert (again(game).status, again(game).starts_at) == (Status.OPEN, None)
    assert tables.start_due(now=NOON + DAY) == 0


def test_a_removal_in_the_guard_opens_the_table_again(anna, boris):
    game = join(table(anna), boris)
    participant = game.participants.get(user=boris)
    sitting.remove_participant(game_id=game.pk, host=anna, participant_id=participant.pk, now=NOON)
    assert again(game).status == Status.OPEN
    assert free_seats(game) == 1


def test_joining_twice_joins_once(anna, boris):
    game = table(anna, players=3)
    join(game, boris)
    join(game, boris)
    assert Participant.objects.filter(game=game, user=boris).count() == 1


def test_a_full_table_takes_nobody(anna, boris, clara):
    game = join(table(anna), boris)
    with pytest.raises(errors.TableFull):
        join(game, clara)


def test_a_running_game_takes_nobody(anna, boris, clara):
    with pytest.raises(errors.TableClosed):
        join(begun(anna, boris), clara)


def test_a_table_by_link_is_joined_with_its_link_only(anna, boris):
    game = table(anna, visibility=Visibility.LINK)
    with pytest.raises(errors.NotAllowed, match="link"):
        join(game, boris)
    with pytest.raises(errors.NotAllowed):
        join(game, boris, token="guessed")
    assert join(game, boris, token=game.link_token).status == Status.FULL


def test_changed_options_ask_everybody_again_and_by_mail(anna, boris):
    game = join(table(anna), boris)
    tables.change_table(game_id=game.pk, host=anna, terms=terms(open_hands=False), now=NOON)
    game = again(game)
    assert game.status == Status.OPEN
    assert {one.user: one.agreed for one in game.participants.all()} == {anna: True, boris: False}
    assert [notification.user for notification in Notification.objects.filter(kind="options")] == [boris]
    sitting.agree_to_options(game_id=game.pk, user=boris, seen=terms_token(game), now=NOON)
    assert again(game).status == Status.FULL


@pytest.mark.parametrize("change", [{"pace": "7d"}, {"misses": 0}, {"edition": 1}, {"rated": False}])
def test_pace_deadlines_and_edition_are_what_people_agreed_to(anna, boris, change):
    game = join(table(anna), boris)
    tables.change_table(game_id=game.pk, host=anna, terms=terms(**change), now=NOON)
    assert not game.participants.get(user=boris).agreed


def test_a_new_title_asks_nobody(anna, boris):
    game = join(table(anna), boris)
    tables.change_table(game_id=game.pk, host=anna, terms=terms(title="Lunch break"), now=NOON)
    assert again(game).title == "Lunch break"
    assert again(game).status == Status.FULL
    assert not Notification.objects.filter(kind="options").exists()


def test_nobody_agrees_to_options_he_has_not_seen(anna, boris, clara):
    game = join(table(anna, players=3), boris)
    seen = terms_token(game)
    tables.change_table(game_id=game.pk, host=anna, terms=terms(players=3, pace="12h"), now=NOON)
    with pytest.raises(errors.StaleTable):
        sitting.agree_to_options(game_id=game.pk, user=boris, seen=seen, now=NOON)
    with pytest.raises(errors.StaleTable):
        join(game, clara, seen=seen)
    assert join(game, clara, seen=terms_token(again(game)))


def test_a_table_cannot_become_smaller_than_its_people(anna, boris):
    game = join(table(anna, "clara@example.com", players=3), boris)
    with pytest.raises(errors.BadOptions, match="Free a seat first"):
        tables.change_table(game_id=game.pk, host=anna, terms=terms(players=2), now=NOON)
    assert again(game).players == 3


def test_only_the_host_rules_the_table(anna, boris):
    game = join(table(anna, players=3), boris)
    wishes = [
        lambda: tables.change_table(game_id=game.pk, host=boris, terms=terms(players=3), now=NOON),
        lambda: sitting.remove_participant(game_id=game.pk, host=boris, participant_id=1, now=NOON),
        lambda: sitting.add_bots(game_id=game.pk, host=boris, now=NOON),
        lambda: sitting.add_bots(game_id=game.pk, host=boris, most=5, now=NOON),
        lambda: tables.close_table(game_id=game.pk, host=boris, now=NOON),
        lambda: tables.prolong_table(game_id=game.pk, host=boris, now=NOON),
    ]
    for wish in wishes:
        with pytest.raises(errors.NotAllowed):
            wish()


def test_the_host_does_not_leave_but_close(anna, boris):
    game = table(anna, "boris")
    with pytest.raises(errors.NotAllowed, match="Close it"):
        sitting.leave_table(game_id=game.pk, user=anna, now=NOON)
    tables.close_table(game_id=game.pk, host=anna, now=NOON)
    assert again(game).status == Status.CLOSED
    assert Invitation.objects.get().state == "revoked"
    with pytest.raises(errors.TableClosed):
        join(game, boris)


def test_bots_fill_what_is_free_but_not_the_seat_of_somebody_invited(anna, boris):
    game = table(anna, "boris", players=4)
    sitting.add_bots(game_id=game.pk, host=anna, most=5, now=NOON)
    assert game.participants.exclude(bot="").count() == 2
    with pytest.raises(errors.TableFull):
        sitting.add_bots(game_id=game.pk, host=anna, now=NOON)
    assert join(game, boris).status == Status.FULL


def test_a_seat_kept_for_somebody_is_not_given_away(anna, boris, clara):
    game = table(anna, "boris")
    with pytest.raises(errors.TableFull, match=r"The remaining seats are reserved for invited players\."):
        join(game, clara)
    assert join(game, boris).status == Status.FULL


def test_more_bots_than_seats_are_refused(anna):
    with pytest.raises(errors.BadOptions):
        table(anna, bots=2, players=2)
    assert not Game.objects.exists()


def test_a_host_gathers_at_a_bounded_number_of_tables(anna, settings):
    settings.MOST_OPEN_TABLES = 2
    table(anna)
    closed = table(anna)
    with pytest.raises(errors.TooMany, match="2 tables"):
        table(anna)
    tables.close_table(game_id=closed.pk, host=anna, now=NOON)
    assert table(anna)


def test_an_unfilled_table_expires_after_ten_days_with_a_warning_before(anna, boris):
    game = table(anna, "boris")
    warning = Notification.objects.get(kind="expiry")
    assert (warning.user, warning.due_at) == (anna, NOON + 8 * DAY)
    assert tables.expire_due(now=NOON + 10 * DAY - timedelta(seconds=1)) == 0
    assert tables.expire_due(now=NOON + 10 * DAY) == 1
    assert again(game).status == Status.CLOSED
    assert tables.expire_due(now=NOON + 10 * DAY) == 0


def test_a_prolonged_table_lives_ten_days_more_and_is_warned_of_anew(anna):
    game = table(anna)
    tables.prolong_table(game_id=game.pk, host=anna, now=NOON + 9 * DAY)
    assert tables.expire_due(now=NOON + 10 * DAY) == 0
    assert sorted(notification.due_at for notification in Notification.objects.filter(kind="expiry")) == [
        NOON + 8 * DAY,
        NOON + 17 * DAY,
    ]


def test_a_quick_game_begins_at_once(anna):
    game = tables.quick_game(user=anna, terms=terms(players=3, visibility=Visibility.LINK), now=NOON)
    assert again(game).status == Status.RUNNING
    assert sorted(bool(tenure.bot) for tenure in Tenure.objects.filter(seat__game=game)) == [False, True, True]


def test_a_double_click_on_quick_game_is_one_game(anna):
    wish = terms(visibility=Visibility.LINK)
    first = tables.quick_game(user=anna, terms=wish, now=NOON)
    assert tables.quick_game(user=anna, terms=wish, now=NOON + timedelta(seconds=2)).pk == first.pk
    assert tables.quick_game(user=anna, terms=wish, now=NOON + timedelta(minutes=1)).pk != first.pk


def test_a_rematch_asks_the_same_people_with_the_same_options_once(anna, boris):
    old = begun(anna, boris, "plain", pace="3d", open_hands=False)
    with pytest.raises(NotRunning):
        tables.rematch(game_id=old.pk, user=anna, now=NOON)
    agreed_over(old)
    game = tables.rematch(game_id=old.pk, user=boris, now=NOON)
    assert (game.options, game.pace_base, game.host) == (old.options, old.pace_base, boris)
    assert sorted(str(one) for one in game.participants.all()) == ["Boris", "plain"]
    assert [(one.user, one.state) for one in game.invitations.all()] == [(anna, "open")]
    assert tables.rematch(game_id=old.pk, user=anna, now=NOON).pk == game.pk
    assert join(game, anna).status == Status.FULL


def test_a_rematch_is_for_those_who_played(anna, boris, dmitri):
    old = begun(anna, boris)
    agreed_over(old)
    with pytest.raises(NotSeated):
        tables.rematch(game_id=old.pk, user=dmitri, now=NOON)


def test_somebody_who_deletes_the_account_leaves_every_table(anna, boris, clara):
    own, other = table(anna, "boris"), join(table(boris, players=3), anna)
    asked = table(clara, "anna", "anna@example.org", players=4)
    leave_tables(user=anna, now=NOON)
    assert again(own).status == Status.CLOSED
    assert [one.user for one in other.participants.all()] == [boris]
    assert {one.state for one in asked.invitations.all()} == {"declined"}
    assert not Invitation.objects.filter(email__gt="").exists()


def test_a_table_of_bots_and_a_rematch_with_them_start_at_once(anna):
    """Nobody has to be waited for; only a table with people waits until a wrong click can be taken back."""
    game = tables.create_table(host=anna, terms=terms(players=2), now=NOON, bots=["plain"])
    assert game.is_running
    as_bots_would(game, until=lambda state: state.is_over, now=NOON)
    again = tables.rematch(game_id=game.pk, user=anna, now=NOON)
    assert again.is_running
    assert again.rematch_of_id == game.pk
