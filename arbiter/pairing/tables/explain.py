"""Why a round at tables is as it is, as data: what was weighed, what could not be had, and how near the best it is."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.pairing.tables.rounds import TableRound
from arbiter.sentences import Sentence


def explain(found: TableRound) -> Iterator[Sentence]:
    """The criteria in descending priority; of those that were met plainly only that they were. Everybody reads this, so
    it is silent about who should have been kept apart."""
    report = found.report
    if found.byes:
        pattern = "Bye: {players} (who had fewest byes, and of those the lowest in points)"
        yield Sentence(pattern, players=found.byes)
    if report.other_sizes:
        yield Sentence("Tables of another size than the preferred one: {tables}", tables=report.other_sizes)
    if not report.repeats:
        yield Sentence("Nobody meets anybody again.")
    elif report.is_proved_without_repeats:
        yield Sentence("Repeated meetings: {repeats}; fewer are impossible.", repeats=report.repeats)
    else:
        pattern = "Repeated meetings: {repeats}; fewer than {least} are impossible."
        yield Sentence(pattern, repeats=report.repeats, least=report.repeats_bound)
    if report.unfairness:
        pattern = "Players at tables of another size had been at such tables {times} times; fewer than {least} are impossible."
        yield Sentence(pattern, times=report.unfairness, least=report.unfairness_bound)
    pattern = "Squared differences of points at the tables: {spread} together; less than {least} is impossible."
    yield Sentence(pattern, spread=str(report.spread), least=str(report.spread_bound))
    if report.uneven_seats:
        if report.uneven_bound:
            pattern = "Players whose seats are more than one game apart: {players}; fewer than {least} are impossible."
            yield Sentence(pattern, players=report.uneven_seats, least=report.uneven_bound)
        else:  # that fewer than none are impossible need not be said
            yield Sentence("Players whose seats are more than one game apart: {players}", players=report.uneven_seats)
    else:
        yield Sentence("Everybody has sat in each seat as often as in any other, or once more.")
