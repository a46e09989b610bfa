"""All that is kept about oneself, as one file."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.allauth_internals import consume_or_429
from accounts.export import archive
from accounts.models import User


@never_cache
@require_POST
@login_required
@reauthentication_required()  # type: ignore[untyped-decorator]
def export(request: HttpRequest) -> HttpResponseBase:
    """A ZIP, a few times a day: it takes the more work the more one has played."""
    user = request.user
    assert isinstance(user, User)
    limited: HttpResponseBase | None = consume_or_429(request, action="export", key=str(user.pk))
    if limited is not None:
        return limited
    now = timezone.now()
    response = StreamingHttpResponse(archive(user, now=now), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="st-pete-{now:%Y-%m-%d}.zip"'
    return response
