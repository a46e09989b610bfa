"""The page of a begun game as plain pages and forms: what it shows, what it takes, what it keeps to itself."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

import engine
from games.models import Game, LogRow, PassMode, Source, Visibility
from games.page.pulse import pulse_tag
from games.play.automatic import time_out
from games.play.positions import load
from games.tables.links import COOKIE
from tests.games.boards import Page, first_workers_bought, seat_named, until_asked, wander_on
from tests.games.play_builders import NOON, begun, play_on
from tests.people import signed_in


@pytest.fixture
def straight(anna):
    """Anna sends moves without being asked once more."""
    anna.confirm_moves = False
    anna.save()
    return anna


def get(client, game, query="") -> Page:
    return Page.of(client.get(f"/games/{game.pk}/{query}"))


def choices(page: Page) -> list[str]:
    return page.values("card")


def test_every_legal_move_has_a_button_and_every_button_is_a_legal_move(straight, boris, clara):
    """All through a game: choosing each card in turn offers exactly what the rules allow."""
    game, client, kinds = begun(straight, boris, clara), signed_in(straight), set()
    seat = seat_named(game, "Anna")
    for seed in range(14):
        asked_for = seed % 4  # let some of Anna's turns go by
        seen: list[engine.State] = []
        play = wander_on(
            game,
            until=lambda state, seen=seen, most=asked_for: (
                engine.waiting_for(state) == (seat,) and (seen.append(state) or len(seen) > most)
            ),
            seed=seed,
        )
        if not play.game.is_running:
            break
        view = play.view(seat)
        kinds.add(view.question.kind)
        page = get(client, game)
        offered = set(page.moves)
        for choice in choices(page):
            offered |= set(get(client, game, f"?card={choice}").moves)
        assert offered == set(view.moves)
        client.post(f"/games/{game.pk}/move/", {"text": view.moves[0], "version": page.version})
        assert load(game.pk).rows[page.version].text == view.moves[0]
    assert {"first-worker", "turn"} <= kinds


def test_the_page_takes_at_most_six_statements_at_the_end_of_a_long_game(anna, boris, clara, dmitri):
    game, client = begun(anna, boris, clara, dmitri), signed_in(anna)
    until_asked(game, "Anna", seed=3, also=lambda state: state.ending and state.phase == "exchange")
    assert LogRow.objects.filter(game=game).count() > 120
    client.get(f"/games/{game.pk}/")
    with CaptureQueriesContext(connection) as asked:
        assert get(client, game).title == "Your turn"
    assert len(asked) <= 6, [query["sql"][:80] for query in asked]


def test_a_pulse_takes_one_statement_while_nothing_changed(anna, boris):
    game, client = begun(anna, boris), signed_in(anna)
    page = get(client, game)
    tag = pulse_tag(page.version, "running", False, "")
    with CaptureQueriesContext(connection) as asked:
        response = client.get(f"/games/{game.pk}/pulse/", headers={"If-None-Match": tag})
    assert (response.status_code, response.content, len(asked)) == (304, b"", 1)
    assert f'data-tag="{tag.replace(chr(34), "&#34;")}"' in page.text


def test_a_pulse_tells_that_somebody_has_moved(anna, boris):
    game = begun(anna, boris)
    play = until_asked(game, "Boris")
    client = signed_in(anna)
    before = client.get(f"/games/{game.pk}/pulse/")
    assert before.json()["your_turn"] is False
    play_on(game, until=lambda later: later.game.version > play.game.version)
    after = client.get(f"/games/{game.pk}/pulse/", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert after["ETag"] != before["ETag"]
    assert after.json() == {"version": load(game.pk).game.version, "your_turn": load(game.pk).seat_of(anna).waiting}


def test_no_get_of_a_game_writes_anything(anna, boris, clara):
    game, client = begun(anna, boris, clara), signed_in(anna)
    until_asked(game, "Anna", also=first_workers_bought)
    queries = ["", "?card=upper.1.market", "?do=pass&version=1", "log/", "pulse/", "resign/", "replay/", "record.json"]
    for query in queries:
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/games/{game.pk}/{query}")
        assert all(query["sql"].lstrip("(").startswith("SELECT") for query in asked), query


def test_a_stale_page_cannot_move_and_shows_the_new_position(straight, boris):
    game, client = begun(straight, boris), signed_in(straight)
    until_asked(game, "Anna", also=first_workers_bought)
    old = get(client, game)
    client.post(f"/games/{game.pk}/move/", {"text": "pass", "version": old.version})
    until_asked(game, "Boris", seed=2)
    signed_in(boris).post(f"/games/{game.pk}/move/", {"text": "pass", "version": load(game.pk).game.version})
    until_asked(game, "Anna", seed=2)
    rows = LogRow.objects.filter(game=game).count()
    answer = Page.of(client.post(f"/games/{game.pk}/move/", {"text": "pass", "version": old.version}))
    assert answer.status == 409
    assert "The game has moved on. Check the new position and choose again." in answer.words
    assert answer.version == load(game.pk).game.version
    assert LogRow.objects.filter(game=game).count() == rows


def test_a_page_without_a_version_counts_as_stale(straight, boris):
    game = begun(straight, boris)
    until_asked(game, "Anna", also=first_workers_bought)
    assert signed_in(straight).post(f"/games/{game.pk}/move/", {"text": "pass"}).status_code == 409


def test_what_the_rules_refuse_is_said_on_the_page(straight, boris):
    game, client = begun(straight, boris), signed_in(straight)
    until_asked(game, "Anna")
    version = get(client, game).version
    for text in ("pass", "sing a song", ""):  # the first Workers are compulsory (FIRST-2)
        answer = Page.of(client.post(f"/games/{game.pk}/move/", {"text": text, "version": version}))
        assert answer.status == 422
        assert 'role="alert"' in answer.text
    assert load(game.pk).game.version == version


def test_the_panel_unfolds_the_price_term_by_term(straight, boris, clara):
    """COST-12: the terms add up to what is paid, and what is left is said."""
    game, client = begun(straight, boris, clara), signed_in(straight)
    seat = seat_named(game, "Anna")
    play = until_asked(
        game, "Anna", also=lambda state: any(slot and slot.offers for slot in engine.view_for(state, seat).lower)
    )
    view = play.view(play.eyes_of(straight))
    slot = next(slot for slot in view.lower if slot and slot.offers)
    words = get(client, game, f"?card=lower.{slot.place}.{slot.card}").words
    offer = slot.offers[0]
    assert "Lower row −1" in words
    assert f"You pay {offer.price} ₽" in words
    if offer.short:
        assert f"You are {offer.short} ruble" in words
    else:
        assert f"Leaves you {view.seats[view.viewer].rubles - offer.price} ₽" in words


def test_why_a_card_cannot_be_taken_is_said_without_the_number_of_the_rule(straight, boris):
    """TURN-4 stands behind "exact wording" alone."""
    game, client = begun(straight, boris), signed_in(straight)
    seat = seat_named(game, "Anna")

    def has_full_hand(state: engine.State) -> bool:
        view = engine.view_for(state, seat)
        own = view.seats[seat]
        return own.hand_count >= own.hand_limit and any(view.upper)

    view = until_asked(game, "Anna", also=has_full_hand).view(seat)
    slot = next(slot for slot in view.upper if slot)
    page = get(client, game, f"?card=upper.{slot.place}.{slot.card}")
    assert ">exact wording</a>)" in page.text
    assert not re.findall(r"\b[A-Z]{3,}-\d+", page.words)


def test_a_move_is_asked_once_more_where_its_player_wishes_it(anna, boris):
    """DEC-26, UI-15: then choosing a move sends nothing; only what is confirmed is played."""
    anna.confirm_moves = True
    anna.save()
    game, client = begun(anna, boris), signed_in(anna)
    until_asked(game, "Anna", also=first_workers_bought)
    page = get(client, game)
    assert "pass" not in page.values("text")
    asked = client.post(f"/games/{game.pk}/move/", {"ask": "pass", "mode": "phase", "version": page.version})
    assert asked["Location"] == f"/games/{game.pk}/?do=pass&mode=phase&version={page.version}#move"
    confirm = get(client, game, f"?do=pass&version={page.version}")
    assert confirm.title == "Confirm: pass this turn"
    assert confirm.values("text") == ["pass"]
    assert load(game.pk).game.version == page.version
    client.post(f"/games/{game.pk}/move/", {"text": "pass", "version": confirm.field("version")})
    assert load(game.pk).rows[page.version].text == "pass"


def test_who_does_not_wish_it_is_asked_only_before_the_game_ends(anna):
    """UI-15: what a move reveals is said on its button, and one click passes."""
    game, client = begun(anna), signed_in(anna)

    def ends(state):
        moves = [move for move in engine.legal_moves(state, 0) if move.is_pass]
        return bool(moves) and engine.apply(state, 0, moves[0]).state.is_over

    until_asked(game, "Anna", also=lambda state: first_workers_bought(state) and not ends(state))
    assert get(client, game).values("text")[-1] == "pass"
    until_asked(game, "Anna", also=ends)
    page = get(client, game)
    assert "pass" not in page.values("text")
    assert "pass" in page.values("ask")
    assert get(client, game, "?do=pass").title == "Confirm: pass this turn"


def test_an_old_wish_to_confirm_is_told_to_be_stale(anna, boris):
    game, client = begun(anna, boris), signed_in(anna)
    play = until_asked(game, "Anna", also=first_workers_bought)
    seat = play.seat_of(anna)
    answer = get(client, game, f"?do=pass&version={seat.asked_number - 1}")
    assert answer.status == 409
    assert answer.title == "Your turn"


def test_a_pass_that_uncovers_cards_says_so_before(anna):
    """DEC-26, UI-15: in a solo game every pass ends the phase; where cards were bought, new ones are dealt then."""
    game, client = begun(anna), signed_in(anna)

    def reveals(state):
        return any(move.is_pass and engine.apply(state, 0, move).reveals for move in engine.legal_moves(state, 0))

    until_asked(game, "Anna", also=reveals)
    page = get(client, game)
    assert re.search(r"Pass reveals \d+ cards?", page.words)
    client.post(f"/games/{game.pk}/move/", {"text": "pass", "version": page.version})
    assert load(game.pk).rows[page.version].text == "pass"


def test_a_standing_pass_is_ordered_shown_and_revoked(straight, boris, clara):
    """DEC-24, UI-2 to UI-4: ordered in the own turn for turns to come, and revoked."""
    game, client, other = begun(straight, boris, clara), signed_in(straight), signed_in(boris)
    until_asked(game, "Boris", also=first_workers_bought)
    page = get(client, game)
    client.post(f"/games/{game.pk}/pass/", {"mode": "until-change", "version": page.version})
    assert "You auto-pass until the tableau changes." in get(client, game).words
    assert "passes until" not in get(other, game).words, "standing passes are nobody else's business"
    client.post(f"/games/{game.pk}/pass/", {"mode": "", "version": page.version})
    assert "You auto-pass until the tableau changes." not in get(client, game).words
    assert load(game.pk).seat_of(straight).pass_mode == PassMode.NONE


def test_no_standing_pass_is_offered_while_the_first_workers_are_bought(straight, boris):
    """UI-4."""
    game, client = begun(straight, boris), signed_in(straight)
    until_asked(game, "Anna")
    assert get(client, game).values("mode") == []
    answer = client.post(f"/games/{game.pk}/pass/", {"mode": "phase", "version": get(client, game).version})
    assert answer.status_code == 409


def test_an_empty_place_tells_who_emptied_it(anna, boris):
    game, client = begun(anna, boris), signed_in(anna)
    play = wander_on(game, until=lambda state: len(state.players[0].display) + len(state.players[1].display) == 1)
    move = engine.parse_move(play.rows[0].text, play.at(0).step.state)
    name = engine.card(play.options, move.card).name_en
    who = play.owner(play.rows[0].seat).display_name
    assert f"{who} bought {name}" in get(client, game).words


def test_a_scoring_is_told_as_a_plus_b_is_c(straight, boris):
    """UI-11."""
    game, client = begun(straight, boris), signed_in(straight)
    play = wander_on(game, until=first_workers_bought)
    scored = [entry for played in play.steps for entry in played.step.entries if isinstance(entry, engine.Scored)]
    assert scored
    words = Page.of(client.get(f"/games/{game.pk}/log/")).words
    for entry in scored:
        before, gain = entry.rubles_before, entry.rubles_gain
        assert f"{before} + {gain} = {before + gain} ₽" in words


def test_visitors_look_at_public_games_and_cannot_act(client, anna, boris, dmitri):
    game = begun(anna, boris)
    until_asked(game, "Anna", also=first_workers_bought)
    for watcher in (client, signed_in(dmitri)):
        page = get(watcher, game)
        assert page.status == 200
        assert page.title == "Waiting for Anna"
        assert page.moves == page.values("mode") == []
    stranger = signed_in(dmitri).post(f"/games/{game.pk}/move/", {"text": "pass", "version": 99})
    assert stranger.status_code == 403
    assert client.post(f"/games/{game.pk}/move/", {"text": "pass"}).status_code == 302, "sign in first"


def test_a_game_by_link_is_open_to_its_people_and_to_who_has_the_link(client, anna, boris, dmitri):
    game = begun(anna, boris)
    game.visibility = Visibility.LINK
    game.save()
    for path in ("", "pulse/", "log/", "resign/"):
        assert signed_in(dmitri).get(f"/games/{game.pk}/{path}").status_code == 404
        assert signed_in(anna).get(f"/games/{game.pk}/{path}").status_code == 200
    assert signed_in(dmitri).post(f"/games/{game.pk}/move/", {"text": "pass", "version": 1}).status_code == 404
    client.cookies[COOKIE] = game.link_token
    assert client.get(f"/games/{game.pk}/").status_code == 200
    assert client.get(f"/games/{game.pk}/pulse/").status_code == 200


def test_hidden_money_and_hands_stay_hidden(anna, boris, clara):
    """INFO-2: neither figures of others nor what their draws were, for players and visitors alike."""
    game = begun(anna, boris, clara, open_hands=False)
    play = until_asked(game, "Anna", also=lambda state: all(player.hand for player in state.players))
    view = play.view(play.eyes_of(anna))
    page = get(signed_in(anna), game)
    assert page.text.count("<i>hidden</i>") == 2
    assert page.text.count("hidden card") >= 2
    own = [str(slot.card) for slot in view.seats[view.viewer].hand]
    shown = [choice.rpartition(".")[2] for choice in choices(page) if choice.startswith("hand.")]
    assert shown == own
    assert get(signed_in(boris), game).text.count("<i>hidden</i>") == 2


def test_the_secret_is_shown_when_the_game_is_over_and_not_before(anna, boris):
    secret = bytes(range(1, 33))
    game, client = begun(anna, boris, secret=secret), signed_in(anna)
    page = get(client, game)
    assert game.commitment in page.text
    assert secret.hex() not in page.text
    assert client.get(f"/games/{game.pk}/record.json").status_code == 404
    wander_on(game, seed=5)
    assert secret.hex() in get(client, game).text
    record = client.get(f"/games/{game.pk}/record.json").json()
    assert record["format"] == "stpete-record/1"
    assert record["result"]["ended"] == "played out"


def test_the_end_shows_every_step_to_the_final_points(anna, boris, clara):
    """END-18."""
    game = begun(anna, boris, clara)
    play = wander_on(game, seed=8)
    words = get(signed_in(anna), game).words
    assert words.count("Final scores") == 1
    for score in engine.final_scores(play.state):
        name = play.owner(score.seat).display_name
        assert f"{score.rank}. {name[0]} {name} {score.points_before}" in words
        assert score.points_before + score.nobles[1] + score.rubles[1] + score.hand[1] == score.total
    winner = next(score for score in engine.final_scores(play.state) if score.winner)
    assert f"with {winner.total}" in get(signed_in(anna), game).title


def test_a_game_ends_when_both_agree_on_the_page(anna, boris):
    game = begun(anna, boris)
    until_asked(game, "Anna", also=first_workers_bought)
    signed_in(anna).post(f"/games/{game.pk}/proposal/", {"kind": "end"})
    assert "Anna proposes to end the game as it stands." in get(signed_in(boris), game).words
    assert load(game.pk).game.is_running
    number = load(game.pk).game.proposed.number
    signed_in(boris).post(f"/games/{game.pk}/proposal/", {"answer": "yes", "number": number})
    page = get(signed_in(boris), game)
    assert page.title.startswith("Finished:")
    assert "Ended by agreement" in page.words
    assert page.values("text") == []


def test_who_resigns_is_asked_once_more_and_then_watches(anna, boris):
    game, client = begun(anna, boris), signed_in(anna)
    asked = Page.of(client.get(f"/games/{game.pk}/resign/")).words
    assert "Resign this game?" in asked
    assert "Your page counts this as a game left early" in asked
    assert "There are no other consequences." in asked
    assert "You get last place in this rated game." not in asked
    Game.objects.filter(pk=game.pk).update(rated=True)
    assert "You get last place in this rated game." in Page.of(client.get(f"/games/{game.pk}/resign/")).words
    assert load(game.pk).seat_of(anna) is not None
    client.post(f"/games/{game.pk}/resign/")
    page = get(client, game)
    assert ", for Anna" in page.words
    assert page.moves == []


def test_a_seat_kept_by_a_bot_is_taken_back_on_the_page(anna, boris):
    game = begun(anna, boris, misses=1)
    play = until_asked(game, "Anna", also=first_workers_bought)
    assert time_out(seat_id=play.seat_of(anna).pk, now=NOON + timedelta(days=30))
    client = signed_in(anna)
    page = get(client, game)
    assert "A bot is holding your seat" in page.words
    assert page.moves == []
    client.post(f"/games/{game.pk}/back/")
    assert load(game.pk).seat_of(anna) is not None
    assert "A bot is holding your seat" not in get(client, game).words


def test_a_rematch_leads_to_the_new_table(anna, boris):
    game = begun(anna, boris)
    wander_on(game)
    answer = signed_in(anna).post(f"/games/{game.pk}/rematch/")
    rematch = game.rematches.get()
    assert answer["Location"] == f"/games/{rematch.pk}/"
    assert signed_in(anna).get(f"/games/{rematch.pk}/")["Location"] == f"/tables/{rematch.pk}/"


def test_cards_and_sentences_are_german_for_german_readers(anna, boris):
    boris.language = "de"
    boris.save()
    game = begun(anna, boris)
    play = wander_on(game, until=lambda state: len(state.players[0].display) + len(state.players[1].display) == 1)
    move = engine.parse_move(play.rows[0].text, play.at(0).step.state)
    name = engine.card(play.options, move.card).name_de
    words = get(signed_in(boris), game).words
    assert f"kaufte {name} für" in words
    assert "Obere Reihe" in words
    assert "Upper row" not in words


def test_a_card_says_all_it_is_to_who_cannot_see_it(anna, boris):
    """design.md, section 3: name, colour, cost, symbol, income, the own price."""
    game = begun(anna, boris)
    play = until_asked(game, "Anna")
    slot = next(slot for slot in play.view(play.eyes_of(anna)).upper if slot)
    card, price = engine.card(play.options, slot.card), slot.offers[0].price
    text = get(signed_in(anna), game).text
    assert f'<span class="sr">{escape(card.name_en)}, green, cost {card.cost}, ' in text
    assert f"pays 3 rubles, your price {price}" in text


def test_a_move_of_the_page_is_recorded_as_such(straight, boris):
    game, client = begun(straight, boris), signed_in(straight)
    until_asked(game, "Anna", also=first_workers_bought)
    version = get(client, game).version
    client.post(f"/games/{game.pk}/move/", {"text": "pass", "version": version})
    row = LogRow.objects.get(game=game, number=version + 1)
    assert (row.text, row.source) == ("pass", Source.PAGE)


def test_the_log_shows_cards_as_pictures_or_as_links(straight, boris, clara):
    """UI-18: a wish of the reader; a link leads to the card."""
    game, client = begun(straight, boris, clara), signed_in(straight)
    wander_on(game, until=first_workers_bought, seed=1)
    pictures = client.get(f"/games/{game.pk}/log/").content.decode()
    straight.log_pictures = False
    straight.save()
    links = client.get(f"/games/{game.pk}/log/").content.decode()
    lines = pictures.count("data-n=")
    assert lines == links.count("data-n=") > 6
    assert pictures.count("tile") - links.count("tile") >= 6
    assert links.count('<a href="/cards/') - pictures.count('<a href="/cards/') >= 6
