"""The facts of a finished game stand where it ends, and say what its log says."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

import engine
from engine.record import ENDINGS
from games.models import CardFact, Game, GameFact, PlayerTotal, RowKind, SavedSearch, SeatFact, Total
from games.play import facts
from games.play.facts import bought_in, card_code, card_ids, fill_facts, find_fact_faults
from games.play.merging import take_games
from games.play.positions import load
from tests.games.boards import wander_on
from tests.games.play_builders import NOON, begun
from tests.games.table_builders import agreed_over
from tests.people import person

pytestmark = pytest.mark.django_db


def over(*holders, seed: int = 3, **options) -> Game:
    """A game played to its end, by chance."""
    game = begun(*holders, **options)
    wander_on(game, seed=seed)
    return Game.objects.get(pk=game.pk)


def test_the_end_of_a_game_leaves_what_every_seat_came_to_and_every_card_it_bought(anna, boris):
    game = over(anna, boris)
    play = load(game.pk)
    assert (game.fact.rounds, game.fact.moves) == (play.state.round, len(play.moves))
    assert (game.fact.edition, game.fact.seats, game.fact.hours) == (2, 2, 0)
    results = {one["seat"]: one for one in game.result["seats"]}
    for row in SeatFact.objects.filter(game=game):
        assert (row.points, row.place, row.won) == tuple(
            results[row.seat][name] for name in ("points", "rank", "winner")
        )
        assert row.user_id == play.owner(row.seat).pk
    paid = [
        entry for step in play.steps for entry in step.step.entries if isinstance(entry, engine.Bought | engine.Played)
    ]
    assert len(paid) == sum(CardFact.objects.values_list("count", flat=True)) > 20
    rounds: dict[tuple[int, str], list[int]] = {}
    for step in play.steps[1:]:
        for entry in step.step.entries:
            if isinstance(entry, engine.Bought | engine.Played):
                rounds.setdefault((entry.seat, entry.card), []).append(round_of(play, step.step.number))
    for (seat, card), bought in rounds.items():
        row = CardFact.objects.filter(card=card_code(card), seat=seat)
        copies = {f"copy_{copy}": bought_in(copy) for copy in range(1, len(bought) + 1)}
        assert list(row.values_list("count", *copies.values())) == [(len(bought), *bought)]
    assert max(map(len, rounds.values())) > 1
    first = CardFact.objects.get(card=card_code(paid[0].card), seat=paid[0].seat)
    assert (first.price, first.over_at) == (paid[0].price, game.finished_at)


def round_of(play, ply: int) -> int:
    """The round in which this move was made."""
    return play.steps[ply - 1].step.state.round


def test_every_card_of_every_set_has_a_number_of_its_own():
    everything = {
        card.id
        for edition, sets in (
            (1, ("good-company",)),
            (1, ("sp-plus",)),
            (2, tuple(set(engine.set_names()) - {"sp-plus"})),
        )
        for card in engine.cards(engine.Options(edition=edition, players=2, sets=sets))
    }
    assert {card.removesuffix("-extra") for card in everything} <= set(card_ids().values())
    assert all(card_code(card) == code for code, card in card_ids().items())


def test_a_game_that_ends_by_agreement_says_so(anna, boris):
    game = begun(anna, boris)
    agreed_over(game, now=NOON)
    assert ENDINGS[GameFact.objects.get().ended] == "agreement"
    assert list(find_fact_faults(mend=False)) == []


@pytest.mark.parametrize(
    "options",
    [{"edition": 1, "sets": ["good-company"]}, {"sets": ["market", "banquet", "helpers", "events", "orders"]}],
)
def test_facts_are_those_that_a_replay_gives(anna, boris, clara, options):
    over(anna, boris, clara, **options)
    assert list(find_fact_faults(mend=False)) == []


def test_the_command_fills_what_is_missing_names_what_differs_and_mends_it(anna, boris):
    game = over(anna, boris)
    for kind in (CardFact, SeatFact, GameFact, PlayerTotal, Total):
        kind.objects.all().delete()
    said = StringIO()
    call_command("check_facts", stdout=said)
    assert "The facts of 1 games were missing" in said.getvalue()
    assert "All facts match" in said.getvalue()
    assert CardFact.objects.exists()
    SeatFact.objects.filter(seat=1).update(points=999)
    with pytest.raises(CommandError, match="differences"):
        call_command("check_facts", stdout=(said := StringIO()))
    assert f"game {game.pk}: the facts differ" in said.getvalue()
    call_command("check_facts", "--mend", stdout=StringIO())
    assert list(find_fact_faults(mend=False)) == []


def test_writing_facts_twice_changes_nothing(anna, boris):
    game = over(anna, boris)
    before = facts.facts_by_replay(game.pk).values
    facts.write([facts.facts_by_replay(game.pk)])
    assert fill_facts() == 0
    assert list(find_fact_faults(mend=False)) == []
    assert facts.facts_by_replay(game.pk).values == before


def test_a_game_that_cannot_be_replayed_keeps_no_other_from_its_facts(anna, boris):
    broken, whole = over(anna, boris), over(anna, boris)
    broken.log.filter(kind=RowKind.MOVE).update(text="nothing")
    SeatFact.objects.all().delete()
    CardFact.objects.all().delete()
    GameFact.objects.all().delete()
    assert fill_facts() == 1
    assert list(GameFact.objects.values_list("game", flat=True)) == [whole.pk]


def test_facts_follow_an_account_that_becomes_one_with_another(anna, boris):
    over(anna, boris)
    other = person("Anna Again")
    for user, text in [(anna, "points>1"), (anna, "points>2"), (other, "points>1")]:
        SavedSearch.objects.create(user=user, text=text, created_at=NOON)
    take_games(gone=anna, stays=other, now=NOON)
    assert SeatFact.objects.filter(user=other).count() == 1
    assert set(other.saved_searches.values_list("text", flat=True)) == {"points>1", "points>2"}
    assert list(find_fact_faults(mend=False)) == []
