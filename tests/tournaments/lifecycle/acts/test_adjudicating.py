"""A director ends a game that runs, from the desk, with a reason; never his own, and in duplicate tournaments by the
stated rule."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Closing, Ending, OutcomeKind, Unfinished
from games.models import Status
from games.play import automatic
from tests.games.boards import as_bots_would
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import DAY, NOON, again, is_late, people, started
from tournaments.lifecycle import verifying
from tournaments.lifecycle.errors import BadRequest, OwnTable, WrongState
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts.tables import adjudicate
from tournaments.models import Table, TableState, Tournament, TournamentState

pytestmark = pytest.mark.django_db
ENDINGS = {
    Unfinished.POINTS: Ending.POINTS,
    Unfinished.ADJUDICATE: Ending.ADJUDICATED,
    Unfinished.FORFEIT: Ending.FORFEITED,
}


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def table_of(tournament: Tournament) -> Table:
    return Table.objects.select_related("game").get(round__tournament=tournament)


def bots_play() -> None:
    """They have been asked at the time of the site's clock, because a page has asked them."""
    at = now() + DAY
    while seats := automatic.due_bots(at, 10):
        for seat in seats:
            automatic.answer_for_bot(seat_id=seat, now=at)


@pytest.mark.parametrize("how", Unfinished)
def test_each_rule_is_reached_from_the_desk_and_the_tournament_goes_on(nora: User, how: Unfinished) -> None:
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),)))
    client, address = signed_in(nora), f"/tournaments/{tournament.pk}/manage/adjudicate/"
    assert "Adjudicate game" in text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))
    assert "score by current points (this tournament&#x27;s rule)" in text_of(client.get(address))
    if how is Unfinished.ADJUDICATE:
        as_bots_would(table_of(tournament).game, until=is_late, now=NOON)
    sent = {"table": table_of(tournament).pk, "how": how.value, "reason": "The room closes."}
    assert "This cannot be undone." in text_of(client.post(address, sent))
    assert table_of(tournament).closing == ""
    client.post(address, {**sent, "step": "sure"})
    if how is Unfinished.ADJUDICATE:
        bots_play()
    clockwork.sweep(NOON)
    table = table_of(tournament)
    assert (table.state, table.closing, again(tournament).state) == (
        TableState.COUNTED,
        how.value,
        TournamentState.FINISHED,
    )
    assert table.result is not None
    assert table.result.ending is ENDINGS[how]
    assert any(one.part is OutcomeKind.LATE for one in table.result.outcomes) is (how is Unfinished.FORFEIT)
    act = tournament.acts.get(kind="adjudicated")
    assert (act.by, act.reason) == (nora, "The room closes.")
    assert act.data == {"round": 1, "table": 1, "leg": 1, "counts": how.value}
    assert "Game adjudicated by a director: round 1, table 1" in text_of(
        client.get(f"/tournaments/{tournament.pk}/log/")
    )
    assert list(verifying.tournament_faults(again(tournament))) == []


def test_nobody_ends_his_own_game_or_one_that_is_over() -> None:
    users = people(4)
    tournament = started(users[0], users, Plan(stages=(Swiss(1),)))
    table, mika = table_of(tournament), person("Mika")
    with pytest.raises(OwnTable):
        adjudicate(
            tournament_id=tournament.pk,
            director=users[0],
            table_id=table.pk,
            how=Unfinished.POINTS,
            reason="x",
            now=NOON,
        )
    page = signed_in(users[0]).get(f"/tournaments/{tournament.pk}/manage/adjudicate/").content.decode()
    assert f'value="{table.pk}"' not in page
    tournament.directors.create(user=mika)
    for how in (Unfinished.ADJUDICATE, Unfinished.POINTS):
        if how is Unfinished.ADJUDICATE:
            adjudicate(tournament_id=tournament.pk, director=mika, table_id=table.pk, how=how, reason="x", now=NOON)
        else:
            with pytest.raises(WrongState):
                adjudicate(tournament_id=tournament.pk, director=mika, table_id=table.pk, how=how, reason="x", now=NOON)
    assert tournament.acts.filter(kind="adjudicated").count() == 1


def test_where_others_play_the_same_deal_only_the_stated_rule_decides(nora: User) -> None:
    plan = Plan(stages=(Swiss(1),), is_duplicate=True, closing=Closing(Unfinished.FORFEIT))
    tournament = started(nora, people(8), plan)
    table = Table.objects.filter(round__tournament=tournament).order_by("number")[0]
    arguments = {"tournament_id": tournament.pk, "director": nora, "table_id": table.pk, "reason": "late", "now": NOON}
    with pytest.raises(BadRequest):
        adjudicate(**arguments, how=Unfinished.POINTS)  # type: ignore[arg-type]
    page = signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/adjudicate/").content.decode()
    assert 'value="forfeit"' in page
    assert 'value="points"' not in page
    adjudicate(**arguments, how=Unfinished.FORFEIT)  # type: ignore[arg-type]
    table.refresh_from_db()
    assert table.game is not None
    assert table.game.status == Status.FINISHED
    clockwork.sweep(NOON)
    assert signed_in(person("Zoe")).get(f"/games/{table.game_id}/").status_code == 404
