"""A sample of every mail of a league, for the page that shows them. No row is read or written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext_lazy as _

from arbiter.formats.leagues import Move
from games.models.clock import PACES
from notifications.kinds import Draft, Sample
from notifications.mail.compose import absolute
from tournaments.leagues.ladder import Zone
from tournaments.models import Halt, League, Season, SeasonState, Step

from . import halts
from . import league_kinds as kinds
from . import league_words as words
from .letter import Letter, about_league
from .words import Begun

NOW = datetime(2026, 11, 20, 12, 10, tzinfo=UTC)
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Galina", "Fedor", "Nora")
HEAD = "4f1d3b0c7a5e2986f0b1d2c3a4958677605142332415067788990a1b2c3d4e5f"
REASON = "Half of us are away until then."


def _season(number: int) -> Season:
    clock, _label = PACES["2d"]
    league = League(
        pk=3,
        title="Neva League",
        options={"edition": 2, "players": 4},
        pace_kind=clock.kind,
        pace_base=clock.base,
        last_act=4,
        head="77605142332415067788990a1b2c3d4e5f4f1d3b0c7a5e2986f0b1d2c3a49586",
    )
    begins = NOW + timedelta(days=5)
    return Season(
        pk=number,
        league=league,
        number=number,
        state=SeasonState.OPEN,
        starts_at=begins,
        ends_at=begins + league.season_time,
    )


def _of(letter: Callable[[Season], Letter]) -> Callable[[], Draft]:
    def draft() -> Draft:
        season = _season(3)
        return Draft(about_league(season.league), letter(season))

    return draft


def _starts(season: Season) -> Letter:
    games = [
        (number, Begun(absolute(f"/games/{number}/"), number == 2, f"{number:02x}" * 32)) for number in range(1, 5)
    ]
    return words.starts(season, words.Seat(2, 1, 2, NAMES, absolute("/tournaments/7/"), Move.UP, games))


def _over(season: Season) -> Letter:
    ended = words.Ended(2, 1, 2, 1, 7, Zone.UP, ["1. Boris", "2. Anna", "3. Clara"], HEAD)
    return words.over(season, ended, _season(4), is_signed_up=False)


def _last(season: Season) -> Letter:
    ended = words.Ended(1, 1, 1, 3, 7, Zone.STAYS, ["1. Clara", "2. Anna", "3. Boris"], HEAD)
    return words.over(season, ended, None, is_signed_up=False)


def _heir(season: Season) -> Letter:
    return words.heir(season.league)


def _on_hold(season: Season) -> Letter:
    return halts.letter(Halt(season=season, step=Step.PROMOTES, code="error", at=NOW), season.league)


SAMPLES = (
    Sample("league-heir", _("A league without directors"), kinds.HEIR, _of(_heir)),
    Sample("season-on-hold", _("A season is on hold"), kinds.ON_HOLD, _of(_on_hold)),
    Sample("season-opens", _("Registration for a season opened"), kinds.OPENS, _of(words.opens)),
    Sample("season-closes", _("A season starts soon"), kinds.CLOSES, _of(words.closes)),
    Sample("season-starts", _("A season started"), kinds.STARTS, _of(_starts)),
    Sample(
        "season-too-few",
        _("Too few players registered for a season"),
        kinds.PUT_OFF,
        _of(lambda season: words.too_few(season, players=3)),
    ),
    Sample(
        "season-put-off",
        _("A director changed the start of a season"),
        kinds.PUT_OFF,
        _of(lambda season: words.put_off(season, name="Nora", reason=REASON)),
    ),
    Sample(
        "season-changed",
        _("A director changed the settings of a season"),
        kinds.PUT_OFF,
        _of(lambda season: words.changed(season, name="Nora", reason="Two days a move were too short.")),
    ),
    Sample(
        "season-called-off",
        _("A season is cancelled"),
        kinds.PUT_OFF,
        _of(lambda season: words.called_off(season.league, 3, name="Nora", reason="We all play elsewhere now.")),
    ),
    Sample("season-over", _("A season has finished"), kinds.OVER, _of(_over)),
    Sample("season-over-last", _("The last season of a league has finished"), kinds.OVER, _of(_last)),
    Sample(
        "season-followed-opens",
        _("Registration opened in a league you follow"),
        kinds.FOLLOWS,
        _of(words.opened_to_followers),
    ),
    Sample(
        "season-followed-starts",
        _("A season started in a league you follow"),
        kinds.FOLLOWS,
        _of(lambda season: words.started_to_followers(season, players=14)),
    ),
    Sample(
        "season-followed-over",
        _("A season finished in a league you follow"),
        kinds.FOLLOWS,
        _of(lambda season: words.ended_to_followers(season, [(1, 1, 1, "Clara"), (2, 1, 1, "Boris")], _season(4))),
    ),
    Sample(
        "season-directed-over",
        _("A season finished in a league you direct"),
        kinds.OVER,
        _of(lambda season: words.ended_to_directors(season, [(1, 1, 1, "Clara"), (2, 1, 1, "Boris")], _season(4))),
    ),
    Sample(
        "season-taken-off",
        _("Removed from a season"),
        kinds.PLACE,
        _of(lambda season: words.taken_off(season, name="Nora", reason="He asked for it.")),
    ),
    Sample(
        "season-put-on",
        _("Added to a season"),
        kinds.PLACE,
        _of(lambda season: words.put_on(season, name="Nora")),
    ),
)
