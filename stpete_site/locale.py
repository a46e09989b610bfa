"""Catalogues of translations in locale/, compiled where they are used, and every string that has to be in them."""

import ast
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from django.utils.translation.template import templatize

from arbiter import errors


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
    """Write <language>/LC_MESSAGES/django.mo, all areas together, where a .po is newer; returns what was written.

    English gets one with the sentences of the code. Django finds them there at once; otherwise it would look twice through the
    catalogues of all apps. A reader sees the old file or the new one, never half of it: processes of the site may be running.
    """
    sources = [*catalogues(folder)]
    languages = {"en"} | {path.parent.parent.name for path in sources}
    targets = {language: folder / language / "LC_MESSAGES" / "django.mo" for language in sorted(languages)}
    newest = max((path.stat().st_mtime_ns for path in sources), default=0)
    if all(path.exists() and path.stat().st_mtime_ns >= newest for path in targets.values()):
        return []
    merged = {language: Catalog(language) for language in targets}
    for source in sources:
        for message in read(source):  # before there is a draft: one that cannot be read leaves none
            if message.id:
                merged[source.parent.parent.name][message.id] = message
                merged["en"].add(message.id, message.id, context=message.context)
    for language, target in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        with draft.open("wb") as file:
            write_mo(file, merged[language])
        draft.replace(target)
    return [*targets.values()]


PACKAGES = (
    "accounts",
    "actions",
    "api",
    "arbiter",
    "engine",
    "games",
    "incoming_mail",
    "moderation",
    "notifications",
    "stpete_site",
    "tournaments",
)
ERRORS = [
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.TournamentError)
]
# Which arguments of a call are context, text and plural.
CALLS: Mapping[str, tuple[int | None, int, int | None]] = {
    "Sentence": (None, 0, None),  # of the engine and the arithmetic
    "sentence": (None, 0, None),  # of the lesson
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
OF_ARITHMETIC: Mapping[str, tuple[int | None, int, int | None]] = {
    **CALLS,
    **dict.fromkeys(ERRORS, (None, 0, None)),
    "TrfError": (None, 2, None),
    "violation": (None, 3, None),
    "error": (None, 1, None),  # of a column of a file
}
KEYWORDS: dict[str, Any] = {  # the same as Babel has it, counted from 1
    name: (*([] if context is None else [(context + 1, "c")]), text + 1, *([] if plural is None else [plural + 1]))
    for name, (context, text, plural) in CALLS.items()
}
FIELD = re.compile(r"\{[a-z]\w*\}")
OF_JINJA = {"encoding": "utf-8", "silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}


@dataclass(frozen=True)
class Text:
    """A string to translate and where it stands first. `plural` is None where there is no number in it."""

    text: str
    plural: str | None
    context: str | None
    place: str


def texts(root: Path) -> Iterator[Text]:
    """All strings of the project below `root`: Python files of its packages, then templates."""
    for package in PACKAGES:
        for path in sorted([*root.glob(f"{package}.py"), *(root / package).rglob("*.py")]):
            if "migrations" not in path.parts:
                source, place = path.read_text(encoding="utf-8"), str(path.relative_to(root))
                yield from of_python(source, place, is_arithmetic=package == "arbiter")
    for path in sorted((root / "templates").rglob("*.*")):
        # Django writes each marked string as a call of Python and everything else as X
        if path.suffix in (".html", ".txt"):
            source = templatize(path.read_text(encoding="utf-8"), origin=str(path))
            yield from _of_template("python", source, str(path.relative_to(root)))
    for path in sorted((root / "jinja").rglob("*.html")):
        yield from _of_template(
            "jinja2.ext:babel_extract", path.read_text(encoding="utf-8"), str(path.relative_to(root))
        )


def of_python(source: str, place: str, *, is_arithmetic: bool = False) -> Iterator[Text]:
    """Not by Babel, which does not look into f-strings. Nothing where an argument is not written out: such a call looks up what
    is marked elsewhere. The arithmetic of tournaments knows no gettext: its errors count, and whatever has a value to fill in."""
    tree, calls = ast.parse(source, place), OF_ARITHMETIC if is_arithmetic else CALLS
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            said = dict(enumerate(map(_text, node.args)))
            context, text, plural = (said.get(-1 if at is None else at) for at in calls.get(name, (None, -1, None)))
            if text:
                yield Text(text, plural, context, f"{place}:{node.lineno}")
        elif (
            is_arithmetic
            and isinstance(node, ast.expr)
            and FIELD.search(_text(node) or "")
            and id(node) not in docstrings
        ):
            yield Text(_text(node) or "", None, None, f"{place}:{node.lineno}")


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _of_template(method: str, source: str, place: str) -> Iterator[Text]:
    for number, said, _comments, context in extract(method, BytesIO(source.encode()), KEYWORDS, options=OF_JINJA):
        text, plural = (said, None) if isinstance(said, str) else said
        yield Text(text, plural, context, f"{place}:{number}")


class German:
    def __init__(self, folder: Path) -> None:
        self.catalogues: dict[str, Catalog] = {
            path.parent.parent.parent.name: read(path) for path in catalogues(folder) if path.parent.parent.name == "de"
        }
        self._entries: dict[tuple[str | None, str], list[tuple[str, Message]]] = {}
        for area, catalogue in self.catalogues.items():
            for message in catalogue:
                if message.id:
                    self._entries.setdefault((message.context, _first(message.id)), []).append((area, message))

    def lacks(self, text: Text) -> str | None:
        """Why this string would not be German on a page, or None."""
        entries = self._entries.get((text.context, text.text), [])
        if not entries:
            return "no entry"
        for _, message in entries:
            if message.fuzzy:
                return "a fuzzy entry"
            forms = message.string if isinstance(message.string, list | tuple) else (message.string,)
            if not all(forms):
                return "an empty entry"
            if bool(text.plural) and not isinstance(message.id, list | tuple):
                return "an entry without plural"
        return None

    def quarrels(self) -> list[str]:
        """Strings that two areas translate differently: which one a page shows would be chance."""
        return [
            f"{key[1]!r}: " + ", ".join(f"{area} says {message.string!r}" for area, message in entries)
            for key, entries in self._entries.items()
            if len({str(message.string) for _, message in entries}) > 1
        ]

    def messages(self) -> Iterator[tuple[str, Message]]:
        for entries in self._entries.values():
            yield from entries


def _first(id: str | tuple[str, ...] | list[str]) -> str:
    return id if isinstance(id, str) else id[0]
