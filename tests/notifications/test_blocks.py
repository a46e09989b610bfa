"""One body, two forms: what people typed is escaped in HTML and indented in the text, and the button comes first."""

import re

import pytest
from django.utils import timezone, translation

from notifications.kinds import About, Letter
from notifications.mail.blocks import (
    Button,
    Forms,
    Heading,
    Inline,
    Items,
    Lines,
    LinkLine,
    Paragraph,
    Quote,
    Written,
    bold,
    html_of,
    joined,
    link,
    say,
    text_of,
)
from notifications.mail.links import WayOut
from notifications.mail.render import reader_at, render, rendered
from notifications.registry import categories, samples

EVIL = '<b>Eve</b> & "co"'


@pytest.mark.parametrize(
    "block",
    [
        Paragraph(EVIL),
        Paragraph(say("%(who)s moved.", who=EVIL)),
        Paragraph(joined(EVIL, bold(EVIL))),
        Lines([EVIL, link(EVIL, "https://example.org/?a=<b>", EVIL)]),
        Heading(EVIL, "https://example.org/"),
        Items([EVIL], numbered=True, links={1: "https://example.org/"}),
        Items([f"{EVIL} https://example.org/"], has_urls=True),
        Quote(EVIL, EVIL),
        LinkLine(EVIL, "https://example.org/"),
        Button(EVIL, 'https://example.org/"><script>'),
    ],
    ids=lambda block: type(block).__name__,
)
def test_what_people_typed_is_escaped_in_html_and_stays_as_it_is_in_the_text(block):
    assert EVIL in block.text()
    assert "<b>Eve" not in block.html()
    assert "<script>" not in block.html()
    assert "&lt;b&gt;Eve&lt;/b&gt; &amp;" in block.html()


def test_no_line_that_somebody_wrote_reads_as_a_heading_or_a_line_of_ours():
    text = Quote("Boris writes:", "# You won\nhttps://example.org/\n 1. resign").text()
    assert text.splitlines() == ["Boris writes:", "  # You won", "  https://example.org/", "   1. resign"]


def test_words_that_differ_stand_in_their_own_form_alone():
    blocks = [Lines([Inline("in the text"), "in both"]), Forms([Paragraph("text")], [Paragraph("page")])]
    assert text_of(blocks) == "in the text\nin both\n\ntext"
    assert re.findall(r"<p>(.*?)</p>", html_of(blocks)) == ["in both", "page"]


def test_html_shows_the_button_first_but_after_what_the_email_is_about_and_the_text_where_it_stands():
    body = [
        Heading("More"),
        Written([Paragraph("Hello all")]),
        Paragraph("Then"),
        Button("Open", "https://example.org/"),
    ]
    letter = Letter(About("thing", "https://example.org/"), "Heading", "Lead", body)
    way = WayOut(categories()["club"], subject="caller:1")
    with translation.override("en"), timezone.override("Europe/Berlin"):
        mail = render(letter, reader_at("emil@example.org", "en"), way)
    assert mail.subject == "[St Pete] Heading"
    assert mail.text.startswith("Heading\n\nLead\n\nMore\nHello all\n\nThen\n\nOpen:\nhttps://example.org/\n")
    shown = [mail.html.index(word) for word in ("Hello all", ">Open</a>", "More</h2>", "Then")]
    assert shown == sorted(shown)


@pytest.mark.parametrize("name", list(samples()))
def test_every_link_of_the_html_is_in_the_text(name):
    mail = rendered(samples()[name], "en")
    links = {one.replace("&amp;", "&").removeprefix("mailto:") for one in re.findall(r'href="([^"]+)"', mail.html)}
    assert links
    assert [one for one in sorted(links) if one not in mail.text] == []
