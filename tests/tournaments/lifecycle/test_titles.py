"""What games of tournaments are called: in the reader's language, and in the row always alike."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games.data_export import _games
from games.emails import about
from games.emails.subjects import InvitationSubject
from games.models import Game, Invitation
from games.selectors.rows import games_in
from tests.games.page_reading import text_of
from tests.people import person
from tests.tournaments.lifecycle.club import NOON, people, started
from tournaments.lifecycle.services.rounds import LONGEST_TITLE, title_of
from tournaments.models import Round, Table, Tournament

KEPT, SAID = "Winter on the Neva, round 1, table 1", "Winter on the Neva, Runde 1, Tisch 1"


@pytest.mark.django_db
def test_a_game_of_a_tournament_is_called_in_the_readers_language_and_kept_as_it_was() -> None:
    started(person("Nora"), people(4), Plan(stages=(Swiss(1),)))
    game, reader = Game.objects.get(), User.objects.get(display_name="Player1")
    assert game.title == KEPT
    asked = Invitation.objects.create(
        game=game, inviter=User.objects.get(display_name="Nora"), user=reader, created_at=NOON
    )
    german = {"headers": {"accept-language": "de"}}
    assert SAID in text_of(Client(**german).get(game.get_absolute_url()))
    assert Client(**german).get(f"/api/v1/games/{game.pk}/").json()["title"] == SAID
    with translation.override("de"):
        assert game.title == SAID
        assert [line.title for line in games_in(Game.objects.all())] == [SAID]
        assert about(game).tag == f"#{game.pk} {SAID}"
        assert SAID in str(InvitationSubject.links([asked.pk], reader)[asked.pk].name)
        archive = _games(reader)
        assert [row["title"] for row in archive["seats"]] == [SAID]
        game.save()
    assert Game.objects.values_list("title", flat=True).get() == KEPT
    with translation.override("en"):
        assert Game.objects.defer("title").get().title == KEPT


@pytest.mark.django_db
def test_what_somebody_typed_stays_as_it_is() -> None:
    game = Game(title="A round, table for two", created_at=NOON)
    with translation.override("de"):
        assert game.title == "A round, table for two"


def test_a_long_name_leaves_room_for_round_and_table() -> None:
    said = title_of(Tournament(title="N" * 80), Round(number=12), Table(number=105))
    assert len(said) == LONGEST_TITLE
    assert said.endswith("N…, round 12, table 105")
