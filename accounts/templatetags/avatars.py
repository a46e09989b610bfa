"""{% load avatars %}{% avatar person %}: the picture beside the name of a `User`."""

from django import template
from django.utils.safestring import SafeString

from accounts.avatars import avatar_of
from accounts.models import User

register = template.Library()


@register.simple_tag
def avatar(person: User) -> SafeString:
    return avatar_of(person.name, person.avatar_pattern, person.avatar_colour)
