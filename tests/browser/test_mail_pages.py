"""Links of a mail, followed in a browser: the way out, and the samples as a mail program would draw them."""

import pytest

from games.letters.categories import TURNS
from notices.mail.unsubscribe import Way
from notices.wishes import wants
from tests.browsing import NARROW, WIDE
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stranger_to_the_session_stops_his_mails_with_the_link_and_one_button(site, new_visitor):
    anna = person("Anna", language="de")
    site.web()
    visit = new_visitor(size=NARROW, language="de", javascript="off")
    visit(lambda page: page.goto(f"{site.url}/mail/unsubscribe/{Way(TURNS, user_id=anna.pk).token()}/"))
    visit.screenshot("unsubscribe-390-de")
    assert wants(anna, TURNS), "following the link stops nothing"
    visit(lambda page: page.get_by_role("button", name="Diese Mails abbestellen").click())
    assert visit(lambda page: page.get_by_role("heading", level=1).inner_text()) == "Keine solchen Mails mehr"
    assert not wants(anna, TURNS)


@pytest.mark.parametrize(("size", "name"), [(WIDE, "1280"), (NARROW, "390")])
def test_the_samples_are_drawn_beside_their_text(site, new_visitor, size, name):
    site.environment["DEBUG"] = "yes"
    site.web()
    visit = new_visitor(size=size, language="de")
    visit(lambda page: page.goto(f"{site.url}/mail/samples/?language=de"))
    visit(lambda page: page.locator("iframe").first.scroll_into_view_if_needed())
    heading = visit(lambda page: page.frame_locator("iframe").first.get_by_role("heading", level=1).inner_text())
    assert heading == "Du bist am Zug"
    wide = visit(lambda page: page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
    assert wide, "the page scrolls sideways"
    visit.screenshot(f"mail-samples-{name}-de")
