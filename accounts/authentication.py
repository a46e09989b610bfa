"""How a program says who it is: `Authorization: Token …`, or `Bearer`, the word of most libraries."""

from typing import cast

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from accounts.models import ApiToken, Scope, User
from accounts.tokens import hash_of
from api.rates import WrongTokens
from statements import Columns, Prepared

_TOKEN = Columns(ApiToken)
_OWNER = Columns(User, "user", after=_TOKEN)
_alive = Prepared(
    lambda now, hash: ApiToken.objects.alive(hash, now).values_list(*_TOKEN.asked, *_OWNER.asked), 0, moments=1, texts=1
)


class Tokens(TokenAuthentication):
    """Reads the header as the framework does, and knows our rows. Which scope a request needs says each address
    (`api.endpoint`); one that says nothing opens to no token."""

    keyword = "Token"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Raises AuthenticationFailed, and Throttled where too many wrong ones have come from this address."""
        try:
            return super().authenticate(request)
        except AuthenticationFailed:
            limit = WrongTokens()
            if not limit.counts(request):
                raise Throttled(limit.wait()) from None
            raise

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        """The token is found by its hash, with its person, in one statement. Raises AuthenticationFailed, in the same words whether
        there never was such a token or it is over."""
        now = timezone.now()
        found = _alive(now, hash_of(key))
        user = _OWNER.take(found[0]) if found else None
        if user is None or not user.is_active:
            raise AuthenticationFailed(_("Invalid API token. It may have expired or been revoked."))
        token = _TOKEN.take(found[0])
        token.user = user
        token.note_use(now=now)
        return user, token


class BearerTokens(Tokens):
    keyword = "Bearer"


def reader_of(request: HttpRequest) -> int | None:
    """The number of the person whose token a request outside of the API names, if it may look; else None."""
    for way in (Tokens(), BearerTokens()):
        try:
            found = way.authenticate(cast(Request, request))
        except (AuthenticationFailed, Throttled):
            return None
        if found is not None:
            user, token = found
            return int(user.pk) if token.opens(Scope.READ) else None
    return None


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = Tokens
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token ` and a token of the profile.",
        }


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = BearerTokens
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "The same token."}
