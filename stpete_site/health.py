"""Whether the site does its work: for a monitor, not for people."""

from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.overdue import GRACE, counts


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """200 while nothing stands overdue by more than a minute, 503 with the counts otherwise."""
    late = {what: count for what, count in counts(now()).items() if count}
    body = {"ok": not late, "overdue": late, "grace_seconds": int(GRACE.total_seconds())}
    return JsonResponse(body, status=503 if late else 200)
