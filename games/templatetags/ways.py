"""Addresses that pages say again and again, each worked out once in the life of a process.

{% load ways %}
{% way "games:log" game.id %}         as {% url %} says it
"""

from functools import lru_cache

from django import template
from django.urls import reverse

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=8192)
def way(name: str, *arguments: int | str) -> str:
    return reverse(name, args=arguments)
