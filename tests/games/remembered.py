"""What a process remembers between two requests, forgotten."""

from games.board import displays, parts, round
from games.names import cards
from games.play import position_cache
from games.replay import steps
from games.templatetags import cards as card_tags
from games.templatetags import icons


def forget_everything() -> None:
    """As in a process that has just been started."""
    position_cache.clear()
    steps.forget()
    for kept in (
        parts.drawn,
        displays._groups,
        round._contents,
        cards._face,
        cards._ambiguous,
        card_tags._dated,
        card_tags._emblem,
        card_tags.card_face,
        card_tags.tile,
        icons.icon,
        icons.card_art,
    ):
        kept.cache_clear()
