"""The admin pages as a whole: what may be asked of their lists, how often a password may be tried, rows that only services
write, and names for fields that only staff see.

Django answers any lookup over a model's own fields, whatever the list shows: `?secret__regex=^a` tells a secret letter
by letter by how many rows come back. Here a list answers its own filters and nothing else. The site sees to it when a
class is registered, so that no class of ours or of a library can be forgotten.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from django.db import models
from django.db.models import DateField, Model, Q, QuerySet
from django.db.models.base import ModelBase
from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from accounts import limits, second_factor
from accounts.allauth_internals import context, rate_limit
from accounts.models import User

NAMES: Final = {
    "address": _("email address"),
    "after": _("after"),
    "agreed": _("agreed"),
    "annulled_at": _("voided"),
    "answer": _("answer"),
    "answered_at": _("answered"),
    "answer_logs": _("sum of answer times"),
    "answers": _("answers"),
    "answers_within": _("usual answer time at most"),
    "app": _("app"),
    "asked_number": _("asked since log entry"),
    "at": _("when"),
    "attempts": _("attempts"),
    "before": _("before"),
    "began": _("reason for start"),
    "bot": _("bot"),
    "bot_due_at": _("bot moves at"),
    "bot_since": _("bot since"),
    "by": _("by"),
    "category": _("category"),
    "channel": _("channel"),
    "created_at": _("created"),
    "data": _("details"),
    "deadline": _("deadline"),
    "deadlines_met": _("deadlines met"),
    "deadlines_missed": _("deadlines missed"),
    "digest": _("fingerprint"),
    "dropped": _("reason not sent"),
    "due_at": _("due"),
    "email": _("email address"),
    "ended": _("reason for end"),
    "ended_at": _("ended"),
    "endpoint": _("destination"),
    "envelope_from": _("sender"),
    "finished_at": _("finished"),
    "firsts": _("first places"),
    "game": _("game"),
    "games": _("games"),
    "games_before": _("games before"),
    "handled_at": _("handled"),
    "handler": _("handled by"),
    "held": _("held back"),
    "host": _("host"),
    "hours": _("hours of the clock"),
    "index": _("position"),
    "inviter": _("invited by"),
    "joined_at": _("joined"),
    "key": _("key"),
    "kind": _("kind"),
    "language": _("language"),
    "least_finished": _("least share of games finished"),
    "least_kept": _("least share of deadlines kept"),
    "line": _("message"),
    "made_at": _("created"),
    "misses": _("missed deadlines"),
    "misses_before_bot": _("missed deadlines before a bot takes over"),
    "nights": _("days for sleep"),
    "number": _("number"),
    "options": _("game options"),
    "pace_base": _("starting time"),
    "pace_cap": _("maximum time"),
    "name": _("name"),
    "pace_grace": _("free time per move"),
    "pace_increment": _("time per move"),
    "pace_kind": _("clock type"),
    "planned_from": _("planned from"),
    "played_at": _("last played"),
    "ply": _("moves"),
    "pool": _("pool"),
    "private": _("directors only"),
    "rank": _("final place"),
    "rated": _("rated"),
    "reason": _("reason"),
    "received_at": _("received"),
    "remaining": _("time left"),
    "rematch_of": _("rematch of"),
    "reporter": _("reporter"),
    "revoked_at": _("revoked"),
    "running_since": _("clock running since"),
    "seals": _("sealed contributions"),
    "seat": _("seat"),
    "sent_at": _("sent"),
    "sent_to": _("sent to"),
    "settled_by": _("resolved by"),
    "since": _("since"),
    "since_number": _("from log entry"),
    "size": _("size"),
    "source": _("source"),
    "state": _("state"),
    "status": _("status"),
    "subject": _("subject"),
    "summed": _("in the sum of deadlines"),
    "text": _("text"),
    "title": _("title"),
    "token": _("reply-by-email key"),
    "unheard": _("not notified"),
    "unrated": _("reason not rated"),
    "undo_when_rated": _("undo in rated games"),
    "until": _("until"),
    "until_number": _("to log entry"),
    "used_at": _("used"),
    "user": _("person"),
    "vacation": _("vacation"),
    "value": _("rating"),
    "version": _("version"),
    "visibility": _("visibility"),
    "waiting": _("asked"),
    "way": _("channel"),
    "when": _("timing"),
    "word": _("message from the host"),
}


def name_fields(model: type[models.Model]) -> None:
    """Give the fields of a model these names, but for those that it names itself. No migration knows of it: a field is written down
    by what its model says."""
    for field in model._meta.fields:
        if field.name in NAMES and field.verbose_name == field.name.replace("_", " "):
            field.verbose_name = NAMES[field.name]


Words = str | StrPromise


class ReadOnly:
    """Read-only lists and inlines of the admin; gives the model's fields our labels."""

    model: type[models.Model]

    def __init__(self, model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)  # type: ignore[call-arg]
        name_fields(self.model)

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django's class takes none at run time
    list_per_page = 50
    show_full_result_count = False


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    show_change_link = True


def filter_of(heading: Words, parameter: str, choices: Mapping[str, tuple[Words, Q]]) -> type[admin.SimpleListFilter]:
    """A filter beside a list with these choices: what each is called, and its rows. It answers no lookup of its own."""

    class Filter(admin.SimpleListFilter):
        title = heading
        parameter_name = parameter

        def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Words]]:
            return [(name, label) for name, (label, _rows) in choices.items()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            chosen = choices.get(self.value() or "")
            return queryset if chosen is None else queryset.filter(chosen[1])

    return Filter


COMPARED = ("", "__exact", "__isnull", "__id__exact")
"""How the filters beside a list compare a field or a relation."""
OF_DATES = ("__gte", "__lt")
NOT_SHOWN = ("mfa.authenticator",)
"""What a library would show here and nobody should see; `manage.py drop_second_factor` is for who is locked out."""


class ListedLookups(admin.ModelAdmin[Model]):
    """A list of rows that can be asked by its filters only. What is refused answers 400, whatever the rows hold."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        filters = self.get_list_filter(request) if request is not None else self.list_filter
        return any(lookup in self._lookups_of(listed) for listed in filters)

    def _lookups_of(self, listed: Any) -> Iterator[str]:
        if isinstance(listed, type):  # a filter of its own, with a parameter that is no field
            yield str(listed.parameter_name)  # type: ignore[attr-defined]
            return
        path = str(listed if isinstance(listed, str) else listed[0])
        is_date = isinstance(self.opts.get_field(path.split(LOOKUP_SEP)[0]), DateField)
        yield from (f"{path}{compared}" for compared in (*COMPARED, *(OF_DATES if is_date else ())))


class SignInForm(AdminAuthenticationForm):
    """Django's asks for a password alone, so who has a second factor signs in on the page of the site, which asks for it. Whether
    the password of such an account was right is not told, and tries count with those on that page."""

    error_messages = {  # noqa: RUF012  # as Django declares it
        **AdminAuthenticationForm.error_messages,
        "invalid_login": _(
            "Wrong email address or password, or the account uses two-factor sign-in or has no access here. "
            "With two-factor sign-in, sign in at /accounts/login/ first."
        ),
    }

    def clean(self) -> dict[str, Any]:
        tries = limits.count(context.request, limits.PASSWORD, self.cleaned_data.get("username") or "")
        if tries is None:
            raise get_adapter().validation_error("too_many_passwords")
        cleaned: dict[str, Any] = super().clean()
        tries.rollback()
        return cleaned

    def confirm_login_allowed(self, user: User) -> None:
        super().confirm_login_allowed(user)
        if second_factor.is_protected(user):
            raise self.get_invalid_login_error()


class Site(admin.AdminSite):
    """`mixed_in` stands before every class that is registered, also one of a library."""

    login_form = SignInForm
    mixed_in: tuple[type[admin.ModelAdmin[Any]], ...] = (ListedLookups,)

    def register(
        self,
        model_or_iterable: ModelBase | Iterable[ModelBase],
        admin_class: type[admin.ModelAdmin[Any]] | None = None,
        **options: Any,
    ) -> None:
        models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else list(model_or_iterable)
        models = [one for one in models if one._meta.label_lower not in NOT_SHOWN]  # type: ignore[attr-defined]
        given = admin_class or admin.ModelAdmin
        made: Any = type(given.__name__, (*self.mixed_in, given), {"__module__": given.__module__})
        super().register(models, made, **options)

    @method_decorator(rate_limit(action="admin_login"))
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Django's form knows no limit; here guessing a password meets a counter as elsewhere."""
        return super().login(request, extra_context)
