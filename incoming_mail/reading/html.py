"""The text of an HTML mail, without what its program quotes."""

import re
from html.parser import HTMLParser

_SILENT = frozenset({"script", "style", "head", "title", "blockquote", "template"})
_BREAKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "hr", "table", "pre"})
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base"})
_QUOTES = re.compile(
    r"gmail_quote|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|yahoo_quoted|k9mail|protonmail_quote"
)
_QUOTE_IDS = re.compile(
    r"divrplyfwdmsg|appendonsend|mail-editor-reference-message-container|ms-outlook-mobile-signature"
)
MOST_DEPTH = 500
MOST_HTML = 60_000
"""Signs beside comments and styles: the parser takes time in the square of it for what never ends."""

_UNSEEN = (("<!--", "-->"), ("<style", "</style"), ("<script", "</script"))


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[str] = []
        self.silent_from: int | None = None
        self.is_over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self.silent_from is None and _QUOTE_IDS.search(values.get("id", "").lower()):
            self.is_over = True  # Outlook: from here on it is the mail that is answered
        if tag in _BREAKS:
            self.parts.append("\n")
        if tag in _VOID or len(self.open) >= MOST_DEPTH:
            return
        self.open.append(tag)
        if self.silent_from is None and (tag in _SILENT or _QUOTES.search(values.get("class", "").lower())):
            self.silent_from = len(self.open)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "div", "tr", "table", "blockquote"):
            self.parts.append("\n")
        if tag not in self.open:
            return
        while self.open and self.open.pop() != tag:
            pass
        if self.silent_from is not None and len(self.open) < self.silent_from:
            self.silent_from = None

    def handle_data(self, data: str) -> None:
        if self.silent_from is None and not self.is_over:
            self.parts.append(data.replace("\n", " "))


def text_of_html(html: str) -> str:
    """What its reader sees of it, a line a paragraph; quotes of other mails are left out.

    >>> text_of_html("<div>2<br>pass</div><blockquote>1. buy</blockquote>")
    '2\\npass'
    """
    for begin, end in _UNSEEN:
        html = _without(html, begin, end)
    parser = _Text()
    parser.feed(html[:MOST_HTML])
    parser.close()
    lines = [" ".join(line.split()) for line in "".join(parser.parts).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _without(html: str, begin: str, end: str) -> str:
    """Without what stands between these; what never ends is cut off."""
    lowered, parts, at = html.lower(), [], 0
    if len(lowered) != len(html):  # a sign that has another length in small letters
        lowered = html
    while (found := lowered.find(begin, at)) >= 0:
        parts.append(html[at:found])
        over = lowered.find(end, found)
        if over < 0:
            return "".join(parts)
        at = over + len(end)
    return "".join([*parts, html[at:]])
