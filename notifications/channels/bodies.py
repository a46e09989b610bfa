"""What a webhook is sent: the same in the three forms that programs and chats take.

What people typed (the title of a table) mentions nobody and formats nothing: services are told to look for no mentions, and signs
that they would read as their own are taken apart.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from notifications.channels.said import Said
from notifications.models import Form

LONGEST = 1500
"""Signs of a text; Discord takes 2000."""

_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#:@<-])")


def body(form: str, said: Said, *, id: str, at: datetime) -> bytes:
    """JSON, at most some kilobytes. `id` is the same for every attempt, so that a program notices what comes twice."""
    return json.dumps(_value(form, said, id, at), ensure_ascii=False, separators=(",", ":")).encode()


def _value(form: str, said: Said, id: str, at: datetime) -> object:
    if form == Form.DISCORD:
        title, line = (_MARKDOWN.sub(r"\\\1", one) for one in (said.title, said.line))
        text = "\n".join([f"**{title}**: {line}", *(_MARKDOWN.sub(r"\\\1", one) for one in said.more)])
        return {"content": f"{text[:LONGEST]}\n<{said.url}>", "allowed_mentions": {"parse": []}, "flags": 4}
    if form == Form.SLACK:
        text = "\n".join([f"{_for_slack(said.title)}: {_for_slack(said.line)}", *map(_for_slack, said.more)])
        return {"text": f"{text[:LONGEST]}\n<{said.url}>", "mrkdwn": False, "link_names": False, "unfurl_links": False}
    return {
        "id": id,
        "at": at.astimezone(UTC).isoformat(timespec="seconds"),
        "kind": said.kind,
        "subject": said.subject,
        "title": said.title,
        "text": said.line,
        "lines": list(said.more),
        "url": said.url,
    }


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
