"""Static files as they are sent: what a style sheet imports stands in it, so that a page asks once and not twenty times.

The sources stay small files. A sheet like `css/board.css` lists them by `@import`, which browsers understand too, so that
nothing has to be built while one works on them; `collectstatic` puts the list in one piece and leaves out what is said to
readers of the sources.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from os import sep
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = re.compile(r'@import url\("([^"]+)"\);\n?')
ADDRESS = re.compile(r'url\("(\.\.?/[^"]+)"\)')
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
REMARK = re.compile(r"^ *//.*\n", re.MULTILINE)
"""A line of a script that says something to us; none of our scripts has such a line inside a text."""

OURS = ("css", "fonts", "icons", "img", "js")
"""Our own folders."""


def in_one_piece(name: str, read: Callable[[str], str]) -> str:
    """The sheet `name` with what it imports; addresses in there lead where they led."""
    home = posixpath.dirname(name)

    def taken_in(found: re.Match[str]) -> str:
        part = posixpath.normpath(posixpath.join(home, found[1]))
        inside = posixpath.dirname(part)

        def moved(address: re.Match[str]) -> str:
            return f'url("{posixpath.relpath(posixpath.join(inside, address[1]), home)}")'

        return ADDRESS.sub(moved, COMMENT.sub("", in_one_piece(part, read)))

    return IMPORT.sub(taken_in, read(name))


class OursInBrotli(Compressor):  # type: ignore[misc]  # whitenoise is not typed
    """Gzip for all, and Brotli for what lies in our own folders: a tenth less on the way, for thirty times the work. What others
    bring along is megabytes that hardly a page asks for."""

    def __init__(self, *, root: str, **options: Any) -> None:
        super().__init__(**options)
        self._ours = tuple(f"{root}{sep}{folder}{sep}" for folder in OURS)
        self._others = Compressor(use_brotli=False, **options)

    def compress(self, path: str) -> list[str]:
        """The names of the files that were written beside this one."""
        found: list[str] = super().compress(path) if path.startswith(self._ours) else self._others.compress(path)
        return found


class SheetStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise is not typed
    """Static files with hashed names, compressed at rest, and sheets in one piece."""

    support_js_module_import_aggregation = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The hashed address, worked out once: names do not change while a process runs that serves them."""
        if settings.DEBUG or force:
            return str(super().url(name, force))
        if name not in self._addresses:
            self._addresses[name] = super().url(name)
        return self._addresses[name]

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        for name in [] if dry_run else list(paths):
            if name.startswith("css/") and name.endswith(".css"):
                text = in_one_piece(name, self._text)
            elif name.startswith("js/"):
                text = REMARK.sub("", self._text(name))
            else:
                continue
            Path(self.path(name)).write_text(text, encoding="utf-8")
            paths[name] = (self, name)  # hashed and compressed is what was put there
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def create_compressor(self, **options: Any) -> Compressor:
        return OursInBrotli(root=str(self.location), **options)

    def _text(self, name: str) -> str:
        return Path(self.path(name)).read_text(encoding="utf-8")
