"""Positions with hurdles, and what is told of them."""

import engine
from engine.expansions.hurdle_course import SPACES, Course
from engine.play import proceed
from tests.builders import position, seat

SETS = ("market", "hurdles")
FIVE_MARKERS = ["chick", "ear-of-wheat", "apple", "fish", "cabbage"]
SIX_NOBLES = ["author", "administrator", "warehouse-manager", "secretary", "controller", "judge"]
BLUE_EXCHANGE = ["bank", "peterhof", "st-isaacs-cathedral", "catherine-palace"]


def on(points, **by_space):
    """A course with these hurdles by space (`s20="real-nobles"`), elsewhere the bonus for Exchange cards; each seat has
    passed what lies behind its points."""
    names = tuple(by_space.get(f"s{space}", "bonus-exchange") for space in SPACES)
    return Course(names, tuple(((0, 0),) * sum(space <= score for space in SPACES) for score in points))


def at(*seats, sets=SETS, remembered=None, phase="noble", upper=("academy",), **wishes):
    """A position with hurdles; `s10` to `s70` name them."""
    hurdles = {name: wishes.pop(name) for name in [*wishes] if name in ("s10", "s20", "s35", "s50", "s70")}
    seats = seats if len(seats) > 1 or wishes.get("players") == 1 else (*seats, seat(points=0))
    course = on([one.points for one in seats], **hurdles)
    known = {"hurdles": course, **(remembered or {})}
    return position(sets=sets, phase=phase, upper=upper, seats=seats, remembered=known, **wishes)


def gains(state, points, one=0):
    """The position after this seat has gained so many points in its turn, and what there was to tell."""
    after, log = state.fork(), []
    after.rules.gain(after, one, points, log)
    return proceed(after, log), log


def told(entries):
    """Entries of hurdles in short."""
    found = []
    for entry in entries:
        said = entry.to_json()
        if said["kind"] in ("hurdle-passed", "hurdle-blocks"):
            found.append((said["kind"], said["hurdle"], said["space"]))
        elif said["kind"] == "hurdle-bonus":
            found.append(("hurdle-bonus", said["rubles"], said["points"]))
        elif said["kind"] == "points-lost":
            found.append(("points-lost", said["points"]))
    return found


def standing(state, space, one=0, viewer=None):
    """State and progress, or the bonus received, of a hurdle."""
    hurdles = engine.view_for(state, viewer).extras["hurdles"]["hurdles"]
    shown = next(hurdle for hurdle in hurdles if hurdle["space"] == space)["seats"][one]
    if shown["state"] == "+":
        assert shown["progress"] == []
        return "+", tuple(shown["bonus"])
    assert shown["bonus"] is None
    return shown["state"], ", ".join(f"{need['has']}/{need['needs']}" for need in shown["progress"])
