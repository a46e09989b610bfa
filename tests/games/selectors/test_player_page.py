"""The finished games on the page of a player."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Visibility
from games.selectors.career import career_of
from tests.games.page_reading import statements, text_of
from tests.games.play_builders import begun
from tests.games.table_builders import agreed_over
from tests.people import signed_in
from tests.tournaments.lifecycle.club import play_out

pytestmark = pytest.mark.django_db


def test_they_say_how_the_player_did_whoever_reads_it(anna: User, boris: User, clara: User) -> None:
    """Also to who played against him, whose own place stands in his own lists."""
    game = begun(anna, boris, now=now())
    agreed_over(game, now=now())
    seats = [{"seat": 0, "points": 9, "winner": True, "rank": 1}, {"seat": 1, "points": 5, "winner": False, "rank": 2}]
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(result={**(game.result or {}), "seats": seats})
    first = next(tenure.user for tenure in game.seats.get(index=0).tenures.all())
    for whose, place in ((first, "1st of 2"), (boris if first == anna else anna, "2nd of 2")):
        for reader in (signed_in(anna), signed_in(boris), signed_in(clara), Client()):
            assert place in text_of(reader.get(f"/players/{whose.pk}/"))


def test_what_the_last_games_came_to_is_told_by_edition_and_seat_with_the_cards_bought(anna: User, boris: User) -> None:
    games = [begun(anna, boris, now=now()) for _ in range(3)]
    for game in games:
        play_out(game, now())
    career = career_of(anna, None)
    other = career_of(boris, None)
    assert career is not None
    assert other is not None
    assert career["total"].games == sum(one.games for one in career["tables"]["seats"]) == 3
    assert career["total"].won + other["total"].won == 3
    ranks = [_rank_of(anna, game) for game in reversed(games)]
    assert career["streak"] == [*[rank == 1 for rank in ranks], False].index(False)
    assert career["longest"] == max(len(run) for run in "".join("W" if rank == 1 else " " for rank in ranks).split(" "))
    bought = Counter(
        text.split()[1]
        for game in games
        for text in game.log.filter(seat=game.seats.get(tenures__user=anna).index).values_list("text", flat=True)
        if text.startswith(("buy ", "play "))
    )
    assert [many for _face, many in career["cards"]] == sorted(bought.values(), reverse=True)[:10]
    assert all(bought[face.id] == many for face, many in career["cards"])
    said = text_of(Client().get(f"/players/{anna.pk}/"))
    assert "the last 3 completed games" in said
    assert "Cards bought most often" in said


def test_only_ones_own_page_counts_private_games(anna: User, boris: User) -> None:
    game = begun(anna, boris, now=now())
    play_out(game, now())
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    assert career_of(anna, boris) is None
    own = career_of(anna, anna)
    assert own is not None
    assert own["total"].games == 1
    assert "Others only see public ones" in text_of(signed_in(anna).get(f"/players/{anna.pk}/"))


def test_a_players_page_takes_as_many_statements_for_many_games_as_for_one(anna: User, boris: User) -> None:
    play_out(begun(anna, boris, now=now()), now())
    one = len(statements(Client(), f"/players/{anna.pk}/")[1])
    for _ in range(3):
        play_out(begun(anna, boris, now=now()), now())
    assert len(statements(Client(), f"/players/{anna.pk}/")[1]) == one <= 12


def _rank_of(user: User, game: Game) -> int:
    game.refresh_from_db()
    seat = game.seats.get(tenures__user=user).index
    return next(one["rank"] for one in (game.result or {})["seats"] if one["seat"] == seat)
