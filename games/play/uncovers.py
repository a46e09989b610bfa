"""What would bring something hidden to light, so that it cannot be taken back (UI-15)."""

import engine


def uncovers(state: engine.State, seat: int, move: engine.Move) -> bool:
    """Would this legal move uncover something hidden?

    Where rubles and hands are hidden the end of an action part is such a moment, too: the rubles of others decide whether a Pub is
    asked, and the end of the game shows all hands (INFO-2).
    """
    after = engine.apply(state, seat, move)
    if after.reveals or state.rules.options.open_hands:
        return after.reveals
    kinds = {one.kind for one in map(_asked, (state, after.state)) if one}
    return "pub" in kinds or engine.phase_key(after.state) != engine.phase_key(state)


def _asked(state: engine.State) -> engine.Question | None:
    return engine.question_for(state, None)
