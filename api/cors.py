"""Pages of other sites may use the API with a token (CORS). No answer allows credentials, so a browser sends no cookie along and
shows no answer to one."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from .idempotency import HEADER, REPLAYED
from .problems import is_for_api

ANYBODY = {"Access-Control-Allow-Origin": "*"}
ALLOWED = ANYBODY | {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": f"Authorization, Content-Type, Accept-Language, If-None-Match, {HEADER}",
    "Access-Control-Max-Age": "7200",
    "Vary": "Access-Control-Request-Headers",
}
SHOWN = ANYBODY | {"Access-Control-Expose-Headers": f"ETag, RateLimit, RateLimit-Policy, Retry-After, {REPLAYED}"}


class CorsMiddleware(MiddlewareMixin):
    """A browser asks before it sends `Authorization`: only then is it answered, and only what names a token is shown."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.method == "OPTIONS" and is_for_api(request):
            wanted = request.headers.get("Access-Control-Request-Headers", "").lower().replace(" ", "").split(",")
            if "authorization" in wanted:
                return HttpResponse(status=204, headers=ALLOWED)
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.headers.get("Authorization", "").startswith(("Bearer ", "Token ")) and is_for_api(request):
            for name, value in SHOWN.items():
                response[name] = value
        return response
