"""Rule numbers stand in the specification and behind "exact wording", on no page that people read to play."""

from __future__ import annotations

import html
import re

import pytest

from games.reference.book import book
from tests.browser.every_page import Town

pytestmark = pytest.mark.django_db

SPECIFICATION = re.compile(r"^/rules/(exact/|search/|\d+/|[A-Z])|^/api/")
"""Pages on which the exact wording itself stands, and the API's."""
UNSEEN = re.compile(r"<(script|style|template)\b.*?</\1>|<!--.*?-->", re.S)
WORDED = re.compile(r'<(details|a) class="exact".*?</\1>', re.S)
"""What lies folded under the words, and the signs § that lead to it."""
NUMBER = re.compile(r"\b[A-Z]{2,}\d?(?:-[A-Z0-9]+)*-[A-Z0-9]+\b")


def test_no_page_shows_the_number_of_a_rule(client):
    town, found, walked = Town(), [], 0
    known = set(book().entries)
    for walk in town.walks():
        if SPECIFICATION.match(walk.path):
            continue
        page = walk.said or town.clients[walk.reader].get(walk.path).content.decode()
        seen = html.unescape(re.sub(r"<[^>]+>", " ", WORDED.sub("", UNSEEN.sub("", page))))
        found += [f"{walk.path}: {number}" for number in NUMBER.findall(seen) if number in known]
        walked += 1
    assert walked > 90
    assert not found, "\n".join(sorted(set(found)))
