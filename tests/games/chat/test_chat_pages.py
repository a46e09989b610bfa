"""Talk as pages and what is sent from them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from accounts.models import User
from games.chat.services import say
from games.models import Game, Line, Mute, Note, Report, Seen
from tests.games.guests.builders import guest_at
from tests.games.page_reading import statements, text_of
from tests.games.play_builders import begun
from tests.games.table_builders import agreed_over, table
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, boris: User) -> Game:
    return begun(anna, boris, now=now())


def write(client: Client, game: Game, text: str = "Hello", **values: str) -> Any:
    return client.post(f"/games/{game.pk}/chat/say/", {"text": text, **values})


def test_a_line_is_written_at_the_page_and_stands_there_as_plain_text(game, anna, boris, dmitri):
    client = signed_in(anna)
    response = write(client, game, "<script>x</script> https://example.org", next=f"/games/{game.pk}/")
    assert (response.status_code, response["Location"]) == (302, f"/games/{game.pk}/#talk-lines")
    page = signed_in(boris).get(f"/games/{game.pk}/").content.decode()
    assert "&lt;script&gt;x&lt;/script&gt; https://example.org" in page
    assert 'href="https://example.org' not in page
    assert '<span class="new">1 new</span>' in page
    for stranger in (Client(), signed_in(dmitri)):
        shown = stranger.get(f"/games/{game.pk}/").content.decode()
        assert "example.org" not in shown
        assert 'id="talk"' not in shown
    assert signed_in(dmitri).get(f"/games/{game.pk}/chat/").status_code == 404
    assert Client().get(f"/games/{game.pk}/chat/").status_code == 302


def test_what_is_refused_is_said_with_the_text_still_there(game, anna, dmitri):
    response = write(signed_in(anna), game, "long " * 200)
    assert response.status_code == 422
    assert 'data-code="too_long"' in response.content.decode()
    assert "long long long" in text_of(response)
    response = write(signed_in(dmitri), game)
    assert response.status_code == 403
    assert 'data-code="not_seated"' in response.content.decode()
    assert write(Client(), game).status_code == 302
    assert not Line.objects.exists()


def test_a_page_costs_no_statement_more_while_nothing_is_said_and_one_when_it_is(game, anna, boris):
    client = signed_in(anna)
    _page, before = statements(client, f"/games/{game.pk}/")
    say(game_id=game.pk, user=boris, text="Hello", now=now())
    _page, after = statements(client, f"/games/{game.pk}/")
    assert len(after) == len(before) + 1


def test_the_pulse_tells_a_line_to_the_seats_and_to_nobody_else(game, anna, boris, dmitri):
    clients = [signed_in(user) for user in (anna, dmitri)]
    before = [client.get(f"/games/{game.pk}/pulse/")["ETag"] for client in clients]
    assert before[0].replace('"', "&#34;") in clients[0].get(f"/games/{game.pk}/").content.decode()
    say(game_id=game.pk, user=boris, text="Hello", now=now())
    after = [
        client.get(f"/games/{game.pk}/pulse/", headers={"If-None-Match": tag}).status_code
        for client, tag in zip(clients, before, strict=True)
    ]
    assert after == [200, 304]


def test_my_games_says_where_something_is_new(game, anna, boris):
    say(game_id=game.pk, user=boris, text="Hello", now=now())
    client = signed_in(anna)
    assert "new messages" in text_of(client.get("/games/"))
    assert "new messages" not in text_of(signed_in(boris).get("/games/"))
    client.post(f"/games/{game.pk}/seen/", {"line": "1"})
    assert "new messages" not in text_of(client.get("/games/"))


def test_a_table_has_a_chat_before_its_start_for_those_who_sit_there(anna, boris):
    gathering = table(anna, now=now())
    client = signed_in(anna)
    assert write(client, gathering, "Who joins?", next=f"/tables/{gathering.pk}/").status_code == 302
    assert "Who joins?" in text_of(client.get(f"/tables/{gathering.pk}/"))
    other = signed_in(boris)
    assert "Who joins?" not in text_of(other.get(f"/tables/{gathering.pk}/"))
    assert 'data-code="not_at_table"' in write(other, gathering).content.decode()


def test_who_watched_has_a_chat_of_his_own_after_the_end(game, anna, dmitri):
    say(game_id=game.pk, user=anna, text="Among us", now=now())
    agreed_over(game, now())
    client = signed_in(dmitri)
    assert 'value="watchers"' in client.get(f"/games/{game.pk}/").content.decode()
    assert write(client, game, "Lovely", room="watchers").status_code == 302
    page = text_of(client.get(f"/games/{game.pk}/chat/watchers/"))
    assert "Lovely" in page
    assert "Among us" not in page
    assert "Lovely" in text_of(signed_in(anna).get(f"/games/{game.pk}/chat/watchers/"))


def test_lines_are_taken_back_muted_and_reported(game, anna, boris, dmitri):
    line = say(game_id=game.pk, user=boris, text="You fool", now=now())
    other = say(game_id=game.pk, user=boris, text="My mistake", now=now())
    client = signed_in(anna)
    place = f"/chat/messages/{line.pk}"
    assert signed_in(dmitri).post(f"{place}/report/", {"reason": "insult"}).status_code == 404
    assert signed_in(dmitri).post(f"{place}/remove/").status_code == 404
    assert "You fool" in text_of(client.get(f"{place}/report/"))
    assert client.post(f"{place}/report/", {}).status_code == 422
    assert client.post(f"{place}/report/", {"reason": "insult", "words": "Look"}).status_code == 302
    assert [one["text"] for one in Report.objects.get().context] == ["You fool", "My mistake"]
    assert 'data-code="own_line"' in signed_in(boris).post(f"{place}/report/", {"reason": "spam"}).content.decode()

    signed_in(boris).post(f"/chat/messages/{other.pk}/remove/")
    page = text_of(client.get(f"/games/{game.pk}/chat/"))
    assert "deleted" in page
    assert "My mistake" not in page

    client.post(f"/players/{boris.pk}/mute/")
    client.post(f"/players/{boris.pk}/mute/")
    page = text_of(client.get(f"/games/{game.pk}/chat/"))
    assert "You fool" not in page
    assert "Unmute" in page
    assert client.post(f"/players/{anna.pk}/mute/").status_code == 404
    client.post(f"/players/{boris.pk}/mute/", {"wish": "no"})
    assert not Mute.objects.exists()
    assert "You fool" in text_of(client.get(f"/games/{game.pk}/chat/"))


def test_notes_are_their_writers_alone_and_can_be_taken_along(game, anna, boris):
    client = signed_in(anna)
    assert client.post(f"/games/{game.pk}/notes/", {"text": "He hoards Nobles"}).status_code == 302
    say(game_id=game.pk, user=anna, text="Hello", now=now())
    assert "He hoards Nobles" in text_of(client.get(f"/games/{game.pk}/notes/"))
    assert "He hoards Nobles" not in text_of(signed_in(boris).get(f"/games/{game.pk}/notes/"))
    assert client.post(f"/games/{game.pk}/notes/", {"text": "x" * 5001}).status_code == 422
    exported = client.get("/chat/mine.json").json()
    assert [one["text"] for one in exported["lines"]] == ["Hello"]
    assert [one["text"] for one in exported["notes"]] == ["He hoards Nobles"]
    assert signed_in(boris).get("/chat/mine.json").json() == {"lines": [], "move_notes": [], "notes": []}
    client.post(f"/games/{game.pk}/notes/", {"text": " "})
    assert not Note.objects.exists()


def test_what_somebody_wrote_goes_with_the_account(game, anna, boris):
    say(game_id=game.pk, user=anna, text="My secret", now=now())
    client = signed_in(anna)
    client.post(f"/games/{game.pk}/notes/", {"text": "Mine"})
    client.post(f"/players/{boris.pk}/mute/")
    client.post("/profile/delete/", {"proof": "long enough to sign in"})
    anna.refresh_from_db()
    assert anna.is_pseudonym
    page = text_of(signed_in(boris).get(f"/games/{game.pk}/chat/"))
    assert "My secret" not in page
    assert f"Former player {anna.pk}" in page
    assert "account deleted" in page
    assert not Note.objects.exists()
    assert not Mute.objects.exists()
    assert not Seen.objects.filter(user=anna).exists()


def test_guests_find_no_chat(game):
    client, _guest, own = guest_at()
    assert 'id="talk"' not in client.get(f"/games/{own.pk}/").content.decode()
    assert write(client, own).status_code == 403


def test_old_lines_are_found_by_going_back(game, anna, boris):
    for number in range(1, 105):
        Line.objects.create(game=game, number=number, author=boris, text=f"line-{number}.", at=now())
    Game.objects.filter(pk=game.pk).update(said=104)
    client = signed_in(anna)
    with CaptureQueriesContext(connection) as asked:
        page = text_of(client.get(f"/games/{game.pk}/chat/"))
    assert len(asked) <= 8
    assert "line-5." in page
    assert "line-4." not in page
    assert "line-4." in text_of(client.get(f"/games/{game.pk}/chat/?before=5"))


def test_a_greeting_by_one_tap_is_read_in_each_readers_language(anna, boris):
    User.objects.filter(pk=boris.pk).update(language="de")
    boris.refresh_from_db()
    game = begun(anna, boris, now=now())
    client = signed_in(anna)
    assert 'name="greeting" value="hello"' in client.get(f"/games/{game.pk}/chat/").content.decode()
    client.post(f"/games/{game.pk}/chat/say/", {"room": "seats", "greeting": "hello", "text": ""})
    assert "Hello, have fun!" in client.get(f"/games/{game.pk}/").content.decode()
    page = signed_in(boris).get(f"/games/{game.pk}/", headers={"accept-language": "de"}).content.decode()
    assert '<span class="t">Hallo, viel Spaß!</span>' in page
    client.post(f"/games/{game.pk}/chat/say/", {"room": "seats", "greeting": "nothing", "text": "By hand"})
    assert [line.text for line in game.lines.all()] == ["Hello, have fun!", "By hand"]


def test_at_the_end_there_are_other_greetings(anna, boris):
    game = begun(anna, boris, now=now())
    said = signed_in(anna).get(f"/games/{game.pk}/chat/").content.decode()
    agreed_over(game, now=now())
    page = signed_in(anna).get(f"/games/{game.pk}/chat/").content.decode()
    assert ('value="hello"' in said, 'value="good-game"' in said) == (True, False)
    assert ('value="hello"' in page, 'value="good-game"' in page) == (False, True)
