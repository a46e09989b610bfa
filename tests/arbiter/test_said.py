"""Whatever the arithmetic says is a pattern that its sources write out, so that every language can say it."""

from __future__ import annotations

import ast
from string import Formatter

import pytest

from arbiter.sentences import Sentence
from stpete_site.locale import ERRORS, German, Pattern, patterns
from tests.arbiter.test_pure import PURE, ROOT, files

TAKEN_OUT = "arbiter/kept.py"
"""Kept sentences are made again from what was written."""


def said(room: str) -> list[tuple[str, Pattern]]:
    """Every pattern of a room with its file."""
    return [
        (str(path.relative_to(ROOT)), one) for path in files(room) for one in patterns(path.read_text(encoding="utf-8"))
    ]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("room", PURE)
def test_every_sentence_and_refusal_is_written_out(room: str) -> None:
    """No f-string, no name whose words are put together elsewhere."""
    lacking = [f"{path}:{one.line}" for path, one in said(room) if one.text is None and path != TAKEN_OUT]
    assert lacking == []


@pytest.mark.parametrize("room", PURE)
def test_every_refusal_is_raised_with_a_pattern(room: str) -> None:
    """What is raised is an error with its sentence, one that is made by a function of its own, or one that was caught."""
    bare = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in files(room)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise) and ast.unparse(node.exc or node).partition("(")[0] in ERRORS
        if not (isinstance(node.exc, ast.Call) and node.exc.args)
    ]
    assert bare == []


@pytest.fixture(scope="module")
def german() -> dict[str, str]:
    """What the catalogues say, by pattern."""
    return {
        message.id: str(message.string)
        for _, message in German(ROOT / "locale").messages()
        if isinstance(message.id, str) and not message.fuzzy
    }


@pytest.mark.parametrize("room", PURE)
def test_every_pattern_has_german_with_the_same_values(room: str, german: dict[str, str]) -> None:
    for path, one in said(room):
        if one.text is not None:
            assert german.get(one.text), (path, one)
            assert fields(german[one.text]) == fields(one.text), (path, one)


def test_there_is_much_to_say() -> None:
    assert len({one.text for room in PURE for _, one in said(room)}) > 200


def test_what_is_not_written_out_is_found() -> None:
    source = """
WHY = {"C6": "C6, downfloaters: {count}"}
def f(columns, x):
    pattern = "Player {player}."
    if x:
        raise FieldError(pattern, player=x)
    columns.error(5, f"Not {x}.")
    raise ResultError(x)
    return Sentence(WHY[x], count=3)
def g(pattern, **values):
    return Sentence(pattern, **values)
"""
    assert [(one.line, one.text) for one in patterns(source)] == [
        (6, "Player {player}."),
        (7, None),
        (8, None),
        (9, "C6, downfloaters: {count}"),
    ]


def test_a_sentence_may_have_sentences_in_it() -> None:
    where = Sentence("round {round}", round=3)
    outer = Sentence("{where}: {others}", where=where, others=(where, Sentence("the end")))
    assert (outer, outer.values["where"]) == ("round 3: round 3, the end", where)
