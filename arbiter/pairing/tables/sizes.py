"""How many tables of which size: as few as possible that are not of the preferred size."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.errors import TableSizeError

SMALLEST, LARGEST = 3, 5
DUEL = 2


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size tables should have and the sizes they may have; players without a table have a bye.

    `last_two`: when only two are left, they play a table of two. More than two never do.
    """

    preferred: int = 4
    allowed: frozenset[int] = frozenset({3, 4})
    last_two: bool = False

    def __post_init__(self) -> None:
        if not self.allowed <= set(range(SMALLEST, LARGEST + 1)):
            raise TableSizeError(
                "Tables must have {smallest} to {largest} players, not {sizes}.",
                smallest=SMALLEST,
                largest=LARGEST,
                sizes=tuple(sorted(self.allowed)),
            )
        if self.preferred not in self.allowed:
            raise TableSizeError(
                "The preferred size {preferred} must be one of {sizes}.",
                preferred=self.preferred,
                sizes=tuple(sorted(self.allowed)),
            )

    def has(self, size: int) -> bool:
        """Whether a table may have this size."""
        return size in self.allowed or (self.last_two and size == DUEL)

    def seats(self, players: int) -> bool:
        """Whether so many players make at least one table."""
        return players >= min(self.allowed) or (self.last_two and players == DUEL)

    def of(self, players: int) -> tuple[int, ...]:
        """The sizes of all tables, preferred ones first; they seat everybody, or all but as few as can be.

        In this order: fewest byes, fewest tables of another size, smaller rather than larger ones. With tables of 4
        and 3: 12 = 4·3, 15 = 4·3 + 3, 14 = 4·2 + 3·2, 13 = 4 + 3·3; with 5 allowed too, 13 = 4·2 + 5. Raises
        TableSizeError when there is not even one table.
        """
        if self.last_two and players == DUEL:
            return (DUEL,)
        for seated in range(players, 0, -1):
            if found := [sizes for others in range(LARGEST) for sizes in self._with(seated, others)]:
                return min(found, key=lambda sizes: (self.others(sizes), sum(size > self.preferred for size in sizes)))
        raise TableSizeError(
            "{players} players are too few for a table; at least {least} are needed.",
            players=players,
            least=min(self.allowed),
        )

    def others(self, sizes: tuple[int, ...]) -> int:
        """How many of these tables are not of the preferred size."""
        return sum(size != self.preferred for size in sizes)

    def _with(self, seated: int, others: int) -> list[tuple[int, ...]]:
        """All ways with exactly this many tables of another size."""
        found = []
        small, *rest = sorted(self.allowed - {self.preferred}) or [self.preferred]
        large = rest[0] if rest else small
        for few in range(others + 1):
            left = seated - small * few - large * (others - few)
            if left >= 0 and left % self.preferred == 0 and (others == 0 or small != self.preferred):
                found.append((self.preferred,) * (left // self.preferred) + (small,) * few + (large,) * (others - few))
        return found
