"""The places of long lists, without reading them: rows say how many results have a score in each step, for steps of several widths.

So as many results are better than a score as lie in the wider steps above it, then in the narrower ones inside the next.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q, Sum

from games.models import RankStep
from statements import add_up

ALL = 0
"""The width of the one step that holds a whole list."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """The lists of one kind, whose scores are whole numbers. `widths`: each divides the one before it."""

    kind: str
    widths: tuple[int, ...]

    def count(self, results: Mapping[tuple[str, int], int]) -> None:
        """So many results more, or fewer, of each list and score. One statement."""
        add_up(RankStep, self.steps(results), key=("kind", "width", "list", "step"))

    def steps(self, results: Mapping[tuple[str, int], int]) -> dict[tuple[str, int, str, int], tuple[int]]:
        """The rows that say how many results there are of each list and score."""
        found: Counter[tuple[str, int, str, int]] = Counter()
        for (name, score), many in results.items():
            found[self.kind, ALL, name, 0] += many
            for width in self.widths:
                found[self.kind, width, name, score // width] += many
        return {step: (many,) for step, many in found.items() if many}

    def place(self, name: str, score: int) -> tuple[int, int]:
        """How many results of a list have a higher score, as far as the narrowest steps tell it, and how many there are. One
        statement."""
        wider, higher = None, Q(pk__in=[])
        for width in self.widths:
            step = Q(width=width, step__gt=score // width)
            if wider is not None:
                step &= Q(step__lt=(score // wider + 1) * (wider // width))
            wider, higher = width, higher | step
        whole = Q(width=ALL, step=0)
        rows = RankStep.objects.filter(higher | whole, kind=self.kind, list=name)
        found = rows.aggregate(above=Sum("results", filter=~whole), size=Sum("results", filter=whole))
        return found["above"] or 0, found["size"] or 0

    def sizes(self) -> dict[str, int]:
        """How many results each list has, without the empty ones. One statement."""
        whole = RankStep.objects.filter(kind=self.kind, width=ALL, results__gt=0)
        return dict(whole.values_list("list", "results"))
