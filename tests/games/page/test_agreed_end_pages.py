"""A game that ended by agreement in the middle of a question: page, replay and API put it to nobody any more."""

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, pgettext

import engine
from games.play.positions import load
from tests.people import signed_in

from ..boards import Page, seat_named, until_question, wander_on
from ..play_builders import begun
from ..table_builders import agreed_over

pytestmark = pytest.mark.django_db

WAITING = (
    ("to move", None),
    ("Your turn", None),
    ("still choosing", None),
    ("Everyone secretly chooses one of their orders at the same time.", None),
    ("choosing", "hurdle"),
)
"""What a page says while somebody is asked."""


def order_is_asked(game):
    wander_on(game, until=lambda state: (one := engine.question_for(state, None)) is not None and one.kind == "order")
    return load(game.pk)


ASKED = {
    "turn": ({"sets": []}, lambda game: until_question(game, "Anna", "turn", least_round=2)),
    "hurdle": ({"sets": ["market", "hurdles"], "real_hurdles": 0}, lambda game: until_question(game, "Anna", "hurdle")),
    "order": ({"sets": ["market", "orders"]}, order_is_asked),
    "drawn": ({"sets": []}, lambda game: until_question(game, "Anna", "drawn")),
}


@pytest.fixture(params=ASKED)
def open_question(request, anna, boris):
    """A running game in which a question of this kind is put to Anna, or to her and Boris."""
    options, reach = ASKED[request.param]
    game = begun(anna, boris, **options)
    play = reach(game)
    assert seat_named(game, "Anna") in engine.waiting_for(play.state)
    assert engine.question_for(play.state, None).kind == request.param
    return game


def addresses(game) -> list[str]:
    last = len(load(game.pk).steps) - 1
    return [f"/games/{game.pk}/", *(f"/games/{game.pk}/replay/?at={last}{eyes}" for eyes in ("", "&seat=0", "&seat=1"))]


def said(text: str, language: str) -> list[str]:
    """The words of waiting that a page contains."""
    with translation.override(language):
        words = [pgettext(context, word) if context else gettext(word) for word, context in WAITING]
    return [word for word in words if word in text]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_page_says_that_somebody_chooses(anna, boris, open_question, language):
    """HURD-18, ORD-B, TURN-1: the live page for both players and a visitor, and the last position of the replay through all
    eyes; before the end the page did say it."""
    for user in (anna, boris):
        user.language = language
        user.save()
    people = [signed_in(anna), signed_in(boris), Client(headers={"accept-language": language})]
    assert any(said(Page.of(one.get(f"/games/{open_question.pk}/")).words, language) for one in people)
    game = agreed_over(open_question)
    for one in people:
        for path in addresses(game):
            page = Page.of(one.get(path))
            assert page.status == 200
            assert not said(page.words, language), path
            assert not page.moves, path
            assert 'id="move"' not in page.text, path


def test_the_api_asks_nobody(anna, boris, open_question):
    """UI-14: nothing is asked, nothing can be played, no set names a choice; everything else stays as it lay."""
    before = load(open_question.pk).view(None)
    game = agreed_over(open_question)
    for client in (signed_in(anna), signed_in(boris), Client()):
        state = client.get(f"/api/v1/games/{game.pk}/").json()
        view = state["view"]
        assert (view["asked"], view["question"], view["moves"]) == ([], None, [])
        slots = [*view["upper"], *view["lower"], *(slot for seat in view["seats"] for slot in seat["hand"] or ())]
        assert not [offer for slot in slots if slot for offer in slot["offers"] if offer["legal"]]
        assert not [slot for slot in slots if slot and slot["take"]]
        assert view["extras"].get("hurdles", {}).get("asked") is None
        assert not [seat for seat in state["seats"] if seat["waiting"]]
        assert [seat["points"] for seat in view["seats"]] == [seat.points for seat in before.seats]
        assert (view["round"], view["phase"], view["over"]) == (before.round, before.phase, False)


def test_earlier_positions_of_the_replay_still_ask(anna, boris):
    """Only the last one is closed: on the way to it the replay shows whose turn it was."""
    game = begun(anna, boris)
    last = len(until_question(game, "Anna", "turn", least_round=2).steps) - 1
    agreed_over(game)
    page = Page.of(Client().get(f"/games/{game.pk}/replay/?at={last - 1}"))
    assert said(page.words, "en") == ["to move"]


def test_a_halted_position_keeps_everything_but_the_question(anna, boris):
    """The state itself is not changed, and one that is over stays what it is."""
    game = begun(anna, boris)
    state = until_question(game, "Anna", "turn", least_round=2).state
    halted = engine.halted(state)
    assert engine.waiting_for(halted) == ()
    assert [engine.legal_moves(halted, seat) for seat in (0, 1)] == [(), ()]
    assert engine.waiting_for(state) != ()
    with pytest.raises(engine.NotYourTurn):
        engine.apply(halted, 0, engine.parse_move("pass", halted))
    end = wander_on(game).state
    assert engine.view_for(engine.halted(end), None) == engine.view_for(end, None)
