"""What sets have in common in saying which selections they go with (section 2)."""

from __future__ import annotations

from engine.errors import OptionsError
from engine.options import Options


def needs_market(options: Options, name: str, title: str) -> None:
    """Raise OptionsError unless this is edition 2 with the Market; `name` begins the code, `title` the sentence."""
    if options.edition != 2:
        raise OptionsError(f"{name}-edition", f"{title} need the 2nd edition.", "COMBO-4")
    if "market" not in options.sets:
        raise OptionsError(f"{name}-market", f"{title} need the Market.", "COMBO-5")
