"""The Jinja2 environment of the site: templates of jinja/, one compilation for each language.

A page of a game says two hundred fixed sentences. They are put into a template when it is compiled, once for each language, so
that drawing a page looks up only plurals. What needs Jinja's inner face stands here: an environment, a context, an extension and
how values are written.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import FunctionType, MethodType
from typing import Any

import jinja2
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, npgettext, override, pgettext
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import InternationalizationExtension
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser
from jinja2.runtime import Context, Macro
from markupsafe import Markup, escape

FIXED: dict[str, Callable[..., str]] = {"_": gettext, "gettext": gettext, "pgettext": pgettext}
"""Functions whose answer is known when a template is compiled."""
CALLS = {
    "_": ["lparen", "string", "rparen"],
    "pgettext": ["lparen", "string", "comma", "string", "rparen"],
}
"""Their calls without values, as Jinja reads them."""
PLAIN = (FunctionType, MethodType, type(cache(len)))
"""Kinds of what templates call: functions, methods, and those that keep their answers."""


class DirectContext(Context):
    """Calls macros and plain functions at once. Jinja asks of each whether it wants the context, four times a call."""

    def call(__self, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        if type(__obj) is Macro or (type(__obj) in PLAIN and not hasattr(__obj, "jinja_pass_arg")):
            if kwargs:
                kwargs.pop("_block_vars", None)
                kwargs.pop("_loop_vars", None)
            return __obj(*args, **kwargs)
        return super().call(__obj, *args, **kwargs)


SAFE = (Markup, SafeString)
_escaped = re.compile("[&<>'\"]").search


class DirectOutput(CodeGenerator):
    """Joins values as they are. Jinja makes Markup of each first, in five calls, and drops it where the page is joined."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.written(")  # everything is escaped here


class FixedTexts(InternationalizationExtension):
    """Writes the translation where a template says `_("…")`, `pgettext("…", "…")` or `{% trans %}` without a plural."""

    environment: "Environment"

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        found = super().parse(parser)
        if self.environment.language is not None and isinstance(found, nodes.Output):
            (call,) = found.nodes
            if isinstance(call, nodes.Call) and isinstance(call.node, nodes.Name) and call.node.name in FIXED:
                text = self._translated(call.node.name, [one.as_const() for one in call.args])
                values = [nodes.Pair(nodes.Const(one.key), one.value) for one in call.kwargs]
                found.nodes[:] = [nodes.Mod(nodes.MarkSafe(nodes.Const(text)), nodes.Dict(values))]
        return found

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        tokens = list(stream)
        at = 0
        while at < len(tokens):
            first = tokens[at]
            shape = CALLS.get(first.value) if self.environment.language and first.type == "name" else None
            call = tokens[at + 1 : at + 1 + len(shape or ())]
            if shape and [one.type for one in call] == shape:
                text = self._translated(first.value, [one.value for one in call if one.type == "string"]) % {}
                safe = ("lparen", "("), ("string", text), ("pipe", "|"), ("name", "safe"), ("rparen", ")")
                yield from (Token(first.lineno, *one) for one in safe)
            else:
                call = []
                yield first
            at += 1 + len(call)

    def _translated(self, function: str, texts: Iterable[str]) -> str:
        with override(self.environment.language):
            return FIXED[function](*texts)


class Environment(jinja2.Environment):
    """Gives each template in the active language. `language` is None for the one of Django's backend, which leads to the others."""

    context_class = DirectContext
    code_generator_class = DirectOutput
    language: str | None = None

    def __init__(self, **options: Any) -> None:
        options |= {"undefined": jinja2.StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
        super().__init__(extensions=[FixedTexts], **options)
        self.install_gettext_callables(  # type: ignore[attr-defined]
            gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
        )

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> jinja2.Template:
        if self.language is None and (language := get_language()) is not None:
            return speaking(self, language).get_template(name, parent, globals)
        return super().get_template(name, parent, globals)

    @staticmethod
    def written(value: Any) -> str:
        """A value as it stands in a page: escaped, if it is no markup."""
        kind = type(value)
        if kind is int or (kind is str and not _escaped(value)):
            return str(value)
        shown: str = value if kind in SAFE else escape(value)
        return shown

    def make_globals(self, d: Any) -> Any:
        """The globals themselves where a template adds none: Jinja's chain of two dicts is compared key by key at every import."""
        return super().make_globals(d) if d else self.globals


@cache
def speaking(of: Environment, language: str) -> Environment:
    """The environment whose templates say this language."""
    made = of.overlay()
    made.language = language
    return made
