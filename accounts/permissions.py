"""Who may do what: one question, `can(user, action, object)`, that pages, programs, emails and text clients ask alike.

Each app states its rules in a module `permissions` (settings.PERMISSIONS) as `RULES`, pairs of an action and a function. An action
with a dot is a permission of staff (`moderation.permissions`). An action that nobody states is an error, not a no.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.models import ApiToken, Scope, User

Rule = Callable[..., bool]


def can(user: User | None, action: str, thing: Any = None, **known: Any) -> bool:
    """Whether this person, None for a visitor, may do this to `thing`. `known` is what else the rule has to know, such as
    `links`: keys of tables and tournaments by link that the visitor has."""
    if "." in action:
        return user is not None and user.has_perm(action)
    return rules()[action](user, thing, **known)


@cache
def rules() -> Mapping[str, Rule]:
    """All rules by action. Raises ValueError where an action is stated twice."""
    found: dict[str, Rule] = {}
    for module in settings.PERMISSIONS:
        for action, rule in import_module(module).RULES:
            if action in found:
                raise ValueError(f"{module}: {action} is stated twice")
            found[action] = rule
    return found


def _may_ask(user: User | None, endpoint: Any, *, method: str, token: ApiToken | None) -> bool:
    """Who is signed in, and anybody who only looks at what is public; a token only for what its scopes open."""
    if user is None:
        return bool(endpoint.public) and method in SAFE_METHODS
    scope = endpoint.scope_for(method)
    return token is None or (scope is not None and token.opens(scope))


RULES: tuple[tuple[str, Rule], ...] = (
    ("ask endpoint", _may_ask),
    # who has the key of an invitation answers it without being asked who they are, so a token that may not answer gets none
    ("answer invitations", lambda user, token: token is None or token.opens(Scope.TABLES)),
)


class NoScope(PermissionDenied):
    default_code = "insufficient_scope"
    default_detail = _("This token lacks the scope “%(scope)s”.")


class MayAsk(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        user = request.user if request.user.is_authenticated else None
        method, token = request.method or "", request.auth
        if can(user, "ask endpoint", view, method=method, token=token):
            return True
        if user is not None:
            scope = view.scope_for(method)
            raise NoScope(str(NoScope.default_detail) % {"scope": scope or "-"})
        return False
