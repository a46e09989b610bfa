"""The reader of the rules text knows its forms and names line and reason of everything else."""

import pytest

from games.reference.line_reader import RulesTextError
from games.reference.reader import Code, Paragraph, Rule, RuleTable, read_rules
from games.reference.references import Piece, pieces, rules_named

GOOD = """# Rules

What this is.

## 0. First

- **COST-1** {all} Something
  that goes on. [000, R]
- **COST-2** {M2 without M1, IGC1} As a table:

| a | b |
|---|---|
| 1 | `2` |

  A remark. See COST-1.

- a bullet

## 1. Second

### 1.1 Part

- **CON-1 Named.** Text with **bold** and {E1} a tag.

| Id | VP |
|---|---|
| **ORD-1** | 2 per red card |
| **ORD-2** (not with 2 players) | 10 |

```
loop {5NM, Worker}
```
"""


def test_a_good_text_is_read_with_its_parts():
    first, second = read_rules(GOOD)
    assert [part.number for part in first.parts] == ["", ""]
    assert first.parts[0].blocks == (Paragraph("What this is.", 3),)
    one, two, bullet = first.parts[1].blocks
    assert one == Rule("COST-1", "", ("all",), "Something that goes on. [000, R]", 7)
    assert isinstance(two, Rule)
    assert two.scopes == ("M2 without M1", "IGC1")
    assert [type(block) for block in two.more] == [RuleTable, Paragraph]
    assert list(two.texts()) == ["As a table:", "1", "`2`", "A remark. See COST-1."]
    assert bullet.kind == "bullet"
    assert second.parts[0].number == "1.1"
    named, table, code = second.parts[0].blocks
    assert isinstance(named, Rule)
    assert (named.id, named.title, named.scopes) == ("CON-1", "Named", ())
    assert isinstance(table, RuleTable)
    assert [(row.id, row.note) for row in table.rows] == [("ORD-1", ""), ("ORD-2", "(not with 2 players)")]
    assert isinstance(code, Code)
    assert [rule.id for rule in second.rules()] == ["CON-1", "ORD-1", "ORD-2"]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("# Rules", "Rules", 1, "begins with"),
        ("## 1. Second", "## 2. Second", 19, "section 1"),
        ("## 1. Second", "## Second", 19, "section 1"),
        ("### 1.1 Part", "### 1.2 Part", 21, "part 1.1"),
        ("**COST-2**", "**COST-1**", 9, "stands in line 7 already"),
        ("**COST-2**", "**Cost-2**", 9, "a rule begins"),
        ("{all} Something", "{everybody} Something", 7, "'everybody' is no scope"),
        ("{E1} a tag", "{E3} a tag", 23, "'E3' is no scope"),
        ("{all} Something", "{with COST-9 off} Something", 7, "is no scope"),
        ("**bold**", "**bold", 23, "** is opened and not closed"),
        ("`2`", "`2", 13, "` is opened and not closed"),
        ("See COST-1.", "See COST-7.", 15, "there is no rule COST-7"),
        ("See COST-1.", "See COST-1, -2, -3.", 15, "there is no rule COST-3"),
        ("See COST-1.", "See COST-1..4.", 15, "there is no rule COST-4"),
        ("| 1 | `2` |", "| 1 | `2` | 3 |", 13, "3 cells under a head of 2"),
        ("| 1 | `2` |", "| 1 | `2`", 13, "ends with |"),
        ("| a | b |\n|---|---|", "| a | b |", 12, "line of dashes"),
        ("```\n", "", 30, "does not end"),
    ],
)
def test_a_fault_names_line_and_reason(old: str, new: str, line: int, reason: str):
    text = GOOD.replace(old, new, 1) if old != "```\n" else GOOD[: GOOD.rindex("```")]
    with pytest.raises(RulesTextError) as fault:
        read_rules(text)
    assert reason in fault.value.reason
    assert fault.value.line == line
    assert str(fault.value).startswith(f"rules.md, line {line}: ")


@pytest.mark.parametrize("text", ["", "# Rules\n", "# Rules\n\nNothing.\n"])
def test_a_text_without_sections_is_refused(text: str):
    with pytest.raises(RulesTextError):
        read_rules(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("COST-3, -4, -5.", ["COST-3", "COST-4", "COST-5"]),
        ("MKT-11..13", ["MKT-11", "MKT-13"]),
        ("(HELP-1 .. HELP-5)", ["HELP-1", "HELP-5"]),
        ("EVT-TWIN-3, -4", ["EVT-TWIN-3", "EVT-TWIN-4"]),
        ("HURD-B1 and ORD-A", ["HURD-B1", "ORD-A"]),
        ("M1, M3-M6 and a cost of 17, -1 for the row", []),
        ("PRE-COST-4xy", []),
    ],
)
def test_short_forms_name_rules(text: str, named: list[str]):
    assert list(rules_named(text)) == named


def test_pieces_are_the_text_again_and_know_groups_and_sections():
    text = "See CARD-OBS (section 12.1), COST-3, -4; IGC and VP are none. Sections 7-9."
    found = list(pieces(text, lambda group: group in ("CARD-OBS", "IGC")))
    assert "".join(piece.text for piece in found) == text
    assert [piece.target for piece in found if piece.target] == ["CARD-OBS", "12", "COST-3", "COST-4"]
    assert Piece("-4", "COST-4") in found
