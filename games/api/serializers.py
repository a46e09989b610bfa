"""What the API reads and answers."""

from typing import Any

from rest_framework import serializers

from games.models import Game, LogRow, PassMode, Source, Status
from games.options.table_words import selection_words


class Number(serializers.IntegerField):
    """A whole number from 0 on, within what a database can count."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=2_147_483_647, **options)


class MoveInput(serializers.Serializer[Any]):
    text = serializers.CharField(
        max_length=80, help_text="A move as `view.moves` lists it, such as `buy market lower`."
    )
    version = Number(help_text="The `version` of the state the move was chosen from.")


class PassInput(serializers.Serializer[Any]):
    mode = serializers.ChoiceField(
        choices=(PassMode.UNTIL_CHANGE.value, PassMode.PHASE.value),
        help_text="Until the tableau changes, or for this phase.",
    )
    version = Number(help_text="The `version` of the state you have seen.")


class SeenInput(serializers.Serializer[Any]):
    version = Number(default=0)
    line = Number(default=0, help_text="Of the chat of the table.")
    result = serializers.BooleanField(default=False)


class GamesInput(serializers.Serializer[Any]):
    """The query of the list of games."""

    waiting = serializers.ChoiceField(
        choices=("true", "false", "1", "0"), default="false", help_text="Only games that wait for the caller."
    )

    def validate_waiting(self, value: str) -> bool:
        return value in ("true", "1")


class MoveOutput(serializers.ModelSerializer[LogRow]):
    """A row of the log; `seat`, `text` and `source` are null where they are a secret of somebody else (BANQ-THIEF-6)."""

    seat = serializers.IntegerField(allow_null=True)
    text = serializers.CharField(allow_null=True)
    source = serializers.ChoiceField(choices=Source.choices, allow_null=True)  # type: ignore[assignment]

    class Meta:
        model = LogRow
        fields = ("number", "ply", "kind", "seat", "text", "source", "at")


class MovesOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    rows = MoveOutput(many=True)


class SeatOutput(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    name = serializers.CharField(help_text="As the table knows it, in the language of the request.")
    player = serializers.IntegerField(
        allow_null=True, help_text="The number of the player; null for our bots and guests."
    )
    bot = serializers.CharField(
        allow_null=True,
        help_text="Which bot answers for the seat, such as `search-3`; null for a person (docs/bots.md).",
    )
    is_program = serializers.BooleanField(help_text="An account for which a program plays, with an operator's leave.")
    instead_of = serializers.CharField(
        allow_null=True,
        help_text="Who held the seat at the beginning, where an organiser has given it to somebody else.",
    )
    waiting = serializers.BooleanField()
    asked_since = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)


class WindowOutput(serializers.Serializer[Any]):
    """Somebody may be asked in this time; who it is, is a secret."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField()


class GameLine(serializers.ModelSerializer[Game]):
    """A game in a list."""

    url = serializers.CharField(source="get_absolute_url", read_only=True)
    your_seat = serializers.IntegerField(allow_null=True)
    waiting_for_you = serializers.BooleanField()
    due_at = serializers.DateTimeField(allow_null=True)
    selection = serializers.SerializerMethodField(
        help_text="Edition and sets in words, in the language of the request."
    )

    class Meta:
        model = Game
        fields = (
            "id",
            "title",
            "selection",
            "status",
            "version",
            "url",
            "your_seat",
            "waiting_for_you",
            "due_at",
            "paused_at",
            "annulled_at",
            "rated",
            "started_at",
            "finished_at",
        )

    def get_selection(self, game: Game) -> str:
        return selection_words(game.engine_options)


class StateOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    title = serializers.CharField()
    selection = serializers.CharField(help_text="Edition and sets in words, in the language of the request.")
    status = serializers.ChoiceField(choices=Status.choices)
    version = serializers.IntegerField(
        help_text="Send it with a move; a move for a question that has changed is refused."
    )
    url = serializers.CharField()
    rated = serializers.BooleanField(help_text="The result counts for the ratings of the players (docs/ratings.md).")
    commitment = serializers.CharField(help_text="SHA-256 of the secret from which the deal follows (docs/deals.md).")
    your_seat = serializers.IntegerField(allow_null=True)
    standing_pass = serializers.CharField(
        allow_null=True, help_text="What you have ordered: `until-change`, `phase`, or `timeout`."
    )
    wishes_end = serializers.BooleanField(help_text="You wish to end the game as it stands.")
    can_take_back = serializers.BooleanField(help_text="A bot keeps your seat, and you may take it back.")
    seats = SeatOutput(many=True)
    window = WindowOutput(
        allow_null=True,
        help_text="While a question is asked that may not tell whom it asks: its time, the same for all.",
    )
    breaks_off_at = serializers.DateTimeField(
        allow_null=True, help_text="Nobody plays this game any more: when it ends, unless somebody takes his seat back."
    )
    paused_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when the game is paused: no clock runs and a move is refused with `paused`."
    )
    annulled_at = serializers.DateTimeField(
        allow_null=True, help_text="When the game was annulled: it counts for nothing."
    )
    view = serializers.DictField(help_text="The position as the caller may see it, with his legal moves and prices.")
    result = serializers.DictField(
        allow_null=True,
        help_text="`ended` is `played out`, `agreement`, `broken off` or `adjudicated` (docs/record.md).",
    )


class PresetInput(serializers.Serializer[Any]):
    value = serializers.CharField(max_length=60, help_text="One of `values` of the preset.")


class PresetOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Such as `trading-guild`, `trading-house` or `impostor-4-1`.")
    card = serializers.CharField(allow_null=True, help_text="The card it is about.")
    values = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField(help_text="What holds while nothing is decided.")
    value = serializers.CharField(help_text="What holds now.")
    lasts = serializers.BooleanField(help_text="It holds until it is changed, and not for the present phase only.")


class PresetsOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    presets = PresetOutput(many=True)


class HintOutput(serializers.Serializer[Any]):
    move = serializers.CharField(help_text="What the bot would do.")
    next = serializers.CharField(allow_blank=True, help_text="What it would do otherwise; empty without a choice.")
    gain = serializers.FloatField(help_text="How many points more it expects at the end of the first.")


class NewTableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Of the table, and of the game it becomes.")
    url = serializers.CharField()
