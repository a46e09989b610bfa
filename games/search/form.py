"""The form of the search, which writes the words that one could write oneself."""

from functools import lru_cache
from operator import itemgetter

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import engine
from games.lobby.forms import EDITIONS, Choices, set_choices
from games.names.cards import Deck
from games.options.sets import offered, smallest_with
from games.play.facts import card_ids
from games.search.language import ENDS

ANY: Choices = [("", _("any"))]
RESULTS: Choices = [("won", _("won")), ("lost", _("did not win"))]
END_WORDS: Choices = [
    ("played-out", _("played out")),
    ("agreement", _("by agreement")),
    ("broken-off", _("no players left")),
    ("adjudicated", _("by a director")),
]
assert {name for name, _label in END_WORDS} == set(ENDS)


def card_name(card: str) -> str:
    """What a card is called, in the language of the reader."""
    return _names(get_language())[card]


@lru_cache(maxsize=8)
def _names(language: str | None) -> dict[str, str]:
    """Every card by its id, as the first selection that has it calls it."""
    chosen = [smallest_with(edition, name) for edition in (2, 1) for name in engine.set_names()]
    decks = [
        Deck(engine.Options(edition=one.edition, players=2, sets=tuple(sorted(one.sets))))
        for one in chosen
        if one is not None
    ]
    ids = card_ids().values()
    return {card: next((deck.name(card) for deck in decks if card in deck), card) for card in ids}


def _cards() -> Choices:
    return [*ANY, *sorted(_names(get_language()).items(), key=itemgetter(1))]


class SearchForm(forms.Form):
    player = forms.CharField(label=_("Player"), max_length=40, required=False)
    opponent = forms.CharField(label=_("Opponent"), max_length=40, required=False)
    result = forms.ChoiceField(label=_("Result"), choices=ANY + RESULTS, required=False)
    points = forms.IntegerField(label=_("Points, at least"), min_value=0, max_value=9999, required=False)
    card = forms.ChoiceField(label=_("Card"), choices=_cards, required=False)
    copies = forms.IntegerField(label=_("Copies"), min_value=1, max_value=9, required=False)
    round = forms.IntegerField(label=_("Bought by round"), min_value=1, max_value=99, required=False)
    edition = forms.ChoiceField(label=_("Edition"), choices=ANY + EDITIONS, required=False)
    expansion = forms.ChoiceField(label=_("Expansion"), choices=lambda: ANY + set_choices(), required=False)
    seats = forms.ChoiceField(
        label=_("Seats"), choices=[*ANY, *((str(one), str(one)) for one in range(1, 6))], required=False
    )
    rated = forms.ChoiceField(label=_("Rated"), choices=[*ANY, ("yes", _("Yes")), ("no", _("No"))], required=False)
    since = forms.DateField(label=_("Since"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    end = forms.ChoiceField(label=_("Ended"), choices=ANY + END_WORDS, required=False)

    def text(self) -> str:
        """What was chosen, in the words of the search."""
        sent = self.cleaned_data
        words = [f"{name}:{_quoted(sent[name])}" for name in ("player", "opponent") if sent[name]]
        words += [f"result:{sent['result']}"] if sent["result"] else []
        words += [f"points>={sent['points']}"] if sent["points"] is not None else []
        if sent["card"]:
            words.append(f"card:{sent['card']}")
            words += [f"x{sent['copies']}"] if (sent["copies"] or 1) > 1 else []
            words += [f"round<={sent['round']}"] if sent["round"] else []
        words += [f"{name}:{sent[name]}" for name in ("edition", "seats", "rated", "end") if sent[name]]
        words += [f"with:{sent['expansion']}"] if sent["expansion"] else []
        words += [f"date>={sent['since']}"] if sent["since"] else []
        words += [f"date<={sent['until']}"] if sent["until"] else []
        return " ".join(words)


def words_of(edition: str, part: str, player: str) -> str:
    """The search that `?edition=`, `?set=` and `?player=` mean, by which links and programs name it as well."""
    words = [f"player:{_quoted(player)}"] if player else []
    words += [f"edition:{edition}"] if edition in ("1", "2") else []
    words += [f"with:{part}"] if part in offered() else []
    return " ".join(words)


def _quoted(name: str) -> str:
    clean = name.replace('"', "")
    return f'"{clean}"' if set(clean) & set(" ()") else clean
