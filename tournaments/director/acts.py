"""The acts of directors by the name in their address, in the order in which the desk shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

from .forms.acts import ActForm, ReasonedForm
from .forms.pairing import ArrangeForm, BeginForm, HoldForm, SwapForm
from .forms.people import AddDirectorForm, AddForm, RemoveDirectorForm, RemoveForm, WithdrawForm
from .forms.registration import CloseEntriesForm, ReopenEntriesForm
from .forms.running import AbandonForm, AnnounceForm, DeadlineForm, PauseForm, ResumeForm, RetryForm
from .forms.tables import AdjudicateForm, AnnulForm, CorrectForm, ExtraTimeForm, ForfeitForm, SubstituteForm

GROUPS: Mapping[str | Promise, Mapping[str, type[ActForm]]] = {
    _("Tables and games"): {
        "correct": CorrectForm,
        "forfeit": ForfeitForm,
        "adjudicate": AdjudicateForm,
        "annul": AnnulForm,
        "time": ExtraTimeForm,
        "substitute": SubstituteForm,
    },
    _("Players"): {
        "add": AddForm,
        "withdraw": WithdrawForm,
        "remove": RemoveForm,
        "announce": AnnounceForm,
    },
    _("Rounds and tournament"): {
        "retry": RetryForm,
        "close-entries": CloseEntriesForm,
        "reopen-entries": ReopenEntriesForm,
        "deadline": DeadlineForm,
        "hold": HoldForm,
        "begin": BeginForm,
        "swap": SwapForm,
        "arrange": ArrangeForm,
        "pause": PauseForm,
        "resume": ResumeForm,
        "abandon": AbandonForm,
    },
    _("Directors"): {
        "director": AddDirectorForm,
        "step-down": RemoveDirectorForm,
    },
}
ACTS: Mapping[str, type[ActForm]] = {name: form for group in GROUPS.values() for name, form in group.items()}


@dataclass(frozen=True, slots=True)
class Offer:
    """An act that the desk offers now."""

    name: str
    title: str | Promise
    about: str | Promise
    is_grave: bool

    @classmethod
    def of(cls, name: str, form: type[ReasonedForm]) -> Offer:
        return cls(name, form.title, form.about, form.is_grave)


def offered(tournament: Tournament) -> list[tuple[str | Promise, list[Offer]]]:
    """What can be done as the tournament stands, by group."""
    found = [
        (group, [Offer.of(name, form) for name, form in acts.items() if form.is_possible(tournament)])
        for group, acts in GROUPS.items()
    ]
    return [(group, acts) for group, acts in found if acts]
