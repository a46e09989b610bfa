"""Templates are read once for each language, and what is constant in them is said then.

Two thousand `{% translate "…" %}` of the site depend on nothing but the language, an icon or the address of a script on nothing at
all; yet Django says each anew whenever its page is drawn. This loader remembers what Django's cached loader does, by language,
and puts plain text in the place of

- `{% translate %}` and `{% blocktranslate %}` of nothing but words,
- `{% static %}` of a constant path,
- a simple tag of constants whose function tells by `functools.cache` or `lru_cache` that it says the same of the same.

A `{% blocktranslate %}` with values gets its sentence in the language, so that only they are put in; a node that asks for it by
an attribute `read_for` is told the language; names get the short way of `stpete_site.lookups`. Nothing within `{% language %}`
is touched. Pages stay the same to the byte: `tests/frame/test_folding.py` draws every template both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.template import Context, Node, NodeList, Template
from django.template.base import FilterExpression, Origin, TextNode, Variable, render_value_in_context
from django.template.defaulttags import IfNode, LoadNode
from django.template.library import SimpleNode
from django.template.loaders import cached
from django.templatetags.i18n import BlockTranslateNode, LanguageNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.translation import get_language, gettext, pgettext

from .lookups import quickened


class Loader(cached.Loader):
    """Django's cached loader with a memory for each language and constants folded in."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        return f"{get_language()} {super().cache_key(template_name, skip) if skip else template_name}"

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        found = self.get_template_cache.get(self.cache_key(template_name, skip))
        if isinstance(found, Template):
            return found
        template: Template = super().get_template(template_name, skip)
        template.nodelist = folded(template.nodelist)
        return template


def folded(nodes: NodeList) -> NodeList:
    """The nodes with their constants as text, in the active language. Lists within them are exchanged, never changed: another
    thread may be drawing them."""
    found = NodeList()
    for node in map(_folded, nodes):
        if isinstance(node, TextNode) and found and isinstance(found[-1], TextNode):
            found[-1] = TextNode(found[-1].s + node.s)
        elif not isinstance(node, LoadNode):
            found.append(node)
    return found


def _folded(node: Node) -> Node:
    if isinstance(node, LanguageNode):
        return node
    if _is_constant(node):
        try:
            return TextNode(node.render(Context()))
        except Exception:  # such as a file that is not there: whoever draws it is told, and only he
            return node
    if isinstance(node, BlockTranslateNode):
        return _worded(node)
    if hasattr(node, "read_for"):
        node.read_for = get_language()
    node = quickened(node)
    if isinstance(node, IfNode):
        node.conditions_nodelists = [(condition, folded(inner)) for condition, inner in node.conditions_nodelists]
        return node
    for name in node.child_nodelists:
        if isinstance(inner := getattr(node, name, None), NodeList):
            setattr(node, name, folded(inner))
    return node


def _is_constant(node: Node) -> bool:
    if isinstance(node, TranslateNode):
        return not node.asvar and _are_literal(node.filter_expression, node.message_context)
    if isinstance(node, StaticNode):
        return node.varname is None and _are_literal(node.path)
    if type(node) is SimpleNode:
        says_the_same = hasattr(node.func, "cache_info") and not node.takes_context and node.target_var is None
        return says_the_same and _are_literal(*node.args, *node.kwargs.values())
    return False


def _are_literal(*expressions: FilterExpression | None) -> bool:
    """They stand in the template as words or numbers, without filters."""
    return all(
        one is None or not (one.filters or (isinstance(one.var, Variable) and one.var.lookups)) for one in expressions
    )


class Worded(Node):
    """A `{% blocktranslate %}` that has its sentence and waits for the values in it."""

    child_nodelists = ()

    def __init__(self, sentence: str, names: Sequence[str], given: dict[str, FilterExpression]) -> None:
        self.sentence, self.names, self.given = sentence, names, given

    def render(self, context: Context) -> str:
        given = {name: value.resolve(context) for name, value in self.given.items()}
        values: dict[str, Any] = {}
        for name in self.names:
            value = given[name] if name in given else context.get(name, "")
            values[name] = render_value_in_context(value, context)
        return self.sentence % values


def _worded(node: BlockTranslateNode) -> Node:
    """The same with its sentence; as it is where the sentence depends on a number, or its translation is not sound."""
    if node.plural or node.asvar or not _are_literal(node.message_context):
        return node
    said, names = node.render_token_list(node.singular)
    about = node.message_context
    sentence = pgettext(about.resolve(Context()), said) if about else gettext(said)
    try:
        alone = sentence % dict.fromkeys(names, "")
    except (KeyError, ValueError):
        return node
    if not names and not node.extra_context:
        return TextNode(alone)
    worded = Worded(sentence, names, node.extra_context)
    worded.token, worded.origin = node.token, node.origin
    return worded
