"""Strict reading: every refusal names the place and what would be right."""

import pytest

from engine.record import RecordError
from engine.record.reading import Node, parse, shown


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON"),
        ("{", "line 1, column 2"),
        ('{"a": 1, "a": 2}', 'the field "a" stands twice'),
        ('{"a": NaN}', "NaN is no JSON number"),
        ("[-Infinity]", "-Infinity is no JSON number"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "too many digits"),
    ],
)
def test_a_text_that_is_no_document_is_refused_with_the_reason(text, reason):
    with pytest.raises(RecordError) as caught:
        parse(text)
    assert reason in str(caught.value)


def test_a_field_that_is_unknown_or_missing_is_named_with_its_path():
    node = parse('{"deal": {"seed": 1, "sede": 2}}').fields(("deal",))["deal"]
    with pytest.raises(RecordError, match=r'^deal: unknown field "sede"; known here: from, seed$'):
        node.fields(("seed",), optional=("from",))
    with pytest.raises(RecordError, match=r'^deal: the field "from" is missing$'):
        node.fields(("from", "seed", "sede"))


@pytest.mark.parametrize(
    ("value", "method", "arguments"),
    [
        (True, "number", {}),
        (1.0, "number", {}),
        ("1", "number", {}),
        (None, "number", {}),
        (-1, "number", {"lowest": 0}),
        (4, "number", {"lowest": 0, "highest": 3}),
        (1, "truth", {}),
        (1, "text", {"longest": 9}),
        ("", "text", {"longest": 9, "shortest": 1}),
        ("0123456789", "text", {"longest": 9}),
        ("\ud800", "text", {"longest": 9}),
        ("ab", "choice", {"known": ("a", "b")}),
        (["a"], "choice", {"known": ("a", "b")}),
        ("AB", "octets", {"size": 1}),
        ("abc", "octets", {"size": 1}),
        ("zz", "octets", {"size": 1}),
        (12, "octets", {"size": 1}),
        ({}, "items", {}),
        ("ab", "items", {}),
        ([], "entries", {}),
        ({1: 2}, "entries", {}),
    ],
)
def test_a_value_of_another_type_or_out_of_bounds_is_refused(value, method, arguments):
    with pytest.raises(RecordError, match=r"^moves\[3\]\.seat: "):
        getattr(Node(value, "moves[3].seat"), method)(**arguments)


def test_what_is_right_comes_back_in_its_type():
    node = parse('{"n": 3, "t": true, "s": "ä", "h": "00ff", "l": [1, 2], "c": "b"}')
    found = node.fields("ntshlc")
    assert found["n"].number(3, 3) == 3
    assert found["t"].truth() is True
    assert found["s"].text(longest=1) == "ä"
    assert found["h"].octets(2) == b"\x00\xff"
    assert [(one.path, one.number()) for one in found["l"].items()] == [("l[0]", 1), ("l[1]", 2)]
    assert found["c"].choice(("a", "b")) == "b"


def test_a_long_value_is_cut_short_in_a_sentence():
    assert len(shown("x" * 1000)) == 60
    assert shown({1, 2}) == '"a Python set"'
