"""The chapters of the lesson in their order."""

from collections.abc import Mapping
from typing import Final

from games.lesson.scene import Chapter

from .buying import BUYING
from .end import END
from .exchange import EXCHANGE

CHAPTERS: Final[Mapping[str, Chapter]] = {chapter.key: chapter for chapter in (BUYING, EXCHANGE, END)}

__all__ = ["CHAPTERS"]
