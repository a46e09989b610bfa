"""Conditional orders in a game: given on the page, in the API and by email, carried out with the move that made them due."""

import json
import re
from datetime import timedelta

import pytest
from django.utils.timezone import now

import engine
from games.emails.turns import YourTurn
from games.models import LogRow, OrderTemplate, PassMode, RowKind, Seat, Source
from games.play import advance
from games.play.advance import Advance
from games.play.automatic import time_out
from games.play.errors import NotAnOrder, OrderStops
from games.play.merging import take_games
from games.play.moves import give_orders, submit_move
from games.play.positions import load
from tests.games.api.test_api import get, post, with_token
from tests.games.boards import Page
from tests.games.mail_builders import quiet_start
from tests.games.mail_commands.test_as_on_the_page import answered, seat_mail_of, speaks
from tests.games.mail_commands.test_commands import arrive, said
from tests.games.play_builders import NOON, asked_user, play_on
from tests.incoming_mail.writing import reply_to
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db
PASS = "pass until somebody takes a card I could afford"


@pytest.fixture
def game(anna, boris):
    """An ordinary turn of the first Building phase, in which the one who is asked could buy a card."""
    started = quiet_start(anna, boris, pace="14d", now=now())
    play_on(started, until=lambda play: engine.phase_key(play.state) == "1:building" and buys(play), now=now())
    return started


def buys(play):
    (seat,) = engine.waiting_for(play.state)
    return [move for move in play.view(seat).moves if move.startswith("buy ")]


def both(game):
    """Who is asked, and the other, with their seats."""
    play = load(game.pk)
    first = asked_user(play)
    (second,) = [play.holder(seat.index).user for seat in play.seats if play.holder(seat.index).user != first]
    return first, second, play.seat_of(first), play.seat_of(second)


def moves(game, seat, since=0):
    found = LogRow.objects.filter(game=game, seat=seat.index, kind=RowKind.MOVE, number__gt=since)
    return list(found.values_list("text", "source"))


def give(game, user, text):
    return give_orders(
        game_id=game.pk, user=user, text=text, version=load(game.pk).game.version, source=Source.PAGE, now=now()
    )


def move(game, user, text):
    return submit_move(
        game_id=game.pk, user=user, text=text, version=load(game.pk).game.version, source=Source.PAGE, now=now()
    )


def page_of(user, game):
    return Page.of(signed_in(user).get(f"/games/{game.pk}/"))


def seat_now(seat):
    return Seat.objects.get(pk=seat.pk)


def test_an_order_is_carried_out_with_the_move_that_makes_it_due_and_only_its_player_reads_why(game):
    first, second, _seat, other = both(game)
    since = load(game.pk).game.version
    card = buys(load(game.pk))[-1].split()[1]
    give(game, second, f"take {card}, else {PASS}")
    before = page_of(first, game).text
    assert "ordered" not in before
    rows = move(game, first, "pass")
    assert [(row.seat, row.text, row.source) for row in rows][1] == (other.index, f"take {card}", Source.STANDING)
    assert moves(game, other, since) == [(f"take {card}", Source.STANDING)]
    assert (
        f"(ordered: take {engine.card(load(game.pk).options, card).name_en}, else {PASS})"
        in page_of(second, game).words
    )
    assert "ordered:" in Page.of(signed_in(second).get(f"/games/{game.pk}/log/")).words
    for path in ("", "log/"):
        words = Page.of(signed_in(first).get(f"/games/{game.pk}/{path}")).words
        assert "(ordered in advance)" in words
        assert PASS not in words.replace("pass until somebody takes a card I could afford Pass", "") or path == ""
        assert "ordered:" not in words
    assert seat_now(other).planned == "", "a card that is taken ends the order"


def test_what_is_due_at_once_is_played_at_once_and_the_rest_stands(game):
    first, _second, seat, _other = both(game)
    text = buys(load(game.pk))[0]
    since = load(game.pk).game.version
    give(game, first, f"{text}, then pass this phase")
    assert moves(game, seat, since)[0] == (text, Source.PAGE)
    assert seat_now(seat).pass_mode == PassMode.PHASE, "words and the button mean the same"


def test_orders_that_would_stop_at_once_or_mean_nothing_change_nothing(game):
    first, _second, seat, _other = both(game)
    since = load(game.pk).game.version
    with pytest.raises(OrderStops) as stopped:
        give(game, first, "if I have at most 0 rubles, pass this phase")
    assert "You have more than 0 rubles." in str(stopped.value)
    with pytest.raises(NotAnOrder) as refused:
        give(game, first, "buy the moon")
    assert "moon" in str(refused.value)
    assert moves(game, seat, since) == []
    assert not seat_now(seat).pass_mode


def test_orders_that_do_not_fit_stop_and_their_player_reads_why_until_they_act(game, mailbox):
    first, second, _seat, other = both(game)
    give(game, second, "if I have at most 0 rubles, pass this phase")
    move(game, first, "pass")
    assert not seat_now(other).pass_mode
    assert seat_now(other).waiting
    assert "Your orders have stopped. You have more than 0 rubles." in page_of(second, game).words
    letter = YourTurn().letter(load(game.pk), seat_now(other), now(), second)
    assert "Your orders have stopped. You have more than 0 rubles." in str(letter.lead)
    assert "stopped" not in page_of(first, game).words
    move(game, second, "pass")
    assert "Your orders have stopped." not in page_of(second, game).words


def test_an_order_that_errs_stops_and_undoes_no_move_of_others(game):
    first, second, seat, other = both(game)
    phase, since = engine.phase_key(load(game.pk).state), load(game.pk).game.version
    Seat.objects.filter(pk=other.pk).update(
        pass_mode=PassMode.PLAN, pass_phase=phase, planned="buy a card that is gone"
    )
    move(game, first, "pass")
    assert moves(game, seat, since) == [("pass", Source.PAGE)]
    assert moves(game, other, since) == []
    assert "They could not be carried out." in page_of(second, game).words


def test_one_transaction_plays_only_so_many_moves_by_orders(game, monkeypatch):
    first, second, _seat, other = both(game)
    since = load(game.pk).game.version
    give(game, second, "if I have at least 0 rubles, pass this phase")
    monkeypatch.setattr(advance, "MOST_ORDERED", 0)
    move(game, first, buys(load(game.pk))[0])
    assert moves(game, other, since) == []
    assert "They played too many moves at once." in page_of(second, game).words


def test_an_undo_drops_orders(game):
    first, second, seat, other = both(game)
    give(game, second, PASS)
    play = load(game.pk)
    undo = Advance(play, NOON)
    undo.note(RowKind.BACK, seat.index, str(play.game.version - 1), Source.PAGE)
    assert play.seats[other.index].pass_mode == PassMode.NONE
    assert play.seats[other.index].planned == ""
    assert first != second


def test_the_form_writes_words_and_the_box_is_tested_before_it_is_given(game):
    _first, second, _seat, other = both(game)
    client, address = signed_in(second), f"/games/{game.pk}/orders/"
    card = buys(load(game.pk))[0].split()[1]
    name = engine.card(load(game.pk).options, card).name_en
    written = {"do": "add", "deed": "buy", "card": card, "most": "20", "else": "take", "last": "change", "keep": "2"}
    page = Page.of(client.post(address, written))
    line = f"buy {name} up to 20, else take {name}, else pass until change; keep 2 rubles"
    assert line in page.words
    assert "Now: buy" in page.words
    assert not seat_now(other).pass_mode
    refused = client.post(address, {"do": "test", "text": "buy the moon"})
    assert refused.status_code == 422
    assert "This game has no card called “moon”." in Page.of(refused).words
    version = load(game.pk).game.version
    assert client.post(address, {"do": "give", "text": line, "version": version}).status_code == 302
    assert seat_now(other).planned.startswith(f"buy {card} up to 20, else take")
    assert line in page_of(second, game).words
    assert client.post(address, {"do": "revoke"}).status_code == 302
    assert not seat_now(other).pass_mode


def test_orders_are_tested_for_what_the_player_supposes(game):
    _first, second, _seat, _other = both(game)
    view = load(game.pk).view(load(game.pk).seat_of(second).index)
    own = view.seats[view.viewer].rubles
    lying = [slot for slot in (*view.upper, *view.lower) if slot is not None and slot.offers]
    slot = min(lying, key=lambda one: one.offers[0].price)
    card = engine.card(load(game.pk).options, slot.card).name_en
    program, address = with_token(second), f"games/{game.pk}/orders/test/"

    def does(text, supposed):
        return post(program, address, {"text": text, "supposed": supposed}, status=200)["orders"][0]["does"]

    order = f"buy {card} up to {own}, else pass"
    assert does(order, "").startswith(f"Now: buy {card}")
    assert does(order, f"{card} costs {own - 1}").startswith(f"Then: buy {card}")
    assert does(order, f"if {card} costs {own + 1}") == "Then: pass."
    assert does(order, f"{card} is gone") == "Then: pass."
    assert does(order, "I have 0 rubles") == "Then: pass."
    assert does(order, f"I have at least {own + 5} rubles and {card} costs {own + 3}") == "Then: pass."
    dear = f"buy {card} up to 60"
    assert does(dear, f"I have {own + 5} rubles and the price of {card} is at most {own + 5}").startswith("Then: buy")
    assert does("if I have at least 40 rubles, pass this phase", "ich habe 41 Rubel") == "Then: pass."
    page = signed_in(second).post(
        f"/games/{game.pk}/orders/", {"do": "test", "text": order, "supposed": f"{card} is gone"}
    )
    assert "Then: pass." in Page.of(page).words
    assert f'value="{card} is gone"' in page.content.decode()
    assert post(program, address, {"text": order, "supposed": "rain"}, status=422)["code"] == "not_an_order"
    assert (
        post(program, address, {"text": order, "supposed": f"I can afford {card}"}, status=422)["code"]
        == "not_an_order"
    )
    absent = next(one for one in engine.cards(load(game.pk).options) if one.id not in {one.card for one in lying})
    assert does(f"buy {absent.name_en}, else pass", f"{absent.name_en} lies and I have 40 rubles").startswith("Then: ")
    below = f"buy {absent.name_en} up to {absent.cost - 1}, else pass"
    assert does(below, f"{absent.name_en} lies below and I have 60 rubles").startswith("Then: buy"), "COST-4: one less"


def test_a_template_is_kept_and_offered_in_the_first_round(game, anna):
    _first, second, _seat, _other = both(game)
    client, address = signed_in(second), f"/games/{game.pk}/orders/"
    client.post(address, {"do": "keep", "name": "my usual first round", "text": PASS})
    kept = OrderTemplate.objects.get(user=second)
    assert kept.text == PASS
    page = page_of(second, game)
    assert "my usual first round" in page.words
    assert 'id="standing" open' in page.text
    page = client.post(address, {"template": kept.pk})
    assert PASS in Page.of(page).text
    other = next(user for user in both(game)[:2] if user != second)
    assert "my usual" not in page_of(other, game).text.replace('placeholder="my usual first round"', "")
    signed_in(other).post(address, {"drop": kept.pk})
    assert OrderTemplate.objects.filter(pk=kept.pk).exists()
    client.post(address, {"drop": kept.pk})
    assert not OrderTemplate.objects.exists()


def test_the_api_gives_tests_lists_and_revokes_orders(game):
    first, second, _seat, other = both(game)
    program, address = with_token(second), f"/api/v1/games/{game.pk}/orders/"
    version = load(game.pk).game.version
    tested = post(program, f"games/{game.pk}/orders/test/", {"text": PASS}, status=200)
    assert tested["orders"] == [{"text": PASS, "does": "Now: pass."}]
    assert get(program, f"games/{game.pk}/orders/")["orders"] == []
    body = json.dumps({"text": PASS, "version": version})
    assert program.put(address, body, content_type="application/json").json() == {"version": version, "rows": []}
    assert get(program, f"games/{game.pk}/orders/")["orders"] == [{"text": PASS, "does": "Now: pass."}]
    assert get(with_token(first), f"games/{game.pk}/orders/")["orders"] == []
    move(game, first, "pass")
    acted = get(program, f"games/{game.pk}/orders/")["acted"]
    assert [one["order"] for one in acted] == [PASS]
    assert PASS not in json.dumps(get(with_token(first), f"games/{game.pk}/log/"))
    give(game, second, PASS) if load(game.pk).game.is_running and seat_now(other).pass_mode else None
    assert program.delete(address).status_code == 204
    assert not seat_now(other).pass_mode


@pytest.mark.parametrize(
    ("language", "words", "told"),
    [
        (
            "en",
            "{0}; then buy hospital up to 13 else pass until change",
            "Your orders: buy Hospital up to 13, else pass",
        ),
        (
            "de",
            "{0}; dann kaufe Krankenhaus bis 13, sonst passe bis zur Änderung",
            "Deine Anweisungen: kaufe Krankenhaus bis 13",
        ),
    ],
)
def test_orders_by_email_in_a_line_of_a_reply(game, mailbox, language, words, told):
    first, second, seat, _other = both(game)
    speaks(first, language)
    place = load(game.pk).view(seat.index).moves.index(buys(load(game.pk))[0]) + 1
    assert arrive(seat_mail_of(game, first, words.format(place))).reason == "played"
    text = said(answered(mailbox, first))
    assert told in text
    assert ("Now: " if language == "en" else "Jetzt: ") in text
    assert seat_now(seat).planned == "buy hospital up to 13, else pass until change"
    assert second != first


def test_orders_by_email_while_others_are_asked(game, mailbox):
    first, _second, seat, _other = both(game)
    mail = seat_mail_of(game, first, "pass")
    assert arrive(mail).reason == "played"
    assert arrive(reply_to(answered(mailbox, first), f"orders: {PASS}")).reason == "orders"
    assert f"Your orders: {PASS} (Now: pass.)" in said(answered(mailbox, first))
    assert seat_now(seat).planned == PASS
    assert arrive(reply_to(answered(mailbox, first), "drop")).reason == "drop"
    assert not seat_now(seat).pass_mode


def test_orders_are_suggested_after_five_passes_where_one_would_have_served(anna, boris):
    started = quiet_start(anna, boris, pace="14d", now=now())
    told = "You often pass manually."

    def choose(play, index):
        """Anna passes, Boris takes what he can, so that she is asked again."""
        view = play.view(index)
        if play.holder(index).user == anna and "pass" in view.moves:
            return "pass"
        buying = [one for one in view.moves if one.startswith(("buy ", "take "))]
        return (buying or list(view.moves))[0]

    for passes in (4, 5):
        play_on(
            started,
            until=lambda play, passes=passes: passes_again(play, anna) >= passes and asked_user(play) == anna,
            choose=choose,
            now=now(),
        )
        page = page_of(anna, started)
        assert (told in page.words) is (passes == 5)
        assert ("An order could pass for you." in page.words) is (passes == 5), "it stands on the folded panel"
    assert told not in page_of(boris, started).words


def passes_again(play, user):
    """Counted here by the phases of the positions."""
    seat, seen, found = play.seat_of(user).index, set(), 0
    for before, step in zip(play.steps, play.steps[1:], strict=False):
        if step.row.seat == seat and step.row.text == "pass":
            key = engine.phase_key(before.step.state)
            found += key in seen
            seen.add(key)
    return found


def test_what_is_refused_leaves_its_text_in_the_box(game):
    first, _second, _seat, _other = both(game)
    client, address = signed_in(first), f"/games/{game.pk}/orders/"
    version = load(game.pk).game.version
    for sent, told in (
        ({"do": "give", "text": "buy the moon"}, "This game has no card called “moon”."),
        ({"do": "give", "text": "ask me"}, "Your order says “ask me”."),
        ({"do": "keep", "text": "ask me", "name": ""}, "Give the template a name"),
        ({"do": "add", "text": "ask me", "deed": "buy", "card": "moon"}, "This game has no card called “moon”."),
        (
            {"do": "test", "text": "buy market over any card"},
            "“any” is not possible here. Possible: Lumberjack, Gold Miner.",
        ),
    ):
        refused = client.post(address, {"version": version, **sent})
        assert refused.status_code in (409, 422), sent
        assert told in Page.of(refused).words
        assert f">{sent['text']}</textarea>" in refused.content.decode()
    spectator = signed_in(person("Clara"))
    assert spectator.post(address, {"do": "give", "text": "ask me", "version": version}).status_code == 403


def test_enter_in_a_field_of_the_form_gives_no_orders(game):
    form = page_of(both(game)[1], game).text.partition('id="orders-form"')[2].partition("</form>")[0]
    assert re.findall(r'<button[^>]*value="(\w+)"', form)[0] == "test"
    assert "<button" in form
    assert all(' id="' in button for button in re.findall("<button[^>]*>", form))


def test_a_refusal_says_what_is_possible_in_the_language_of_its_reader(game):
    _first, second, _seat, _other = both(game)
    speaks(second, "de")
    client, address = signed_in(second), f"/games/{game.pk}/orders/"
    told = Page.of(client.post(address, {"do": "test", "text": "kaufe morgen"})).words
    assert "Eine Karte „morgen“ gibt es in diesem Spiel nicht." in told
    told = Page.of(client.post(address, {"do": "test", "text": "wenn Markt, kaufe ihn"})).words
    assert "„kaufe“ geht hier nicht. Möglich ist: liegt, weg ist, Preis höchstens, bezahlen kann" in told
    told = Page.of(client.post(address, {"do": "test", "text": "kaufe"})).words
    assert "Weiter geht es mit: Holzfäller, Goldgräber." in told


def test_orders_of_another_release_break_neither_page_nor_log_nor_api(game):
    first, second, _seat, other = both(game)
    give(game, second, PASS)
    move(game, first, "pass")
    phase = engine.phase_key(load(game.pk).state)
    number = seat_now(other).ordered.split()[0]
    broken = {"planned": "buy market over any card", "ordered": f"{number} buy market over any card"}
    Seat.objects.filter(pk=other.pk).update(pass_mode=PassMode.PLAN, pass_phase=phase, **broken)
    assert "(ordered in advance)" in page_of(second, game).words
    assert get(with_token(second), f"games/{game.pk}/orders/")["orders"] == []


def test_orders_that_end_with_the_move_that_gave_them_say_why(game):
    """The last pass of a phase shows new cards, which these orders do not name."""
    first, second, seat, _other = both(game)
    move(game, first, buys(load(game.pk))[0])
    move(game, second, "pass")
    give(game, first, "pass, then take market this round")
    assert not seat_now(seat).pass_mode
    assert re.search("Your orders have stopped. .* is new and not in your orders.", page_of(first, game).words)


def test_a_player_timed_out_in_the_first_worker_phase_gave_no_orders_that_could_stop(anna, boris):
    started = quiet_start(anna, boris, pace="14d", now=now())
    play = load(started.pk)
    (index,) = engine.waiting_for(play.state)
    assert play.view(index).question.kind == "first-worker"
    seat = play.seats[index]
    assert time_out(seat_id=seat.pk, now=seat.due_at + timedelta(hours=1))
    play_on(started, until=lambda play: engine.waiting_for(play.state) == (index,), now=now())
    assert not seat_now(seat).stopped


def test_templates_go_to_the_account_that_stays(game):
    first, second, _seat, _other = both(game)
    stays = person("Clara")
    for user, name, text in ((first, "mine", "ask me"), (first, "both", "pass"), (stays, "both", "ask me")):
        OrderTemplate.objects.create(user=user, name=name, text=text)
    take_games(gone=first, stays=stays, now=now())
    kept = OrderTemplate.objects.filter(user=stays).values_list("name", "text")
    assert set(kept) == {("mine", "ask me"), ("both", "ask me")}
    assert second != stays
