"""What players decide before they are asked: forms on the page, the API, and what becomes of it (GUILD-2, M2-TRADE-3, IMPO-3)."""

import json

import pytest
from django.utils import translation

import engine
from games.board.questions import badges, decisions
from games.emails import turns
from games.models import Preset, Source, TenureEnd
from games.names.cards import Deck
from games.play import seats
from games.play.advance import Advance
from games.play.moves import set_preset
from games.play.positions import load
from tests.games.api.test_api import get, with_token
from tests.games.boards import Page, next_phase, seat_named, until_offered, wander_on
from tests.games.page_reading import statements
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna, boris):
    """Anna and Boris at a table with Module 2."""
    return begun(anna, boris, sets=["module-2"])


def offered_to(game, name):
    return [one.name for one in engine.presets_for(load(game.pk).state, seat_named(game, name))]


def decide(game, user, name, value):
    return set_preset(game_id=game.pk, user=user, name=name, value=value, now=NOON)


def page_of(user, game) -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/"))


def test_the_trading_guild_is_split_on_the_page_and_its_choice_stands_on_the_card(anna, boris, game):
    """GUILD-2, UI-5: initially 4 VP; it can be changed and revoked, and only its owner sees what is decided."""
    until_offered(game, "Anna", "trading-guild")
    page = page_of(anna, game)
    assert page.values("value")[:5] == ["0/4", "1/3", "2/2", "3/1", "4/0"]
    assert "Trading Guild: rubles or points?" in page.words
    assert "✓ 4 VP" in page.words
    assert "/rules/GUILD-2/" in page.text
    client = signed_in(anna)
    answer = client.post(f"/games/{game.pk}/preset/", {"name": "trading-guild", "value": "3/1"})
    assert answer.status_code == 302
    page = page_of(anna, game)
    assert "✓ 3 ₽, 1 VP" in page.words
    assert '<span class="decided" aria-hidden="true">3\u202f₽, 1\u202fVP</span>' in page.text
    assert Preset.objects.get().value == "3/1"
    others = page_of(boris, game)
    assert 'id="presets"' not in others.text
    assert 'class="decided"' not in others.text
    client.post(f"/games/{game.pk}/preset/", {"name": "trading-guild", "value": "0/4"})
    assert not Preset.objects.exists(), "the default needs no row"


def test_the_split_is_used_and_told_and_stays(anna, boris, game):
    """GUILD-1, GUILD-2, EX-47: preset 3/1 pays 3 rubles and 1 VP; the log says how it came about; the last choice stays."""
    until_offered(game, "Anna", "trading-guild")
    own = seat_named(game, "Anna")
    decide(game, anna, "trading-guild", "3/1")
    play = next_phase(game)
    rows = [row for row in play.rows if row.text == "guild 3 1"]
    assert [(row.seat, row.source) for row in rows] == [(own, Source.STANDING)]
    told = "Anna's Trading Guild pays 3 ₽, 1 VP (ordered in advance)"
    assert told in Page.of(signed_in(boris).get(f"/games/{game.pk}/log/")).words
    assert told in page_of(anna, game).words, "since her last turn"
    with translation.override("de"):
        happened = turns.happened_since(play, own, Deck(play.options))
    assert "Handelsgilde von Anna bringt 3\u202f₽, 1\u202fSP (im Voraus festgelegt)" in happened
    (mark,) = [shown.marks for shown in play.view(None).seats[own].display if shown.card == "trading-guild"]
    assert mark == ("3/1",)


def test_the_trading_house_answers_where_that_is_all_there_is_to_answer(anna, game):
    """M2-TRADE-3, UI-6: ask, yes or no; it is set and revoked."""
    until_offered(game, "Anna", "trading-house")
    page = page_of(anna, game)
    assert "Trading House: 3 ₽ for 2 VP after the scoring?" in page.words
    assert {"ask", "yes", "no"} <= set(page.values("value"))
    assert "✓ ask me" in page.words
    client = signed_in(anna)
    client.post(f"/games/{game.pk}/preset/", {"name": "trading-house", "value": "no"})
    assert "✓ no" in page_of(anna, game).words
    client.post(f"/games/{game.pk}/preset/", {"name": "trading-house", "value": "ask"})
    assert not Preset.objects.exists()


def test_a_marked_impostor_goes_and_the_mark_goes_with_it(anna, boris, game):
    """IMPO-3, UI-8: marked Impostors are discarded in this scoring; the mark is no action, touches no pass and leaves no row."""
    until_offered(game, "Anna", "impostor")
    own = seat_named(game, "Anna")
    (name, *_others) = [name for name in offered_to(game, "Anna") if name.startswith("impostor")]
    before = load(game.pk)
    assert "Impostor in this Noble scoring" in page_of(anna, game).words
    decide(game, anna, name, "dismiss")
    assert "✓ Discard it" in page_of(anna, game).words
    assert ", leaves" in page_of(anna, game).text, "said on the card, too"
    after = load(game.pk)
    assert (after.game.version, after.state) == (before.game.version, before.state)
    play = next_phase(game)
    assert "dismiss impostor" in [row.text for row in play.rows if row.source == Source.STANDING and row.seat == own]
    assert "Anna discarded Impostor (ordered in advance)" in page_of(boris, game).words
    assert not Preset.objects.exists(), "what was for this phase is cleared away with it"


def test_a_game_that_is_over_keeps_no_presets(anna, game):
    until_offered(game, "Anna", "trading-guild")
    decide(game, anna, "trading-guild", "3/1")
    wander_on(game, until=lambda state: state.round > 90)
    assert load(game.pk).game.is_finished
    assert not Preset.objects.exists()


def test_two_impostors_are_told_apart(game):
    """DEC-21: each has its own mark."""
    deck = Deck(load(game.pk).options)
    two = [engine.Preset(f"impostor-4-{n}", ("pay", "dismiss"), "pay", "impostor", lasts=False) for n in (1, 2)]
    found = decisions(two, {"impostor-4-2": "dismiss"}, deck)
    assert [one.number for one in found] == [1, 2]
    assert [[choice.holds for choice in one.choices] for one in found] == [[True, False], [False, True]]
    assert badges(found) == {"impostor": "1 × leaves"}
    assert badges(decisions(two, dict.fromkeys(("impostor-4-1", "impostor-4-2"), "dismiss"), deck)) == {
        "impostor": "leaves"
    }


def test_a_preset_that_nobody_has_words_for_can_be_set_all_the_same(game):
    deck = Deck(load(game.pk).options)
    (one,) = decisions([engine.Preset("juggle-often", ("ask", "always"), "ask")], {"juggle-often": "always"}, deck)
    assert (one.question, one.face, one.badge, one.number) == ("juggle often", None, "", 0)
    assert [(choice.value, choice.label, choice.holds) for choice in one.choices] == [
        ("ask", "ask", False),
        ("always", "always", True),
    ]
    (stale,) = decisions([engine.Preset("juggle-often", ("ask", "always"), "ask")], {"juggle-often": "gone"}, deck)
    assert stale.choices[0].holds, "a value that there is no more counts as none"


@pytest.mark.parametrize(
    ("name", "value"), [("trading-guild", "5/0"), ("trading-guild", ""), ("thief", "no"), ("", "")]
)
def test_what_is_not_offered_is_refused_and_nothing_is_written(anna, game, name, value):
    until_offered(game, "Anna", "trading-guild")
    page = Page.of(signed_in(anna).post(f"/games/{game.pk}/preset/", {"name": name, "value": value}))
    assert page.status == 422
    assert "This cannot be decided in advance right now." in page.words
    assert not Preset.objects.exists()


def test_only_who_sits_there_decides(anna, boris, clara, client, game):
    """INFO: nobody else learns of it, and who does not sit there is told so."""
    until_offered(game, "Anna", "trading-guild")
    wish = {"name": "trading-guild", "value": "4/0"}
    assert signed_in(boris).post(f"/games/{game.pk}/preset/", wish).status_code == 422, "it is not his card"
    assert signed_in(clara).post(f"/games/{game.pk}/preset/", wish).status_code == 403
    assert client.post(f"/games/{game.pk}/preset/", wish).status_code == 302, "first he signs in"
    assert signed_in(anna).get(f"/games/{game.pk}/preset/").status_code == 405
    assert not Preset.objects.exists()


def test_programs_list_and_decide_too(anna, boris, clara, game):
    """The same by the API: values, default and what holds; PUT sets, DELETE revokes."""
    until_offered(game, "Anna", "trading-guild")
    program, path = with_token(anna), f"games/{game.pk}/presets/"
    (listed,) = [one for one in get(program, path)["presets"] if one["name"] == "trading-guild"]
    assert listed == {
        "name": "trading-guild",
        "card": "trading-guild",
        "values": ["0/4", "1/3", "2/2", "3/1", "4/0"],
        "default": "0/4",
        "value": "0/4",
        "lasts": True,
    }

    def put(who, name, body):
        answer = who.put(f"/api/v1/{path}{name}/", json.dumps(body), content_type="application/json")
        return answer.status_code, answer.json()

    status, answer = put(program, "trading-guild", {"value": "2/2"})
    assert status == 200
    assert [one["value"] for one in answer["presets"] if one["name"] == "trading-guild"] == ["2/2"]
    assert answer["version"] == load(game.pk).game.version
    answer = program.delete(f"/api/v1/{path}trading-guild/")
    assert answer.status_code == 200
    assert not Preset.objects.exists()
    assert put(program, "trading-guild", {"value": "9/9"})[1]["code"] == "no_such_preset"
    assert put(program, "thief", {"value": "no"})[0] == 422
    assert put(program, "trading-guild", {})[1]["code"] == "invalid"
    assert program.delete(f"/api/v1/{path}thief/").status_code == 422
    stranger = with_token(clara)
    assert put(stranger, "trading-guild", {"value": "2/2"})[1]["code"] == "not_seated"
    assert get(stranger, path, status=403)["code"] == "not_seated"
    assert get(with_token(boris), path)["presets"] == []
    game.visibility = "link"
    game.save(update_fields=["visibility"])
    assert put(stranger, "trading-guild", {"value": "2/2"})[0] == 404, "of a game he may not watch he learns nothing"


def test_the_page_asks_for_presets_only_where_some_are_offered(anna, game):
    """Six statements as ever; one more where there is something to decide."""
    assert not offered_to(game, "Anna")
    _response, caught = statements(signed_in(anna), f"/games/{game.pk}/")
    assert len(caught) <= 6, [query["sql"] for query in caught]
    until_offered(game, "Anna", "trading-guild")
    _response, caught = statements(signed_in(anna), f"/games/{game.pk}/")
    assert len(caught) <= 7, [query["sql"] for query in caught]
    assert sum("games_preset" in query["sql"] for query in caught) == 1


def test_who_takes_a_seat_over_for_good_decides_for_himself(anna, boris, game):
    """What somebody decided is his: gone when he resigns, there again when he comes back from a bot that kept his seat."""
    until_offered(game, "Anna", "trading-guild")
    decide(game, anna, "trading-guild", "3/1")
    own = load(game.pk).seats[seat_named(game, "Anna")]
    advance = Advance(load(game.pk), NOON)
    kept = advance.play.seats[own.index]
    seats.hand_to_bot(advance, kept, TenureEnd.KEPT, Source.TIMEOUT)
    advance.commit()
    assert Preset.objects.filter(seat=own).exists()
    assert 'id="presets"' not in page_of(anna, game).text, "a bot holds the seat"
    seats.take_back_seat(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    assert "✓ 3 ₽, 1 VP" in page_of(anna, game).words
    seats.resign(game_id=game.pk, user=anna, source=Source.PAGE, now=NOON)
    assert not Preset.objects.exists()
