"""Whatever the arithmetic says is a pattern that its sources write out, so that every language can say it."""

from __future__ import annotations

import ast
from string import Formatter

import pytest

from arbiter.sentences import Sentence
from stpete_site.locale import ERRORS, OF_ARITHMETIC, German, Text, of_python
from tests.arbiter.test_pure import PURE, ROOT, files


def said(room: str) -> list[Text]:
    """Every pattern of a room."""
    places = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files(room)}
    return [one for place, source in places.items() for one in of_python(source, place, is_arithmetic=True)]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def put_together(source: str) -> list[int]:
    """Lines in which a sentence or a refusal gets an f-string or a sum in the place of its pattern."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    places = [
        (node, OF_ARITHMETIC.get(ast.unparse(node.func).rpartition(".")[2], (None, 99, None))[1]) for node in calls
    ]
    return [
        node.lineno for node, at in places if isinstance((*node.args, *[None] * 100)[at], ast.JoinedStr | ast.BinOp)
    ]


@pytest.mark.parametrize("room", PURE)
def test_every_sentence_and_refusal_is_written_out(room: str) -> None:
    """No f-string, nothing that is put together."""
    lacking = {str(path.relative_to(ROOT)): put_together(path.read_text(encoding="utf-8")) for path in files(room)}
    assert {place: lines for place, lines in lacking.items() if lines} == {}


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
    for one in said(room):
        assert german.get(one.text), one
        assert fields(german[one.text]) == fields(one.text), one


def test_there_is_much_to_say() -> None:
    assert len({one.text for room in PURE for one in said(room)}) > 200


def test_what_is_written_out_is_found_and_what_is_not() -> None:
    source = """
WHY = {"C6": "C6, downfloaters: {count}"}
def f(columns, x):
    pattern = "Player {player}."
    if x:
        raise FieldError(pattern, player=x)
    columns.error(5, f"Not {x}.")
    return Sentence(WHY[x], count=3)
def g(pattern, **values):
    return Sentence(pattern, **values)
"""
    assert {one.text for one in of_python(source, "", is_arithmetic=True)} == {
        "Player {player}.",
        "C6, downfloaters: {count}",
    }
    assert put_together(source) == [7]


def test_a_sentence_may_have_sentences_in_it() -> None:
    where = Sentence("round {round}", round=3)
    outer = Sentence("{where}: {others}", where=where, others=(where, Sentence("the end")))
    assert (outer, outer.values["where"]) == ("round 3: round 3, the end", where)
