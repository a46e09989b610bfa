"""Pages on their way: in Brotli where the browser takes it, which is a tenth less than gzip for the same work."""

import re
import secrets

import brotli
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

SHORTEST = 500
"""Bytes; what is shorter may become longer."""
QUALITY = 5
"""What costs as much time as gzip at Django's level 6; the next ones save a hundredth more."""
SKIPPED = 0x16
"""How a piece of Brotli begins that readers skip: no last one, no data, its length in one byte (RFC 7932, 9.2)."""
_takes_brotli = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def compressed(content: bytes) -> bytes:
    """`content` in Brotli, with up to 100 random bytes that readers skip: as in Django's gzip, the length then tells less of
    what a page holds (BREACH)."""
    packer = brotli.Compressor(quality=QUALITY, mode=brotli.MODE_TEXT)
    body = packer.process(content) + packer.flush()  # ends with a whole byte
    length = 1 + secrets.randbelow(GZipMiddleware.max_random_bytes)
    skipped = (SKIPPED | (length - 1) << 6).to_bytes(2, "little") + secrets.token_bytes(length)
    return bytes(body + skipped + packer.finish())


class CompressingMiddleware(GZipMiddleware):
    """Brotli for whole answers to those who take it, and Django's gzip for all else."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponse) or not _may_be_brotli(request, response):
            return super().process_response(request, response)
        patch_vary_headers(response, ["Accept-Encoding"])
        response.content = compressed(response.content)
        response["Content-Length"] = str(len(response.content))
        response["Content-Encoding"] = "br"
        if response.get("ETag", "").startswith('"'):
            response["ETag"] = f"W/{response['ETag']}"  # the same page, not the same bytes
        return response


def _may_be_brotli(request: HttpRequest, response: HttpResponse) -> bool:
    if response.has_header("Content-Encoding") or len(response.content) < SHORTEST:
        return False
    return bool(_takes_brotli.search(request.META.get("HTTP_ACCEPT_ENCODING", "")))
