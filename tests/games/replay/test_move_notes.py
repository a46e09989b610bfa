"""Notes on moves: for oneself while the game runs, for everybody after its end if their author says so."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.chat.services import publish_move_notes
from games.models import MoveNote, Mute
from games.play.positions import load
from moderation.models import TrailRow
from tests.games.boards import Page, wander_on
from tests.games.play_builders import begun
from tests.moderation.staff import act
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db

SAID = "I feared the Observatory here"


def words(client: Client, game_id: int, at: int) -> str:
    return Page.of(client.get(f"/games/{game_id}/replay/?at={at}")).text


def test_a_note_is_its_authors_own_until_it_is_published_after_the_end(anna: User, boris: User, clara: User) -> None:
    game = begun(anna, boris)
    wander_on(game, until=lambda state: state.round > 1)
    address = f"/games/{game.pk}/replay/7/note/"
    assert signed_in(anna).post(address, {"text": SAID}).headers["Location"].endswith("replay/?at=7#notes")
    readers = [signed_in(boris), signed_in(clara), Client()]
    assert SAID in words(signed_in(anna), game.pk, 7)
    assert SAID not in words(signed_in(anna), game.pk, 8)
    signed_in(anna).post(address, {"public": "yes"})
    assert MoveNote.objects.get().published_at is None, "not while the game runs"
    play = wander_on(game)
    assert not any(SAID in words(reader, game.pk, 7) for reader in readers)
    signed_in(anna).post(address, {"public": "yes"})
    assert all(SAID in words(reader, game.pk, 7) for reader in readers)
    Mute.objects.create(user=clara, muted=anna)
    assert SAID not in words(signed_in(clara), game.pk, 7)
    signed_in(anna).post(address, {"text": f"{SAID}!"})
    assert not any(SAID in words(reader, game.pk, 7) for reader in readers), "a change is private again"
    publish_move_notes(play=play, user=anna, is_public=True, now=now())
    signed_in(anna).post(address, {"public": "no"})
    assert not any(SAID in words(reader, game.pk, 7) for reader in readers)
    signed_in(anna).post(address, {"text": " "})
    assert not MoveNote.objects.exists()


def test_only_who_sat_there_may_note(anna: User, boris: User, clara: User) -> None:
    game = begun(anna, boris)
    assert signed_in(clara).post(f"/games/{game.pk}/replay/0/note/", {"text": SAID}).status_code == 404
    assert signed_in(anna).post(f"/games/{game.pk}/replay/999/note/", {"text": SAID}).status_code == 404
    assert "Notes on this move" not in words(signed_in(clara), game.pk, 0)
    assert load(game.pk).game.move_notes.count() == 0


def test_staff_remove_what_was_published_and_nothing_else(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    play = wander_on(game)
    for user, at in ((anna, 7), (boris, 8)):
        signed_in(user).post(f"/games/{game.pk}/replay/{at}/note/", {"text": SAID})
    publish_move_notes(play=play, user=anna, is_public=True, now=now())
    act("remove-notes", game.pk, person("Admin", is_staff=True, is_superuser=True), now())
    assert MoveNote.objects.get().user == boris
    assert TrailRow.objects.get(act="remove-notes").before == {"notes": 1}
