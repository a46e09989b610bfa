"""Links of a mail, followed in a browser: the way out, and the samples as a mail program would draw them."""

import pytest

from games.emails import TURNS
from notifications.mail.links import WayOut
from tests.browsing import NARROW, WIDE
from tests.notifications.choosing import wants
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stranger_to_the_session_stops_his_mails_with_the_link_and_one_button(site, new_visitor):
    anna = person("Anna", language="de")
    site.web()
    visit = new_visitor(size=NARROW, language="de", javascript="off")
    visit(lambda page: page.goto(f"{site.url}/mail/unsubscribe/{WayOut(TURNS, user_id=anna.pk).token()}/"))
    visit.screenshot("unsubscribe-390-de")
    assert wants(anna, TURNS), "following the link stops nothing"
    visit(lambda page: page.get_by_role("button", name="Diese Mails abbestellen").click())
    assert visit(lambda page: page.get_by_role("heading", level=1).inner_text()) == "Abbestellt"
    assert not wants(anna, TURNS)


def test_the_samples_are_drawn_beside_their_text(site, new_visitor):
    site.environment.pop("EMAIL_URL")  # as on a laptop
    site.web()
    visit = new_visitor(language="de")
    visit(lambda page: page.goto(f"{site.url}/mail/samples/?language=de"))
    drawn = visit(lambda page: page.locator("iframe:visible").count())
    assert drawn == 0, "a list of which one is opened"
    visit(lambda page: page.locator(".mail-sample:has(a[href$='/your-turn.html']) > summary").click())
    heading = visit(
        lambda page: page.frame_locator("iframe[src$='/your-turn.html']").get_by_role("heading", level=1).inner_text()
    )
    assert heading == "Du bist am Zug"
    for width, height in (WIDE, NARROW):
        visit(lambda page, width=width, height=height: page.set_viewport_size({"width": width, "height": height}))
        fits = visit(lambda page: page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
        assert fits, f"the page scrolls sideways at {width}"
        visit.screenshot(f"mail-samples-{width}-de")
