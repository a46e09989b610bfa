"""What the description says about the view of a game, against kept games of every expansion."""

import json
from typing import Any

import jsonschema_rs
import pytest

import engine
from api.docs import whole_schema
from engine.record import parse_record
from tests.engine.recording import FOLDER, RECIPES


def closed(schema: Any) -> Any:
    """Nothing may stand in an answer that the description does not name."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: closed(value) for name, value in schema.items()}
    return found | {"additionalProperties": False} if "properties" in schema else found


def validator(name: str) -> Any:
    components = {"schemas": closed(whole_schema()["components"]["schemas"])}
    schema = {"$ref": f"#/components/schemas/{name}", "components": components}
    return jsonschema_rs.Draft202012Validator(schema)


@pytest.fixture(scope="module")
def view() -> Any:
    return validator("View")


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_every_view_of_a_kept_game_is_as_described(name: str, view: Any) -> None:
    record = parse_record((FOLDER / f"{name}.json").read_text("utf-8"))
    players = record.options.players
    steps = list(engine.walk(record.options, record.deal, ((move.seat, move.text) for move in record.moves)))
    for number, step in enumerate([*steps[::6], steps[-1]]):
        viewers = {None, *range(players)} if step is steps[-1] else {number % players, *engine.waiting_for(step.state)}
        for seat in viewers:
            shown = json.loads(json.dumps(engine.view_for(step.state, seat).to_json()))
            assert [f"{error.instance_path}: {error.message[:200]}" for error in view.iter_errors(shown)] == []


def test_a_view_with_a_field_that_is_not_described_is_seen(view: Any) -> None:
    shown = engine.view_for(
        engine.new_game(engine.Options(), engine.make_deal(engine.Options(), bytes(32))), 0
    ).to_json()
    assert view.is_valid(shown)
    assert not view.is_valid(shown | {"secret": 1})
    assert not view.is_valid(shown | {"phase": "night"})
