"""Blocks that an email consists of. Each can write itself as plain text, and as HTML with the classes of `style.css`.

Words are plain, or `Inline` where text and HTML differ. Text that people typed is escaped in HTML and indented in the text
of a `Quote`, so that none of it looks like ours. `notifications.mail.render` wraps the text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.html import escape, format_html, format_html_join, linebreaks, urlize
from django.utils.safestring import SafeString, mark_safe

NOTHING = SafeString()


class HasForms(Protocol):
    """Words with a form of their own for HTML, such as a move with the name of its card in bold."""

    def __str__(self) -> str: ...

    def __html__(self) -> SafeString: ...


@dataclass(frozen=True, slots=True)
class Inline:
    """Words in both forms; if one form is empty, they appear only in the other."""

    text: str
    html: SafeString = NOTHING

    def __str__(self) -> str:
        return self.text

    def __html__(self) -> SafeString:
        return self.html


Words = str | HasForms


class Block(Protocol):
    def text(self) -> str: ...

    def html(self) -> SafeString: ...


def html(words: object) -> SafeString:
    return format_html("{}", words)


def bold(words: object) -> Inline:
    return Inline(str(words), format_html("<b>{}</b>", words))


def link(words: str, url: str, text: str) -> Inline:
    """A link in HTML; the text part has `text` instead."""
    return Inline(text, format_html('<a href="{}">{}</a>', url, words))


def say(sentence: str, **values: object) -> Inline:
    """A translated sentence with its `%(name)s` filled, each value in its own form."""
    shown = {name: html(one) for name, one in values.items()}
    return Inline(sentence % values, mark_safe(escape(sentence) % shown))  # sentence and values are escaped


def joined(*words: Words) -> Inline:
    """Several sentences of one paragraph; empty ones are left out."""
    said = [one for one in words if str(one)]
    return Inline(" ".join(map(str, said)), format_html_join(" ", "{}", ((one,) for one in said)))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `look` is its class in HTML."""

    words: Words
    look: str = ""

    def text(self) -> str:
        return str(self.words)

    def html(self) -> SafeString:
        return _paragraph(self.words, self.look)


@dataclass(frozen=True, slots=True)
class Lines:
    lines: Sequence[Words]
    look: str = ""

    def text(self) -> str:
        return "\n".join(filter(None, map(str, self.lines)))

    def html(self) -> SafeString:
        return mark_safe("\n".join(_paragraph(line, self.look) for line in self.lines))  # each is escaped


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, in the text part without an empty line below. `url` is its link in HTML."""

    words: str
    url: str = ""

    def text(self) -> str:
        return f"## {self.words}"

    def html(self) -> SafeString:
        words = format_html('<a href="{}">{}</a>', self.url, self.words) if self.url else self.words
        return format_html("<h2>{}</h2>", words)


@dataclass(frozen=True, slots=True)
class Items:
    """A list. With `numbered` an answer names an item by its number; `links` are those of items by number, in HTML. `has_urls`:
    addresses in the items are ours, and links."""

    items: Sequence[Words]
    numbered: bool = False
    links: Mapping[int, str] | None = None
    has_urls: bool = False

    def text(self) -> str:
        return "\n".join(f"{numbered(n) if self.numbered else '- '}{one}" for n, one in enumerate(self.items, start=1))

    def html(self) -> SafeString:
        tag = "ol" if self.numbered else "ul"
        items = format_html_join("", "<li>{}</li>", ((self._item(n, one),) for n, one in enumerate(self.items, 1)))
        return format_html("<{}>{}</{}>", tag, items, tag)

    def _item(self, number: int, item: Words) -> object:
        if url := (self.links or {}).get(number):
            return format_html('<a href="{}">{}</a>', url, item)
        return mark_safe(urlize(str(item), autoescape=True)) if self.has_urls else item


def numbered(count: int) -> str:
    """` 3. `, so that items are aligned."""
    return f"{count:2}. "


@dataclass(frozen=True, slots=True)
class Quote:
    who: Words
    said: str

    def text(self) -> str:
        return "\n".join([str(self.who), *(f"  {line}" for line in self.said.splitlines())])

    def html(self) -> SafeString:
        return format_html(
            "<p>{}</p><blockquote>{}</blockquote>", self.who, mark_safe(linebreaks(self.said, autoescape=True))
        )


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A link on a line of its own; in the text below its words, or below those of `before`."""

    words: str
    url: str
    before: str = ""

    def text(self) -> str:
        return f"{self.before or f'{self.words}:'}\n{self.url}"

    def html(self) -> SafeString:
        return format_html('<p class="last"><a href="{}">{}</a></p>', self.url, self.words)


@dataclass(frozen=True, slots=True)
class Button(LinkLine):
    """The main action. HTML shows it above the body, after what people wrote (`Written`). `is_in_text` is False where the
    text part has a link to the same page elsewhere."""

    is_in_text: bool = True

    def text(self) -> str:
        return LinkLine.text(self) if self.is_in_text else ""

    def html(self) -> SafeString:
        return format_html('<p class="action"><a class="button" href="{}">{}</a></p>', self.url, self.words)


@dataclass(frozen=True, slots=True)
class Written:
    """What people have written, where that is what the email is about."""

    blocks: Sequence[Block]

    def text(self) -> str:
        return text_of(self.blocks)

    def html(self) -> SafeString:
        return format_html('<div class="said">{}</div>', html_of(self.blocks))


@dataclass(frozen=True, slots=True)
class Forms:
    """Where text and HTML are laid out differently, such as a board."""

    as_text: Sequence[Block] = ()
    as_html: Sequence[Block] = ()

    def text(self) -> str:
        return text_of(self.as_text)

    def html(self) -> SafeString:
        return html_of(self.as_html)


def text_of(blocks: Sequence[Block]) -> str:
    """Blocks with an empty line between them, except after a heading."""
    found = ""
    for block in blocks:
        if said := block.text():
            found += said + ("\n" if isinstance(block, Heading) else "\n\n")
    return found.rstrip("\n")


def html_of(blocks: Sequence[Block]) -> SafeString:
    return mark_safe("\n".join(block.html() for block in blocks))  # each is escaped


def _paragraph(words: Words, look: str) -> SafeString:
    shown = html(words)
    if not shown:
        return mark_safe("")
    return format_html('<p class="{}">{}</p>', look, shown) if look else format_html("<p>{}</p>", shown)
