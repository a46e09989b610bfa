"""Actions of directors and staff: a form, a preview, a confirmation.

Each thing they do is a class below `Action`; pages and the API run it alike. Registries are tuples of such classes:
`tournaments.director.actions`, `tournaments.leagues.actions`, and the actions of `StaffPart`s (`moderation.actions`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from accounts.activity import person_of
from accounts.models import User
from api.problems import Refusal

Words = str | StrPromise
LAST = ("reason", "private")
"""Fields that stand below those of the action itself."""


class Action(forms.Form):
    """One thing that `by` does about `of`, and its form. `slug` stands in addresses and logs and never changes.

    `will` says what follows where that does not depend on what was entered. `is_grave`: it cannot be undone.
    """

    slug: ClassVar[str]
    title: ClassVar[Words]
    about: ClassVar[Words]
    is_grave: ClassVar[bool] = False
    will: ClassVar[Sequence[Words]] = ()
    next_label: ClassVar[Words] = _("Preview")

    keeps_rest: ClassVar[bool] = False
    """Whether fields that an API request leaves out keep their values."""

    for_each: ClassVar[Mapping[str, forms.Field]] = {}
    """Fields that the form has for each of several rows, by what stands before the number of the row."""

    do_not_call_in_templates = True
    """Pages list the classes themselves."""

    has_nothing = False
    """Whether there is nothing that could be chosen, so that the form cannot be sent."""

    reason = forms.CharField(label=_("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, of: Any, by: User, **kwargs: Any) -> None:
        self.of, self.by = of, by
        super().__init__(*args, **kwargs)
        self.prepare()
        last = [name for name in LAST if name in self.fields]
        self.order_fields([*(name for name in self.fields if name not in LAST), *last])

    def prepare(self) -> None:
        """Fill choices from what the action is about."""

    @staticmethod
    def only_if(of: Any, now: datetime) -> bool:
        return True

    @classmethod
    def is_possible(cls, of: Any, now: datetime) -> bool:
        return cls.only_if(of, now)

    @property
    def needs_choice(self) -> bool:
        return False

    def preview(self) -> Sequence[Words]:
        """What will follow, in sentences. Call it on a valid form only."""
        return self.will

    def run(self, now: datetime) -> None:
        """Do it, with its line in the log. Raises a Refusal."""
        raise NotImplementedError

    def label_of(self, field: str) -> str:
        """How the chosen value of this field is called; choices may stand in groups."""
        chosen = str(self.cleaned_data[field])
        for value, label in self.fields[field].choices:  # type: ignore[attr-defined]
            for one, name in label if isinstance(label, list | tuple) else [(value, label)]:
                if str(one) == chosen:
                    return str(name)
        raise KeyError(chosen)


Groups = Sequence[tuple[Words, Sequence[type[Action]]]]
"""A registry: actions under headings, in the order in which pages offer them."""


def by_slug(actions: Iterable[type[Action]]) -> Mapping[str, type[Action]]:
    """Each by what stands in its address. Raises ValueError where two are called alike."""
    found: dict[str, type[Action]] = {}
    for one in actions:
        if one.slug in found:
            raise ValueError(f"another action is called {one.slug} too")
        found[one.slug] = one
    return found


def offered(groups: Groups, of: Any, now: datetime) -> list[tuple[Words, list[type[Action]]]]:
    found = [(heading, [one for one in actions if one.is_possible(of, now)]) for heading, actions in groups]
    return [(heading, actions) for heading, actions in found if actions]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where one comes from: what it is called, the link back to it, its address, and where to go when all is done. `heading`
    stands above the preview."""

    title: str
    crumb: str
    url: str
    after: Callable[[], str]
    heading: str = ""


def conduct(request: HttpRequest, origin: Origin, action: type[Action], of: object) -> HttpResponse:
    """GET: the form, filled with what the address names. POST: the preview; with `step=sure` it is done, with `step=change` the
    form comes again."""
    by, step = person_of(request), request.POST.get("step", "")
    if request.method != "POST":
        named = {name: values if len(values) > 1 else values[0] for name, values in request.GET.lists()}
        return _form(request, origin, action(of=of, by=by, initial=named))
    form = action(request.POST, of=of, by=by)
    if not form.is_valid() or step == "change" or form.needs_choice:
        return _form(request, origin, form, status=422 if form.errors else 200)
    if step != "sure":
        return render(request, "actions/confirm.html", {"origin": origin, "form": form, "preview": form.preview()})
    try:
        form.run(now())
    except Refusal as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
        return _form(request, origin, form, status=error.status)
    messages.success(request, gettext("Done: %(act)s") % {"act": form.title})
    return redirect(origin.after())


def _form(request: HttpRequest, origin: Origin, form: Action, status: int = 200) -> HttpResponse:
    return render(request, "actions/form.html", {"origin": origin, "form": form}, status=status)
