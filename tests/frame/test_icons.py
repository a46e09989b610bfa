"""Icons: every name leads to a drawing, every card has one, and everybody who drew one is named."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.template import Context, Template

import engine
import tools.faces
from games.templatetags.icons import icon_address, icon_name

ICONS = Path(__file__).resolve().parents[2] / "static" / "icons"
LISTING = tomllib.loads((ICONS / "icons.toml").read_text(encoding="utf-8"))
THINGS = [(section, key) for section, things in LISTING.items() if isinstance(things, dict) for key in things]


def drawings(sprite: str) -> set[str]:
    return set(re.findall(r'<symbol id="([a-z0-9_-]+)"', (ICONS / sprite).read_text(encoding="utf-8")))


def test_every_icon_leads_to_a_drawing():
    for section, key in THINGS:
        sprite, _, name = icon_address(icon_name(section, key)).rpartition("/")[2].partition("#")
        assert name in drawings(sprite), (section, key)


def test_every_card_of_both_editions_has_an_icon():
    for edition in (1, 2):
        for card in engine.rulebook_for(engine.Options(edition=edition, players=4)).printed_cards:
            assert icon_name("cards", card.key)


def test_no_two_cards_look_alike():
    names = [thing["icon"] for thing in LISTING["cards"].values()]
    assert len(names) == len(set(names))


def test_everybody_who_drew_an_icon_is_named_in_the_sprite_and_on_the_page(client):
    credited = {icon for credit in LISTING["credit"] for icon in credit["icons"]}
    ours = drawings("cards.svg") | drawings("sets.svg") | drawings("shapes.svg")
    assert {icon_name(section, key) for section, key in THINGS} - ours == credited
    page = client.get("/about/").content.decode()
    for credit in LISTING["credit"]:
        assert credit["name"] in page
    for sprite in ("site.svg", "rest.svg"):
        head = (ICONS / sprite).read_text(encoding="utf-8")[:600]
        assert "CC BY 3.0" in head
        assert "Delapouite" in head


def test_a_thing_without_an_icon_is_an_error_and_not_a_hole_in_the_page():
    with pytest.raises(KeyError):
        icon_name("cards", "no-such-card")


@pytest.mark.parametrize(
    ("tag", "shape", "name"),
    [
        ('{% card_art "green" "lumberjack" %}', "gable", "lumberjack"),
        ('{% card_art "red" "minister-of-foreign-affairs" %}', "oval", "minister_of_foreign_affairs"),
        ('{% card_art "multi" "piles:exchange" %}', "arch", "sign-hand"),
    ],
)
def test_a_cards_window_has_the_shape_of_its_group(tag: str, shape: str, name: str):
    drawn = Template("{% load icons %}" + tag).render(Context())
    assert f'shapes.svg#{shape}"' in drawn
    assert f'shapes.svg#{shape}-rim"' in drawn
    assert f".svg#{name}" in drawn
    assert 'aria-hidden="true"' in drawn
    assert {shape, f"{shape}-rim"} <= drawings("shapes.svg")


def test_the_faces_are_those_that_the_tool_draws():
    for name, text in tools.faces.sprites().items():
        assert (ICONS / name).read_text(encoding="utf-8") == text, "run `python -m tools.faces`"


def test_a_face_has_whole_coordinates_and_no_colour_but_the_tones_of_its_card():
    sprites = tools.faces.sprites()
    for text in (sprites["cards.svg"], sprites["sets.svg"]):
        assert not [path for path in re.findall(r' d="([^"]*)"', text) if "." in path]
        assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', text)) <= {
            *(
                "none",
                "currentColor",
                "var(--f0,none)",
                "var(--f1,none)",
                "var(--f2,currentColor)",
                "var(--f3,currentColor)",
            )
        }


def test_every_card_is_named_as_its_face():
    assert all(key == thing["icon"] for key, thing in LISTING["cards"].items())
