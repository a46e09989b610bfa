"""What a tournament states, as a form: three fields are enough, all else has its value and unfolds."""

from collections.abc import Iterable
from dataclasses import fields
from datetime import timedelta
from fractions import Fraction
from math import ceil
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arbiter.errors import TournamentError
from arbiter.formats.groups import LateEntry
from arbiter.pairing.tables.field import SEAT_SHARE, Sizes
from arbiter.progression.plan import Conditions, Plan
from arbiter.progression.standings import tie_breaks_for
from arbiter.results import Closing, Leavers, Rule, Substitutes, Unfinished
from games.lobby.forms import MISSES
from games.models.clock import PACES
from games.models.game import new_token
from games.options.table_words import usual_length
from games.tables.terms import tidy_title
from tournaments.director.actions.base import moment_field, number_field
from tournaments.director.games_form import GamesForm
from tournaments.director.templates import FOLDS, TEMPLATES, Chosen
from tournaments.lifecycle.errors import BadPlan
from tournaments.lifecycle.services.creating import TournamentTerms, check_terms
from tournaments.lifecycle.words import say
from tournaments.models import Reach
from tournaments.pages.tie_breaks import criterion

SHARES = [("0", _("nothing")), ("1/2", _("half a win")), ("1", _("a full win"))]
MOST_DAYS = 365
DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
ROOM = 1.25
"""A round for which no length is given has so many times what a game usually takes."""


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


class TournamentForm(GamesForm):
    field_order = ("key", "title", "form", "starts_at")
    key = forms.RegexField(r"^[A-Za-z0-9_-]{22}$", widget=forms.HiddenInput, initial=new_token, required=False)
    title = forms.CharField(label=_("Name"), max_length=80)
    form = forms.ChoiceField(
        label=_("Format"),
        choices=[(name, one.label) for name, one in TEMPLATES.items()],
        initial="swiss",
        widget=forms.RadioSelect,
    )
    starts_at = moment_field(_("Start"), _("Empty: you start it yourself. Registration stays open until then."))

    misses_before_bot = forms.ChoiceField(
        label=_("Missed deadlines"),
        choices=MISSES,
        initial="2",
    )
    is_rated = forms.BooleanField(label=_("Rated games"), required=False, initial=True)
    is_duplicate = forms.BooleanField(
        label=_("Duplicate: the same deal at all tables of a round"),
        required=False,
        help_text=_(
            "Multiplayer only, not in a knockout. Tables stay hidden until the last table of their deal finishes."
        ),
    )
    has_chat = forms.BooleanField(
        label=_("Chat at the tables"),
        required=False,
        initial=True,
        help_text=_("In a duplicate, chat opens when the deal is finished at all tables."),
    )

    rounds = number_field(
        _("Rounds"),
        1,
        20,
        _("Swiss rounds, or games per player in a multiplayer round-robin. Empty: the usual number."),
    )
    groups = number_field(_("Groups"), 1, 64, _("For a round-robin."), initial=1)
    best_of = forms.ChoiceField(
        label=_("Games per knockout match"), choices=[("1", "1"), ("3", "3"), ("5", "5")], initial="1"
    )
    third_place = forms.BooleanField(
        label=_("Match for third place"),
        required=False,
        help_text=_("Two-player knockouts only: the losers of the semifinals play it."),
    )
    reset = forms.BooleanField(
        label=_("Second grand final"),
        required=False,
        initial=True,
        help_text=_("Double elimination only: played if the unbeaten player loses the first."),
    )
    twice = forms.BooleanField(
        label=_("Double round-robin"),
        required=False,
        help_text=_("Two-player: everyone meets twice. Multiplayer: everyone plays twice as many games."),
    )
    at_once = forms.BooleanField(label=_("Start all round-robin rounds together"), required=False, initial=True)
    preferred = forms.ChoiceField(
        label=_("Players per table"),
        choices=[("4", "4"), ("3", "3"), ("5", "5")],
        initial="4",
        widget=forms.RadioSelect,
    )
    others = forms.MultipleChoiceField(
        label=_("Other table sizes, if needed"),
        choices=[("3", "3"), ("4", "4"), ("5", "5")],
        initial=["3"],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    last_two = forms.BooleanField(
        label=_("The last two players play on as a pair"),
        required=False,
        help_text=_("Only when no more than two are left. Without it the tournament then ends with its standings."),
    )

    seats = forms.ChoiceField(
        label=_("Seats in a multiplayer Swiss"),
        choices=[
            ("leaders", _("balance seats, but keep the leaders' tables on equal points")),
            ("even", _("balance seats for everyone")),
            ("level", _("ignore seats and keep all tables on equal points")),
        ],
        initial="leaders",
        help_text=_(
            "Balanced seats: everyone plays each seat equally often. Equal points: tables seat players with "
            "the same score."
        ),
    )

    tie_breaks = forms.MultipleChoiceField(
        label=_("Tie-breaks, in their order"),
        required=False,
        choices=tie_break_choices,
        widget=InOrder,
        help_text=_("Applied after the points. Empty: the usual ones of the format. Fixed once the tournament starts."),
    )

    round_days = number_field(
        _("Days per round"),
        1,
        MOST_DAYS,
        _("Empty: the usual length of a game at this pace plus a quarter."),
    )
    between_days = number_field(_("Days between rounds"), 0, MOST_DAYS, initial=0)
    closing = forms.ChoiceField(
        label=_("Unfinished games at the end of a round"),
        choices=[
            (Unfinished.POINTS.value, _("score by current points")),
            (Unfinished.ADJUDICATE.value, _("bots finish them, unrated")),
            (Unfinished.FORFEIT.value, _("late players lose; the others score by current points")),
        ],
        initial=Unfinished.POINTS.value,
    )
    extension_days = number_field(_("One-time extension of a round, in days"), 1, MOST_DAYS, _("Empty: never."))
    leavers = forms.ChoiceField(
        label=_("Players who leave a game"),
        choices=[
            (Leavers.LAST.value, _("come last")),
            (Leavers.AS_PLAYED_ON.value, _("get the place that the bot reaches")),
        ],
        initial=Leavers.LAST.value,
    )
    substitutes = forms.ChoiceField(
        label=_("A substitute's results count"),
        choices=[
            (Substitutes.ENTRANT.value, _("for the replaced player")),
            (Substitutes.SUBSTITUTE.value, _("for the substitute, who takes over the place in the tournament")),
            (Substitutes.NOBODY.value, _("for nobody: the replaced player comes last")),
        ],
        initial=Substitutes.ENTRANT.value,
    )
    bye = forms.ChoiceField(label=_("Points for a bye"), choices=SHARES, initial="1/2")
    most_requested = number_field(_("Bye requests per player"), 0, 20, initial=1)
    requested = forms.ChoiceField(label=_("Points for a requested bye"), choices=SHARES, initial="1/2")
    late_until = number_field(
        _("Late entry until round"), 1, 20, _("Swiss only. 1 means before the start only."), initial=1
    )
    late_points = forms.ChoiceField(label=_("Points for a round missed by late entry"), choices=SHARES, initial="0")

    most_entrants = number_field(
        _("Maximum players"),
        2,
        5000,
        _("Later registrations go on the waiting list. An open cup starts with this number."),
    )
    closes_at = moment_field(_("Registration deadline"), _("Empty: at the start."))
    reach = forms.ChoiceField(
        label=_("Visibility"), choices=Reach.choices, initial=Reach.PUBLIC, widget=forms.RadioSelect
    )
    invited_only = forms.BooleanField(label=_("Invited players only"), required=False)
    bots_allowed = forms.BooleanField(
        label=_("Bots may register"),
        required=False,
        help_text=_("Accounts played by a program, marked “(bot)”. Games with a bot are unrated."),
    )
    code_word = forms.CharField(label=_("Registration code"), max_length=40, required=False)
    least_rating = number_field(_("Minimum rating"), 0, 5000)
    most_rating = number_field(_("Maximum rating"), 0, 5000)
    established_rating = forms.BooleanField(label=_("No provisional ratings"), required=False)
    finished_games = number_field(_("Minimum finished games"), 0, 1000)
    kept_deadlines = number_field(_("Minimum deadlines met, in percent"), 0, 100)
    most_running_games = number_field(_("Maximum running games"), 0, 1000)
    about = forms.CharField(label=_("About"), required=False, max_length=5000, widget=forms.Textarea(attrs={"rows": 4}))

    plan: Plan
    conditions: Conditions

    @property
    def templates(self) -> list[dict[str, object]]:
        chosen = self["form"].value()
        return [
            {"value": name, "name": one.label, "about": one.about, "checked": name == chosen}
            for name, one in TEMPLATES.items()
        ]

    @property
    def folds(self) -> list[dict[str, Any]]:
        """All that has a value already, under headings; what has an error lies open."""
        found: list[dict[str, Any]] = []
        for field in self:
            if title := FOLDS.get(field.name):
                found.append({"title": title, "fields": [], "is_open": False})
            if found:
                found[-1]["fields"].append(field)
                found[-1]["is_open"] |= bool(field.errors)
        return found

    def clean_title(self) -> str:
        return tidy_title(self.cleaned_data["title"])

    def clean(self) -> dict[str, object]:
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            self.plan = self._plan()
        except TournamentError as error:
            self.add_error("form", forms.ValidationError(say(error.sentence), code=error.code))
            return data
        self._check_tie_breaks()
        self.read_options(*self.plan.all_sizes, 2 if self.plan.sizes is None else self.plan.sizes.preferred)
        self.conditions = self._conditions()
        if data["least_rating"] and data["most_rating"] and data["least_rating"] > data["most_rating"]:
            self.add_error("most_rating", gettext("The maximum rating is below the minimum. Change one of them."))
        if not self.errors:
            try:
                check_terms(self.terms(), timezone.now())
            except BadPlan as error:
                self.add_error(str(error.details["field"]), str(error))
        return data

    def _check_tie_breaks(self) -> None:
        chosen, offered = self.plan.tie_breaks, tie_breaks_for(self.plan)
        if len(set(chosen)) < len(chosen):
            self.add_error("tie_breaks", gettext("A tie-break is chosen twice. Choose each one once."))
        elif not offered and chosen:
            self.add_error("tie_breaks", gettext("This format has no tie-breaks. Leave them empty."))
        elif wrong := [criterion(code, self.plan).name for code in chosen if code not in offered]:
            names = {"names": ", ".join(wrong), "fit": ", ".join(criterion(code, self.plan).name for code in offered)}
            self.add_error("tie_breaks", gettext("Not for this format: %(names)s. Choose from: %(fit)s.") % names)

    def _plan(self) -> Plan:
        data = self.cleaned_data
        template = TEMPLATES[data["form"]]
        chosen = Chosen(
            rounds=data["rounds"] or template.rounds,
            groups=data["groups"] or 1,
            best_of=int(data["best_of"]),
            legs=2 if data["twice"] else 1,
            at_once=data["at_once"],
            table=int(data["preferred"]),
            third_place=data["third_place"],
            reset=data["reset"],
        )
        preferred = int(data["preferred"])
        sizes = Sizes(preferred, frozenset({preferred, *map(int, data["others"])}), last_two=data["last_two"])
        extension = data["extension_days"]
        return Plan(
            stages=template.stages(chosen),
            sizes=None if template.in_pairs else sizes,
            round_time=data["round_days"] * DAY if data["round_days"] else self._long_enough(),
            between=(data["between_days"] or 0) * DAY,
            closing=Closing(Unfinished(data["closing"]), extension * DAY if extension else None),
            rule=Rule(Leavers(data["leavers"]), Substitutes(data["substitutes"])),
            late=LateEntry(data["late_until"] or 1, Fraction(data["late_points"])),
            bye=Fraction(data["bye"]),
            requested=Fraction(data["requested"]),
            most_requested=data["most_requested"] or 0,
            seat_share=None if data["seats"] == "even" else SEAT_SHARE,
            seat_price=Fraction(0) if data["seats"] == "level" else None,
            tie_breaks=tuple(data["tie_breaks"]),
            is_duplicate=data["is_duplicate"],
        )

    def _long_enough(self) -> timedelta:
        data = self.cleaned_data
        size = 2 if TEMPLATES[data["form"]].in_pairs else int(data["preferred"])
        game = usual_length(PACES[data["pace"]][0], size, sets=data["sets"])
        return min(ceil(game * ROOM / WEEK) * WEEK, MOST_DAYS * DAY)

    def _conditions(self) -> Conditions:
        data = self.cleaned_data
        kept = data["kept_deadlines"]
        stated = {one.name: data[one.name] for one in fields(Conditions)}
        return Conditions(
            **stated
            | {
                "finished_games": data["finished_games"] or 0,
                "kept_deadlines": None if kept is None else Fraction(kept, 100),
                "code_word": data["code_word"].strip(),
            }
        )

    def terms(self) -> TournamentTerms:
        """What was chosen. Call it on a valid form only."""
        data = self.cleaned_data
        return TournamentTerms(
            title=data["title"],
            options=self.options,
            plan=self.plan,
            about=data["about"].strip(),
            clock=self.clock,
            misses_before_bot=int(data["misses_before_bot"]),
            is_rated=data["is_rated"],
            has_chat=data["has_chat"],
            reach=Reach(data["reach"]),
            conditions=self.conditions,
            most_entrants=data["most_entrants"] or TEMPLATES[data["form"]].players,
            starts_when_full=data["form"] == "cup",
            closes_at=data["closes_at"],
            starts_at=data["starts_at"],
        )
