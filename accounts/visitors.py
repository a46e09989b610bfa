"""Who asks: the account behind a request, or nobody."""

from django.http import HttpRequest

from accounts.models import User


def visitor_of(request: HttpRequest) -> User | None:
    """The signed-in user, or None."""
    return request.user if isinstance(request.user, User) else None


def person_of(request: HttpRequest) -> User:
    """The signed-in user of a page that has seen to it that there is one."""
    user = visitor_of(request)
    if user is None:
        raise PermissionError("This page is for signed-in people; it lacks login_required.")
    return user
