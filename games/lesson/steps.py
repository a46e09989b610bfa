"""What the lesson is made of: chapters, and their steps as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise

from games.lesson.courses import Course

from .scene import Say, Scene

Claim = Callable[[Scene], bool]


@dataclass(frozen=True)
class Step:
    """A move to find: that of the course at `ply`.

    `before` leads up to it, `ask` says what is wanted, `why` follows the right answer. `not_now` follows whatever else is legal,
    after what it would do; `wrong` has other sentences for some answers, by how they begin. `claims` are what the sentences
    say beside figures: a test holds them.
    """

    ply: int
    before: Say
    ask: Say
    why: Say
    not_now: Say
    wrong: Mapping[str, Say] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A piece of one game. `key` stands in addresses."""

    key: str
    title: str | Promise
    about: str | Promise
    course: Course
    steps: tuple[Step, ...]

    def scene(self, number: int, said: str = "") -> Scene:
        """The position of a step, counted from 1."""
        return Scene(self.course, self.steps[number - 1].ply, said)
