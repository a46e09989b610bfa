"""Chat at the page of a game: without reloads, with what is half written kept, folded on phones; and without script."""

from __future__ import annotations

import pytest
from django.utils.timezone import now

from games.chat.services import say
from games.models import Game, Line, Note, Seen
from stpete_site.supervisor.process import wait_until
from tests.browser.boards import is_kept, marked, own_clock, sits_down
from tests.browsing import NARROW
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(anna, boris) -> Game:
    return begun(anna, boris, now=now())


def test_lines_come_and_go_without_a_reload_and_a_half_written_one_stays(site, visit, game, anna, boris):
    say(game_id=game.pk, user=anna, text="Good evening", now=now())
    site.web()
    visit(own_clock)
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def begins_to_write(page):
        marked(page)
        page.locator("#talk > summary").click()
        page.locator("#talk-text").fill("Wait, I am")

    visit(begins_to_write)
    say(game_id=game.pk, user=boris, text="<i>Hello</i>", now=now())

    def reads_on(page):
        page.clock.fast_forward(12_000)
        page.locator("#talk-lines .news").get_by_text("<i>Hello</i>").wait_for()
        assert page.locator("#talk-text").input_value() == "Wait, I am"
        assert page.evaluate("document.activeElement.id") == "talk-text"
        assert "Boris: <i>Hello</i>" in page.locator("#said").inner_text()
        page.keyboard.type(" here")
        page.keyboard.press("Enter")
        page.locator("#talk-lines .own").get_by_text("Wait, I am here").wait_for()
        assert page.locator("#talk-text").input_value() == ""
        assert is_kept(page)

    visit(reads_on)
    Line.objects.bulk_create(
        Line(game=game, number=number, author=anna, text=str(number), at=now()) for number in range(4, 14)
    )

    def is_refused(page):
        page.locator("#talk-text").fill("One more")
        page.keyboard.press("Enter")
        page.locator("#talk-why").get_by_text("Wait a minute").wait_for()
        assert page.locator("#talk-text").input_value() == "One more"
        assert is_kept(page)
        page.goto(site.url + "/games/")

    visit(is_refused)
    visit.errors.clear()  # the browser writes a refused request to its console
    assert wait_until(lambda: Seen.objects.filter(user=anna, line__gte=2).exists(), seconds=200)


def test_notes_open_beside_the_board_and_stay_while_it_moves_on(site, visit, game, anna, boris):
    site.web()
    visit(own_clock)
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def notes_something(page):
        marked(page)
        page.locator("#talk > summary").click()
        page.locator("#talk").get_by_text("My notes").click()
        page.locator("dialog.notes-here textarea").fill("He wants the Judge")

    visit(notes_something)
    say(game_id=game.pk, user=boris, text="Hello", now=now())

    def keeps_it(page):
        page.clock.fast_forward(12_000)
        page.locator("#talk .new").get_by_text("1 new").wait_for()
        assert page.locator("dialog.notes-here textarea").input_value() == "He wants the Judge"
        page.locator("dialog.notes-here").get_by_role("button", name="Save").click()
        page.locator("dialog.notes-here").wait_for(state="hidden")
        assert is_kept(page)

    visit(keeps_it)
    assert Note.objects.get(game=game, user=anna).text == "He wants the Judge"


@pytest.mark.parametrize("javascript", ["on", "off"])
def test_on_a_phone_it_is_folded_and_works_without_script(site, new_visitor, game, anna, boris, javascript):
    say(game_id=game.pk, user=boris, text="Hello", now=now())
    site.web()
    visit = new_visitor(size=NARROW, javascript=javascript)
    sits_down(visit, site, anna, f"/games/{game.pk}/")

    def writes(page):
        assert page.locator("#talk").get_attribute("open") is None
        assert page.locator("#talk .new").inner_text() == "1 new"
        mark = page.locator("#talk .new").bounding_box()
        assert 0 < mark["y"] < NARROW[1] - mark["height"], "the mark is in view wherever one has scrolled"
        page.locator("#talk > summary").click()
        page.locator("#talk-text").fill("Good evening")
        page.locator("#talk-send").click()
        page.locator("#talk-lines").get_by_text("Good evening").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0] if javascript == "on" else True

    visit(writes)
    assert Line.objects.get(number=2).text == "Good evening"
