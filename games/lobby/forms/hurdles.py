"""Which hurdles a table plays with: the standard, a number of real ones, or the hurdle of each space."""

from collections.abc import Mapping

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import engine
from games.names.cards import hurdle_names
from games.options.hurdle_words import LEFT_OPEN, SPACES, hurdle_words

from .choices import Choices, real_hurdles_words

FREE = "free"


def space_choices() -> Choices:
    """What may be set on a space, or left to chance (HURD-24)."""
    return [*LEFT_OPEN.items(), *((name, hurdle_words(name)) for name in hurdle_names())]


def _space(number: int) -> forms.ChoiceField:
    label = format_lazy(_("Space {number}"), number=number)
    return forms.ChoiceField(label=label, required=False, choices=space_choices, initial="any")


class HurdlesForm(forms.Form):
    """The part of a table's form that only hurdles need. What it says of spaces counts where they are composed freely."""

    real_hurdles = forms.ChoiceField(
        label=_("Hurdles"),
        required=False,
        choices=[
            ("", _("As usual: two real, three bonus")),
            *((str(number), real_hurdles_words(number)) for number in range(6)),
            (FREE, _("Choose each space")),
        ],
        initial="",
    )
    hurdle_10 = _space(10)
    hurdle_20 = _space(20)
    hurdle_35 = _space(35)
    hurdle_50 = _space(50)
    hurdle_70 = _space(70)

    @property
    def spaces(self) -> list[forms.BoundField]:
        return [self[f"hurdle_{space}"] for space in SPACES]

    @staticmethod
    def hurdle_options(data: Mapping[str, str]) -> dict[str, object]:
        """What of it `engine.Options` has a field for."""
        chosen = data.get("real_hurdles")
        if chosen == FREE:
            return {"hurdles": [data.get(f"hurdle_{space}") or "any" for space in SPACES]}
        return {"real_hurdles": int(chosen)} if chosen else {}

    @staticmethod
    def hurdles_of(options: engine.Options) -> dict[str, object]:
        """The choices of an existing table."""
        if options.hurdles is not None:
            spaces = zip(SPACES, options.hurdles, strict=True)
            return {"real_hurdles": FREE, **{f"hurdle_{space}": one for space, one in spaces}}
        return {"real_hurdles": "" if options.real_hurdles is None else str(options.real_hurdles)}
