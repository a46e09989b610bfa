"""`Idempotency-Key`: a program that has lost the answer to a POST sends it again, and it is done once.

The row of the key, what the request does and its answer are one transaction: a second request with the key waits for the first
and gets its answer; where the first was killed there is neither a row nor anything done. Kept for a day.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from math import ceil
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response

from .models import KeptAnswer
from .problems import Refusal

if TYPE_CHECKING:
    from rest_framework.request import Request

HEADER, REPLAYED = "Idempotency-Key", "Idempotency-Replayed"
LONGEST = 100
KEPT = timedelta(days=1)
MOST = 2000
"""Answers that are kept for one person: what a busy program does in a day, and no more than fits."""
NOT_KEPT = (401, 429)
"""Answers that say nothing about the request itself."""


class KeyReused(Refusal):
    code = "idempotency_key_reused"
    sentence = _("This Idempotency-Key was already used for another request. Use a new key for each action.")
    status = 422


class TooManyKeys(Refusal):
    code = "too_many_idempotency_keys"
    sentence = _("You have reached today's limit of Idempotency-Keys. Send the request without a key, or try later.")
    status = 429


Method = Callable[..., Response]


def once(method: Method) -> Method:
    """A POST that is done once for each key of a person. Without the header it is what it was."""

    @wraps(method)
    def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return method(view, request, *args, **kwargs)
        if not (1 <= len(key) <= LONGEST and key.isascii() and key.isprintable()):
            sentence = _("Must be 1 to %(most)s printable ASCII characters.") % {"most": LONGEST}
            raise ValidationError({HEADER: [sentence]})
        with transaction.atomic():
            return _done_once(view, request, key, lambda: method(view, request, *args, **kwargs))

    return post


def _done_once(view: Any, request: Request, key: str, act: Callable[[], Response]) -> Response:
    now, mark, user_id = timezone.now(), _hash(key), int(request.user.pk or 0)
    said = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True, default=str)
    own = KeptAnswer.objects.filter(user=user_id, key=mark)
    own.filter(created_at__lt=now - KEPT).delete()
    try:
        with transaction.atomic():
            row = KeptAnswer.objects.create(user_id=user_id, key=mark, request=_hash(said), created_at=now)
            kept_now = KeptAnswer.objects.filter(user=user_id, created_at__gte=now - KEPT).order_by("created_at")
            if (count := kept_now.count()) > MOST:
                first_gone = kept_now.values_list("created_at", flat=True)[count - MOST - 1] + KEPT
                raise TooManyKeys(wait=max(1, ceil((first_gone - now).total_seconds())))
    except IntegrityError:
        kept = own.get()
        if kept.request != _hash(said):
            raise KeyReused from None
        return Response(
            json.loads(kept.body) if kept.body else None,
            status=kept.status,
            content_type=kept.media_type or None,
            headers={REPLAYED: "true"},
        )
    try:
        with transaction.atomic():
            response = act()
    except Exception as error:
        response = view.handle_exception(error)  # raises what is an error of the server, and nothing is kept
    if response.status_code in NOT_KEPT or response.status_code >= 500:
        row.delete()
        return response
    row.status, row.media_type = response.status_code, response.content_type or ""
    shown = response.data
    if isinstance(shown, dict):
        shown = {name: None if name in view.secrets else value for name, value in shown.items()}
    row.body = "" if shown is None else view.rendered(shown)
    row.save(update_fields=["status", "media_type", "body"])
    return response


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
