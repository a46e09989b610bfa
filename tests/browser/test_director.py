"""A director in a real browser: a tournament made in three fields, opened, directed, with and without a script, in both
languages."""

from __future__ import annotations

import pytest

from arbiter.progression.plan import Plan, Swiss
from tests.browser.boards import sits_down
from tests.browsing import NARROW, WIDE, Visitor
from tests.people import person
from tests.processes_of_the_site import Site
from tests.tournaments.lifecycle.club import people, play_round, started
from tournaments.models import Entry, Report, Table, Tournament, TournamentState

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
def test_a_tournament_is_made_in_three_fields_and_opened(
    site: Site, new_visitor, size: tuple[int, int], language: str, javascript: str
) -> None:
    nora = person("Nora", is_staff=True, language=language)
    site.web()
    visitor, tag = new_visitor(size=size, language=language, javascript=javascript), f"{size[0]}-{language}"
    sits_down(visitor, site, nora, "/tournaments/new/")
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
        page.wait_for_url("**/manage/")

    visitor(make)
    fits(visitor, size[0], f"draft-{tag}")
    visitor(lambda page: page.locator("form[action$='/open/'] button").click())
    visitor(lambda page: page.locator("form[action$='/open/'] button").wait_for(state="detached"))
    tournament = Tournament.objects.get()
    assert tournament.state == TournamentState.OPEN

    otto = person("Otto", language=language)
    entrant = new_visitor(size=size, language=language, javascript=javascript)
    sits_down(entrant, site, otto, f"/tournaments/{tournament.pk}/")

    def enter(page):
        page.locator("form[action$='/register/'] input[type=checkbox]").check()  # to the rules and the clock
        page.locator("form[action$='/register/'] button").click()
        page.wait_for_load_state()

    entrant(enter)
    assert Entry.objects.get(tournament=tournament).user == otto


@pytest.mark.parametrize(("size", "language", "javascript"), SHAPES)
def test_a_running_tournament_is_directed_from_its_desk(
    site: Site, new_visitor, size: tuple[int, int], language: str, javascript: str
) -> None:
    nora, users = person("Nora", is_staff=True, language=language), people(8)
    tournament = started(nora, users, Plan(stages=(Swiss(2),)))
    play_round(tournament)
    Report.objects.create(
        tournament=tournament, by=users[0], about="appeal", text="Player2 was away for two days only."
    )
    tournament.posts.create(by=nora, text="The final is played at Easter.")
    site.web()
    visitor, tag = new_visitor(size=size, language=language, javascript=javascript), f"{size[0]}-{language}"
    sits_down(visitor, site, nora, f"/tournaments/{tournament.pk}/manage/")
    fits(visitor, size[0], f"running-{tag}")
    entry = Entry.objects.get(tournament=tournament, user=users[3])

    def withdraw(page):
        page.locator("a[href$='/manage/withdraw/']").click()
        page.locator("select[name=entry]").select_option(str(entry.pk))
        page.locator("textarea[name=reason]").fill("He asked me to.")
        page.locator("textarea[name=private]").fill("By telephone.")

    visitor(withdraw)
    fits(visitor, size[0], f"act-{tag}")
    visitor(lambda page: page.locator("main form button.pri").click())
    visitor(lambda page: page.locator("button[value=sure]").wait_for())
    fits(visitor, size[0], f"confirm-{tag}")
    visitor(lambda page: page.locator("button[value=sure]").click())
    visitor(lambda page: page.wait_for_url("**/manage/"))
    assert not Entry.objects.get(pk=entry.pk).is_in
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)

    def correct(page):
        page.goto(f"{site.url}/tournaments/{tournament.pk}/manage/correct/")
        page.locator("select[name=table]").select_option(str(table.pk))
        page.locator("main form button.pri").click()
        page.locator("textarea[name=reason]").wait_for()

    visitor(correct)
    fits(visitor, size[0], f"correct-{tag}")
    for path in ("invite", "swap", "abandon"):
        visitor(lambda page, path=path: page.goto(f"{site.url}/tournaments/{tournament.pk}/manage/{path}/"))
        fits(visitor, size[0], f"{path}-{tag}")
