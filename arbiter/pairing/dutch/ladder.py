"""Criteria in descending priority as the digits of one whole number, so that smaller means better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Ladder:
    """Digits named by criterion, the most important first; each has room for its largest possible sum."""

    def __init__(self, caps: Sequence[tuple[str, int]]) -> None:
        self.names = [name for name, _ in caps]
        self.worth: dict[str, int] = {}
        self._base: dict[str, int] = {}
        step = 1
        for name, cap in reversed(caps):
            self.worth[name], self._base[name] = step, cap + 1
            step *= cap + 1
        self.range = step

    def pack(self, counts: Iterable[tuple[str, int]]) -> int:
        """The number for these counts; a criterion not named counts 0."""
        return sum(self.worth[name] * count for name, count in counts if count)

    def unpack(self, number: int) -> dict[str, int]:
        """The sums that are not 0, in order of priority."""
        sums = {name: number // self.worth[name] % self._base[name] for name in self.names}
        return {name: count for name, count in sums.items() if count}
