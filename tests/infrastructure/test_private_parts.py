"""Private parts of Django, DRF, allauth, Celery and the others that product code uses: each with its file, and what would
replace it. An update of a library is read against this list; a new line in it needs a reason.

Found in the source: names with one leading underscore that nothing of ours defines, private names and modules that are imported,
and private names of a library's class that a class of ours defines anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = (
    *("accounts", "actions", "api", "engine", "games", "incoming_mail", "moderation", "notifications", "plugins"),
    *("statements", "stpete_site", "streams", "tournaments"),
)
LIBRARIES = {
    *(
        "aiosmtpd",
        "allauth",
        "anymail",
        "billiard",
        "celery",
        "csp",
        "django",
        "drf_spectacular",
        "gunicorn",
    ),
    *("jinja2", "kombu", "psycopg", "redis", "rest_framework", "uvicorn", "whitenoise"),
}
OF_THE_LANGUAGE = {"_replace", "_make", "_fields", "_asdict", "_exit"}
"""Documented in spite of their underscore: of named tuples, and `os._exit`."""
DOCUMENTED = {"_meta", "_default_manager", "_base_manager", "_state"}
"""Of Django's models, and named in its documentation."""
UNDOCUMENTED = ("allauth.core.context", "allauth.core.ratelimit", "allauth.decorators", "allauth.account.utils")
"""Modules without an underscore that no documentation names."""

ALLAUTH = "accounts/allauth_internals.py"

LOGIN_FLOW = "a signal of allauth that tells how somebody signed in"
SESSION_KEYS = "a function of allauth that ends what was begun in a session"

KNOWN: dict[tuple[str, str], str] = {
    (
        ALLAUTH,
        "allauth.account.internal.flows.email_verification_by_code.EMAIL_VERIFICATION_CODE_SESSION_KEY",
    ): SESSION_KEYS,
    (
        ALLAUTH,
        "allauth.account.internal.flows.password_reset_by_code.PASSWORD_RESET_VERIFICATION_SESSION_KEY",
    ): SESSION_KEYS,
    (ALLAUTH, "allauth.account.internal.stagekit.LOGIN_SESSION_KEY"): SESSION_KEYS,
    (ALLAUTH, "allauth.account.internal.flows.login.get_authentication_records"): LOGIN_FLOW,
    (
        ALLAUTH,
        "allauth.account.internal.flows.reauthentication.get_reauthentication_flows",
    ): "a list of its own in entrance.py",
    (ALLAUTH, "allauth.account.utils.user_pk_to_url_str"): "django.utils.http.urlsafe_base64_encode",
    (ALLAUTH, "allauth.core.context"): "the request as an argument of forms and adapters",
    (ALLAUTH, "allauth.core.internal.cryptokit.normalize_user_code"): "taking spaces and dashes away, in capitals",
    (ALLAUTH, "allauth.core.internal.ratelimit"): "counters of our own, which are there (accounts/limits.py)",
    (ALLAUTH, "allauth.core.ratelimit.consume_or_429"): "the same",
    (ALLAUTH, "allauth.decorators.rate_limit"): "the same",
    ("accounts/adapter.py", "_delete_login_attempts_cached_email"): "the signal password_reset",
    ("accounts/entrance.py", "_clean_without_password"): "LoginForm.clean, which would have to do both",
    ("accounts/forms.py", "_get_validation_exclusions"): "full_clean(exclude=…) of the instance in clean()",
    ("accounts/forms.py", "django.utils.functional._StrPromise"): "django_stubs_ext.StrPromise",
    ("games/models/clock.py", "django.utils.functional._StrPromise"): "django_stubs_ext.StrPromise",
    ("accounts/models.py", "_db"): "router.db_for_write; Django's guide to user models uses it too",
    ("stpete_site/cache.py", "_cache"): "a client of redis-py made from the same LOCATION",
    ("stpete_site/jinja.py", "_output_child_pre"): "Jinja's own, with five calls a value that is escaped",
}
"""Who uses what, by file and name; and what would replace it."""


@cache
def trees() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for package in PACKAGES
        for path in sorted([*ROOT.glob(f"{package}.py"), *(ROOT / package).rglob("*.py")])
        if "migrations" not in path.parts
    }


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in {"_", *OF_THE_LANGUAGE, *DOCUMENTED}


def defined(tree: ast.AST) -> Iterator[str]:
    """Names that this file gives to something of its own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value  # in __slots__


def read_attributes() -> Iterator[tuple[str, str]]:
    """Of `self`, what nothing of ours defines; of anything else, what its own file does not define."""
    here = {file: set(defined(tree)) for file, tree in trees().items()}
    ours = set().union(*here.values())
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and is_private(node.attr):
                of = ast.unparse(node.value)
                if of == "super()" or node.attr not in (ours if of in {"self", "cls"} else here[file]):
                    yield file, node.attr


def imported() -> Iterator[tuple[str, str]]:
    for file, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level:
                whole = [f"{node.module}.{name.name}" for name in node.names]
            elif isinstance(node, ast.Import):
                whole = [name.name for name in node.names]
            else:
                continue
            for name in whole:
                parts = name.split(".")
                hidden = any(part.startswith("_") or part == "internal" for part in parts)
                if parts[0] in LIBRARIES and (hidden or name.startswith(UNDOCUMENTED)):
                    yield file, name


def overridden() -> Iterator[tuple[str, str]]:
    for file, tree in trees().items():
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef) or file.endswith("__main__.py"):
                continue
            if written := {one for part in node.body for one in defined(part) if is_private(one)}:
                kind = getattr(import_module(name), node.name, object)
                for base in kind.__mro__[1:]:
                    if base.__module__.split(".")[0] in LIBRARIES:
                        yield from ((file, one) for one in written & set(vars(base)))


def found() -> set[tuple[str, str]]:
    return {*read_attributes(), *imported(), *overridden()}


def test_each_private_part_of_a_library_is_known_and_nothing_is_listed_that_is_gone() -> None:
    parts = found()
    assert parts - KNOWN.keys() == set()
    assert KNOWN.keys() - parts == set()


def test_what_allauth_does_not_document_is_imported_in_one_file() -> None:
    assert {file for file, name in imported() if name.startswith("allauth.")} == {ALLAUTH}


def test_a_new_one_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from celery.app._state import app\nfrom allauth.core import context\n\ndef f(task):\n    return task._app\n"
    monkeypatch.setitem(trees(), "games/new.py", ast.parse(text))
    assert ("games/new.py", "_app") in set(read_attributes())
    assert {name for file, name in imported() if file == "games/new.py"} == {
        "celery.app._state.app",
        "allauth.core.context",
    }
