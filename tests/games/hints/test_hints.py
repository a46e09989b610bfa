"""A hint is the searching bot's, from what the seat sees, in practice games only, and bounded."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now

import engine
from engine.bots import ADVISER
from games.hints.advice import advise, is_practice
from games.lesson.coaching import ROWS
from games.models import Game
from games.play.positions import load
from tests.games.boards import as_bots_would
from tests.games.guests.builders import guest_at
from tests.games.page_reading import text_of
from tests.games.play_builders import begun, play_on
from tests.people import signed_in


def test_the_advice_is_what_the_bot_expects_most_of() -> None:
    options = engine.Options(players=2)
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    seat = engine.waiting_for(state)[0]
    view, chance = engine.view_for(state, seat), Random("x")
    weighed = ADVISER.weighed(view, engine.guess(view, chance), chance)
    assert [one.ahead for one in weighed] == sorted((one.ahead for one in weighed), reverse=True)
    advice = advise(view, "x")
    assert advice.move == str(weighed[0].move)
    assert advice.gain == pytest.approx(weighed[0].ahead - weighed[1].ahead)
    chance = Random("x")
    assert str(ADVISER.choose(view, engine.guess(view, chance), chance)) == advice.move


def test_what_the_seat_does_not_see_changes_no_advice() -> None:
    """Two deals that differ only in what still lies in the piles, and in the hands of others, get the same advice."""
    options = engine.Options(players=2, open_hands=False)
    deal = engine.make_deal(options, bytes(range(32)))
    other = engine.Deal(
        tuple((name, (*cards[:8], *reversed(cards[8:]))) for name, cards in deal.piles), deal.tokens, deal.draws
    )
    advices = []
    for one in (deal, other):
        state = engine.new_game(options, one)
        for _turn in range(3):
            state = engine.apply(
                state, engine.waiting_for(state)[0], engine.legal_moves(state, engine.waiting_for(state)[0])[0]
            ).state
        seat = engine.waiting_for(state)[0]
        advices.append(advise(engine.view_for(state, seat), "y"))
    assert advices[0] == advices[1]


@pytest.fixture
def practice(anna) -> Game:
    cache.clear()
    return begun(anna, "plain", now=now())


def asked_at(game: Game) -> Game:
    play_on(game, until=lambda play: play.seat_of(play.game.host).waiting, now=now())
    return game


@pytest.mark.django_db
def test_a_player_asks_and_is_told_a_move_and_its_reason(practice, anna) -> None:
    client, address = signed_in(anna), f"/games/{asked_at(practice).pk}/"
    assert "What would the bot do?" in text_of(client.get(address))
    response = client.post(f"{address}hint/")
    page = client.get(response["Location"])
    hint = page.context["hint"]
    shown = unescape(text_of(page))
    assert " ".join(hint.says.split()) in shown
    assert "Second best: " in hint.says or "Equally good: " in hint.says
    assert hint.says.count(". ") <= 1, "no more than two sentences"
    assert hint.terms
    assert all(f"{' '.join(line.what.split())} {line.worth}" in shown for line in hint.terms)
    anna.language = "de"
    anna.save()
    german = client.get(response["Location"]).context["hint"]
    assert "Am zweitbesten: " in german.says or "Genauso gut: " in german.says
    token = parse_qs(urlsplit(response["Location"]).query)["hint"][0]
    play = load(practice.pk)
    seat = play.seat_of(anna)
    assert (
        str(advise(play.view(seat.index), f"hint:{practice.pk}:{play.game.version}:{seat.index}").move)
        in play.view(seat.index).moves
    )
    client.post(f"{address}move/", {"text": play.view(seat.index).moves[0], "version": play.game.version})
    assert client.get(f"{address}?hint={token}").context["hint"] is None, "it was for the position before"
    assert client.get(f"{address}?hint=forged").context["hint"] is None


@pytest.mark.django_db
def test_a_guest_gets_hints_and_a_stranger_none(practice, anna, boris) -> None:
    guest, _user, game = guest_at()
    address = f"/games/{asked_at(practice).pk}/"
    for client in (guest, signed_in(boris)):
        assert client.post(f"{address}hint/")["Location"].endswith("?hint=no_hint")
        assert "only in practice games" in text_of(client.get(f"{address}?hint=no_hint"))
    assert Client().post(f"{address}hint/")["Location"].startswith("/accounts/login/")
    assert Client().get(f"{address}hint/").status_code == 405
    assert is_practice(load(game.pk))


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["rated", "made by nobody"])
def test_no_hint_where_something_is_at_stake(practice, anna, change: str) -> None:
    game = asked_at(practice)
    Game.objects.filter(pk=game.pk).update(**({"rated": True} if change == "rated" else {"host": None}))
    client = signed_in(anna)
    assert client.post(f"/games/{game.pk}/hint/")["Location"].endswith("?hint=no_hint")
    assert "What would the bot do?" not in text_of(client.get(f"/games/{game.pk}/"))


@pytest.mark.django_db
def test_no_hint_among_people_and_none_without_limit(practice, anna, boris, settings) -> None:
    among = begun(anna, boris, "plain", now=now() - timedelta(minutes=1))
    assert not is_practice(load(among.pk))
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "hint_for_person": "2/h/key"}
    client, address = signed_in(anna), f"/games/{asked_at(practice).pk}/hint/"
    answers = [client.post(address)["Location"] for _ in range(3)]
    assert [one.endswith("too_many_hints") for one in answers] == [False, False, True]


@pytest.mark.django_db
def test_notes_for_the_first_game_and_the_phase_in_a_sentence(practice, anna) -> None:
    page = signed_in(anna).get(f"/games/{practice.pk}/")
    assert [mark.key for mark in page.context["marks"]] == ["tableau"]
    assert "In the first phase" in text_of(page)
    as_bots_would(practice, until=lambda state: state.round == 2 and any(state.lower), now=now())
    page = signed_in(anna).get(f"/games/{practice.pk}/")
    assert [mark.key for mark in page.context["marks"]] == ["display", "lower"], "who has bought knows what is for sale"
    for mark in (ROWS, *page.context["marks"]):
        assert f'id="{mark.at}"' in page.content.decode(), mark.key
    anna.created_at = now() - timedelta(days=40)
    anna.save(update_fields=["created_at"])
    assert not signed_in(anna).get(f"/games/{practice.pk}/").context["marks"]
