"""What took longest: at the end of each run of tests its twelve slowest, with what was set up and taken down for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

MOST = 12
WORTH_TELLING = 1.0
"""Seconds below which nobody is called slow."""

_took: Counter[str] = Counter()


def slowest(seconds: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """The slowest of these, first the slowest."""
    told = [(name, took) for name, took in seconds if took >= WORTH_TELLING]
    return sorted(told, key=lambda row: -row[1])[:MOST]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Called three times for each test, and with several workers in the process that started them, too."""
    _took[report.nodeid] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if told := slowest(_took.items()):
        terminalreporter.write_line("Slowest:")
    for name, took in told:
        terminalreporter.write_line(f"{took:7.1f} s  {name}")
