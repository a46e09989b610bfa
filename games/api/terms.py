"""What a new table agrees on, as programs send it: terms, seats for bots and guests, a quick game."""

from typing import Any

from rest_framework import serializers

from games.models import Visibility
from games.models.clock import PACES, Vacation
from games.models.conditions import SHARES, WITHIN, Conditions
from games.options.sets import PLAYERS, offered
from games.options.strengths import STRENGTHS
from games.options.titles import LONGEST, any_title
from games.options.variants import VARIANTS, Variant
from games.tables.gathering import BOT
from games.tables.terms import LONGEST as LONGEST_WORD
from games.tables.terms import (
    MOST_NIGHTS,
    check_seats,
    own_clock,
    quick_terms,
    terms_of,
    tidy_guests,
    tidy_title,
    tidy_word,
)


class ClockInput(serializers.Serializer[Any]):
    """A time bank; without `increment_hours` and `most_hours`, a time per move."""

    hours = serializers.FloatField(help_text="The time bank at the start, or the time per move.")
    increment_hours = serializers.FloatField(default=None, allow_null=True, help_text="Added with each move.")
    most_hours = serializers.FloatField(default=None, allow_null=True, help_text="Limit of the time bank.")
    grace_minutes = serializers.IntegerField(
        min_value=0, max_value=2880, default=0, help_text="Free minutes of each move, before the bank pays."
    )


class TermsInput(serializers.Serializer[Any]):
    """What a table agrees on; all has a default but the number of players. As validated data, `terms`."""

    title = serializers.CharField(max_length=LONGEST, required=False)
    players = serializers.ChoiceField(choices=PLAYERS)
    edition = serializers.ChoiceField(choices=(1, 2), default=2)
    sets = serializers.ListField(child=serializers.ChoiceField(choices=offered()), default=list, max_length=20)
    real_hurdles = serializers.IntegerField(min_value=0, max_value=5, default=None, allow_null=True)
    pace = serializers.ChoiceField(choices=list(PACES), default="2d")
    clock = ClockInput(required=False, help_text="A custom pace, in place of `pace`.")
    nights = serializers.IntegerField(
        min_value=0,
        max_value=MOST_NIGHTS,
        default=0,
        help_text="Clocks run only in waking hours; days this can move a deadline. 0: day and night.",
    )
    vacation = serializers.ChoiceField(choices=("none", "planned", "automatic"), default="none")
    misses_before_bot = serializers.IntegerField(
        min_value=0, max_value=3, default=2, help_text="Deadlines missed in a row before a bot takes over; 0: never."
    )
    rated = serializers.BooleanField(default=True, help_text="Only if no bots play.")
    undo_when_rated = serializers.BooleanField(
        default=False, help_text="Players can agree to undo moves although the game is rated."
    )
    least_kept = serializers.ChoiceField(
        choices=SHARES, default=0, help_text="Share of deadlines kept that players need to join, in percent."
    )
    least_finished = serializers.ChoiceField(
        choices=SHARES, default=0, help_text="Share of games finished that players need to join, in percent."
    )
    answers_within = serializers.ChoiceField(
        choices=list(WITHIN), default=None, allow_null=True, help_text="Longest usual answer time of players who join."
    )
    seals = serializers.BooleanField(
        default=None, allow_null=True, help_text="Players contribute to the deal (docs/deals.md); null: as `rated`."
    )
    visibility = serializers.ChoiceField(choices=Visibility.choices, default=Visibility.PUBLIC.value)

    def get_fields(self) -> dict[str, Any]:
        return super().get_fields() | {one.field: _variant(one) for one in VARIANTS}

    def validate_title(self, title: str) -> str:
        return tidy_title(title)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        beside: dict[str, Any] = {name: sent.pop(name) for name in ("bots", "guests", "word") if name in sent}
        sent.setdefault("title", any_title())
        variants = {one.field: sent.pop(one.field) for one in VARIANTS}
        sent["conditions"] = Conditions(
            sent.pop("least_kept"), sent.pop("least_finished"), WITHIN.get(sent.pop("answers_within"))
        )
        clock, vacation = sent.pop("clock", None), sent.pop("vacation")
        sent["vacation"] = Vacation("" if vacation == "none" else vacation)
        if clock is not None:
            sent["pace"] = own_clock(**clock)
        return {"terms": terms_of(**sent, variants=variants), **beside}


class NewTableInput(TermsInput):
    bots = serializers.ListField(
        child=serializers.ChoiceField(choices=list(STRENGTHS)),
        default=list,
        max_length=4,
        help_text="Each bot takes a seat.",
    )
    guests = serializers.ListField(
        child=serializers.CharField(max_length=254),
        default=list,
        max_length=4,
        help_text="Usernames or email addresses.",
    )
    word = serializers.CharField(
        max_length=LONGEST_WORD, default="", allow_blank=True, help_text="Message to the invited players."
    )

    def validate_word(self, word: str) -> str:
        return tidy_word(word)

    def validate_guests(self, guests: list[str]) -> list[str]:
        return tidy_guests(guests)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """Bots beyond the number of players do not count."""
        found, players = super().validate(sent), sent["players"]
        found["bots"] = found["bots"][: players - 1]
        check_seats(players, found["bots"], found["guests"])
        return found


class QuickInput(serializers.Serializer[Any]):
    edition = serializers.ChoiceField(choices=(1, 2), default=2)
    sets = serializers.ListField(child=serializers.ChoiceField(choices=offered()), default=list, max_length=20)
    bots = serializers.IntegerField(min_value=0, max_value=4, default=1, help_text="0: solo, for points.")
    strength = serializers.ChoiceField(choices=list(STRENGTHS), default=BOT)

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        """As terms, with the bot."""
        return {"terms": quick_terms(sent["edition"], 1 + sent["bots"], sent["sets"]), "bot": sent["strength"]}


def _variant(one: Variant) -> serializers.Field[Any, Any, Any, Any]:
    usual = one.choices[0].value
    if isinstance(usual, str):
        return serializers.ChoiceField([choice.value for choice in one.choices], default=usual)
    return serializers.BooleanField(default=usual, allow_null=usual is None, help_text=one.about)
