"""The Parasite (section 18.3)."""

import pytest

import engine
from tests.builders import act, acted, displayed, seat, texts
from tests.engine.expansions.banquet.stories import asked, banquet, box, refused


def sponging(host, *more, **wishes):
    """Seat 0 has played the Parasite against the display of seat 1."""
    mine = seat(hand=["parasite"], **wishes.pop("mine", {}))
    return act(
        banquet("market", *more, upper=["library"], seats=[mine, seat(display=host)], **wishes), 0, "play parasite"
    )


def test_the_parasite_counts_the_cards_of_the_owner():
    """EX-58, BANQ-PARA-1, BANQ-PARA-2, M2-2: a Tax Man whose owner has 5 green cards: 5 rubles, whatever the own ones."""
    greens = ["lumberjack", "lumberjack", "fur-shop", "wharf", "czar-and-carpenter"]
    state = sponging(["tax-man", *greens], mine={"display": ["shepherd"], "rubles": 2})
    assert asked(state) == (0, "parasite")
    assert "parasite seat-1 tax-man rubles" in texts(state, 0)
    done = acted(state, 0, "parasite seat-1 tax-man rubles")
    assert (done.state.rubles(0), done.state.points(0), done.state.rubles(1)) == (7, 0, 25)
    assert done.entries[0].to_json() == {
        "kind": "parasite", "seat": 0, "host": 1, "card": "tax-man", "rubles": 5, "points": 0,
    }  # fmt: skip
    assert (box(done.state), asked(done.state)) == (["parasite"], (1, "turn"))


@pytest.mark.parametrize("marks", ["", " banquet", " jester", " banquet, jester"])
def test_the_parasite_ignores_what_lasts_to_the_next_scoring(marks):
    """EX-58, BANQ-PARA-3, DEC-11: a Mistress with a Banquet: 6 rubles or 3 VP, and the Banquet stays."""
    state = sponging([f"mistress-of-ceremonies{marks}"])
    moves = [f"parasite seat-1 mistress-of-ceremonies {currency}" for currency in ("rubles", "points")]
    assert texts(state, 0) == moves
    rubles, points = (act(state, 0, text) for text in moves)
    assert (rubles.rubles(0) - 25, rubles.points(0)) == (6, 0)
    assert (points.rubles(0) - 25, points.points(0)) == (0, 3)
    assert displayed(points, 1) == [f"mistress-of-ceremonies{marks}"]
    assert str(engine.default_move(state, 0)) == moves[1]


def test_the_chosen_value_must_be_at_least_one():
    """BANQ-PARA-4, BANQ-4, M2-2: a face-down or covered card has 0 VP, a Pub, a Warehouse and a Potemkin Village 0, an
    Impostor less; the Trading Guild 4 rubles or 4 VP, under the chip 4 rubles."""
    nothing = [
        "observatory face down",
        "pub",
        "warehouse",
        "potemkin-village",
        "market-fish chip",
        "impostor",
        "trading-house",
    ]
    idle = banquet("market", "module-2", upper=["library"], seats=[seat(hand=["parasite"]), seat(display=nothing)])
    assert "play parasite" not in texts(idle, 0)
    assert refused(idle, 0, "play parasite") == ("no-use", "BANQ-PARA-4")
    state = sponging([*nothing, "trading-guild", "judge chip"], "module-2")
    assert texts(state, 0) == [
        "parasite seat-1 trading-guild rubles",
        "parasite seat-1 trading-guild points",
        "parasite seat-1 judge rubles",
    ]
    assert act(state, 0, "parasite seat-1 trading-guild points").points(0) == 4
    covered = sponging(["trading-guild chip"], "module-2")
    assert texts(covered, 0) == ["parasite seat-1 trading-guild rubles"]
    assert act(covered, 0, "parasite seat-1 trading-guild rubles").rubles(0) == 29
    assert refused(state, 0, "parasite seat-1 judge points") == ("no-value", "BANQ-PARA-4")
    assert refused(state, 0, "parasite seat-0 judge rubles") == ("own-card", "BANQ-PARA-1")
    assert refused(state, 0, "buy library") == ("parasite-first", "BANQ-PARA-1")


def test_alone_the_parasite_can_never_be_played():
    """SOLO-5."""
    state = banquet("market", players=1, upper=["library"], seats=[seat(hand=["parasite"], display=["judge"])])
    assert "play parasite" not in texts(state, 0)
    assert refused(state, 0, "play parasite") == ("no-use", "BANQ-PARA-4")
