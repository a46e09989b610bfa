"""The text page: the position in order, and one line that plays through the same service as the board."""

import pytest
from django.test import Client
from django.utils.timezone import now

import engine
from games.models import Draft, LogRow, PassMode, Seat, Visibility
from games.play.moves import draft_move
from games.play.positions import load
from tests.people import signed_in

from ..boards import first_workers_bought, until_asked
from ..page_reading import statements, text_of
from ..play_builders import begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna, boris):
    """Anna is asked, in a phase in which she may do anything."""
    found = begun(anna, boris, now=now())
    until_asked(found, "Anna", also=first_workers_bought)
    return found


def address(game):
    return f"/games/{game.pk}/text/"


def send(client, game, line, *, version=None, **more):
    version = load(game.pk).game.version if version is None else version
    return client.post(address(game), {"line": line, "version": version, **more})


def moves_of(game, user):
    play = load(game.pk)
    return play.view(play.seat_of(user).index).moves


def rows(game, since):
    return list(LogRow.objects.filter(game=game, number__gt=since).values_list("text", "source"))


def test_the_board_leads_to_the_text_and_back(game, anna):
    client = signed_in(anna)
    assert client.get(f"/games/{game.pk}/").content.decode().count(f'href="{address(game)}"') >= 2
    page = client.get(address(game)).content.decode()
    assert f'href="/games/{game.pk}/"' in page
    assert f'href="/games/{game.pk}/log/"' in page


def test_the_page_asks_for_who_reads_the_game_and_what_waits_and_nothing_else(game, anna):
    _page, caught = statements(signed_in(anna), address(game))
    assert len(caught) <= 3, [query["sql"][:80] for query in caught]
    _page, caught = statements(Client(), address(game))
    assert len(caught) <= 1


def test_a_line_is_played_as_from_the_board(game, anna):
    client, since = signed_in(anna), load(game.pk).game.version
    first = moves_of(game, anna)[0]
    page = client.post(address(game), {"line": "1", "version": since}, follow=True)
    assert rows(game, since) == [(first, "page")]
    told = text_of(page)
    assert "Played: " in told
    assert "Waiting for Boris" in told
    assert "Available actions" not in told


def test_a_second_click_and_an_old_list_play_nothing(game, anna):
    client, since = signed_in(anna), load(game.pk).game.version
    send(client, game, "1", version=since)
    for line in ("1", "pass"):
        page = send(client, game, line, version=since)
        assert page.status_code == 409
        assert "stale_position" in text_of(page)
    assert len(rows(game, since)) == 1
    assert send(client, game, "1", version="x").status_code == 409


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("", 422, "nothing_written"),
        ("99", 422, "no_such_number"),
        ("castle kingside", 422, "not_a_move"),
        ("draw worker", 422, "illegal_move"),
        ("pass; 2", 422, "number_after_first"),
        ("pass phase; pass", 422, "order_not_last"),
        ("x" * 300, 422, "line_too_long"),
    ],
)
def test_what_was_wrong_is_said_with_its_code_and_what_is_possible(game, anna, line, status, code):
    client, since = signed_in(anna), load(game.pk).game.version
    page = send(client, game, line)
    assert page.status_code == status
    told = page.content.decode()
    assert f"<code>{code}</code>" in told
    assert 'role="alert"' in told
    assert "Available actions" in told
    assert f"<li>{'pass'}</li>" in told
    assert "autofocus" in told
    assert not rows(game, since)


def test_what_uncovers_something_is_asked_once_more(game, anna, boris):
    """UI-15: the pass that ends the phase, here because Boris passes by order."""
    version = load(game.pk).game.version
    signed_in(boris).post(address(game), {"line": "pass phase", "version": version})
    assert Seat.objects.get(game=game, tenures__user=boris).pass_mode == PassMode.PHASE
    client = signed_in(anna)
    send(client, game, "1")
    version = load(game.pk).game.version
    page = send(client, game, "pass")
    assert page.status_code == 200
    assert "This reveals hidden information and cannot be undone." in text_of(page)
    assert load(game.pk).game.version == version
    other = send(client, game, "2", sure="pass")
    assert other.status_code == 302 or "This reveals hidden information and cannot be undone." in text_of(other), (
        "a yes counts for the line that was shown"
    )
    version = load(game.pk).game.version
    assert send(client, game, "pass", sure="pass").status_code == 302
    assert rows(game, version)[0] == ("pass", "page")


def test_who_wishes_to_be_asked_before_each_move_is_asked(game, anna):
    anna.confirm_moves = True
    anna.save()
    client, since = signed_in(anna), load(game.pk).game.version
    page = send(client, game, "1")
    assert "Play this: " in text_of(page)
    assert not rows(game, since)
    send(client, game, "1", sure="1")
    assert len(rows(game, since)) == 1


def test_who_has_no_seat_reads_and_cannot_play(game, clara):
    for client in (Client(), signed_in(clara)):
        page = client.get(address(game)).content.decode()
        assert 'name="line"' not in page
        assert "Waiting for Anna" in page
    assert Client().post(address(game), {"line": "pass"})["Location"].startswith("/accounts/login/")
    answer = send(signed_in(clara), game, "pass")
    assert answer.status_code == 403
    assert "not_seated" in text_of(answer)


def test_a_game_by_link_is_hidden_from_strangers_as_everywhere(game, anna, clara):
    type(game).objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    for client, status in ((Client(), 302), (signed_in(clara), 404)):
        assert client.get(address(game)).status_code == status
        assert send(client, game, "pass").status_code == status
    assert signed_in(anna).get(address(game)).status_code == 200


def test_a_draft_of_the_board_is_named_and_gone_when_the_line_plays(anna, boris):
    game = begun(anna, boris, sets=["market", "events"], now=now())
    play = until_asked(
        game,
        "Anna",
        also=lambda state: (
            first_workers_bought(state)
            and any(
                str(move).startswith("event sponsor")
                for move in engine.legal_moves(state, engine.waiting_for(state)[0])
            )
        ),
    )
    draft_move(game_id=game.pk, user=anna, text="event sponsor", version=load(game.pk).game.version, acts=0, now=now())
    client = signed_in(anna)
    assert Draft.objects.count() == 1
    assert "You have an unsent draft on the board. It is not shown here and is lost if you move here." in text_of(
        client.get(address(game))
    )
    send(client, game, "pass", sure="pass")
    assert not Draft.objects.exists()
    assert play.game.pk == game.pk


def test_a_finished_game_is_told_without_a_line(anna):
    game = begun(anna, "plain", now=now())
    from ..play_builders import play_on

    play_on(game, now=now())
    page = signed_in(anna).get(address(game))
    told = text_of(page)
    assert "The game has finished" in told
    assert "Final ranking" in told
    assert 'name="line"' not in page.content.decode()


def test_a_german_reads_and_writes_german(game, anna):
    anna.language = "de"
    anna.save()
    client, since = signed_in(anna), load(game.pk).game.version
    client.post("/language/", {"language": "de"})
    told = text_of(client.get(address(game)))
    assert "Du bist am Zug" in told
    assert "Dein Zug" in told
    first = moves_of(game, anna)[0]
    words = next(line for line in client.get(address(game)).context["told"].moves).text
    send(client, game, words)
    assert rows(game, since)[0][0] == first
