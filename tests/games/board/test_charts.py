"""Charts of lines: their coordinates, axes and the names at their ends."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.board.charts import PANEL, Series, chart, scale


@pytest.mark.parametrize("ends", [(100, 99, 98, 97, 96), (50, 50, 50, 50, 50), (34, 32, 19, 19, 19), (3, 0, 0, 0, -5)])
def test_the_figures_at_the_ends_of_all_lines_can_be_read(ends: tuple[int, ...]) -> None:
    """Equal and nearly equal scores: labels of a close finish stood above the drawing."""
    drawn = chart([Series(f"s{seat}", f"Player {seat}", [0, end]) for seat, end in enumerate(ends)], [])
    heights = sorted(line.label_y for line in drawn.lines)
    assert heights[0] >= PANEL.top
    assert heights[-1] <= PANEL.floor
    assert all(below - above >= PANEL.apart for above, below in pairwise(heights))
    best_first = [line.said.split()[-1] for line in sorted(drawn.lines, key=lambda line: line.label_y)]
    assert best_first == [str(end).replace("-", "−") for end in sorted(ends, reverse=True)]


def test_a_line_has_a_point_wherever_it_bends() -> None:
    drawn = chart(
        [Series("s0", "Maximiliane", [0, 0, 0, 5, 5, 5, 5, 10, 10, 10, 10], "Maximili…")], [(0, "1"), (10, "2")]
    )
    (line,) = drawn.lines
    assert line.path == "26.0,134.0 70.4,134.0 92.6,71.0 159.2,71.0 181.4,8.0 248.0,8.0"
    assert (line.said, line.label_y, line.end) == ("Maximiliane 10", 8.0, "Maximili… 10")
    assert [mark.at for mark in drawn.across] == [PANEL.left, PANEL.end]
    assert [(mark.at, mark.text) for mark in drawn.up] == [
        (134.0, "0"),
        (108.8, "2"),
        (83.6, "4"),
        (58.4, "6"),
        (33.2, "8"),
        (8.0, "10"),
    ]
    assert chart([Series("s0", "Anna", [0])], []).lines[0].path == ""


@pytest.mark.parametrize(
    ("ends", "expected"),
    [((0, 0), (1, 0, 1)), ((0, 97), (20, 0, 100)), ((-7, 43), (20, -20, 60)), ((1480, 1530), (10, 1480, 1530))],
)
def test_an_axis_has_few_round_numbers(ends: tuple[int, int], expected: tuple[int, int, int]) -> None:
    assert scale(*ends) == expected


def test_a_line_begins_where_its_values_do() -> None:
    drawn = chart([Series("a", "", [1, 2, None]), Series("b", "", [None, 2, 3])], [])
    assert [line.path.count(",") for line in drawn.lines] == [2, 2]
    assert drawn.lines[1].path.split(",")[0] == drawn.lines[0].path.split()[1].split(",")[0], "where the other one ends"
