"""Parts of pages are drawn once for what they show, in one language, and know nothing else."""

import gzip
import re
from functools import cache, partial
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import translation
from django.utils.timezone import now
from jinja2 import UndefinedError
from jinja2.meta import find_undeclared_variables

import engine
from games.board import parts
from games.play import position_cache
from games.play.positions import load
from tests.games.boards import Page, as_bots_would, seat_named, until_asked, wander_on
from tests.games.play_builders import NOON, begun
from tests.games.remembered import forget_everything
from tests.people import signed_in

EVERYTHING = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")
TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken"[^>]*>')
TEMPLATES = Path(settings.BASE_DIR) / "jinja"
OF_THE_READER = re.compile(r"\|\s*date\b|\bmoment\(|\bcsrf_input\b|\bpanels_of_game\(")


def test_a_part_sees_the_values_it_is_given_and_nothing_else(tmp_path):
    (tmp_path / "made_up.html").write_text(
        "{% macro shown(word) %}  {{ word }}{{ hidden is defined }}{{ user is defined }}{{ csrf_input is defined }}\n{% endmacro %}"
    )
    (tmp_path / "page.html").write_text('{% import "made_up.html" as made_up %}{{ part(made_up.shown, word) }}')
    both = [settings.TEMPLATES[0], {**settings.TEMPLATES[1], "DIRS": [tmp_path]}]
    with override_settings(TEMPLATES=both):
        context = {"word": "<b>", "hidden": "secret", "user": "Anna", "csrf_input": "x"}
        assert render_to_string("page.html", context, using="jinja2") == "&lt;b&gt;FalseFalseFalse"
    forget_everything()


def test_a_name_that_nobody_gave_is_an_error_but_widgets_may_lack_attributes():
    with pytest.raises(UndefinedError):
        engines["jinja2"].from_string("{{ nobody }}").render({})

    class Form(forms.Form):
        one = forms.ChoiceField(choices=[("1", "x")], widget=forms.RadioSelect)

    assert 'type="radio"' in str(Form(auto_id=False)["one"])


def test_a_part_is_drawn_in_the_language_of_its_reader():
    page = engines["jinja2"].from_string('{% import "games/page/keys.html" as keys %}{{ part(keys.keys) }}')
    with translation.override("en"):
        english = page.render({})
    with translation.override("de"):
        german = page.render({})
    assert "buy or play" in english
    assert "buy or play" not in german
    with translation.override("en"):
        assert page.render({}) == english


@pytest.mark.django_db
def test_a_script_that_has_a_part_is_not_sent_it_again(anna, boris):
    """What it has stands in the place of each empty element afterwards, so that nothing of the page is lost."""
    game = begun(anna, boris, sets=list(EVERYTHING))
    until_asked(game, "Anna", also=lambda state: state.round >= 3)
    client, address = signed_in(anna), f"/games/{game.pk}/"
    step = TOKEN.sub("", Page.of(client.get(address, headers={"X-Step": "yes"})).text)
    known = marked(step)
    assert len(known) >= 30, "arches, piles, cards, seats, displays, orders, square, hurdles, events, header"
    page = TOKEN.sub("", Page.of(client.get(address, headers={"X-Step": " ".join([*known, "nobody's"])})).text)
    assert len(page) < len(step) / 5
    assert filled(page, known) == step
    for text in known.values():
        one = Elements()
        one.feed(text.rpartition("<!--")[0])
        assert (one.roots, one.depth) == (1, 0), f"more than one element: {text}"


@pytest.mark.django_db
def test_a_move_is_answered_with_the_board_and_of_the_rest_only_what_it_changed(anna, boris):
    """Without a script it leads to the page by a redirect."""
    game = begun(anna, boris, sets=["market"])
    until_asked(game, "Anna", also=lambda state: state.round >= 2)
    client, address = signed_in(anna), f"/games/{game.pk}/"
    before = Page.of(client.get(address, headers={"X-Step": "yes"})).text
    known, version = marked(before), load(game.pk).game.version
    sent = {"text": "pass", "version": version}
    answer = client.post(f"{address}move/", sent, headers={"X-Step": " ".join(known)})
    assert answer.status_code == 200
    page = Page.of(answer).text
    now = TOKEN.sub("", Page.of(client.get(address, headers={"X-Step": "yes"})).text)
    old, new = f'name="version" value="{version}"', f'name="version" value="{version + 1}"'
    assert TOKEN.sub("", filled(page, known)).replace(old, new) == now, (
        "the script writes the present version into forms"
    )
    gone = [text for mark, text in known.items() if mark not in page]
    assert all(mark in page for mark, text in known.items() if 'class="slot' in text), gone
    assert client.post(f"{address}move/", sent).status_code in (302, 409)


HEADERS = 900
"""Bytes of the headers of an answer, at most."""


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [6, 90])
def test_a_move_and_the_answer_of_the_bot_weigh_15_kb_early_and_late(anna, rows):
    """Compressed, with the panels of all cards that may be chosen next: a choice weighs nothing."""
    game = begun(anna, "plain")
    seat, row = seat_named(game, "Anna"), count()

    def may_pass(state):
        return engine.waiting_for(state) == (seat,) and "pass" in engine.view_for(state, seat).moves

    play = as_bots_would(game, until=lambda state: next(row) >= rows and may_pass(state), now=NOON)
    client, address = signed_in(anna), f"/games/{game.pk}/"

    def sent(ask, known, **more):
        answer = ask(headers={"X-Step": " ".join(known), "Accept-Encoding": "gzip"}, **more)
        assert answer.status_code == 200
        page = gzip.decompress(answer.content).decode()
        return len(answer.content) + HEADERS, page, marked(filled(page, known))

    _weight, _page, known = sent(partial(client.get, address), {"yes": ""})
    view = play.view(seat)
    text = next((move for move in view.moves if move.startswith(("buy ", "play "))), "pass")
    moved, page, known = sent(
        partial(client.post, f"{address}move/"), known, data={"text": text, "version": play.game.version}
    )
    assert 'id="ahead"' not in page, "who is not asked is sent no panels"
    as_bots_would(game, until=may_pass, now=now())
    answered, page, known = sent(partial(client.get, address), known)
    cards = re.findall(r'<button[^>]* name="card" value="([^"]+)"', filled(page, known))
    assert set(re.findall(r'<template data-card="([^"]+)"><section class="panel move', page)) == set(cards) != set()
    assert moved + answered <= 15_000, (moved, answered)


def marked(page: str) -> dict[str, str]:
    """The parts of a page by their marks, those that stand in others too."""
    return {
        mark: re.search(rf'<[a-z]+ data-p="{mark}".*?<!--{mark}-->', page, re.S)[0]
        for mark in re.findall(r' data-p="([\w-]+)"', page)
    }


def filled(page: str, known: dict[str, str]) -> str:
    while gap := re.search(r'<i data-p="([\w-]+)"></i>', page):
        page = page.replace(gap[0], known[gap[1]])
    return page


class Elements(HTMLParser):
    """Counts those that stand in no other."""

    depth = roots = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.roots += self.depth == 0
        self.depth += tag not in ("br", "input", "img", "wbr", "p", "li")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in ("p", "li")

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.roots += self.depth == 0


@cache
def _macros() -> dict[str, str]:
    """The body of each macro, by file and name."""
    macro = r"\{% macro (\w+)\((.*?)\) %\}(.*?)\{% endmacro %\}"
    found = {}
    for path in TEMPLATES.rglob("*.html"):
        for name, parameters, body in re.findall(macro, path.read_text(), re.S):
            found[f"{path.stem}.{name}"] = f"{{% macro it({parameters}) %}}{body}{{% endmacro %}}"
    return found


def _named(name: str, place: str) -> str:
    return name if "." in name else f"{place}.{name}"


@cache
def _parts() -> list[str]:
    """All macros that are drawn as parts, and those that they call. A module is imported by the name of its file."""
    found = {name for name in _macros() if name.startswith("extras.") and name not in ("extras.all_of", "extras.quiet")}
    for path in TEMPLATES.rglob("*.html"):
        names = re.findall(r"(?:part|steady)\(([\w.]+)[,)]", path.read_text())
        found |= {_named(name, path.stem) for name in names}
    while (
        more := {
            called
            for one in found
            for called in (_named(name, one.partition(".")[0]) for name in re.findall(r"([\w.]+)\(", _macros()[one]))
            if called in _macros()
        }
        - found
    ):
        found |= more
    return sorted(found)


@pytest.mark.parametrize("name", _parts())
def test_no_part_depends_on_reader_clock_or_token(name):
    assert OF_THE_READER.findall(_macros()[name]) == []
    environment = engines["jinja2"].env
    unknown = find_undeclared_variables(environment.parse(_macros()[name])) - set(environment.globals)
    place = name.partition(".")[0]
    assert {one for one in unknown if f"{place}.{one}" not in _macros()} <= {
        "displays",
        "extras",
        "by_name",
        "rules",
    }, "of the page"


def test_the_values_of_parts_bear_no_markup():
    """Markup equals the text that it is made of, so a part for one could be taken for a part for the other."""
    root = Path(settings.BASE_DIR) / "games"
    makers = [*(root / "board").rglob("*.py"), *(root / "names").rglob("*.py"), root / "page" / "content.py"]
    makers.append(root / "replay" / "content.py")
    marked = [path.name for path in makers if re.search(r"mark_safe|format_html|SafeString", path.read_text())]
    assert marked == ["move_words.py"]  # for mails only


def _shown(client, address):
    text = Page.of(client.get(address)).text
    return re.sub(r'csrfmiddlewaretoken" value="[^"]*"', "", text)


@pytest.mark.parametrize("eyes", ["anna", "boris", "dmitri"])
def test_what_others_have_looked_at_changes_no_page(eyes, request, anna, boris, clara, dmitri):
    """Hidden hands, orders and money: after everybody has looked in his language, each sees what he sees in a fresh process."""
    boris.language = "de"
    boris.save(update_fields=["language"])
    game = begun(anna, boris, clara, sets=EVERYTHING, open_hands=False)
    everybody = [signed_in(user) for user in (anna, boris, clara, dmitri)]
    looker = signed_in(request.getfixturevalue(eyes))
    addresses = (f"/games/{game.pk}/", f"/games/{game.pk}/?card=upper.1.x", f"/games/{game.pk}/log/")
    for seed in (1, 2):
        wander_on(game, until=lambda state, seed=seed: state.round > seed, seed=seed)
        for client in everybody:
            for address in addresses:
                client.get(address)
        warm = [_shown(looker, address) for address in addresses]
        forget_everything()
        assert [_shown(looker, address) for address in addresses] == warm


@pytest.mark.parametrize("seat", ["", "&seat=0", "&seat=1"])
def test_a_replay_is_the_same_whatever_was_looked_at_before(seat, anna, boris):
    game = begun(anna, boris, sets=["market", "orders", "banquet"], open_hands=False)
    last = len(wander_on(game).rows)
    client = signed_in(anna)
    addresses = [f"/games/{game.pk}/replay/?at={at}{seat}" for at in (last, 30, 31, 0)]
    for other in ("", "&seat=0", "&seat=1"):
        client.get(f"/games/{game.pk}/replay/?at=30{other}")
    warm = [_shown(client, address) for address in addresses]
    for address, page in zip(addresses, warm, strict=True):
        forget_everything()
        assert _shown(client, address) == page


def test_looking_at_a_game_takes_three_statements_at_any_length(anna, boris, clara, django_assert_num_queries):
    """Who asks, the game with its seats, and how many games wait; one more for a log that has gone on since somebody looked, and
    in the first round one for the templates of orders."""
    game, client = begun(anna, boris, clara), signed_in(anna)
    client.get(f"/games/{game.pk}/")
    for least, templates in ((1, 1), (4, 0)):
        until_asked(game, "Anna", also=lambda state, least=least: state.round >= least)
        position_cache.clear()
        for statements in (4, 3, 3):
            with django_assert_num_queries(statements + templates):
                assert client.get(f"/games/{game.pk}/").status_code == 200
    wander_on(game)
    client.get(f"/games/{game.pk}/")
    for at in (0, 30, 31):
        with django_assert_num_queries(4):  # with the notes on the move
            assert client.get(f"/games/{game.pk}/replay/?at={at}").status_code == 200


def test_the_state_of_a_game_takes_two_statements_of_the_api(anna, boris, django_assert_num_queries):
    """Who asks and the game with its seats; one more for a log that has gone on."""
    game, client = begun(anna, boris, sets=["market"]), signed_in(anna)
    client.get("/games/")
    for round_number in (1, 3):
        wander_on(game, until=lambda state, least=round_number: state.round >= least)
        position_cache.clear()
        for statements in (3, 2):
            with django_assert_num_queries(statements):
                assert client.get(f"/api/v1/games/{game.pk}/").status_code == 200


def test_a_page_that_was_drawn_before_adds_no_part(anna):
    """Macros of a page itself are made anew for each request: a part of one would be kept and never found again."""
    client = signed_in(anna)
    client.get("/tournaments/")
    kept = len(parts.parts)
    assert client.get("/tournaments/").status_code == 200
    assert len(parts.parts) == kept > 0
