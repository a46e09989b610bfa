"""Hurdles on the pages of a game: gates on the score lanes, the panel, who is stopped, the choice of a bonus, log and mails."""

import re
from itertools import pairwise
from types import SimpleNamespace

import pytest
from django.utils import translation

import engine
from engine.expansions.hurdle_course import SPACES, Course
from engine.play import proceed
from games.board import log, score
from games.board.expansions.hurdles import hurdles, points_lost
from games.board.extras import extras_of
from games.board.move_words import move_words
from games.board.panel import Moves, changes
from games.board.people import Person
from games.board.questions import asking_of
from games.board.sentences import in_data, sentence
from games.emails import results, turns
from games.names import words
from games.names.cards import Deck
from games.page.content import GamePage
from games.play.moves import submit_move
from games.play.positions import VisibleEntry, load
from games.text_client import telling as mail_position
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.builders import act, position, seat
from tests.games.boards import Page, first_way, seat_named, until_question, wander_on
from tests.games.page_reading import statements
from tests.games.play_builders import HOUR, NOON, begun
from tests.mails import html_of, text_of
from tests.people import signed_in

SETS = ("market", "hurdles")
NAMES = [Person(0, "Anna", False, True), Person(1, "Boris", False, False)]


def at(*seats, passed=(0, 0), upper=("academy", "market-fish"), **by_space):
    """A turn of seat 0 with these hurdles by space, elsewhere the bonus for Exchange cards; `passed` hurdles by seat."""
    names = tuple(by_space.get(f"s{space}", "bonus-exchange") for space in SPACES)
    course = Course(names, tuple(((0, 0),) * number for number in passed))
    return position(sets=SETS, phase="building", upper=upper, seats=seats, remembered={"hurdles": course})


def gaining(state, points, one=0):
    """The same after this seat has gained points in its turn, and what there was to tell."""
    after, told = state.fork(), []
    after.rules.gain(after, one, points, told)
    return proceed(after, told), told


def shown(state, viewer=0):
    """View, faces and what the set shows, by template."""
    view, deck = engine.view_for(state, viewer), Deck(state.rules.options)
    extras = {one.macro or one.part: one for one in extras_of(view) if one.part == "hurdles"}
    return view, deck, {name: one.show(view, deck, NAMES) for name, one in extras.items()}


def blocked():
    """EX-90: Boris ahead, Anna on 19 with one of two blue cards."""
    mine = seat(points=17, display=["firehouse", "lumberjack"])
    state, _told = gaining(at(mine, seat(points=36, display=["library"]), passed=(1, 3), s20="real-buildings"), 5)
    assert state.points(0) == 19
    return state


# --- the track


def test_hurdles_stand_in_the_lanes_with_the_progress():
    """HURD-1, UI-16, UI-17, HURD-8: five gates on each lane, the spaces on the scale, the next hurdle of each in words."""
    view, _deck, _panels = shown(blocked())
    lanes = score.lanes(view, NAMES)
    assert [mark.points for mark in lanes.marks] == [10, 20, 35, 50, 70]
    assert [mark.sign for mark in lanes.marks] == ["bonus", "real", "bonus", "bonus", "bonus"]
    boris, anna = lanes.lanes
    assert [gate.look for gate in anna.gates] == ["bonus past", "real stops", "bonus open", "bonus open", "bonus open"]
    assert [gate.look for gate in boris.gates[:4]] == ["bonus past", "real past", "bonus past", "bonus open"]
    assert anna.note == "blocked at 20: 1 of 2 blue cards"
    assert boris.note == "bonus at 50: Bonus hurdle: Exchange cards"
    assert [lane.short for lane in (boris, anna)] == ["bonus at 50", "blocked at 20"], "a lane speaks in words"
    assert "Anna 19 (blocked at 20: 1 of 2 blue cards)" in lanes.label, "who listens hears it, too"
    assert anna.gates[1].x > anna.x + 12, "the boat does not hide what stops it"


@pytest.mark.parametrize("end", [100, 160, 200, 240, 300])
def test_the_numbers_of_a_long_scale_stand_apart(end: int):
    """Beyond 100 points hurdles come closer to each other than their numbers are wide; the real ones are named first."""
    marks = [
        score.ScaleMark(points, 30 + 274 * points / end, sign)
        for points, sign in ((10, "bonus"), (20, "real"), (95, "bonus"))
    ]
    kept = score.apart(marks, score.ScaleMark(end, 304))
    assert 20 in [mark.points for mark in kept]
    shown = [*kept, score.ScaleMark(end, 304)]
    assert all(right.x - left.x > 14 for left, right in pairwise(shown))


def test_a_game_without_hurdles_has_the_lanes_it_had():
    state = position(seats=[seat(points=12), seat(points=3)], upper=["market"])
    lanes = score.lanes(engine.view_for(state, 0), NAMES)
    assert [mark.points for mark in lanes.marks] == [20, 40, 60, 80]
    assert {(lane.gates, lane.note) for lane in lanes.lanes} == {((), "")}
    assert lanes.height == 22 + 2 * 28 + 6 + 4


def test_three_requirements_fit_into_a_lane():
    """HURD-R5 on 50 asks for three things; in words they are too long for the drawing."""
    state = at(seat(points=36, display=["bank"]), seat(), passed=(3, 0), s50="real-exchange")
    lane = score.lanes(engine.view_for(state, 0), NAMES).lanes[0]
    assert (lane.short, lane.behind) == ("50 closed", False)
    assert lane.note.startswith("50 closed: 0 of 1 green Exchange card, 0 of 1 red Exchange card, 1 of 1 blue")
    (cells,) = [cells for hurdle, cells in shown(state)[2]["hurdles"].rows if hurdle.space == 50]
    assert cells[0].standing.progress == "0/1, 0/1, 1/1"
    assert "0 of 1 green Exchange card, 0 of 1 red Exchange card, 1 of 1 blue" in cells[0].spoken


def test_the_panel_knows_the_four_states_in_words():
    """UI-16, UI-17: sign, progress or bonus, and all of it in words for who cannot see colours or signs."""
    state = at(
        seat(points=21, display=["firehouse", "lumberjack", "author"]),
        seat(points=17, display=["library"]),
        passed=(2, 1),
        s20="real-buildings",
        s35="real-nobles",
        s50="real-market",
    )
    _view, _deck, panels = shown(state)
    rows = {hurdle.space: (hurdle, cells) for hurdle, cells in panels["hurdles"].rows}
    told = {space: [cell.told for cell in cells] for space, (_hurdle, cells) in rows.items()}
    assert told == {
        10: ["passed, no bonus"] * 2,
        20: ["passed, no bonus", "closed, 1 of 2 blue cards"],
        35: ["closed, 1 of 3 red cards", "closed, 0 of 3 red cards"],
        50: ["closed, 0 of 5 markers, best marker on 0 of 6"] * 2,
        70: ["open"] * 2,
    }
    assert rows[35][1][0].spoken == "you: closed, 1 of 3 red cards"
    assert rows[50][1][1].spoken.endswith("0 of 5 markers, best marker on 0 of 6")
    assert rows[20][1][0].spoken == "you: passed, no bonus"
    assert rows[20][0].rule == "HURD-R3"
    open_one = at(seat(points=17, display=["firehouse", "library"]), seat(), passed=(1, 0), s20="real-buildings")
    (cells,) = [cells for hurdle, cells in shown(open_one)[2]["hurdles"].rows if hurdle.space == 20]
    assert cells[0].told == "open, 2 of 2 blue cards"


def test_a_passed_hurdle_shows_the_bonus_it_paid():
    """EX-89, UI-17: 2 rubles and 3 VP."""
    mine = seat(points=17, display=["market-fish", "firehouse"])
    state, _told = gaining(at(mine, seat(), passed=(1, 0), upper=("academy",), s20="real-buildings"), 5)
    (cells,) = [cells for hurdle, cells in shown(state)[2]["hurdles"].rows if hurdle.space == 20]
    assert cells[0].told == "passed, bonus +2\u202f₽ +3\u202fVP"


def test_who_is_stopped_is_told_clearly():
    """HURD-8: above his own display, and to everybody else in the panel; nobody is told after the end."""
    state = blocked()
    own = shown(state)[2]["hurdles_stop"]
    said = (
        "The hurdle on space 20 blocks you: 1 of 2 blue cards. Any points you gain are lost until you "
        "meet its condition."
    )
    assert own[0] == said
    assert own[1].name == "Real hurdle: Buildings"
    assert shown(state)[2]["hurdles"].stopped == ()
    view = engine.view_for(state, 1)
    (panel, stop) = (one for one in extras_of(view) if one.part == "hurdles")
    names = [Person(0, "Anna", False, False), Person(1, "Boris", False, True)]
    (told,) = panel.show(view, Deck(state.rules.options), names).stopped
    assert told == "The hurdle on space 20 blocks Anna: 1 of 2 blue cards. Points are lost."
    assert stop.show(view, Deck(state.rules.options), names) is None


def test_a_card_that_opens_the_hurdle_says_so_before_it_is_bought():
    """EX-90, HURD-9: the Market makes it 2/2, pays 2 rubles and 3 VP."""
    state = blocked()
    moves = Moves(state, engine.view_for(state, 0))
    effect = changes("buy market-fish", moves)
    assert "hurdle on space 20 passed, bonus +2 ₽ +3 VP" in effect
    more = at(seat(points=3, display=["firehouse"]), seat(), passed=(0, 0), s35="real-buildings")
    assert "hurdle on space 35: 2 of 3 blue cards" in changes("buy market-fish", Moves(more, engine.view_for(more, 0)))


def test_the_overview_ignores_real_hurdles_and_says_so():
    """UI-13: the projected VP are shown for a player who is stopped."""
    state = blocked()
    table = score.overview(engine.view_for(state, 0), Deck(state.rules.options), NAMES)
    buildings = next(line for line in table.lines if line.group == "blue")
    assert buildings.cells[0].points == 3
    assert table.notes == ("Real hurdles are ignored here: the table includes points they would block.",)
    free = at(seat(), seat())
    assert score.overview(engine.view_for(free, 0), Deck(free.rules.options), NAMES).notes == ()


# --- the choice of a bonus


def asked(state):
    """The panel of the question and what speaks for it; a stand-in for the page knows view, moves and faces."""
    view, deck = engine.view_for(state, 0), Deck(state.rules.options)
    table = SimpleNamespace(view=view, deck=deck, moves=Moves(state, view))
    return asking_of(view), asking_of(view).panel(table), view, deck


FIVE_MARKERS = ["chick", "ear-of-wheat", "apple", "fish", "cabbage"]


def test_rubles_or_points_for_all_markers():
    """EX-94, HURD-B3, HURD-18: two answers, each for all markers, with what becomes of money and score."""
    state, _told = gaining(at(seat(points=8, rubles=4, display=FIVE_MARKERS), seat(), s10="bonus-market"), 2)
    asking, panel, view, deck = asked(state)
    assert [(answer.move, answer.button, answer.effect) for answer in panel.answers] == [
        ("bonus rubles", "Take 5\u202f₽", "4 → 9\u202f₽"),
        ("bonus points", "Take 5\u202fVP", "10 → 15\u202fVP"),
    ]
    assert asking.title(view) == "Choose hurdle bonus (10)"
    assert [move_words(text, view, deck).text for text in view.moves] == ["take 5 rubles", "take 5 points"]
    with translation.override("de"):
        assert asking.title(view) == "Wähle den Bonus (Hürde auf 10)"
        assert [move_words(text, view, deck).text for text in view.moves] == ["5 Rubel nehmen", "5 Punkte nehmen"]
    (cells,) = [cells for hurdle, cells in shown(state)[2]["hurdles"].rows if hurdle.space == 10]
    assert cells[0].told == "passed, choosing"


def test_points_that_a_hurdle_would_stop_are_counted_before_one_chooses():
    """HURD-8, HURD-14: from 18 only one of five points gets to 19."""
    mine = seat(points=8, display=[*FIVE_MARKERS])
    state, _told = gaining(at(mine, seat(), s10="bonus-market", s20="real-nobles"), 2)
    state.own(0).points = 18
    _asking, panel, _view, _deck = asked(state)
    assert panel.answers[1].effect == "18 → 19 VP, 4 points lost at a hurdle"


def test_a_card_pays_its_rubles_or_its_points():
    """EX-93, HURD-B5: the Mistress of Ceremonies pays 6 rubles or 3 VP; a row for each card, the best first."""
    mine = seat(points=8, rubles=1, display=["lumberjack", "mistress-of-ceremonies"])
    state, _told = gaining(at(mine, seat(), s10="bonus-card"), 2)
    asking, panel, view, deck = asked(state)
    rows = [(row.name, [(answer.move, answer.price) for answer in row.answers]) for row in panel.rows]
    assert rows == [
        (
            "Mistress of Ceremonies",
            [
                ("bonus rubles mistress-of-ceremonies", "6\u202f₽"),
                ("bonus points mistress-of-ceremonies", "3\u202fVP"),
            ],
        ),
        ("Lumberjack", [("bonus rubles lumberjack", "3\u202f₽")]),
    ]
    assert panel.rule == "HURD-B5"
    assert asking.letter(view, deck).endswith("Choose the card.")
    said = [move_words(text, view, deck).text for text in view.moves]
    assert "take 6 rubles for Mistress of Ceremonies" in said
    after = act(state, 0, "bonus points mistress-of-ceremonies")
    assert (after.points(0), after.rubles(0)) == (13, 1)


def test_others_see_that_somebody_chooses_and_no_buttons():
    """HURD-18: the game waits; the question is public, the answers are the player's."""
    state, _told = gaining(at(seat(points=8, display=FIVE_MARKERS), seat(), s10="bonus-market"), 2)
    view = engine.view_for(state, 1)
    table = SimpleNamespace(view=view, deck=Deck(state.rules.options), moves=Moves(state, view))
    assert asking_of(view).panel(table) is None
    assert asking_of(view).hint(view) == "The hurdle on space 10 offers a choice of bonus."
    assert view.moves == ()


# --- log and mails


def lines_of(told):
    """These entries as lines of a log that Anna reads."""
    return log.lines([VisibleEntry(None, 0, one) for one in told], (), Deck(at().rules.options), NAMES, hands={})


def test_every_entry_of_hurdles_has_a_sentence_in_both_languages():
    mine = seat(points=8, display=["author", "firehouse"])
    _state, told = gaining(at(mine, seat(), s10="bonus-nobles", s20="real-buildings"), 30)
    assert [one.kind for one in told] == ["hurdle-passed", "hurdle-bonus", "hurdle-blocks", "points-lost"]
    assert [line.text for line in lines_of(told)] == [
        "Anna passed the hurdle on space 10 (Bonus hurdle: Nobles)",
        "The hurdle on space 10 paid Anna +1 VP",
        "Anna is blocked by the hurdle on space 20 (Real hurdle: Buildings)",
        "Anna lost 20 points at the hurdle on space 20",
    ]
    with translation.override("de"):
        assert [line.text for line in lines_of(told)] == [
            "Anna kam über die Hürde auf 10 (Bonushürde Adelige)",
            f"Die Hürde auf 10 brachte Anna {words.gains(0, 1)}",
            "Die Hürde auf 20 (Echte Hürde Gebäude) hält Anna auf",
            "Anna verlor 20 Punkte vor der Hürde auf 20",
        ]


def test_a_scoring_stays_one_line_whatever_it_sets_off():
    """UI-11: sums of all players in one line, what hurdles did to them after it."""
    deck = Deck(at().rules.options)
    scored = [
        engine.Scored(seat=one, phase="noble", rubles_before=5, rubles_gain=1, points_before=8, points_gain=3)
        for one in (0, 1)
    ]
    _state, told = gaining(at(seat(points=8, display=["author"]), seat(), s10="bonus-nobles"), 3)
    found = log.lines([VisibleEntry(None, 0, one) for one in (scored[0], *told, scored[1])], (), deck, NAMES, hands={})
    assert [line.text.partition(":")[0] for line in found] == [
        "Noble scoring",
        "Anna passed the hurdle on space 10 (Bonus hurdle",
        "The hurdle on space 10 paid Anna +1 VP",
    ]
    assert [str(account.person) for account in found[0].accounts] == ["Anna", "Boris"]


def test_a_mail_tells_where_the_hurdles_stand():
    """UI-16, UI-17: in words, no pictures and no signs needed."""
    state = blocked()
    view, deck, _panels = shown(state)
    lines = mail_position.board(view, deck, NAMES).beside
    assert (
        "The hurdle on space 20 blocks you: 1 of 2 blue cards. Any points you gain are lost until you "
        "meet its condition." in lines
    )
    assert (
        "20, Real hurdle: Buildings: you: blocked, points are lost, 1 of 2 blue cards; Boris: passed, no bonus" in lines
    )
    with translation.override("de"):
        german = mail_position.board(view, deck, NAMES).beside
    assert (
        "20, Echte Hürde Gebäude: du: blockiert, Punkte verfallen, 1 von 2 blauen Karten; Boris: überwunden, kein Bonus"
        in german
    )
    assert not set(lines) & set(german)


# --- whole games


@pytest.fixture
def game(anna, boris, db):
    return begun(anna, boris, "plain", sets=["market", "hurdles"], real_hurdles=1)


def page_of(user, game, query="") -> Page:
    return Page.of(signed_in(user).get(f"/games/{game.pk}/{query}"))


@pytest.mark.django_db
def test_a_bonus_is_chosen_on_the_page(anna, boris, game):
    """HURD-18, DEC-23: each answer is a button, the chosen one is confirmed, sent, and told to everybody."""
    play = until_question(game, "Anna", "hurdle")
    own = seat_named(game, "Anna")
    moves = [str(move) for move in engine.legal_moves(play.state, own)]
    page = page_of(anna, game)
    space = next(one.space for one in reversed(hurdles(play.view(own))) if one.seats[own].state == "+")
    assert page.title == f"Choose hurdle bonus ({space})"
    assert sorted(page.moves) == sorted(moves)
    assert "exact wording" in page.words
    assert not page_of(boris, game).moves
    asked_page = page_of(anna, game, f"?do={moves[0]}&version={page.version}")
    assert asked_page.values("text") == [moves[0]]
    answer = signed_in(anna).post(f"/games/{game.pk}/move/", {"text": moves[0], "version": page.version})
    assert answer.status_code == 302
    log_page = Page.of(signed_in(boris).get(f"/games/{game.pk}/log/"))
    assert re.search(rf"The hurdle on space {space} paid Anna \+\d", log_page.words)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_mail_asks_for_the_bonus_and_its_answers_can_be_sent(anna, game, language):
    """HURD-18: question and answers in words; the words of the clock's choice, too; played as a mail would."""
    play = until_question(game, "Anna", "hurdle")
    row = play.seats[seat_named(game, "Anna")]
    with translation.override(language):
        letter = turns.your_turn(play, row, NOON)
    asks = {"en": "The hurdle on ", "de": "Die Hürde auf "}[language]
    assert letter.question.startswith(asks)
    moves = play.view(row.index).moves
    assert len(letter.moves) == len(moves)
    assert not {line.text for line in letter.moves} & set(moves), "words, not notation"
    assert all(move not in " ".join(letter.if_nothing) for move in moves)
    text = moves[-1]
    submit_move(game_id=game.pk, user=anna, text=text, version=play.game.version, source="mail", now=NOON)
    assert [one.text for one in load(game.pk).rows if one.source == "mail"] == [text]


@pytest.mark.django_db
def test_hurdles_cost_no_statements_and_a_whole_game_is_told(anna, boris, game):
    """Pages of a running and a finished game, its replay and its log show hurdles; every entry has its sentence."""
    plain = begun(anna, boris, "plain", sets=["market"])
    _page, without = statements(signed_in(anna), f"/games/{plain.pk}/")
    response, caught = statements(signed_in(anna), f"/games/{game.pk}/")
    assert len(caught) == len(without)
    assert Page.of(response).text.count('<path class="gate ') == 15
    play = wander_on(game)
    over = page_of(anna, game)
    assert "Hurdle bonuses are included; points lost at hurdles are not." in over.words
    assert "points are lost." not in over.words
    middle = Page.of(signed_in(anna).get(f"/games/{game.pk}/replay/?at={len(play.steps) // 2}&seat=1"))
    assert "Hurdles ▶" in middle.words
    assert '<path class="gate ' in middle.text
    deck, seen = Deck(play.options), set()
    names = [*NAMES, Person(2, "Clara", True, False)]
    for step in play.steps:
        for entry in step.step.entries:
            if entry.kind in ("hurdle-passed", "hurdle-bonus", "hurdle-blocks", "points-lost"):
                seen.add(entry.kind)
                assert sentence(entry, deck, names) != in_data(entry, deck, names)
    assert {"hurdle-passed", "hurdle-bonus"} <= seen
    page = GamePage(play, anna, now=NOON)
    assert page.view.scores
    assert page.final[0].order == ""


def test_points_that_a_hurdle_would_stop_are_told_before_the_parasite_is_answered():
    """DEC-11, HURD-8, HURD-16: `+5 VP` was offered to who stands before a hurdle and gets nothing."""
    mine = seat(points=17, display=["firehouse", "lumberjack"], hand=["parasite"])
    others = seat(points=36, display=["library"])
    names = tuple({20: "real-buildings"}.get(space, "bonus-exchange") for space in SPACES)
    course = Course(names, (((0, 0),), ((0, 0),) * 3))
    state = position(
        sets=("market", "banquet", "hurdles"), phase="building", seats=(mine, others), remembered={"hurdles": course}
    )
    state = engine.apply(state, 0, engine.parse_move("play parasite", state)).state
    view, deck = engine.view_for(state, 0), Deck(state.rules.options)
    table = SimpleNamespace(view=view, viewer=0, deck=deck, names=NAMES, moves=Moves(state, view))
    (answer,) = asking_of(view).panel(table).answers
    assert answer.move == "parasite seat-1 library points"
    assert answer.effect == "3 points lost at a hurdle"
    assert answer.button.endswith("from Boris's Library, 3 points lost at a hurdle")
    after = engine.apply(state, 0, engine.parse_move(answer.move, state)).state
    assert after.points(0) == 17 + 5 - 3


def test_nothing_is_lost_where_no_hurdles_are():
    """HURD-1: a game without Module 6 has no track to stop on."""
    state = position(sets=("market",), phase="building", seats=(seat(points=17), seat()))
    assert points_lost(engine.view_for(state, 0), 0, 50) == 0


@pytest.mark.django_db
def test_an_order_says_what_a_hurdle_would_keep_of_it(anna, boris):
    """DEC-25, ORD-H: before it is chosen, as its owner may find another that helps no less."""
    game = begun(anna, boris, sets=["market", "orders", "hurdles"])
    mine = seat_named(game, "Anna")

    def is_stopped(state: engine.State) -> bool:
        question = engine.question_for(state, mine) if mine in engine.waiting_for(state) else None
        if question is None or question.kind != "order":
            return False
        return all(one["points"] and points_lost(view_of(state), mine, one["points"]) for one in orders_in(state))

    def view_of(state: engine.State) -> engine.View:
        return engine.view_for(state, mine)

    def orders_in(state: engine.State):
        return view_of(state).extras["orders"]["mine"]

    play = first_way(game, is_stopped)
    lost = [points_lost(view_of(play.state), mine, one["points"]) for one in orders_in(play.state)]
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/"))
    assert page.title == "Choose an order"
    for points in lost:
        assert f"{points} point{'s' if points > 1 else ''} lost at a hurdle." in page.words


@pytest.mark.django_db
def test_the_mail_about_the_end_says_that_hurdles_are_in_its_steps(anna, boris, mailbox):
    """END-18, HURD-16: `3 different Nobles: +12` cannot be understood without it; a game without hurdles needs no such line."""
    note = "Hurdle bonuses are included; points lost at hurdles are not."
    over = wander_on(begun(anna, boris, sets=["market", "hurdles"]))
    assert results.final_notes(over, 0) == [note]
    assert results.final_notes(wander_on(begun(anna, boris, sets=["market"])), 0) == []
    bundle_due(NOON + HOUR)
    deliver_due(NOON + HOUR)
    mail = next(
        one for one in mailbox.messages if f"#{over.game.pk} " in one["Subject"] and "finished" in one["Subject"]
    )
    assert note in " ".join(text_of(mail).split())
    assert note in html_of(mail)
