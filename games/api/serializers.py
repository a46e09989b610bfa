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
        help_text="Until the tableau changes, or for the rest of this phase.",
    )
    version = Number(help_text="The `version` of the state you have seen.")


class SeenInput(serializers.Serializer[Any]):
    version = Number(default=0)
    line = Number(default=0, help_text="Number of the last message in the table's chat.")
    result = serializers.BooleanField(default=False)


class GamesInput(serializers.Serializer[Any]):
    """The query of the list of games."""

    waiting = serializers.ChoiceField(
        choices=("true", "false", "1", "0"), default="false", help_text="Only games waiting for you."
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
    name = serializers.CharField(help_text="The name shown at the table, in the language of the request.")
    player = serializers.IntegerField(allow_null=True, help_text="ID of the player; null for site bots and guests.")
    bot = serializers.CharField(
        allow_null=True,
        help_text="The bot playing this seat, such as `search-3`; null for a person (docs/bots.md).",
    )
    is_program = serializers.BooleanField(help_text="An account played by a program, approved by the operator.")
    instead_of = serializers.CharField(
        allow_null=True,
        help_text="The player who held the seat at the start, if a director gave it to someone else.",
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
        help_text="Edition and expansions in words, in the language of the request."
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
    selection = serializers.CharField(help_text="Edition and expansions in words, in the language of the request.")
    status = serializers.ChoiceField(choices=Status.choices)
    version = serializers.IntegerField(help_text="Send it with a move; a move for an outdated question is refused.")
    url = serializers.CharField()
    rated = serializers.BooleanField(help_text="The result counts for the ratings (docs/ratings.md).")
    commitment = serializers.CharField(help_text="SHA-256 of the secret that determines the deal (docs/deals.md).")
    your_seat = serializers.IntegerField(allow_null=True)
    standing_pass = serializers.CharField(
        allow_null=True, help_text="Your auto-pass: `until-change`, `phase` or `timeout`."
    )
    wishes_end = serializers.BooleanField(help_text="You proposed to end the game now.")
    can_take_back = serializers.BooleanField(help_text="A bot plays your seat and you can reclaim it.")
    seats = SeatOutput(many=True)
    window = WindowOutput(
        allow_null=True,
        help_text="Time of a question whose recipient is secret; the same for all players.",
    )
    breaks_off_at = serializers.DateTimeField(
        allow_null=True, help_text="No active players: when the game is abandoned unless someone reclaims their seat."
    )
    paused_at = serializers.DateTimeField(
        allow_null=True, help_text="Paused since then: clocks are stopped and moves are refused with `paused`."
    )
    annulled_at = serializers.DateTimeField(allow_null=True, help_text="When the game was voided; it does not count.")
    view = serializers.DictField(help_text="The position as the caller may see it, with their legal moves and prices.")
    result = serializers.DictField(
        allow_null=True,
        help_text="`ended` is `played out`, `agreement`, `broken off` or `adjudicated` (docs/record.md).",
    )


class PresetInput(serializers.Serializer[Any]):
    value = serializers.CharField(max_length=60, help_text="One of `values` of the conditional order.")


class PresetOutput(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Such as `trading-guild`, `trading-house` or `impostor-4-1`.")
    card = serializers.CharField(allow_null=True, help_text="The card it belongs to.")
    values = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField(help_text="The value used if you choose nothing.")
    value = serializers.CharField(help_text="The current value.")
    lasts = serializers.BooleanField(help_text="Applies until you change it, not just for this phase.")


class PresetsOutput(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    presets = PresetOutput(many=True)


class HintOutput(serializers.Serializer[Any]):
    move = serializers.CharField(help_text="The bot's move.")
    next = serializers.CharField(
        allow_blank=True, help_text="The bot's second choice; empty if there is only one move."
    )
    gain = serializers.FloatField(help_text="Expected lead in points of the first choice over the second.")


class NewTableOutput(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="ID of the table and of its game.")
    url = serializers.CharField()
