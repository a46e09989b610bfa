"""The language of the search, without games: what a text means, and what errors name."""

from datetime import date

import pytest

from games.search.language import DEEPEST, Group, Not, SearchError, Term, parse

CARDS, SETS = ("lumberjack", "observatory", "fur-shop"), ("market", "banquet")


def read(text: str):
    return parse(text, cards=CARDS, sets=SETS)


def test_words_follow_each_other_or_are_joined_by_and():
    both = Group((Term("player", "exact", "Anna"), Term("result", "exact", "won")))
    assert (
        read("player:Anna result:won") == read("player:Anna and result:won") == read("Player:Anna RESULT:Won") == both
    )


def test_or_binds_less_than_and_and_brackets_bind_most():
    a, b, c = (Term("points", "gt", number) for number in (1, 2, 3))
    assert read("points>1 points>2 or points>3") == Group((Group((a, b)), c), is_or=True)
    assert read("points>1 (points>2 or points>3)") == Group((a, Group((b, c), is_or=True)))
    assert read("not points>1 points>2") == Group((Not(a), b))


def test_a_card_says_which_copy_and_when_it_was_bought():
    assert read("card:observatory x2 round<=3") == Term("card", "exact", "observatory", 2, "lte", 3)
    assert read("card:observatory") == Term("card", "exact", "observatory")
    assert read('card:"Fur Shop" result:won').parts[0] == Term("card", "exact", "fur-shop")


def test_names_with_blanks_stand_in_quotes_and_a_name_alone_is_a_player():
    assert read('player:"Anna Karenina"') == read('"Anna Karenina"') == Term("player", "exact", "Anna Karenina")


def test_days_and_numbers_are_compared():
    assert read("date>=2026-11-01") == Term("date", "gte", date(2026, 11, 1))
    assert read("") == read("   ") == Group()


@pytest.mark.parametrize(
    ("text", "code", "word", "possible"),
    [
        ("raited:yes", "unknown_word", "raited", "rated"),
        ("result:maybe", "unknown_value", "maybe", "won"),
        ("with:marked", "unknown_value", "marked", "market"),
        ("card:observatorium", "unknown_card", "observatorium", "observatory"),
        ("points>many", "no_number", "points:many", "1"),
        ("date<yesterday", "no_day", "yesterday", "2026-11-26"),
        ("player>Anna", "wrong_sign", "player>Anna", "player:"),
        ("edition:", "no_value", "edition:", "2"),
        ("result:won or", "missing", "…", "player"),
        ("(result:won", "bracket", "(", None),
        ("result:won)", "bracket", ")", None),
        ('player:"Anna', "open_quote", '"Anna', None),
        ("won", None, None, None),
        ("result", "unknown_word", "result", "result"),
        ("not " * (DEEPEST + 2) + "result:won", "too_deep", "not", None),
        ("(" * 40, "too_deep", "(", None),
        ("x" * 501, "too_long", "x" * 20, None),
    ],
)
def test_an_error_names_the_word_and_what_is_possible(text, code, word, possible):
    if code is None:
        assert read(text) == Term("player", "exact", text)
        return
    with pytest.raises(SearchError) as caught:
        read(text)
    assert (caught.value.code, caught.value.word) == (code, word)
    assert possible is None or possible in caught.value.possible
