"""What lies at the root beside the pages, and what is left on a device."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from tests.people import signed_in

pytestmark = pytest.mark.django_db
STATIC = Path(settings.BASE_DIR) / "static"


def test_the_program_of_the_browser_lies_at_the_root_is_asked_for_anew_and_only_reads() -> None:
    response = Client().get("/service-worker.js?en")
    program = response.content.decode()
    assert response["Content-Type"] == "text/javascript"
    assert response["Cache-Control"] == "no-cache"
    assert 'if (request.method !== "GET") return;' in program
    for word in ("POST", "/seen/", "/pulse/", "method:"):
        assert word not in program
    assert program.count("body:") == 1, "that of what it shows, none that it sends"
    for part in re.findall(r'"(/static/[^"]+)"', program):
        assert Client().get(part).status_code == 200 or (STATIC / part.removeprefix("/static/")).exists(), part
    assert "/static/css/offline" in program


def test_the_page_for_no_net_says_nothing_of_who_asks(anna: User) -> None:
    pages = {client.get("/offline/").content for client in (Client(), signed_in(anna))}
    assert len(pages) == 1
    assert b"You are offline" in pages.pop()
    german = Client(headers={"accept-language": "de"})
    assert "Du bist offline" in german.get("/offline/").content.decode()
    assert german.get("/service-worker.js").content != Client().get("/service-worker.js").content


def test_who_signs_out_wipes_the_device(anna: User) -> None:
    client = signed_in(anna)
    assert f'data-account="{anna.pk}"' in client.get("/").content.decode()
    response = client.post("/accounts/logout/")
    assert response["Clear-Site-Data"] == '"storage"'
    page = client.get("/")
    assert "data-account" not in page.content.decode()
    assert "Clear-Site-Data" not in page


def test_icons_and_the_manifest_are_what_they_say() -> None:
    page = Client().get("/").content.decode()
    assert 'rel="manifest"' in page
    assert 'rel="apple-touch-icon"' in page
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    for one in manifest["icons"]:
        sizes = "{}x{}".format(*struct.unpack(">II", (STATIC / one["src"]).read_bytes()[16:24]))
        assert sizes == one["sizes"]
    assert {one.get("purpose", "") for one in manifest["icons"]} == {"", "maskable"}
    assert struct.unpack(">II", (STATIC / "img" / "preview.png").read_bytes()[16:24]) == (1200, 630)


def test_robots_are_told_where_nothing_is_for_them() -> None:
    response = Client().get("/robots.txt")
    assert response["Content-Type"].startswith("text/plain")
    lines = b"".join(response).decode().splitlines()
    for place in ("/accounts/", "/invitations/", "/players/", "/games/", "/*?"):
        assert f"Disallow: {place}" in lines
    assert b"".join(Client().get("/favicon.ico"))[:4] == b"\0\0\1\0"
