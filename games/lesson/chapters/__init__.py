"""The chapters of the lesson in their order."""

from collections.abc import Mapping
from typing import Final

from games.lesson.scene import Chapter

from .buying import BUYING
from .end import END
from .exchange import EXCHANGE
from .special import SPECIAL

CHAPTERS: Final[Mapping[str, Chapter]] = {chapter.key: chapter for chapter in (BUYING, EXCHANGE, SPECIAL, END)}

__all__ = ["CHAPTERS"]
