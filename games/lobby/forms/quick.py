"""A game that begins at once, against bots or alone."""

from datetime import timedelta

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engine
from games.models import Visibility
from games.models.clock import Clock, PaceKind
from games.options import selections
from games.options.set_words import offered, refusal_words, set_name
from games.options.titles import any_title
from games.reference.markup import with_rule
from games.tables.services.gathering import Terms

from .choices import EDITIONS, MOST_PLAYERS, Choices
from .strength import StrengthForm

QUICK_CLOCK = Clock(PaceKind.PER_MOVE, timedelta(days=7))


def quick_choices() -> Choices:
    """Both editions, and each set with what it needs."""
    found: dict[str, str | Promise] = dict(EDITIONS)
    for name in offered():
        for edition in (2, 1):
            smallest = selections.smallest_with(edition, name)
            if smallest is not None:
                sets = [one for one in offered() if one in smallest.sets]
                label = [dict(EDITIONS)[str(edition)], *(set_name(one) for one in sets)]
                found["+".join([str(edition), *sets])] = ", ".join(map(str, label))
    return list(found.items())


class QuickForm(StrengthForm):
    """A game against bots or alone, begun at once. Without any field it is one plain bot in the second edition."""

    edition = forms.ChoiceField(label=_("Edition"), choices=quick_choices, initial="2", required=False)
    bots = forms.ChoiceField(
        label=_("Bots"),
        choices=[(str(number), str(number)) for number in range(1, MOST_PLAYERS)],
        initial="1",
        required=False,
    )
    alone = forms.BooleanField(required=False)
    field_order = ("edition", "bots", "strength")

    options: engine.Options

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        edition, *sets = (data.get("edition") or "2").split("+")
        players = 1 if data.get("alone") else 1 + int(data.get("bots") or 1)
        try:
            self.options = engine.Options(edition=int(edition), players=players, sets=tuple(sets))
        except engine.OptionsError as error:
            said = with_rule(refusal_words(error), error.rule)
            self.add_error(None, forms.ValidationError(said, code=error.code))
        return data

    def terms(self) -> Terms:
        """Who plays alone plays for a place in a list that everybody may read (SOLO-7)."""
        visibility = Visibility.PUBLIC if self.options.players == 1 else Visibility.LINK
        return Terms(title=any_title(), options=self.options, clock=QUICK_CLOCK, visibility=visibility)
