"""The page of samples: every mail, both languages, text and HTML, and no row is read or written for it."""

import re

import pytest
from django.test import Client

from notifications.mail.render import rendered as write
from notifications.registry import kinds, samples

LANGUAGES = ["en", "de"]
NAMES = list(samples())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_each_sample_is_written_without_the_database(name, language):
    """No database fixture here: a query would fail."""
    rendered = write(samples()[name], language)
    assert rendered.subject.startswith("[St Pete")
    assert "\n" not in rendered.subject
    assert f'lang="{language}"' in rendered.html
    assert not re.search(r"\{[{%]|None|\x00|%\(", rendered.text + rendered.html.split("</head>")[1])
    assert all(len(line) <= 72 or "://" in line for line in rendered.text.splitlines())
    has_way_out = not samples()[name].kind.category.is_asked_for  # nobody stops what he asks for with a click
    assert ("mail/unsubscribe/" in rendered.text) is has_way_out
    assert ("mail/unsubscribe/" in rendered.html) is has_way_out


def test_every_kind_of_mail_has_a_sample():
    assert {sample.kind for sample in samples().values()} == set(kinds().values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_and_html_say_the_same_moves(language):
    rendered = write(samples()["your-turn"], language)
    in_text = re.findall(r"^ *\d+\. (?!http)(.+)$", rendered.text, re.MULTILINE)
    in_html = [re.sub(r"<[^>]+>", "", item) for item in re.findall(r"<li[^>]*>(.*?)</li>", rendered.html)]
    assert len(in_text) > 5
    assert [text[:40] for text in in_text] == [text[:40].replace("&amp;", "&") for text in in_html]


@pytest.fixture
def shown(settings):
    settings.SHOWS_MAILBOX = True


@pytest.mark.django_db
def test_the_page_shows_them_all(shown, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = Client().get("/mail/samples/?language=de")
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count("<iframe") == len(NAMES)
    assert "Was du tun kannst" in text


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["txt", "html"])
def test_each_sample_has_an_address(shown, form, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = Client().get(f"/mail/samples/de/your-turn.{form}")
    assert answer.status_code == 200
    assert "Du bist am Zug" in answer.content.decode()


def test_the_html_is_drawn_with_its_own_styles_and_may_fetch_nothing(shown):
    answer = Client().get("/mail/samples/en/over.html")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("path", ["", "en/over.html", "xx/over.html", "en/nothing.html", "en/over.pdf"])
def test_on_a_public_site_and_for_unknown_names_there_is_nothing(path, settings):
    settings.SHOWS_MAILBOX = path.startswith("xx") or "nothing" in path or "pdf" in path
    settings.DEBUG = False
    assert Client().get(f"/mail/samples/{path}").status_code == 404


def test_a_reminder_names_each_game_once():
    one, several = write(samples()["reminder"], "en"), write(samples()["reminder-many"], "en")
    for said in (one.text, one.html):
        assert said.count("“Evening on the Moika”, game 12") == 1
    assert [several.text.count(f"game {number}\n") for number in (12, 17, 19)] == [1, 1, 1]
