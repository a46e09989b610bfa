"""Replays of finished games: the board at every number is what the engine shows to the chosen eyes."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from games.models import LogRow, Source
from games.play.position_cache import PlayedStep, Steps, clear
from games.replay.content import own_decisions, undone
from tests.games.boards import Page, wander_on
from tests.games.play_builders import begun
from tests.people import signed_in


@pytest.fixture
def finished(anna, boris, clara):
    """A finished game with hidden hands, where the viewpoint matters."""
    return wander_on(begun(anna, boris, clara, open_hands=False), seed=4)


def replay(client, play, query="") -> Page:
    return Page.of(client.get(f"/games/{play.game.pk}/replay/{query}"))


def cards_of(view: engine.View) -> list[str]:
    hand = [] if view.viewer is None else view.seats[view.viewer].hand
    slots = [slot for slot in (*view.upper, *view.lower, *hand) if slot]
    return [f"{slot.row}.{slot.place}.{slot.card}" for slot in slots]


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_the_board_at_each_number_is_what_this_seat_sees(client, finished, seat):
    last = len(finished.steps) - 1
    for ply in [*range(0, last, 9), last]:
        view = engine.view_for(finished.at(ply).step.state, seat)
        query = f"?at={ply}" + ("" if seat is None else f"&seat={seat}")
        page = replay(client, finished, query)
        assert page.status == 200
        assert page.values("card") == cards_of(view)
        hidden = sum(shown.rubles is None for shown in view.seats)
        assert page.text.count("<i>hidden</i>") == hidden
        order = re.findall(r'class="v p"[^>]*>(−?\d+)<', page.text)
        assert sorted(int(points.replace("−", "-")) for points in order) == sorted(shown.points for shown in view.seats)


def test_the_turn_bar_is_the_move_that_led_here(client, finished):
    for ply in range(1, len(finished.steps), 17):
        row = finished.at(ply).row
        page = replay(client, finished, f"?at={ply}")
        name = finished.owner(row.seat).display_name
        assert page.title.startswith(name)
        if row.text == "pass":
            assert page.title == f"{name} passed"
    assert replay(client, finished).title == "Starting position"


def test_steps_lead_one_move_on_and_keep_the_eyes(client, finished):
    page = replay(client, finished, "?at=10&seat=1")
    here = f"/games/{finished.game.pk}/replay/"
    for ply in (0, 9, 11, len(finished.steps) - 1):
        assert f'href="{here}?at={ply}&amp;seat=1"' in page.text


def region_of(text: str) -> str:
    """What the script of the page puts in the old one's place."""
    region = text[text.index('<div id="game"') : text.index('<div id="said"')]
    return re.sub(r'(name="csrfmiddlewaretoken" value=")\w+', r"\1", region)  # masked anew for each page


@pytest.mark.parametrize("at", [0, 40, 41, 9999])
def test_a_step_is_the_page_without_its_frame(finished, anna, at):
    client, address = signed_in(anna), f"/games/{finished.game.pk}/replay/?at={at}&seat=1"
    whole, step = client.get(address), client.get(address, headers={"X-Step": "yes"})
    page, part = Page.of(whole), Page.of(step)
    assert region_of(part.text) == region_of(page.text)
    title = re.compile("<title>.*</title>")
    assert title.search(part.text)[0] == title.search(page.text)[0]
    for of_the_frame in ("<header", "<footer", "<link", "<script"):
        assert of_the_frame in page.text
        assert of_the_frame not in part.text
    for response in (whole, step):
        assert "X-Step" in response["Vary"], "no cache may give the one for the other"
        assert "no-store" in response["Cache-Control"]


def test_a_step_asks_nothing_for_the_frame(finished, anna):
    """How many games wait is said by the header."""
    client, address = signed_in(anna), f"/games/{finished.game.pk}/replay/?at=12"
    client.get(address)
    with CaptureQueriesContext(connection) as whole:
        client.get(address)
    with CaptureQueriesContext(connection) as step:
        client.get(address, headers={"X-Step": "yes"})
    assert len(step) == len(whole) - 1


@pytest.mark.parametrize("query", ["?at=99999", "?at=-1", "?at=x&seat=9", "?seat=-2", "?at=²", "?at="])
def test_an_address_beyond_the_ends_shows_an_end(client, finished, query):
    page = replay(client, finished, query)
    assert page.status == 200
    last = len(finished.steps) - 1
    assert f"Move {last if '9999' in query else 0}" in page.words


def test_a_replay_offers_no_moves_to_its_players(finished, anna):
    page = replay(signed_in(anna), finished, f"?at=20&seat={finished.eyes_of(anna)}")
    assert page.moves == page.values("mode") == []
    main = page.text.partition("<main")[2].partition("</main>")[0]
    posted = re.findall(r'<form[^>]*method="post"[^>]*action="([^"]*)"', main)
    address = f"/games/{finished.game.pk}/"
    assert posted == [f"{address}play-on/", f"{address}replay/20/note/"], "a game of its own from here, and a note"


def test_the_end_of_the_replay_shows_the_final_scores(client, finished):
    assert "Final scores" in replay(client, finished, f"?at={len(finished.steps) - 1}").words
    assert "Final scores" not in replay(client, finished, f"?at={len(finished.steps) - 2}").words


def ways(page: Page) -> dict[str, int]:
    """Where the jumps of a page lead, by their keys."""
    found = re.findall(r'\?at=(\d+)(?:&amp;seat=\d)?" aria-label="[^"]*" data-key="(\w)"', page.text)
    return {key: int(at) for at, key in found}


def test_jumps_lead_to_the_nearest_decision_scoring_round_and_phase(finished, anna):
    seat = next(one.index for one in finished.seats if finished.owner(one.index) == anna)
    steps = [one.step for one in finished.steps]
    decided = [ply for ply in range(len(steps) - 1) if finished.at(ply + 1).row.seat == seat]
    scored = [ply for ply, step in enumerate(steps) if any(isinstance(one, engine.Scored) for one in step.entries)]
    rounds = [0, *(ply for ply in range(1, len(steps)) if steps[ply].state.round != steps[ply - 1].state.round)]
    client = signed_in(anna)
    for at in (0, 30, 31, 60):
        found = ways(replay(client, finished, f"?at={at}"))
        for key, places in (("m", decided), ("s", scored), ("r", rounds)):
            assert found.get(key) == min((one for one in places if one > at), default=None)
            assert found.get(key.upper()) == max((one for one in places if one < at), default=None)
    assert "My decisions" in replay(client, finished).words
    assert {"m", "M"}.isdisjoint(ways(replay(Client(), finished, "?at=30"))), "a spectator decides nothing"
    assert "m" in ways(replay(Client(), finished, f"?at=30&seat={seat}"))


def test_what_the_clock_or_an_order_answered_is_no_decision(finished):
    rows = {ply: one.row for ply, one in enumerate(finished.steps) if one.row and one.row.seat == 0}
    all_of_them, (first, *_rest) = own_decisions(finished, 0), rows
    assert all_of_them == [ply - 1 for ply in rows]
    step = finished.steps[first]
    auto = PlayedStep(step.row._replace(source=Source.AUTO), step.step)
    finished.__dict__["steps"] = Steps([*finished.steps[:first], auto, *finished.steps[first + 1 :]], 0, list)
    assert own_decisions(finished, 0) == all_of_them[1:]


def test_after_the_end_everything_can_be_open_at_every_step(client, finished):
    """Nothing else is: whose turn it is, and the last step, are as they were."""
    for ply in range(0, len(finished.steps), 13):
        state = finished.at(ply).step.state
        view = engine.open_view(state)
        for seat, shown in enumerate(view.seats):
            theirs = engine.view_for(state, seat).seats[seat]
            assert shown.rubles == theirs.rubles
            assert [one.card for one in shown.hand] == [one.card for one in theirs.hand]
        page = replay(client, finished, f"?at={ply}&seat=all")
        assert "<i>hidden</i>" not in page.text
        assert f"?at={min(ply + 1, len(finished.steps) - 1)}&amp;seat=all" in page.text
        closed = engine.view_for(state, None)
        assert (view.asked, view.phase, view.moves, view.over) == (
            closed.asked,
            closed.phase,
            closed.moves,
            closed.over,
        )
    last = finished.steps[-1].step.state
    assert engine.open_view(last) == engine.view_for(last, None)


def test_prices_stand_at_the_cards_for_spectators_too(client, finished):
    """Those of the seat to move. Whether it can pay is not told while its money is hidden."""
    for ply in range(5, len(finished.steps) - 1, 11):
        state = finished.at(ply).step.state
        (seat,) = engine.waiting_for(state)
        theirs = engine.view_for(state, seat)
        prices = [
            min(one.price for one in slot.offers) for slot in (*theirs.upper, *theirs.lower) if slot and slot.offers
        ]
        page = replay(client, finished, f"?at={ply}")
        tags = re.findall(
            r'<span class="tag (\w+)" aria-hidden="true">(?:<small>from</small> )?(\d+)\W*₽([^/]*)</span>', page.text
        )
        assert [int(price) for _can, price, _note in tags] == prices
        assert {(can, note) for can, _price, note in tags} <= {("can", "")}
        assert f"prices for {finished.owner(seat).name}" in page.words or not any(theirs.upper)
    short = replay(client, finished, f"?at=5&seat={engine.waiting_for(finished.at(5).step.state)[0]}")
    assert " short" in short.text, "the seat itself reads it"


def test_a_purchase_shows_its_price_term_by_term_and_a_scoring_its_sums(client, finished):
    kinds = {type(entry): ply for ply, one in enumerate(finished.steps) for entry in one.step.entries}
    bought = replay(client, finished, f"?at={kinds[engine.Bought]}&seat=all")
    (entry,) = [one for one in finished.at(kinds[engine.Bought]).step.entries if isinstance(one, engine.Bought)]
    sums = bought.text.partition('class="acc sum"')[2].partition("</table>")[0]
    terms = [int(one.replace("−", "-")) for one in re.findall(r"<td>([+−]?\d+)</td>", sums)]
    assert sum(terms) == entry.price
    scored = replay(client, finished, f"?at={kinds[engine.Scored]}")
    assert re.search(r'<details id="l-[^"]+" open>', scored.text)
    assert "acc sum" not in scored.text


def test_what_nobody_chose_then_is_marked_in_the_bar_and_undone_moves_are_counted(client, finished, anna):
    row = finished.at(5).row
    LogRow.objects.filter(pk=row.pk).update(source=Source.STANDING)
    clear()
    assert "(ordered in advance)" in replay(client, finished, "?at=5").text.partition("<main")[0]
    rows = [row._replace(number=number, kind="move") for number in (1, 2, 3, 4)]
    back = row._replace(number=5, kind="back", text="2", seat=1)
    assert undone([*rows, back]) == {2: [(1, 2)]}
