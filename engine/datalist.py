"""Lists of data: TOML files that hold one thing a line, checked when read. A fault names file, line and field."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.errors import CardDataError

DATA: Final = Path(__file__).parent / "data"
CERTAINTIES: Final = ("booklet", "card", "implementation", "inferred")


class Listed(Protocol):
    """A thing of a list has an id that no other one there has."""

    @property
    def id(self) -> str: ...


Thing = TypeVar("Thing", bound=Listed)


@dataclass(frozen=True, slots=True)
class ListLine:
    """The values of one line; lists have become tuples. `where` is file and line."""

    where: str
    values: dict[str, Any]

    def wrong(self, field: str, sentence: str) -> CardDataError:
        return CardDataError("card-data", f"{self.where}, field {field}: {sentence}")


@dataclass(frozen=True, slots=True)
class Form(Generic[Thing]):
    """What the lines of a list look like: how one thing is called, the type of each field, which ones must be there,
    and what makes a thing of a line, or raises what is wrong with it."""

    name: str
    fields: Mapping[str, type]
    required: tuple[str, ...]
    make: Callable[[ListLine], Thing]

    def read(self, path: Path) -> tuple[Thing, ...]:
        """The things of a file in printed order."""
        found: list[Thing] = []
        lines: dict[str, int] = {}
        for number, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            text = text.strip()
            if not text or text.startswith("#") or text in (f"{self.name}s = [", "]"):
                continue
            line = self._line(text, f"{path.name}, line {number}")
            thing = self.make(line)
            if thing.id in lines:
                raise line.wrong("id", f"{thing.id} stands already in line {lines[thing.id]}.")
            lines[thing.id] = number
            found.append(thing)
        if not found:
            raise CardDataError("card-data", f"{path.name}: no {self.name} in it.")
        return tuple(found)

    def _line(self, text: str, where: str) -> ListLine:
        try:
            data = tomllib.loads(f"{self.name} = {text.removesuffix(',')}")[self.name]
        except tomllib.TOMLDecodeError as error:
            raise CardDataError("card-syntax", f"{where}: not one {self.name} in TOML ({error}).") from None
        if not isinstance(data, dict):
            raise CardDataError("card-syntax", f"{where}: a {self.name} is a table in braces.")
        line = ListLine(where, data)
        self._check(line)
        return ListLine(
            where, {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        )

    def _check(self, line: ListLine) -> None:
        """What holds for every list: known fields of the right type, and how well the thing is known."""
        for name in self.required:
            if line.values.get(name) in (None, "", []):
                raise line.wrong(name, "is missing.")
        for name, value in line.values.items():
            if name not in self.fields:
                raise line.wrong(name, f"is not known; known are {', '.join(self.fields)}.")
            kind = self.fields[name]
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
                raise line.wrong(name, f"{value!r} should be of type {kind.__name__}.")
        if line.values["certainty"] not in CERTAINTIES:
            raise line.wrong("certainty", f"{line.values['certainty']!r} is none of {', '.join(CERTAINTIES)}.")
        for name in line.values.get("inferred", ()):
            if name not in self.fields:
                raise line.wrong("inferred", f"{name!r} is not a field.")
