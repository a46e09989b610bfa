"""A passkey in a real browser, kept by an authenticator that Chromium plays itself: made, and then enough to sign in."""

from __future__ import annotations

from playwright.sync_api import Page

from accounts.models import User
from tests.browsing import Visitor
from tests.people import PASSWORD, person
from tests.processes_of_the_site import Site


def test_a_passkey_is_made_and_signs_in_without_a_password(site: Site, visit: Visitor, db: None):
    site.web()
    person("Anna")
    home = site.url.replace("127.0.0.1", "localhost")  # a passkey belongs to a name, never to a number

    def make(page: Page) -> None:
        tools = page.context.new_cdp_session(page)
        tools.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
        options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
        tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        page.goto(f"{home}/accounts/login/?next=/accounts/2fa/webauthn/add/")
        page.get_by_label("Email address").fill("anna@example.org")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.get_by_role("heading", name="Confirm your identity").wait_for()
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
        page.get_by_label("Passkey name").fill("Laptop")
        page.get_by_role("button", name="Add passkey").click()
        page.get_by_role("heading", name="Recovery codes").wait_for()
        page.goto(f"{home}/accounts/2fa/webauthn/")
        page.get_by_text("passwordless sign-in").wait_for()

    def sign_in(page: Page) -> str:
        page.context.clear_cookies()
        page.goto(f"{home}/accounts/login/")
        page.get_by_role("button", name="Use passkey").click()
        page.wait_for_url(f"{home}/games/")
        return page.get_by_role("banner").inner_text()

    visit(make)
    assert "Anna" in visit(sign_in)
    assert User.objects.get().authenticator_set.filter(type="webauthn", last_used_at__isnull=False).exists()
