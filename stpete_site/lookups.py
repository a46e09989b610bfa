"""What names in templates stand for, found and written with fewer questions.

Half of what a page costs is Django asking of each `{{ line.person.name }}` what it might be: an index, a key, a method to be
called, a number or a date to be written in the reader's language. Nearly all are attributes of values that presenters made, and
words. These two ask that first and hand all else to Django, so that it means the same: what is missing, methods, lists, lazy
objects, filters, errors. `stpete_site.folding` puts them in when it reads a template.
"""

from __future__ import annotations

from html import escape
from typing import Any

from django.conf import settings
from django.template import Context, Node
from django.template.base import FilterExpression, Variable, VariableNode, render_value_in_context
from django.template.defaulttags import IfNode
from django.utils.safestring import SafeString

PLAIN_NUMBERS = not settings.USE_THOUSAND_SEPARATOR
"""Whole numbers are written alike in all languages."""


class Name(FilterExpression):
    """A name, as it is or with attributes, and no filter: `page`, `line.person.name`, `forloop.first`."""

    def __init__(self, expression: FilterExpression) -> None:
        self.token, self.filters = expression.token, expression.filters
        self.var, self.is_var = expression.var, expression.is_var
        self.first, *self.rest = expression.var.lookups

    def resolve(self, context: Context, ignore_failures: bool = False) -> Any:
        try:
            value = context[self.first]
            if callable(value):
                return super().resolve(context, ignore_failures)
            for name in self.rest:
                kind = type(value)
                if kind is dict:
                    value = value[name]
                elif hasattr(kind, "__getitem__"):
                    return super().resolve(context, ignore_failures)
                else:
                    value = getattr(value, name)
                if callable(value):
                    return super().resolve(context, ignore_failures)
        except Exception:  # Django knows what is an error and what is only nothing
            return super().resolve(context, ignore_failures)
        return value


class Shown(VariableNode):
    """`{{ … }}`: words as they are, or escaped where markup could be in them; whole numbers, which no language groups here."""

    def render(self, context: Context) -> str:
        value = self.filter_expression.resolve(context)
        kind = type(value)
        if isinstance(value, SafeString):
            return value
        if kind is str:
            return escape(value) if context.autoescape else str(value)
        if kind is int and PLAIN_NUMBERS:
            return str(value)
        said: str = render_value_in_context(value, context)
        return said


def quickened(node: Node) -> Node:
    """The node with its expressions exchanged for these where they say the same. What it holds is exchanged, never changed."""
    for name, held in list(vars(node).items()):
        if isinstance(held, FilterExpression):
            setattr(node, name, _name(held))
        elif isinstance(held, list) and any(isinstance(one, FilterExpression) for one in held):
            setattr(node, name, [_name(one) for one in held])
        elif isinstance(held, dict) and any(isinstance(one, FilterExpression) for one in held.values()):
            setattr(node, name, {key: _name(one) for key, one in held.items()})
    if isinstance(node, IfNode):
        for condition, _inner in node.conditions_nodelists:
            _quicken_condition(condition)
    return _shown(node) if type(node) is VariableNode else node


def _name(held: Any) -> Any:
    if type(held) is not FilterExpression or held.filters or not isinstance(held.var, Variable):
        return held
    return held if held.var.lookups is None or held.var.translate else Name(held)


def _quicken_condition(condition: Any) -> None:
    """`and`, `or`, `not` and comparisons are trees with expressions at their ends."""
    if condition is None:
        return
    if isinstance(condition.value, FilterExpression):
        condition.value = _name(condition.value)
    for inner in (condition.first, condition.second):
        _quicken_condition(inner)


def _shown(node: VariableNode) -> Node:
    shown = Shown(node.filter_expression)
    shown.token, shown.origin = node.token, node.origin
    return shown
