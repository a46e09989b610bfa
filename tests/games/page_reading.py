"""Reading pages in tests: their words, and what they cost."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

NEW_TABLE = {
    "title": "White nights",
    "players": "3",
    "edition": "2",
    "open_hands": "open",
    "first_workers": "compulsory",
    "play_on_empty_tableau": "",
    "pace": "2d",
    "misses_before_bot": "2",
    "visibility": "public",
    "rated": "on",
    "real_hurdles": "",
    "seat_2": "",
    "seat_3": "",
    "seat_4": "",
    "seat_5": "",
    "guests": "",
}
"""The form of a new table as it is sent without changing anything."""


def statements(client, url):
    """The page and the statements it took, sessions aside: they come from the cache."""
    client.get(url)
    with CaptureQueriesContext(connection) as caught:
        response = client.get(url)
    assert response.status_code == 200
    return response, caught


def text_of(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())
