"""A director in a real browser: an event made in three fields, opened, directed, with and without a script, in both
languages."""

from __future__ import annotations

import pytest

from tests.browser.boards import sits_down
from tests.browsing import NARROW, WIDE, Visitor
from tests.events.club import people, play_round, started
from tests.people import person
from tests.processes_of_the_site import Site
from tournaments.models import Entry, Event, EventState, Report, Table
from tournaments.plans.plan import Plan, Swiss

pytestmark = pytest.mark.django_db(transaction=True)

WIDTH = "document.documentElement.scrollWidth"
SHAPES = [
    pytest.param(WIDE, "en", "on", id="1280-en"),
    pytest.param(NARROW, "de", "off", id="390-de"),
]


def fits(visitor: Visitor, width: int, name: str) -> None:
    """Keep a picture; nothing stands beyond the right edge."""
    visitor(lambda page: page.wait_for_load_state())
    visitor.screenshot(f"desk-{name}")
    assert visitor(lambda page: page.evaluate(WIDTH)) <= width, name


@pytest.mark.parametrize(("size", "language", "javascript"), SHAPES)
def test_an_event_is_made_in_three_fields_and_opened(
    site: Site, new_visitor, size: tuple[int, int], language: str, javascript: str
) -> None:
    nora = person("Nora", is_staff=True, language=language)
    site.web()
    visitor, tag = new_visitor(size=size, language=language, javascript=javascript), f"{size[0]}-{language}"
    sits_down(visitor, site, nora, "/events/new/")
    fits(visitor, size[0], f"new-{tag}")

    def unfold(page):
        for fold in page.locator("details.fold > summary").all():
            fold.click()

    visitor(unfold)
    fits(visitor, size[0], f"unfolded-{tag}")

    def make(page):
        page.locator("input[name=title]").fill("Winter on the Neva")
        page.locator("input[name=form][value=groups]").check()
        page.locator("main form button.pri").click()
        page.wait_for_url("**/desk/")

    visitor(make)
    fits(visitor, size[0], f"draft-{tag}")
    visitor(lambda page: page.locator("form[action$='/open/'] button").click())
    visitor(lambda page: page.locator("form[action$='/open/'] button").wait_for(state="detached"))
    event = Event.objects.get()
    assert event.state == EventState.OPEN

    otto = person("Otto", language=language)
    entrant = new_visitor(size=size, language=language, javascript=javascript)
    sits_down(entrant, site, otto, f"/events/{event.pk}/")

    def enter(page):
        page.locator("form[action$='/enter/'] input[type=checkbox]").check()  # to the rules and the clock
        page.locator("form[action$='/enter/'] button").click()
        page.wait_for_load_state()

    entrant(enter)
    assert Entry.objects.get(event=event).user == otto


@pytest.mark.parametrize(("size", "language", "javascript"), SHAPES)
def test_a_running_event_is_directed_from_its_desk(
    site: Site, new_visitor, size: tuple[int, int], language: str, javascript: str
) -> None:
    nora, users = person("Nora", is_staff=True, language=language), people(8)
    event = started(nora, users, Plan(stages=(Swiss(2),)))
    play_round(event)
    Report.objects.create(event=event, by=users[0], about="appeal", text="Player2 was away for two days only.")
    event.posts.create(by=nora, text="The final is played at Easter.")
    site.web()
    visitor, tag = new_visitor(size=size, language=language, javascript=javascript), f"{size[0]}-{language}"
    sits_down(visitor, site, nora, f"/events/{event.pk}/desk/")
    fits(visitor, size[0], f"running-{tag}")
    entry = Entry.objects.get(event=event, user=users[3])

    def withdraw(page):
        page.locator("a[href$='/desk/withdraw/']").click()
        page.locator("select[name=entry]").select_option(str(entry.pk))
        page.locator("textarea[name=reason]").fill("He asked me to.")
        page.locator("textarea[name=private]").fill("By telephone.")

    visitor(withdraw)
    fits(visitor, size[0], f"act-{tag}")
    visitor(lambda page: page.locator("main form button.pri").click())
    visitor(lambda page: page.locator("button[value=sure]").wait_for())
    fits(visitor, size[0], f"confirm-{tag}")
    visitor(lambda page: page.locator("button[value=sure]").click())
    visitor(lambda page: page.wait_for_url("**/desk/"))
    assert not Entry.objects.get(pk=entry.pk).is_in
    table = Table.objects.get(round__event=event, round__number=1, number=1)

    def correct(page):
        page.goto(f"{site.url}/events/{event.pk}/desk/correct/")
        page.locator("select[name=table]").select_option(str(table.pk))
        page.locator("main form button.pri").click()
        page.locator("textarea[name=reason]").wait_for()

    visitor(correct)
    fits(visitor, size[0], f"correct-{tag}")
    for path in ("invite", "swap", "abandon"):
        visitor(lambda page, path=path: page.goto(f"{site.url}/events/{event.pk}/desk/{path}/"))
        fits(visitor, size[0], f"{path}-{tag}")
