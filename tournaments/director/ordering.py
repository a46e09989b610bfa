"""Tie-breaks to choose from, and the field that keeps their order."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from arbiter.progression.plan import Plan
from arbiter.progression.standings import tie_breaks_for
from tournaments.pages.tie_breaks import criterion


class InOrder(forms.Select):
    """Several selects of one name: what is chosen counts in their order."""

    most = 7

    def value_from_datadict(self, data: Any, files: object, name: str) -> list[str]:
        found = data.getlist(name) if hasattr(data, "getlist") else data.get(name)
        return [one for one in found or () if one]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        values = [*(value or ()), *[""] * self.most][: self.most]
        of, select = dict(attrs or {}), super().render
        ids = [of.get("id", name), *(f"{of.get('id', name)}_{number}" for number in range(2, self.most + 1))]
        labels = [
            {"aria-label": gettext("Tie-break %(number)s") % {"number": number}} for number in range(1, self.most + 1)
        ]
        drawn = (
            select(name, one, {**of, **label, "id": key}, renderer)
            for one, key, label in zip(values, ids, labels, strict=True)
        )
        return format_html('<div class="inline">{}</div>', format_html_join(" ", "{}", ((one,) for one in drawn)))


def tie_break_choices() -> list[tuple[str, object]]:
    """All tie-breaks that some form can choose, those of both kinds of tables first."""
    pairs, tables = Plan(sizes=None), Plan()
    in_pairs, at_tables = tie_breaks_for(pairs), tie_breaks_for(tables)

    def named(plan: Plan, codes: Iterable[str]) -> list[tuple[str, str]]:
        return [(code, criterion(code, plan).name) for code in codes]

    return [
        ("", "–"),
        (gettext("All formats"), named(pairs, (code for code in in_pairs if code in at_tables))),
        (gettext("Two-player"), named(pairs, (code for code in in_pairs if code not in at_tables))),
        (gettext("Multiplayer"), named(tables, (code for code in at_tables if code not in in_pairs))),
    ]
