"""A browser subscribes to pushes at the press of a button, and shows what the site pushes.

Chromium has its own push service far away; here one on this machine stands in for it, and what came there is given to the service
worker as a browser does. Between the button and the notification all is ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from notifications.channels import push
from notifications.models import Endpoint
from tests import browsing
from tests.browser.boards import sits_down
from tests.browser.test_offline import until
from tests.notifications.channels.conftest import theirs  # noqa: F401 - a fixture
from tests.notifications.channels.test_push import Browser
from tests.people import person
from tests.stages import CHROMIUMS

pytestmark = pytest.mark.django_db(transaction=True)

SUBSCRIBES = """(told) => {
    const subscription = {
        endpoint: told.endpoint,
        toJSON: () => told,
        unsubscribe: async () => { localStorage.removeItem("pushes"); return true; },
    };
    PushManager.prototype.getSubscription = async () => localStorage.getItem("pushes") ? subscription : null;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.setItem("pushes", applicationServerKey.length);
        return subscription;
    };
}"""
"""The push service of this browser, as far as a page sees it."""

SHOWN = (
    "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => [one.title, one.body])"
)


@pytest.fixture
def browser() -> Iterator[browsing.Browser]:
    """One that shows notifications."""
    browser = browsing.Browser(CHROMIUMS)
    yield browser
    browser.close()


def test_a_browser_subscribes_is_pushed_to_and_shows_it(site, new_visitor, theirs):  # noqa: F811
    anna, keeper = person("Anna"), Browser()
    push.make_key()
    site.environment["WEBHOOK_NETWORKS"] = "127.0.0.0/8"
    site.web()
    visitor = new_visitor(offline="allow")
    told = json.dumps(keeper.subscription(f"{theirs.url}/box/1"))

    def allow(page):
        page.context.grant_permissions(["notifications"], origin=site.url)
        page.add_init_script(f"({SUBSCRIBES})({told})")

    def subscribe(page):
        page.get_by_role("button", name="Enable push").click()
        page.get_by_role("button", name="Disable push").wait_for()
        assert page.evaluate("localStorage.getItem('pushes')") == "65", "the key of the site, uncompressed"
        page.locator("#push").get_by_role("button", name="Send test").click()
        page.get_by_role("status").or_(page.locator(".messages")).first.wait_for()

    def deliver(page, said):
        wire, found = page.context.new_cdp_session(page), []
        wire.on("ServiceWorker.workerRegistrationUpdated", lambda one: found.extend(one["registrations"]))
        wire.send("ServiceWorker.enable")
        until(page, "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'")
        number = next(one["registrationId"] for one in found if one["scopeURL"].startswith(site.url))
        wire.send("ServiceWorker.deliverPushMessage", {"origin": site.url, "registrationId": number, "data": said})
        until(
            page, f"async () => (await ({SHOWN})()).length === 1", looks=300
        )  # a browser that has just begun takes its time
        return page.evaluate(SHOWN)

    def unsubscribe(page):
        page.get_by_role("button", name="Disable push").click()
        page.get_by_text("No browser is subscribed.").wait_for()

    visitor(allow)
    sits_down(visitor, site, anna, "/profile/notifications/")
    visitor(subscribe)
    ((path, headers, body),) = theirs.came
    assert path == "/box/1"
    assert headers["Content-Encoding"] == "aes128gcm"
    said = keeper.read(body).decode()
    ((title, text),) = visitor(lambda page: deliver(page, said))
    assert json.loads(said)["title"] == title
    assert "This is a test. Notifications arrive here." in f"{title} {text}"
    visitor(unsubscribe)
    assert not Endpoint.objects.exists()
