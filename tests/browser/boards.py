"""People before the board: signing in a window, and the moves a person makes with mouse or keys."""

from __future__ import annotations

from tests.browsing import Visitor
from tests.people import signed_in
from tests.processes_of_the_site import Site


def sits_down(visitor: Visitor, site: Site, user: object, path: str) -> None:
    """Open `path` in this window, signed in as `user`."""
    session = signed_in(user).cookies["sessionid"].value

    def come(page):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
        page.goto(site.url + path)

    visitor(come)


def wants_to_be_asked(user) -> None:
    """This person is asked once more before each move."""
    user.confirm_moves = True
    user.save()


def own_clock(page) -> None:
    """Give this window a clock that a test can put forward, `page.clock.fast_forward(10_000)`, instead of waiting."""
    page.clock.install()


def title(page) -> str:
    """What the turn bar says."""
    return page.locator("#turn h1").inner_text()


def marked(page) -> None:
    """Leave a mark that a reload would wipe away."""
    page.evaluate("window.kept = true")


def is_kept(page) -> bool:
    """The page was never reloaded since `marked`."""
    return page.evaluate("window.kept === true")
