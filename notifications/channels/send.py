"""Send one message to one endpoint, and say what the answer means: later, or never, or nobody is there any more."""

from __future__ import annotations

from datetime import datetime

from notifications.channels import push
from notifications.channels.address import Refused, target_of
from notifications.channels.bodies import body
from notifications.channels.http import Answer, NoAnswer, post
from notifications.channels.said import Said
from notifications.channels.signing import HEADER, signature
from notifications.mail.transport import Hopeless, NotNow
from notifications.models import Channel, Endpoint, Form

GONE = (404, 410)
"""What a push service says of a browser that has unsubscribed."""

TEMPORARY = (408, 425, 429)


class Gone(Hopeless):
    """There is no such browser any more."""


def send(endpoint: Endpoint, said: Said, *, id: str, now: datetime) -> str:
    """Return what the other side answered once it has the message. Raises NotNow, Hopeless or Gone."""
    try:
        answer = _push(endpoint, said, now) if endpoint.channel == Channel.PUSH else _hook(endpoint, said, id, now)
    except Refused as error:
        raise Hopeless(str(error)) from error
    except NoAnswer as error:
        raise NotNow(str(error)) from error
    return _meaning(endpoint, answer)


def _meaning(endpoint: Endpoint, answer: Answer) -> str:
    # of what a stranger's server says only the status is kept: it may be a machine that tells more than it should
    told = f"HTTP {answer.status}"
    if 200 <= answer.status < 300:
        return told
    if endpoint.channel == Channel.PUSH and answer.status in GONE:
        raise Gone(told)
    if answer.status in TEMPORARY or answer.status >= 500:
        raise NotNow(told)
    raise Hopeless(f"{told}, a redirect, which is not followed" if 300 <= answer.status < 400 else told)


def _hook(endpoint: Endpoint, said: Said, id: str, now: datetime) -> Answer:
    sent = body(endpoint.form, said, id=id, at=now)
    headers = {"Content-Type": "application/json"}
    if endpoint.form == Form.JSON:
        headers |= {HEADER: signature(endpoint.secret, sent, at=now), "X-StPete-Id": id}
    return post(target_of(endpoint.url), sent, headers)


def _push(endpoint: Endpoint, said: Said, now: datetime) -> Answer:
    target = target_of(endpoint.url)
    return post(target, push.encrypt(push.payload(said), endpoint), push.headers(target, now=now))
