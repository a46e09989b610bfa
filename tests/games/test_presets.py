"""What players decide before they are asked: forms on the page, the API, and what becomes of it (GUILD-2, M2-TRADE-3, IMPO-3)."""

import pytest

import engine
from games.models import Preset, Source
from games.positions import load
from games.services.presets import set_preset
from tests.games.boards import Page, seat_named, wander, wander_on
from tests.games.play_builders import NOON, begun, play_on
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna, boris):
    """Anna and Boris at a table with Module 2."""
    return begun(anna, boris, sets=["module-2"])


def until_offered(game, name, preset, *, count=1):
    """Play on until this person may decide this beforehand, so many times over: the first way of wandering that comes to it."""
    seat, start = seat_named(game, name), load(game.pk).state

    def comes(state):
        offered = [one.name for one in engine.presets_for(state, seat) if one.name.startswith(preset)]
        return len(offered) >= count and engine.question_for(state, None).kind == "turn"

    for seed in range(1, 200):
        state, choose = start, wander(seed)
        while not state.is_over and not comes(state):
            asked = engine.waiting_for(state)[0]
            state = engine.apply(state, asked, choose(state, asked)).state
        if not state.is_over:
            return wander_on(game, until=comes, seed=seed)
    raise AssertionError(f"{name} may never decide {preset}")


def page_of(user, game) -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/"))


def pressed(page: Page) -> list[str]:
    """The values that hold."""
    return [part.partition('"')[0] for part in page.text.split(' aria-pressed="true">')[:0]]


def test_the_trading_guild_is_split_on_the_page_and_its_choice_stands_on_the_card(anna, boris, game):
    """GUILD-2, UI-5: initially 4 VP; it can be changed and revoked, and only its owner sees what is decided."""
    until_offered(game, "Anna", "trading-guild")
    page = page_of(anna, game)
    assert page.values("value")[:5] == ["0/4", "1/3", "2/2", "3/1", "4/0"]
    assert "Trading Guild: what does it pay?" in page.words
    assert "✓ 4 VP" in page.words
    client = signed_in(anna)
    answer = client.post(f"/games/{game.pk}/preset/", {"name": "trading-guild", "value": "3/1"})
    assert answer.status_code == 302
    page = page_of(anna, game)
    assert "✓ 3 ₽, 1 VP" in page.words
    assert '<span class="decided" aria-hidden="true">3\u202f₽, 1\u202fVP</span>' in page.text
    assert Preset.objects.get().value == "3/1"
    others = page_of(boris, game)
    assert "presets" not in others.text.partition("<main")[2]
    assert 'class="decided"' not in others.text
    client.post(f"/games/{game.pk}/preset/", {"name": "trading-guild", "value": "0/4"})
    assert not Preset.objects.exists(), "the default needs no row"


def test_the_split_is_used_and_told_and_stays(anna, boris, game):
    """GUILD-1, GUILD-2, EX-47: preset 3/1 pays 3 rubles and 1 VP, in the next round too, and the log says how it came about."""
    until_offered(game, "Anna", "trading-guild")
    own = seat_named(game, "Anna")
    set_preset(game_id=game.pk, user=anna, name="trading-guild", value="3/1", now=NOON)
    round_now = load(game.pk).state.round
    play = play_on(game, until=lambda play: play.state.round > round_now or not play.game.is_running)
    rows = [row for row in play.rows if row.text == "guild 3 1"]
    assert [(row.seat, row.source) for row in rows] == [(own, Source.STANDING)]
    log = Page.of(signed_in(boris).get(f"/games/{game.pk}/log/"))
    assert "Anna" in log.words


def test_an_unknown_preset_is_refused_and_nothing_is_written(anna, game):
    until_offered(game, "Anna", "trading-guild")
    client = signed_in(anna)
    for name, value in (("trading-guild", "5/0"), ("trading-guild", ""), ("thief", "no"), ("", "")):
        page = Page.of(client.post(f"/games/{game.pk}/preset/", {"name": name, "value": value}))
        assert page.status == 422
        assert "There is nothing of this kind to decide beforehand now." in page.words
    assert not Preset.objects.exists()
