"""The page of the dump with the checks of the archive, and the file itself, also in parts."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.allauth_internals import consume_or_429, ratelimit
from games.dumps import services
from games.models import ArchiveCheck, BrokenGame, Dump

RANGE = re.compile(r"bytes=(\d{1,15})?-(\d{1,15})?")
FIELDS = (
    ("game", _("number of the game on this site")),
    ("finished", _("day it finished, in UTC")),
    ("rated", _("whether the game was rated")),
    ("voided", _("whether the game was voided")),
    ("sha256", _("hash of the record, written with sorted fields and no spaces")),
    ("record", _("options, deal, players, moves and result, in the format of exported records")),
)
PIECE = 256 * 1024


@require_safe
def dumps(request: HttpRequest) -> HttpResponse:
    """The file to download, and the progress of the monthly check. Four statements."""
    dump = services.latest()
    address = request.build_absolute_uri(reverse("games:dump", args=[dump.month])) if dump else ""
    found = list(BrokenGame.objects.values_list("is_older", flat=True))
    context = {
        "dump": dump,
        "file": services.path_of(dump).name if dump else "",
        "address": address,
        "resume": f"curl -C - -O {address}",
        "citation": f"St Pete, {address}, {dump.finished_at:%Y-%m-%d}, SHA-256 {dump.sha256}" if dump else "",
        "fields": FIELDS,
        "checked": ArchiveCheck.objects.exclude(finished_at=None).last(),
        "checking": ArchiveCheck.objects.filter(finished_at=None).first(),
        "older": found.count(True),
        "broken": found.count(False),
    }
    return render(request, "games/dumps/dumps.html", context)


@require_safe
def dump(request: HttpRequest, month: str, form: str = services.LINES) -> HttpResponseBase:
    """The file, or the part that `Range` asks for, so that a download can be resumed."""
    found = Dump.objects.filter(month=month, finished_at__isnull=False).first()
    path = services.path_of(found, form) if found else None
    if found is None or path is None or not path.exists():
        raise Http404
    limited: HttpResponseBase | None = consume_or_429(
        request, action="dumps", key=ratelimit.get_ip(request), limit_get=True
    )
    if limited is not None:
        return limited
    is_packed = form == services.LINES
    size, sha256 = (found.size, found.sha256) if is_packed else (found.parquet_size, found.parquet_sha256)
    mark = f'"{sha256}"'
    start, end = 0, size
    part = RANGE.fullmatch(request.headers.get("Range", ""))
    if part is not None and any(part.groups()) and request.headers.get("If-Range", mark) == mark:
        first, last = part.groups()
        start = int(first) if first else max(size - int(last), 0)
        end = min(int(last) + 1, size) if first and last else size
    else:
        part = None
    if start >= end and part is not None:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    response = StreamingHttpResponse(
        _pieces(path, start, end),
        content_type="application/gzip" if is_packed else "application/vnd.apache.parquet",
        status=206 if part else 200,
    )
    response["Content-Length"] = end - start
    if part is not None:
        response["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    response["Accept-Ranges"], response["ETag"] = "bytes", mark
    response["Content-Encoding"] = "identity"  # or the middleware would pack it once more, and parts would not fit
    response["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return response


def _pieces(path: Path, start: int, end: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        while start < end and (piece := file.read(min(PIECE, end - start))):
            start += len(piece)
            yield piece
