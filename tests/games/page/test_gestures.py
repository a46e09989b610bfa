"""What can be done at the thing itself: pass at the symbol of the phase, draw at a pile; and what has to lie open for it."""

from __future__ import annotations

import re

import pytest

import engine
from engine.expansions.market import KINDS
from games.board import score
from games.board.expansions.market import MARKET, Square
from games.board.people import Person
from games.names.cards import Deck
from games.play.positions import load
from tests.builders import act, position, seat
from tests.games.boards import Page, first_way, first_workers_bought, seat_named, until_asked
from tests.games.play_builders import begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db

NAMES = tuple(Person(number, name, False, number == 0) for number, name in enumerate(("Anna", "Boris")))


def arch_of(page: Page, phase: str) -> str:
    return page.text.partition(f'id="pile-{phase}"')[2].partition('<details class="ph')[0]


def symbols(arch: str) -> list[tuple[str, str]]:
    """The buttons that lie on it: name and value."""
    return re.findall(
        r'<button[^>]* form="act" name="(\w+)" value="([^"]+)"', arch.partition("</details>")[2].partition("\n")[0]
    )


@pytest.mark.parametrize("confirms", [False, True])
def test_a_click_on_the_symbol_of_the_phase_passes(anna, boris, confirms: bool):
    """UI-19: with the usual confirmation where the player wants one."""
    anna.confirm_moves = confirms
    anna.save()
    game, client = begun(anna, boris), signed_in(anna)
    mine = seat_named(game, "Anna")

    def stays(state: engine.State) -> bool:
        """Passing uncovers nothing here, so that nobody is asked who does not want it."""
        return first_workers_bought(state) and not engine.apply(state, mine, engine.parse_move("pass", state)).reveals

    play = until_asked(game, "Anna", also=stays)
    page = Page.of(client.get(f"/games/{game.pk}/"))
    arch = arch_of(page, play.state.phase)
    assert symbols(arch) == [("ask" if confirms else "text", "pass")]
    others = [phase for phase in ("worker", "building", "noble", "exchange") if phase != play.state.phase]
    assert not [one for phase in others for one in symbols(arch_of(page, phase))]
    assert f'<form id="act" method="post" action="/games/{game.pk}/move/"' in page.text
    for other, query in ((signed_in(boris), ""), (client, "?do=pass")):
        assert 'class="ic bow' not in other.get(f"/games/{game.pk}/{query}").content.decode()
    name, value = symbols(arch)[0]
    answer = client.post(f"/games/{game.pk}/move/", {name: value, "version": page.version})
    if confirms:
        assert "do=pass" in answer["Location"]
        assert load(game.pk).game.version == page.version
    else:
        assert load(game.pk).rows[page.version].text == "pass"


def test_there_is_no_pass_at_the_symbol_where_passing_is_not_allowed(anna, boris):
    """PHASE-2: the first Workers are compulsory."""
    game = begun(anna, boris)
    until_asked(game, "Anna")
    assert not symbols(arch_of(Page.of(signed_in(anna).get(f"/games/{game.pk}/")), "worker"))


def test_the_observatory_draws_at_the_pile_itself(anna, boris):
    """UI-26, CARD-OBS-2: at every pile that it may draw from, and always asked once more, for it uncovers a card."""
    game = begun(anna, boris)
    mine = seat_named(game, "Anna")

    def has_it(state: engine.State) -> bool:
        asked = engine.waiting_for(state) == (mine,)
        return asked and any(str(move).startswith("draw ") for move in engine.legal_moves(state, mine))

    play, client = first_way(game, has_it), signed_in(anna)
    page = Page.of(client.get(f"/games/{game.pk}/"))
    draws = [move for move in play.view(mine).moves if move.startswith("draw ")]
    for move in draws:
        assert f'form="act" name="ask" value="{move}"' in arch_of(page, move.removeprefix("draw "))
    assert page.text.count('name="ask" value="draw ') == len(draws)
    answer = client.post(f"/games/{game.pk}/move/", {"ask": draws[0], "version": page.version})
    asked = Page.of(client.get(answer["Location"]))
    assert "cannot be undone" in asked.words
    client.post(f"/games/{game.pk}/move/", {"text": draws[0], "version": page.version})
    assert load(game.pk).rows[page.version].text == draws[0]
    assert 'value="draw ' not in Page.of(signed_in(boris).get(f"/games/{game.pk}/")).text


def test_the_market_tiles_left_in_the_supply_are_shown(anna, boris):
    """UI-25, MKT-15: all five at first; one that lies on a card is not among them, also while the square is folded."""
    game = begun(anna, boris, sets=["market"])
    until_asked(game, "Anna")
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/"))
    head = page.text.partition('id="square"')[2].partition("</summary>")[0]
    assert head.count('class="tile g-yellow"') == len(KINDS) == 5
    state = position(
        sets=["market"],
        upper=["ship-builder-any"],
        phase="worker",
        seats=[seat(rubles=20), seat()],
        players=2,
    )
    chosen = act(act(state, 0, "buy ship-builder-any"), 0, "kind fish")
    shown = MARKET.extras[0].show(engine.view_for(chosen, None), Deck(chosen.rules.options), NAMES)
    assert isinstance(shown, Square)
    assert {kind.name for kind in shown.supply} == set(KINDS) - {"fish"}


def test_the_overview_names_all_special_cards_and_the_hands_that_are_open():
    """UI-27, INFO-2: equal ones counted, those in hand too, but only for who may see them."""
    seats = [
        seat(display=["pub", "pub", "warehouse", "author", "czar-and-carpenter"], hand=["observatory"]),
        seat(display=["tax-man"], hand=["judge", "judge"]),
    ]
    state = position(seats=seats)
    deck = Deck(state.rules.options)
    shown = score.overview(engine.view_for(state, 0), deck, NAMES)
    assert [[str(one) for one in cards] for cards in shown.specials] == [
        ["2 × Pub", "Warehouse", "Czar & Carpenter"],
        ["Tax Man"],
    ]
    assert [(hand.count, [str(one) for one in hand.cards]) for hand in shown.hands] == [
        (1, ["Observatory"]),
        (2, ["2 × Judge"]),
    ]
    hidden = position(seats=seats, open_hands=False)
    for viewer, seen in ((0, [["Observatory"], []]), (None, [[], []])):
        hands = score.overview(engine.view_for(hidden, viewer), deck, NAMES).hands
        assert [hand.count for hand in hands] == [1, 2]
        assert [[str(one) for one in hand.cards] for hand in hands] == seen


def test_cards_that_were_sold_are_told_as_a_list_and_own_cards_come_before_score_and_log(anna, boris):
    """Nothing that can be followed lies in what unfolds, where programs that read aloud lose it."""
    game = begun(anna, boris)

    def sold(state: engine.State) -> bool:
        return first_workers_bought(state) and not all(engine.tableau(state)[0])

    until_asked(game, "Anna", also=sold)
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/"))
    assert re.search(r'<ul class="sold"><li><span class="seat[^>]*>.</span>[\w ]+ (bought|took) [^<]+</li>', page.text)
    order = [page.text.index(f'id="{one}"') for one in ("tableau", "pass", "display", "score", "log")]
    assert order == sorted(order)
    folded = re.findall(r"<summary.*?</summary>", page.text, re.S)
    assert folded
    assert not [one for one in folded if re.search(r"<(a|button|input)\b", one)]
    assert 'aria-hidden="true">?</span>' in page.text
