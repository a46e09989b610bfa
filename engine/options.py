"""What a table agrees on before the game (DEC-1)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Literal

from engine.errors import OptionsError

FirstWorkers = Literal["compulsory", "free"]
OF_SETS = ("real_hurdles", "hurdles")
"""Options that only some sets have; where they are at rest their JSON leaves them out."""

_judge: "Callable[[Options], tuple[str, ...]]"


def judged_by(judge: "Callable[[Options], tuple[str, ...]]") -> None:
    """The parts say who may play with whom, and in which order sets are told; they are not known here. `judge` raises
    OptionsError, or gives the sets in order. engine/rulebook.py, who knows the parts, calls this once."""
    global _judge
    _judge = judge


@dataclass(frozen=True, slots=True)
class Options:
    """One legal selection; an illegal one raises OptionsError with the rule that forbids it.

    `play_on_empty_tableau` is PHASE-4 (None: the default of the edition), `first_workers` FIRST-10, `open_hands` INFO-2
    (False hides rubles and hands). `sets` names the sets beside the base game; they are kept in the order of the
    registry. `real_hurdles` is the variant of HURD-4, `hurdles` the free composition of HURD-24, for each of the five
    spaces from the lowest `any`, `bonus`, `real` or the name of a hurdle; without them it is the standard of HURD-3. Only
    tables with hurdles have either.

    >>> Options(edition=1, players=3).play_on_empty_tableau
    True
    """

    edition: int = 2
    players: int = 2
    sets: tuple[str, ...] = ()
    play_on_empty_tableau: bool | None = None
    first_workers: FirstWorkers = "compulsory"
    open_hands: bool = True
    real_hurdles: int | None = None
    hurdles: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if type(self.edition) is not int or self.edition not in (1, 2):
            raise OptionsError("unknown-edition", f"There is no edition {self.edition!r}; choose 1 or 2.", "COMBO-1")
        if not isinstance(self.players, int) or isinstance(self.players, bool):
            raise OptionsError("players", "The number of players must be a whole number.", "COMBO-13")
        if not isinstance(self.sets, tuple) or not all(isinstance(name, str) for name in self.sets):
            raise OptionsError("sets", "The sets must be a list of names.")
        if len(set(self.sets)) < len(self.sets):
            raise OptionsError("sets", "A set is named twice.")
        if self.play_on_empty_tableau is None:
            object.__setattr__(self, "play_on_empty_tableau", self.edition == 1)
        if not isinstance(self.play_on_empty_tableau, bool):
            raise OptionsError("play-on-empty-tableau", "play_on_empty_tableau must be true or false.", "PHASE-4")
        if self.first_workers not in ("compulsory", "free"):
            raise OptionsError("first-workers", "first_workers must be compulsory or free.", "FIRST-10")
        if not isinstance(self.open_hands, bool):
            raise OptionsError("open-hands", "open_hands must be true or false.", "INFO-2")
        hurdles = self.real_hurdles
        if hurdles is not None and (not isinstance(hurdles, int) or isinstance(hurdles, bool) or not 0 <= hurdles <= 5):
            raise OptionsError("real-hurdles", "real_hurdles must be a number from 0 to 5.", "HURD-4")
        if hurdles is not None and "hurdles" not in self.sets:
            raise OptionsError(
                "real-hurdles", "Only tables with hurdles can choose their number. Add the Hurdles module.", "HURD-4"
            )
        chosen = self.hurdles
        if chosen is not None and not (isinstance(chosen, tuple) and all(isinstance(name, str) for name in chosen)):
            raise OptionsError("hurdles", "The hurdles must be a list of names.", "HURD-24")
        if chosen is not None and "hurdles" not in self.sets:
            raise OptionsError(
                "hurdles", "Only tables with hurdles can choose them. Add the Hurdles module.", "HURD-24"
            )
        object.__setattr__(self, "sets", _judge(self))

    def to_dict(self) -> dict[str, object]:
        """Plain JSON; `from_dict` reads it back."""
        return {
            "edition": self.edition,
            "players": self.players,
            "sets": list(self.sets),
            "play_on_empty_tableau": self.play_on_empty_tableau,
            "first_workers": self.first_workers,
            "open_hands": self.open_hands,
            **({} if self.real_hurdles is None else {"real_hurdles": self.real_hurdles}),
            **({} if self.hurdles is None else {"hurdles": list(self.hurdles)}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "Options":
        """Options from plain JSON; a missing field has its default, an unknown one is refused."""
        if not isinstance(data, Mapping):
            raise OptionsError("options", "The options must be an object.")
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise OptionsError(
                "unknown-option", f"There is no option {unknown[0]}; the options are {', '.join(sorted(known))}."
            )
        values = dict(data)
        sets = values.get("sets", ())
        if not isinstance(sets, (list, tuple)):
            raise OptionsError("sets", "The sets must be a list of names.")
        values["sets"] = tuple(sets)
        if isinstance(hurdles := values.get("hurdles"), list):
            values["hurdles"] = tuple(hurdles)
        return cls(**values)  # type: ignore[arg-type]  # __post_init__ checks every value
