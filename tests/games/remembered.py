"""What a process remembers between two requests, forgotten."""

from games.board import displays, round
from games.board.parts import parts
from games.names import cards
from games.og_image.views import pictures
from games.play.position_cache import positions
from games.templatetags import cards as card_tags
from games.templatetags import icons


def forget_everything() -> None:
    """As in a process that has just been started."""
    for cache in (parts, pictures, positions):
        cache.clear()
    for kept in (
        displays._groups,
        round._contents,
        cards._faces,
        cards._ambiguous,
        card_tags._dated,
        card_tags._emblem,
        card_tags.card_face,
        card_tags.card_link,
        card_tags.tile,
        icons.icon,
        icons.card_art,
    ):
        kept.cache_clear()
