"""The log of a tournament in words: a sentence for each kind of act, in the reader's language."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext
from django_stubs_ext import StrPromise

from accounts.models import User
from arbiter.formats.groups import Withdrawal
from arbiter.kept import from_json
from arbiter.progression.plan import Plan
from arbiter.results import Closing, Unfinished
from games.names import words
from games.options.table_words import span_words
from tournaments.lifecycle.words import BY_DIRECTORS, closing_words, stage_words, terms_words, what_words
from tournaments.models import Act, Link, Tournament
from tournaments.pages.people import Person, by_number

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Names:
    """Entrants by their numbers, others by their accounts."""

    entrants: Mapping[int, Person]
    accounts: Mapping[int, str]
    merged: Mapping[int, int] = field(default_factory=dict)
    """Accounts that are part of another now."""

    def of(self, data: Data) -> str:
        player, user = data.get("player"), data.get("user")
        if player is not None and player in self.entrants:
            return self.entrants[player].name
        return self.account(user)

    def entrant(self, number: int) -> str:
        found = self.entrants.get(number)
        return found.name if found else _("someone")

    def account(self, user: int | None) -> str:
        return self.accounts.get(self.merged.get(user, user), _("someone")) if user is not None else _("someone")

    def is_about(self, data: Data, user: User) -> bool:
        """Whether the author is whom the act is about, so that the line need not name them twice."""
        found = self.entrants.get(data.get("player", 0))
        account = data.get("user", 0)
        return self.merged.get(account, account) == user.pk or (found is not None and found.user == user.pk)


Sentences = Mapping[str, Callable[[Data, Names], str]]
"""What acts of a log say, by their kind."""


def numbers_in(data: Data) -> set[int]:
    found = {data["player"]} if isinstance(data.get("player"), int) else set()
    return found | set(data.get("players", ())) | {line[0] for line in data.get("after", ())}


def moment_words(text: str, form: str = "DATETIME_FORMAT") -> str:
    """A kept moment in one of Django's formats, in the reader's zone; a text that is none as it is."""
    moment = parse_datetime(text)
    return date_format(localtime(moment), form) if moment else text


def _corrected(data: Data, names: Names) -> str:
    lines = sorted(data.get("after", ()), key=lambda line: (line[1], line[0]))
    now = words.listed([f"{place}. {names.entrant(number)}" for number, place, _points in lines])
    if "pairings_from" not in data:
        return _("now %(places)s") % {"places": now}
    return _("now %(places)s; pairings use this from round %(round)s on") % {
        "places": now,
        "round": data["pairings_from"],
    }


def _substituted(data: Data, names: Names) -> str:
    values = {"name": names.account(data.get("user")), "before": names.account(data.get("before"))}
    if data.get("takes_place"):
        return _("%(name)s replaces %(before)s in the tournament") % values
    return _("%(name)s plays for %(before)s from now on") % values


def _swapped(data: Data, names: Names) -> str:
    if "players" not in data:  # of a round that is held
        return ""
    who = words.listed([names.entrant(number) for number in data.get("players", ())])
    return _with_violations(_("%(names)s swap places") % {"names": who}, data)


def _arranged(data: Data, names: Names) -> str:
    changed = data.get("changed", 0)
    said = ngettext("%(count)s table changed", "%(count)s tables changed", changed) % {"count": changed}
    return _with_violations(said, data)


def _held(data: Data, names: Names) -> str:
    if not data.get("seconds"):
        return _("no longer on hold")
    time = span_words(timedelta(seconds=data["seconds"]))
    return _("starts automatically %(time)s after pairing") % {"time": time}


def _with_violations(said: str, data: Data) -> str:
    broken = len(data.get("violates", ()))
    if not broken:
        return said
    told = ngettext("breaks %(count)s pairing rule", "breaks %(count)s pairing rules", broken)
    return f"{said}; {told % {'count': broken}}"


def _results(data: Data, names: Names) -> str:
    words_of = {
        Withdrawal.ANNUL.value: _("results are voided"),
        Withdrawal.KEEP.value: _("results stand and remaining games are forfeited"),
    }
    return words_of.get(data.get("results", ""), "")


DETAILS: Sentences = {
    "corrected": _corrected,
    "deadline": lambda data, names: (
        _("until %(time)s") % {"time": moment_words(data["until"])} if data.get("until") else ""
    ),
    "extra time": lambda data, names: span_words(timedelta(seconds=data.get("seconds", 0))),
    "substituted": _substituted,
    "adjudicated": lambda data, names: (
        closing_words(Closing(Unfinished(data["counts"])))
        if data.get("counts") in {one.value for one in Unfinished}
        else ""
    ),
    "swapped": _swapped,
    "arranged": _arranged,
    "held": _held,
    "late entry": lambda data, names: _("until round %(round)s") % {"round": data["until"]},
    "abandoned": lambda data, names: _("results so far count") if data.get("with_results") else _("no results count"),
    "withdrawn": _results,
    "removed": _results,
}


PAGE = 50
"""Acts of one page."""


@dataclass(frozen=True, slots=True)
class ActLine:
    number: int
    says: str
    by: str
    at: datetime
    reason: str
    private: str
    digest: str


def act_lines(tournament: Tournament, acts: Sequence[Act], *, for_directors: bool) -> list[ActLine]:
    """These acts in their order. Two statements beside them, three where pairings were changed; `acts` are loaded with `by`."""
    if not for_directors and any(act.kind == "swapped" for act in acts):
        held = set(tournament.rounds.filter(is_held=True).values_list("number", flat=True))
        for act in acts:
            if act.kind == "swapped" and act.data["round"] in held:
                act.data = {"round": act.data["round"]}
    numbers = {number for act in acts for number in numbers_in(act.data)}
    names = names_in(acts, tournament.acts.all(), by_number(tournament, None, numbers) if numbers else {})
    return lines_of(acts, names, SENTENCES, for_directors=for_directors)


def names_in(acts: Sequence[Link], log: QuerySet[Any], entrants: Mapping[int, Person]) -> Names:
    """The names of the accounts that acts of this log speak of: an account that has become part of another is called like that
    one, as the log says of it. One statement, and two where an account is gone."""
    users = {user for act in acts for user in act.data.get("users", ())}
    users |= {user for act in acts for key in ("user", "before") if isinstance(user := act.data.get(key), int)}
    found = list(User.objects.filter(pk__in=users)) if users else []
    merged = _merged(log) if any(one.is_pseudonym for one in found) else {}
    found += User.objects.filter(pk__in=set(merged.values()) - users) if merged else []
    return Names(entrants, {one.pk: one.name for one in found}, merged)


def _merged(log: QuerySet[Any]) -> Mapping[int, int]:
    """Which account each has become part of in the end."""
    found: dict[int, int] = {}
    for gone, stays in log.filter(kind="merged").order_by("number").values_list("data__before", "data__user"):
        found = {one: stays if other == gone else other for one, other in found.items()} | {gone: stays}
    return found


def lines_of(acts: Sequence[Link], names: Names, sentences: Sentences, *, for_directors: bool) -> list[ActLine]:
    """Acts of any log as lines, each with its sentence; one of a kind that nobody has words for is told by its name."""
    return [
        ActLine(
            act.number,
            sentences[act.kind](act.data, names) if act.kind in sentences else act.kind,
            act.by.name if act.by is not None and not names.is_about(act.data, act.by) else "",
            act.at,
            act.reason,
            act.private if for_directors else "",
            act.digest,
        )
        for act in acts
    ]


def _by_round(at_start: StrPromise, later: StrPromise) -> Callable[[Data, Names], str]:
    return lambda data, names: (
        (later if data.get("first_round", 1) > 1 else at_start)
        % {
            "name": names.of(data),
            "round": data.get("first_round", 1),
        }
    )


def _left(data: Data, names: Names) -> str:
    if found := _results(data, names):
        return _("%(name)s withdrew: %(results)s.") % {"name": names.of(data), "results": found}
    return _("%(name)s withdrew.") % {"name": names.of(data)}


def _wishes(data: Data, names: Names) -> str:
    byes: Iterable[int] = data.get("byes", ())
    if byes:
        return _("%(name)s requested a bye in round %(rounds)s.") % {
            "name": names.of(data),
            "rounds": words.listed([str(number) for number in byes]),
        }
    return _("%(name)s changed their requests.") % {"name": names.of(data)}


def _passed_over(data: Data, names: Names) -> str:
    who = [names.of({"user": user}) for user in data.get("users", ())]
    return _("Skipped after some days of inactivity, with a place reserved in the next cup: %(names)s.") % {
        "names": words.listed(who)
    }


def _changed(data: Data, names: Names) -> str:
    if what := terms_words(data.get("what", ())):
        return _("Tournament settings changed: %(what)s.") % {"what": what}
    return _("Tournament settings changed.")


def _on_hold(data: Data, names: Names) -> str:
    if data.get("until"):
        return _("The next round waits, because too few players are available.")
    return _("The tournament is on hold. %(what)s") % {"what": what_words(data["step"])}


def _finished(data: Data, names: Names) -> str:
    over = _("The tournament is finished. Random seed: %(seed)s") % {"seed": data.get("seed", "")}
    return f"{_('Too few players were left for another round.')} {over}" if data.get("early") else over


def _by_director(kind: str, data: Data, names: Names) -> str:
    """What a director did: the act, whom and where it is about, and what came of it."""
    about = [names.of(data)] if ("player" in data or "user" in data) and kind != "substituted" else []
    if "table" in data:
        about.append(_("round %(round)s, table %(table)s") % {"round": data["round"], "table": data["table"]})
    elif "round" in data:
        about.append(pgettext("of a tournament", "round %(round)s") % {"round": data["round"]})
    what, more = capfirst(str(BY_DIRECTORS[kind])), DETAILS[kind](data, names) if kind in DETAILS else ""
    said = "; ".join(part for part in (", ".join(about), more) if part)
    return _("%(what)s: %(about)s.") % {"what": what, "about": said} if said else f"{what}."


def plain(said: StrPromise, **more: Callable[[Data], object]) -> Callable[[Data, Names], str]:
    """A sentence into which the name of whom it is about is filled, what the act itself says, such as the round, and `more` that
    follows from it."""
    return lambda data, names: (
        said % {"season": "", **data, "name": names.of(data), **{name: made(data) for name, made in more.items()}}
    )


SENTENCES: Sentences = {
    "created": plain(gettext_lazy("Tournament created.")),
    "changed": _changed,
    "opened": plain(gettext_lazy("Registration opened.")),
    "entered": _by_round(
        gettext_lazy("%(name)s registered."),
        gettext_lazy("%(name)s registered and plays from round %(round)s on."),
    ),
    "waits": plain(gettext_lazy("%(name)s is on the waiting list.")),
    "moved up": _by_round(
        gettext_lazy("%(name)s moved up from the waiting list."),
        gettext_lazy("%(name)s moved up from the waiting list and plays from round %(round)s on."),
    ),
    "left": _left,
    "director left": plain(gettext_lazy("%(name)s is no longer a director.")),
    "director follows": plain(gettext_lazy("%(name)s became director because no other director was left.")),
    "merged": plain(gettext_lazy("%(name)s now takes part with one account instead of two.")),
    "came back": plain(gettext_lazy("%(name)s rejoined.")),
    "is back": plain(gettext_lazy("%(name)s rejoined and will be paired again.")),
    "wishes": _wishes,
    "away": plain(
        gettext_lazy("%(name)s is away from %(since)s to %(until)s; deadlines are extended."),
        since=lambda data: moment_words(data["since"], "DATE_FORMAT"),
        until=lambda data: moment_words(data["until"], "DATE_FORMAT"),
    ),
    "passed over": _passed_over,
    "time over": plain(
        ngettext_lazy(
            "Time for round %(round)s ran out; %(count)s unfinished game is scored by the stated rule.",
            "Time for round %(round)s ran out; %(count)s unfinished games are scored by the stated rule.",
            "count",
        ),
        count=lambda data: data.get("running", 0),
    ),
    "closed entries": plain(gettext_lazy("Registration closed.")),
    "reopened entries": plain(gettext_lazy("Registration reopened.")),
    "too few": plain(
        gettext_lazy("Start time reached with too few participants; the directors decide what happens next.")
    ),
    "started": plain(
        ngettext_lazy(
            "The tournament started with %(count)s participant; starting numbers and lots were drawn.",
            "The tournament started with %(count)s participants; starting numbers and lots were drawn.",
            "count",
        ),
        count=lambda data: data["entrants"],
    ),
    "fitted": plain(
        gettext_lazy("The announced format does not fit the number of participants. New format: %(what)s."),
        what=lambda data: stage_words((plan := from_json(Plan, data["plan"])).stages[0], plan),
    ),
    "paired": plain(
        ngettext_lazy(
            "Round %(round)s was paired: %(tables)s table.", "Round %(round)s was paired: %(tables)s tables.", "tables"
        ),
        tables=lambda data: len(data.get("tables", ())),
    ),
    "began": plain(gettext_lazy("The games of round %(round)s started.")),
    "reminded": plain(gettext_lazy("Round %(round)s ends soon; its players were reminded.")),
    "extended": plain(
        gettext_lazy("Round %(round)s was extended until %(time)s."), time=lambda data: moment_words(data["until"])
    ),
    "closed": plain(gettext_lazy("Round %(round)s was closed.")),
    "on hold": _on_hold,
    "finished": _finished,
    **{kind: partial(_by_director, kind) for kind in BY_DIRECTORS},
}
