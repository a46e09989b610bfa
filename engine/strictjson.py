"""Strict reading of JSON: what is unknown, missing or mistyped is refused with its path and what would be right."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass


class FormError(ValueError):
    """The form of a document is wrong at `path` (empty: the whole of it)."""

    code = "malformed"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document and where it stands. A method gives the value in the type asked for or raises FormError."""

    value: object
    path: str = ""

    def fail(self, reason: str) -> FormError:
        return FormError(self.path, reason)

    def fields(self, required: Collection[str], optional: Collection[str] = ()) -> dict[str, "Node"]:
        """The fields of an object that has all of `required`, perhaps some of `optional`, and nothing else."""
        entries = self.entries()
        known = sorted({*required, *optional})
        for name in entries:
            if name not in known:
                raise self.fail(f"unknown field {shown(name)}; known here: {', '.join(known)}")
        for name in required:
            if name not in entries:
                raise self.fail(f"the field {shown(name)} is missing")
        return entries

    def entries(self) -> dict[str, "Node"]:
        """The fields of an object, whatever they are called."""
        if not isinstance(self.value, Mapping):
            raise self._mistyped("an object")
        entries = {}
        for name, value in self.value.items():
            if not isinstance(name, str):
                raise self.fail(f"a field name must be a text, not {shown(name)}")
            entries[name] = Node(value, f"{self.path}.{name}" if self.path else name)
        return entries

    def items(self) -> Iterator["Node"]:
        """The elements of a list, in order; their path counts from 0."""
        if not isinstance(self.value, list | tuple):
            raise self._mistyped("a list")
        return (Node(value, f"{self.path}[{place}]") for place, value in enumerate(self.value))

    def text(self, *, longest: int, shortest: int = 0) -> str:
        if not isinstance(self.value, str):
            raise self._mistyped("a text")
        if not shortest <= len(self.value) <= longest:
            raise self.fail(f"must have {shortest} to {longest} characters, has {len(self.value)}")
        if not self.value.isascii():
            try:
                self.value.encode()
            except UnicodeEncodeError:
                raise self.fail("holds half of a surrogate pair, which is no character") from None
        return self.value

    def choice(self, known: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in known:
            raise self._mistyped(f"one of {', '.join(known)}")
        return self.value

    def number(self, lowest: int | None = None, highest: int | None = None) -> int:
        """A whole number; true and false are none, nor is 1.0."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self._mistyped("a whole number")
        if (lowest is not None and self.value < lowest) or (highest is not None and self.value > highest):
            bounds = f"from {lowest} to {highest}" if highest is not None else f"of at least {lowest}"
            raise self._mistyped(f"a whole number {bounds}")
        return self.value

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._mistyped("true or false")
        return self.value

    def octets(self, size: int) -> bytes:
        """Bytes written in lower-case hex."""
        digits = self.value
        if isinstance(digits, str) and len(digits) == 2 * size and not set(digits) - set("0123456789abcdef"):
            return bytes.fromhex(digits)
        raise self._mistyped(f"{2 * size} hex digits in lower case")

    def _mistyped(self, wanted: str) -> FormError:
        return self.fail(f"must be {wanted}, not {shown(self.value)}")


def parse(text: str) -> Node:
    """The document in `text`. Raises FormError where it is no JSON, names a field twice, or has NaN or infinities."""
    try:
        return Node(json.loads(text, object_pairs_hook=_each_field_once, parse_constant=_no_constant))
    except json.JSONDecodeError as error:
        raise FormError("", f"no JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise FormError("", "no such document: nested too deeply") from None
    except FormError:
        raise
    except ValueError:  # a number of more digits than Python reads
        raise FormError("", "no such document: a number in it has too many digits") from None


def shown(value: object) -> str:
    """The value as JSON, cut short, for a sentence."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=lambda other: f"a Python {type(other).__name__}")
    except (TypeError, ValueError, RecursionError):
        text = f"a Python {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def _each_field_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FormError("", f"the field {shown(twice)} stands twice in one object")
    return fields


def _no_constant(name: str) -> object:
    raise FormError("", f"{name} is no JSON number")
