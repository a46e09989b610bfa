"""Catalogues of translations: one folder per area in locale/, compiled where they are used and never committed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po


def catalogues(folder: Path) -> Iterator[Path]:
    """Every django.po below `folder`: <area>/<language>/LC_MESSAGES/django.po."""
    return iter(sorted(folder.glob("*/*/LC_MESSAGES/django.po")))


def read(path: Path) -> Catalog:
    """The catalogue in `path`. Raises ValueError with file and line for one that cannot be read."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith(("msg", '"')) and not line.rstrip().endswith('"'):  # Babel would take what it finds
            raise ValueError(f"{path}, line {number}: the text has no closing quotation mark")
    try:
        with path.open("rb") as file:
            return read_po(file, locale=path.parent.parent.name, abort_invalid=True)
    except PoFileError as error:
        raise ValueError(f"{path}, line {error.lineno}: {error}") from error


def compile_stale(folder: Path) -> list[Path]:
    """Write the .mo beside each .po that is newer than it; returns what was written.

    A reader sees the old file or the new one, never half of it: processes of the site may be running.
    """
    written = []
    for source in catalogues(folder):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        catalogue = read(source)  # before there is a draft: one that cannot be read leaves none
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)
        written.append(target)
    return written
