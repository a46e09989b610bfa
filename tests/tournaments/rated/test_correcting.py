"""A corrected result reaches the ratings: the page says by how much before, the email after, and a rebuild makes the same."""

from __future__ import annotations

import pytest

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from tests.games.page_reading import text_of
from tests.mails import text_of as text_of_mail
from tests.people import person, signed_in
from tournaments.lifecycle.services.acts.tables import correct
from tournaments.models import Entry, RatedGame, Rating, RatingChange, Table, Tournament
from tournaments.rated.changes import shown
from tournaments.rated.correcting import shifts
from tournaments.rated.rebuilding import is_due, rebuild
from tournaments.rated.services import hide_own, take
from tournaments.tasks import rebuild_ratings

from ..lifecycle.club import DAY, NOON, people, play_round, started
from ..lifecycle.rated_builders import rated

pytestmark = pytest.mark.django_db
WHY = "The scores were read wrongly."


@pytest.fixture
def nora() -> User:
    return person("Nora")


@pytest.fixture
def played(nora: User) -> Tournament:
    """One round in pairs of four is played, and not rated yet."""
    tournament = started(nora, people(4), Plan(stages=(Swiss(2),), sizes=None), is_rated=True)
    play_round(tournament)
    return tournament


def first_table(tournament: Tournament) -> Table:
    return Table.objects.get(round__tournament=tournament, round__number=1, number=1)


def turned(table: Table) -> dict[int, int]:
    """The places the other way round."""
    assert table.result is not None
    one, other = table.result.outcomes
    assert one.place != other.place
    return {one.entrant: other.place, other.entrant: one.place}


def correct_first(tournament: Tournament) -> Table:
    table = first_table(tournament)
    places = turned(table)
    nora = tournament.directors.get().user
    correct(
        tournament_id=tournament.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=dict.fromkeys(places),
        reason=WHY,
        now=NOON,
    )
    table.refresh_from_db()
    return table


def ratings(users: list[User]) -> dict[tuple[int, str], str]:
    return {(one.user_id, one.pool): shown(one.value, one.games) for one in Rating.objects.filter(user__in=users)}


def seated(table: Table) -> list[User]:
    return [entry.user for entry in Entry.objects.filter(chairs__table=table).select_related("user").order_by("number")]


def test_the_confirming_page_says_by_how_much_each_rating_changes_and_a_rebuild_makes_it_so(
    nora: User, played: Tournament
) -> None:
    take()
    table = first_table(played)
    one, other = seated(table)
    third = person("Anna")
    rated(one, third, at=NOON + DAY)
    rated(third, other, at=NOON + 2 * DAY)
    before = ratings([one, other])
    places = turned(table)
    sent = {f"place_{number}": place for number, place in places.items()}
    page = signed_in(nora).post(f"/tournaments/{played.pk}/manage/correct/", {"table": table.pk, "reason": WHY, **sent})
    found = text_of(page)
    assert "Ratings of their later opponents are recalculated too." in found
    assert ratings([one, other]) == before, "nothing is done yet"
    table = correct_first(played)
    assert is_due()
    rebuild_ratings()
    after = ratings([one, other])
    for user in (one, other):
        for pool in ("overall", "2/duel/days"):
            was, is_now = before[user.pk, pool], after[user.pk, pool]
            assert was != is_now
            assert f"{user.name} {was} → {is_now} (" in found
    winner = next(entrant for entrant, place in places.items() if place == 1)
    changes = RatingChange.objects.filter(rated_game__game=table.game, pool="overall", rank=1)
    assert [row.user for row in changes] == [Entry.objects.get(tournament=played, number=winner).user]
    assert not is_due()
    assert rebuild(tell=lambda difference: pytest.fail(str(difference)), repair=False) == 4
    assert "A director corrected the result, and the ratings follow it." in text_of(
        signed_in(third).get(f"/games/{table.game_id}/")
    )
    marked = (text_of(signed_in(third).get(f"/players/{user.pk}/ratings/")) for user in (one, third))
    assert ["corrected" in page for page in marked] == [True, False]
    assert table.result is not None
    assert shifts(table.game_id or 0, table.result) == []


def test_the_email_says_it_but_not_to_eyes_that_are_to_be_spared(played: Tournament, mailbox) -> None:  # type: ignore[no-untyped-def]
    take()
    one, other = seated(first_table(played))
    hide_own(user=other, hidden=True)
    correct_first(played)
    bundle_due(NOON + DAY)
    deliver_due(NOON + DAY, 100)
    mails = {
        str(mail["To"]): " ".join(text_of_mail(mail).split())
        for mail in mailbox.messages
        if "Decision of the directors" in text_of_mail(mail)
    }
    assert len(mails) == 2
    assert "Ratings, All games: " in mails[one.email]
    for name in (one.name, other.name):
        assert f"{name} 1" in mails[one.email]
    assert f"{one.name} 1" in mails[other.email]
    assert f"{other.name} 1" not in mails[other.email]


def test_a_game_that_is_corrected_before_it_is_rated_counts_as_corrected(nora: User, played: Tournament) -> None:
    table = first_table(played)
    sent = {f"place_{number}": place for number, place in turned(table).items()}
    address = f"/tournaments/{played.pk}/manage/correct/"
    page = text_of(signed_in(nora).post(address, {"table": table.pk, "reason": WHY, **sent}))
    assert "The game is not rated yet and will be rated by this result." in page
    table = correct_first(played)
    take()
    assert table.result is not None
    by_number = dict(Entry.objects.filter(tournament=played).values_list("number", "user"))
    ranks = RatingChange.objects.filter(rated_game__game=table.game, pool="overall").values_list("user", "rank")
    assert dict(ranks) == {by_number[one.entrant]: one.place for one in table.result.outcomes}
    assert not is_due()


def test_places_that_stay_change_no_rating(nora: User, played: Tournament) -> None:
    take()
    table = first_table(played)
    assert table.result is not None
    judged = RatedGame.objects.get(game=table.game).judged
    places = {one.entrant: one.place for one in table.result.outcomes}
    points = {one.entrant: (one.vp or 0) + 1 for one in table.result.outcomes}
    correct(
        tournament_id=played.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=points,
        reason=WHY,
        now=NOON,
    )
    assert RatedGame.objects.get(game=table.game).judged == judged
    assert not is_due()
