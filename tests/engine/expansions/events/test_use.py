"""Which event may be used by whom and when, what the clock does, and how events count for passes and the end (EVT-1 to EVT-4)."""

import pytest

import engine
from tests.builders import act, acted, pass_on, play, seat, texts
from tests.engine.examples.stories import kinds
from tests.engine.expansions.events.stories import NAMES, events, full, noble, refused, told


def test_all_six_lie_open_and_each_serves_once() -> None:
    """EVT-1, EX-76, SETUP-11, INFO-1: a second event by the same player is rejected, so is a used one by another."""
    state = noble(discard=["author"], lower=["author"])
    view = engine.view_for(state, None).extras["events"]
    assert [event["event"] for event in view["events"]] == list(NAMES)
    assert view["used"] == ["", ""]
    assert events(state) == [
        "event twin", "event sponsor", "event ghost judge", "event ghost author lower", "event new-luck",
        "event warehouse", "event grabber author",
    ]  # fmt: skip
    state = act(state, 0, "event sponsor")
    assert events(state) == []
    assert refused(state, "event warehouse") == ("event-spent", "EVT-1")
    assert refused(state, "event sponsor") == ("event-gone", "EVT-1")
    state = act(state, 0, "pass")
    assert "event sponsor" not in events(state, 1)
    assert refused(state, "event sponsor", 1) == ("event-gone", "EVT-1")
    state = act(state, 1, "event warehouse")
    view = engine.view_for(state, None).extras["events"]
    assert view["used"] == ["sponsor", "warehouse"]
    assert [event["used_by"] for event in view["events"]] == [None, 0, None, None, 1, None]


def test_a_used_event_stays_used_for_the_rest_of_the_game() -> None:
    """EVT-1: also in later rounds."""
    state = noble(phase="exchange", upper=["bank"])
    state = pass_on(act(state, 0, "event sponsor"))
    assert state.round == 3
    one = engine.waiting_for(state)[0]
    state = state if one == 0 else act(state, one, "pass")
    assert refused(state, "event warehouse") == ("event-spent", "EVT-1")


def test_no_event_in_the_first_round() -> None:
    """EVT-2, EX-76: rejected in round 1, in every phase; the first Worker phase has its own reason (FIRST-2)."""
    for phase in ("market", "building", "noble", "exchange"):
        state = noble(phase=phase, round=1)
        assert events(state) == []
        assert refused(state, "event sponsor") == ("event-round", "EVT-2")
        assert events(noble(phase=phase, round=2)) != []
    first = noble(phase="worker", round=1, upper=["lumberjack", "lumberjack", "shepherd", "shepherd"])
    assert refused(first, "event sponsor") == ("first-workers", "FIRST-2")


def test_an_event_comes_before_the_action_and_the_action_follows_in_full() -> None:
    """EVT-3, TURN-11, TURN-1, DEC-15: the same seat is asked for its action, a pass included; the next seat after it."""
    state = act(noble(upper=["judge", "bank"]), 0, "event sponsor")
    question = engine.question_for(state, 0)
    assert question is not None
    assert (question.kind, question.seats) == ("turn", (0,))
    assert {"buy judge", "take judge", "pass"} <= set(texts(state, 0))
    assert engine.waiting_for(act(state, 0, "take judge")) == (1,)
    assert engine.waiting_for(act(state, 0, "pass")) == (1,)


def test_an_event_is_never_used_in_another_players_turn() -> None:
    """EVT-4: nor by somebody who is not asked."""
    with pytest.raises(engine.NotYourTurn):
        acted(noble(), 1, "event sponsor")


def test_the_clock_uses_no_event() -> None:
    """DEC-15: the default is none."""
    state = noble()
    assert str(engine.default_move(state, 0)) == "pass"
    assert str(engine.default_move(act(state, 0, "event sponsor"), 0)) == "pass"


def test_an_event_that_cannot_be_carried_out_cannot_be_chosen() -> None:
    """EVT-5, EVT-TWIN-1, EVT-GHOST-1, EVT-LUCK-1, EVT-GRAB-1: each with its reason; Sponsor and Warehouse always can."""
    bare = noble(upper=[None, "judge"], piles={"noble": 0})
    assert events(bare) == ["event sponsor", "event warehouse"]
    assert refused(bare, "event twin") == ("event-place", "EVT-TWIN-1")
    assert refused(bare, "event ghost judge") == ("event-pile", "EVT-GHOST-1")
    assert refused(bare, "event new-luck") == ("event-pile", "EVT-LUCK-1")
    assert refused(bare, "event grabber author") == ("event-discard", "EVT-GRAB-1")
    assert refused(noble(piles={"noble": 0}), "event twin") == ("event-pile", "EVT-TWIN-1")
    assert refused(noble(), "event ghost author lower") == ("not-there", "EVT-GHOST-1")
    assert refused(noble(discard=["author"]), "event grabber judge") == ("not-there", "TURN-3")
    assert refused(noble(discard=["author"], seats=[seat(rubles=3)]), "event grabber author")[0] == "too-expensive"
    shown_ = engine.view_for(bare, 0).extras["events"]["events"]
    assert [event["blocked"] for event in shown_] == [
        "event-place", None, "event-pile", "event-pile", None, "event-discard"
    ]  # fmt: skip
    assert [event["moves"] for event in shown_] == [[], ["event sponsor"], [], [], ["event warehouse"], []]


def test_on_an_empty_tableau_a_ghost_finds_nobody() -> None:
    """EVT-GHOST-1, EVT-TWIN-1, PHASE-4: with play_on_empty_tableau the turn goes on without cards."""
    state = noble(upper=[], play_on_empty_tableau=True)
    assert refused(state, "event ghost judge") == ("event-tableau", "EVT-GHOST-1")
    assert refused(state, "event twin") == ("event-place", "EVT-TWIN-1")


def test_events_answer_to_all_their_names() -> None:
    """Section 1, EVT-1: English and German names, any spelling."""
    state = noble(discard=["author"], lower=["author"])
    for text, move in {
        "Event Zwilling": "event twin",
        "event NEUES GLÜCK": "event new-luck",
        "event neues glueck": "event new-luck",
        "event New Luck": "event new-luck",
        "event Lagerhaus": "event warehouse",
        "event Geist Schreiber lower": "event ghost author lower",
        "event Greifer Schreiber": "event grabber author",
    }.items():
        assert str(engine.parse_move(text, state)) == move


@pytest.mark.parametrize(
    ("event", "count"), [("ghost judge", 1), ("sponsor", 1), ("new-luck", 1), ("grabber author", 1), ("warehouse", 3)]
)
def test_a_pass_after_an_event_counts_one_but_after_a_warehouse_on(event: str, count: int) -> None:
    """EX-74, PASS-2: A and B have passed; C uses Ghost and passes: the count is 1, A and B have turns again. With the event
    Warehouse instead the count is 3 and the part ends."""
    state = noble(players=3, turn=2, passes=2, passed=[0, 1], discard=["author"])
    used = act(state, 2, f"event {event}")
    assert used.passes == (2 if event == "warehouse" else 0)
    after = act(used, 2, "pass")
    if count == 3:
        assert after.phase == "exchange"
        return
    assert (after.passes, engine.waiting_for(after), after.phase) == (1, (0,), "noble")
    after = play(after, "0 pass", "1 pass")
    assert after.phase == "exchange"


def test_a_twin_counts_as_an_event_for_the_passes() -> None:
    """PASS-2: the pass after it is the first."""
    state = noble(
        players=3, turn=2, passes=2, upper=["judge", "bank"], piles={"noble": ["author", "author"]},
        seats=[seat(), seat(), *full(0)],
    )  # fmt: skip
    state = act(act(state, 2, "event twin"), 2, "pass")
    assert (state.passes, engine.waiting_for(state)) == (1, (0,))


@pytest.mark.parametrize("event", ["twin", "ghost judge", "new-luck"])
def test_an_event_that_lays_the_last_card_triggers_the_end(event: str) -> None:
    """END-4, EVT-7, END-1: in the Exchange phase the game ends after that same phase."""
    state = noble(
        players=2, phase="exchange", piles={"exchange": ["bank", "senator"][: 2 if event == "new-luck" else 1]}
    )
    done = acted(state, 0, f"event {event}")
    assert done.state.ending
    assert "end-triggered" in kinds(done.entries)
    state = done.state
    while not state.is_over:
        one = engine.waiting_for(state)[0]
        state = engine.apply(state, one, engine.default_move(state, one)).state
    assert (state.round, state.phase) == (2, "exchange")


def test_an_earlier_event_ends_the_game_after_its_round() -> None:
    """END-4, END-5: the last Noble is laid by a Ghost; the Exchange phase is still played."""
    state = act(noble(piles={"noble": ["author"]}), 0, "event ghost judge")
    assert state.ending
    state = pass_on(state)
    assert (state.phase, state.is_over) == ("exchange", False)
    assert pass_on(state).is_over


def test_every_event_but_the_warehouse_wakes_who_passes_until_the_tableau_changes() -> None:
    """EX-109, UI-2: the event Warehouse lets C keep passing, Sponsor does not; own doings wake nobody."""
    a, b, c = range(3)
    state = noble(turn=b, players=3, discard=["author"], seats=[seat(), seat(), seat()])
    assert not engine.wakes(told(state, "event warehouse", b), c)
    for event in ("sponsor", "ghost judge", "new-luck", "grabber author", "twin"):
        entries = told(state, f"event {event}", b)
        assert engine.wakes(entries, c)
        assert engine.wakes(entries, a)
        assert not engine.wakes(entries, b)
