"""Orders on the pages of a game: the own three with their points, the secret choice of all at once, and the end."""

import json
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import translation

import engine
from engine.expansions.orders import Dealt
from games.board.expansions.orders import own_orders
from games.board.extras import extras_of
from games.board.move_words import move_words
from games.board.panel import Moves, changes
from games.board.people import Person
from games.board.questions import asking_of
from games.board.sentences import in_data, sentence
from games.emails import deadlines, results, turns
from games.models import LogRow
from games.names.cards import Deck, order_name
from games.play.automatic import time_out
from games.play.moves import submit_move
from games.play.positions import load
from games.text_client import telling as mail_position
from tests.builders import pass_on, position, seat
from tests.games.boards import Page, seat_named, wander_on
from tests.games.page_reading import statements
from tests.games.play_builders import HOUR, NOON, begun, play_on
from tests.people import signed_in

SETS = ("market", "orders")
NAMES = [Person(0, "Anna", False, True), Person(1, "Boris", False, False)]


def held(*by_seat):
    return {"orders": Dealt(tuple(by_seat), (None,) * len(by_seat))}


def dealt(*seats, orders, **wishes):
    """A turn of seat 0 with these orders by seat."""
    wishes = {"upper": ["academy", "market-fish"], **wishes}
    return position(sets=SETS, seats=seats, remembered=held(*orders), **wishes)


def shown(state, viewer=0, names=NAMES):
    """What the set shows this viewer, by template."""
    view, deck = engine.view_for(state, viewer), Deck(state.rules.options)
    extras = [one for one in extras_of(view) if one.part == "orders"]
    return {one.macro or one.part: one.show(view, deck, names) for one in extras}


# --- during the game


def test_the_owner_sees_what_each_order_would_give_now():
    """ORD-F, EX-83, UI-9: 3 Lumberjacks, 2 Authors, 1 Market: order 7 gives 3, order 1 gives 4, order 9 nothing."""
    display = ["lumberjack", "lumberjack", "lumberjack", "author", "author", "market-fish"]
    state = dealt(seat(display=display), seat(), orders=[(7, 1, 9), (3, 4, 5)], upper=["academy"])
    mine = shown(state)["orders"]
    assert [(order.name, order.worth) for order in mine] == [
        ("Different green cards", "3\u202fVP"),
        ("Red cards", "4\u202fVP"),
        ("Exchange cards", "0\u202fVP"),
    ]
    assert mine[0].text == "3 points for each different green card."
    assert [order.rule for order in mine] == ["ORD-7", "ORD-1", "ORD-9"]
    assert not any(order.chosen for order in mine)
    assert shown(state)["orders_told"] is None
    assert shown(state, viewer=None)["orders"] is None
    with translation.override("de"):
        assert [order.name for order in mine] == ["Unterschiedliche grüne Karten", "Rote Karten", "Austauschkarten"]


def test_where_money_is_hidden_order_six_gives_one_of_two_numbers():
    """ORD-6, INFO-2: who has the most is not known."""
    state = dealt(seat(), seat(rubles=99), orders=[(6, 1, 9), (3, 4, 5)], open_hands=False)
    (six, *_others) = shown(state)["orders"]
    assert six.worth == "10 or 20\u202fVP"
    assert six.in_full == "10 or 20 points"
    open_money = dealt(seat(), seat(rubles=99), orders=[(6, 1, 9), (3, 4, 5)])
    assert shown(open_money)["orders"][0].worth == "10\u202fVP"


def test_a_card_says_what_it_does_for_the_own_orders_before_it_is_bought():
    """ORD-F: an Academy is one more different blue card for order 14, and no green one for order 7."""
    state = dealt(seat(rubles=40), seat(), orders=[(14, 7, 5), (3, 4, 10)])
    effect = changes("buy academy", Moves(state, engine.view_for(state, 0)))
    assert "Order “Different blue cards” 0 → 2\u202fVP" in effect
    assert not any("Different green cards" in note for note in effect)


# --- the choice


def choosing(*seats, orders):
    """Step 2 of the final scoring."""
    return pass_on(dealt(*seats, orders=orders, phase="exchange", ending=True, upper=["academy"]))


def test_all_choose_at_once_and_each_sees_his_own_three():
    """ORD-B, DEC-25: three answers with their points and words; an own title; nobody else's."""
    state = choosing(seat(display=["author"]), seat(), orders=[(1, 10, 9), (3, 4, 5)])
    view = engine.view_for(state, 0)
    table = SimpleNamespace(view=view, moves=Moves(state, view), deck=Deck(state.rules.options))
    asking = asking_of(view)
    panel = asking.panel(table)
    assert [(answer.label, answer.price, answer.move) for answer in panel.answers] == [
        ("Red cards", "2\u202fVP", "order 1"),
        ("Best red card", "0\u202fVP", "order 10"),
        ("Exchange cards", "0\u202fVP", "order 9"),
    ]
    other = choosing(seat(display=["author"]), seat(), orders=[(10, 9, 1), (3, 4, 5)])
    seen = engine.view_for(other, 0)
    turned = asking.panel(SimpleNamespace(view=seen, moves=Moves(other, seen), deck=table.deck))
    for one in (panel, turned):
        assert one.answers[one.first].label == "Red cards", "what gives most is chosen at first"
    assert asking.title(view) == "Choose an order"
    assert not any(answer.reveals for answer in panel.answers), "Boris still choosing"
    assert shown(state)["orders"] is None, "the question shows them"
    visitor = engine.view_for(state, None)
    watching = SimpleNamespace(view=visitor, moves=Moves(state, visitor), deck=table.deck)
    assert asking.panel(watching) is None
    told = shown(state, viewer=None)["orders_told"]
    assert [str(person) for person in told.waiting] == ["Anna", "Boris"]
    assert told.held == ()


def test_words_of_the_answers_are_no_notation():
    state = choosing(seat(display=["author"]), seat(), orders=[(1, 10, 9), (3, 4, 5)])
    view, deck = engine.view_for(state, 0), Deck(state.rules.options)
    assert (
        move_words("order 1", view, deck).text
        == "score “Red cards”, 2 points now: 2 points for each of your red cards."
    )
    with translation.override("de"):
        german = move_words("order 1", view, deck).text
        assert (
            asking_of(view)
            .letter(view, deck)
            .startswith(
                "Wähle, welchen deiner drei Aufträge du wertest. Alle wählen gleichzeitig, und die Wahl "
                "bleibt geheim, bis alle gewählt haben."
            )
        )
    assert german == "„Rote Karten“ werten, jetzt 2 Punkte: 2 Punkte für jede deiner roten Karten."
    beside = mail_position.board(view, deck, NAMES).beside
    assert "Red cards, 2 points: 2 points for each of your red cards." in beside
    other = mail_position.board(engine.view_for(state, 1), deck, NAMES).beside
    assert not any("Red cards," in line for line in other)


def test_an_order_chosen_is_told_to_its_owner_only():
    """ORD-B: the same entry for two readers, in both languages."""
    state = choosing(seat(), seat(), orders=[(1, 10, 9), (3, 4, 5)])
    (entry, *_rest) = engine.apply(state, 0, engine.parse_move("order 10", state)).entries
    deck, options = Deck(state.rules.options), state.rules.options
    own, other = entry.for_viewer(0, options, False), entry.for_viewer(1, options, False)
    assert sentence(own, deck, NAMES) == "Anna chose the order “Best red card”"
    assert sentence(other, deck, NAMES) == "Anna chose an order"
    with translation.override("de"):
        assert sentence(other, deck, NAMES) == "Anna wählte einen Auftrag"
        assert sentence(own, deck, NAMES) == "Anna wählte den Auftrag „Beste rote Karte“"
    assert sentence(own, deck, NAMES) != in_data(own, deck, NAMES)


# --- whole games


@pytest.fixture
def game(anna, boris, clara, db):
    """Three people; Clara's turn to choose is what the others wait for."""
    return begun(anna, boris, clara, sets=["market", "orders"])


def until_orders(game):
    """Play on until orders are chosen."""

    def asks(state):
        question = engine.question_for(state, None)
        return question is not None and question.kind == "order"

    play = wander_on(game, until=asks)
    assert play.game.is_running
    return play


def page_of(user, game, query="") -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/{query}"))


def orders_of(game, name) -> list[int]:
    index = seat_named(game, name)
    return [order.number for order in own_orders(load(game.pk).view(index))]


def named_on(text: str, numbers: list[int]) -> list[int]:
    """Which of these orders a text names: as a tile, a rule or a move."""
    marks = [(number, (order_name(number), f"ORD-{number})", f'order {number}"')) for number in numbers]
    return [number for number, names in marks if any(name in text for name in names)]


@pytest.mark.django_db
def test_nobody_else_sees_an_order_during_the_game(anna, boris, game):
    """INFO-4: not on the page, not in the API, for neither players nor visitors, though hands are open."""
    orders = orders_of(game, "Anna")
    assert len(orders) == 3
    assert named_on(page_of(anna, game).words, orders) == orders
    assert not named_on(page_of(boris, game).words, orders)
    index = seat_named(game, "Anna")
    for user, sees in ((anna, orders), (boris, None)):
        state = signed_in(user).get(reverse("api:game", args=[game.pk])).json()
        assert state["view"]["extras"]["orders"]["held"][index] == sees


@pytest.mark.django_db
def test_orders_cost_no_statements(anna, boris, clara, game):
    plain = begun(anna, boris, clara, sets=["market"])
    _page, without = statements(signed_in(anna), f"/games/{plain.pk}/")
    _page, caught = statements(signed_in(anna), f"/games/{game.pk}/")
    assert len(caught) == len(without)


@pytest.mark.django_db
def test_orders_are_chosen_at_once_and_in_secret(anna, boris, clara, game, client):
    """ORD-B, DEC-25, END-18: page, confirmation, waiting, log, API and mails of the others; then all is revealed."""
    play = until_orders(game)
    mine = seat_named(game, "Anna")
    moves = [str(move) for move in engine.legal_moves(play.state, mine)]
    page = page_of(anna, game)
    assert page.title == "Choose an order"
    assert page.moves == moves
    assert "Auto-pass" not in page.words, "no turn comes any more"
    asked = page_of(anna, game, f"?do={moves[1]}&version={page.version}")
    assert asked.values("text") == [moves[1]]
    assert "cannot be undone" not in asked.words, "the others have not chosen"
    before = {row.index: (row.asked_number, row.running_since, row.due_at) for row in load(game.pk).seats}
    boris_page = page_of(boris, game)
    sent = signed_in(anna).post(f"/games/{game.pk}/move/", {"text": moves[1], "version": page.version})
    assert sent.status_code == 302

    number = int(moves[1].split()[1])
    own = page_of(anna, game)
    assert own.title in ("Waiting for Boris and Clara", "Waiting for Clara and Boris")
    assert f"You chose “{order_name(number)}”. It stays secret until everyone has chosen." in own.text
    assert "chosen" in own.words
    after = load(game.pk)
    clocks = {row.index: (row.asked_number, row.running_since, row.due_at) for row in after.seats}
    assert [clocks[one] == before[one] for one in range(3)] == [one != mine for one in range(3)], "their clocks go on"

    for user in (boris, clara):
        seen = page_of(user, game)
        assert not named_on(seen.words, orders_of(game, "Anna"))
        assert "Anna chose an order" in seen.words
        assert "still choosing" in seen.words
        log_page = Page.of(signed_in(user).get(f"/games/{game.pk}/log/"))
        assert "Anna chose an order" in log_page.words
        assert f"Anna chose the order “{order_name(number)}”" not in log_page.words
        state = signed_in(user).get(reverse("api:game", args=[game.pk])).json()["view"]["extras"]["orders"]
        assert state["chosen"][mine] is None
        assert state["decided"][mine] is True
        row = after.seats[seat_named(game, str(user))]
        letter = turns.your_turn(after, row, NOON)
        assert any("Anna chose an order" in line for line in letter.happened)
        assert order_name(number) not in " ".join([*letter.happened, *letter.board.beside, letter.question])
    visitor = client.get(f"/games/{game.pk}/").content.decode()
    assert f'"order {number}"' not in visitor
    assert order_name(number) not in visitor

    # the page that Boris had open before still answers: nothing has changed for him
    his = [str(move) for move in engine.legal_moves(after.state, seat_named(game, "Boris"))]
    assert boris_page.moves == his
    sent = signed_in(boris).post(f"/games/{game.pk}/move/", {"text": his[0], "version": boris_page.version})
    assert sent.status_code == 302
    last = page_of(clara, game)
    assert last.title == "Choose an order"
    assert "cannot be undone" in last.words, "her answer shows what the others chose"
    text = last.moves[2]
    play = load(game.pk)
    submit_move(game_id=game.pk, user=clara, text=text, version=play.game.version, source="mail", now=NOON)

    play = load(game.pk)
    assert play.game.is_finished
    over = page_of(boris, game)
    assert f"({order_name(number)})" in over.words
    assert (
        f"Anna chose the order “{order_name(number)}”" in Page.of(signed_in(boris).get(f"/games/{game.pk}/log/")).words
    )
    scores = {one.seat: one.order for one in play.view(None).scores}
    assert scores[mine][0] == number
    assert over.text.count('class="oh"') == 1
    assert over.text.count('<a class="o on"') == 3
    ranked = results.places(play, seat_named(game, "Boris"))
    assert any(f"order “{order_name(number)}”: +" in place.breakdown for place in ranked)
    with translation.override("de"):
        ranked = results.places(play, seat_named(game, "Boris"))
        assert any(f"Auftrag „{order_name(number)}“: +" in place.breakdown for place in ranked)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_mail_asks_for_an_order(anna, game, language):
    """ORD-B, ORD-F: the question, three answers with their points, what the clock would do; no notation."""
    play = until_orders(game)
    row = play.seats[seat_named(game, "Anna")]
    with translation.override(language):
        letter = turns.your_turn(play, row, NOON)
    asks = {"en": "Choose which", "de": "Wähle, welchen"}[language]
    assert letter.question.startswith(asks)
    assert len(letter.moves) == 3
    for number, line in zip(orders_of(game, "Anna"), letter.moves, strict=True):
        with translation.override(language):
            assert order_name(number) in line.text
    with translation.override(language):
        names = tuple(order_name(number) for number in orders_of(game, "Anna"))
    assert any(name in said for name in names for said in letter.if_nothing)
    assert sum(line.startswith(names) for line in letter.board.beside) == 3
    assert not {line.text for line in letter.moves} & set(play.view(row.index).moves)


@pytest.mark.django_db
def test_the_replay_shows_the_orders_of_whose_eyes_one_chooses(anna, boris, game):
    """ORD-F, END-18: through the eyes of a seat its orders, at the choice as a list without buttons, at the end all."""
    play = until_orders(game)
    at = len(play.steps) - 1
    play = wander_on(game)
    mine = seat_named(game, "Anna")
    client = signed_in(boris)
    middle = Page.of(client.get(f"/games/{game.pk}/replay/?at={at // 2}&seat={mine}"))
    assert named_on(middle.words, orders_of(game, "Anna")) == orders_of(game, "Anna")
    assert middle.text.count('<ul class="od">') == 1
    choice = Page.of(client.get(f"/games/{game.pk}/replay/?at={at}&seat={mine}"))
    assert "Which order do you want to score?" in choice.words
    assert choice.moves == []
    end = Page.of(client.get(f"/games/{game.pk}/replay/?at={len(play.steps) - 1}"))
    assert end.text.count('class="oh"') == 1


@pytest.mark.django_db
def test_the_admin_pages_do_not_show_a_chosen_order(game, anna):
    """INFO-4, ORD-B: who runs the site may play, too."""
    play = until_orders(game)
    text = play.view(seat_named(game, "Anna")).moves[0]
    submit_move(game_id=game.pk, user=anna, text=text, version=play.game.version, source="page", now=NOON)
    anna.is_staff = anna.is_superuser = True
    anna.save()
    client = signed_in(anna)
    assert LogRow.objects.filter(text=text).exists()
    listed = client.get(reverse("admin:games_logrow_changelist")).content.decode()
    assert text not in listed
    row = LogRow.objects.get(text=text)
    assert client.get(reverse("admin:games_logrow_change", args=[row.pk])).status_code == 302
    assert "chosen" not in json.dumps(client.get(reverse("api:game", args=[game.pk])).json()["result"])


@pytest.mark.django_db
def test_the_order_of_somebody_else_is_refused_with_its_rule(anna, game):
    """ORD-B: nothing is lost, the page says what is possible and links to the rule."""
    play = until_orders(game)
    mine = orders_of(game, "Anna")
    strange = next(number for number in range(1, 16) if number not in mine)
    client = signed_in(anna)
    answer = client.post(
        f"/games/{game.pk}/move/", {"text": f"order {strange}", "version": play.game.version}, follow=True
    )
    text = answer.content.decode()
    assert "Choose one of your own orders" in text
    assert 'href="/rules/ORD-B/"' in text
    assert load(game.pk).game.version == play.game.version


@pytest.mark.django_db
def test_bots_answer_what_orders_and_hurdles_ask(anna):
    """DEC-23, DEC-25: a bot of the site chooses a bonus and its order."""
    game = begun(anna, "plain", "plain", sets=["market", "orders", "hurdles"], real_hurdles=0, misses=0)
    wander_on(game, until=lambda state: state.ending and state.phase == "exchange")
    play = play_on(game)
    assert play.game.is_finished
    chosen = [row for row in play.rows if row.text.startswith("order ")]
    assert {row.seat for row in chosen} == {0, 1, 2}
    assert {row.source for row in chosen} == {"page", "bot"}
    bonus = [row for row in play.rows if row.text.startswith("bonus ")]
    assert bonus, "hurdles asked on the way"


@pytest.mark.django_db
def test_when_time_runs_out_the_clock_chooses_an_order(anna, boris, clara, game):
    """DEC-25: the one that gives most now; the log says that time ran out."""
    play = until_orders(game)
    mine = seat_named(game, "Anna")
    best = str(engine.default_move(play.state, mine))
    row = play.seats[mine]
    assert time_out(seat_id=row.pk, now=row.due_at + HOUR)
    after = load(game.pk)
    assert (after.rows[-1].text, after.rows[-1].source) == (best, "timeout")
    letter = deadlines.timed_out(after, after.seats[mine], after.rows[-1].number)
    assert letter.played.text.startswith(f"score “{order_name(int(best.split()[1]))}”, ")
