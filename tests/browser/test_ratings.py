"""The pages of ratings in a browser, wide and narrow: nothing sticks out, and every picture can be looked at."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils.timezone import now

from tests.browser.boards import sits_down
from tests.browsing import NARROW, WIDE
from tests.people import person
from tests.tournaments.lifecycle.rated_builders import played_out, rated
from tournaments.rated.services import take

pytestmark = pytest.mark.django_db(transaction=True)

STICKS_OUT = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(params=["en", "de"])
def season(request):
    """Five people of different strength, seventy games, and one that was played out; the language they read."""
    chance = Random(3)
    people = [person(name, language=request.param) for name in ("Anna", "Boris", "Clara", "Dmitri", "Ekaterina")]
    for number in range(70):
        table = chance.sample(people, chance.choice((2, 2, 3, 4)))
        order = sorted(table, key=lambda one: people.index(one) + chance.gauss(0, 2))
        rated(*order, at=now() - timedelta(days=90 - number))
    game = played_out(*people[:3], now=now())
    take()
    return people, game, request.param


def test_the_pages_of_ratings_fit_every_window(site, new_visitor, season):
    (anna, boris, *_others), game, language = season
    site.web()
    visitor = new_visitor(language=language)
    pages = {
        "history": f"/players/{anna.pk}/ratings/",
        "against": f"/players/{anna.pk}/against/{boris.pk}/",
        "player": f"/players/{boris.pk}/",
        "ladder": "/ratings/",
        "game": f"/games/{game.pk}/",
        "new-table": "/tables/new/",
    }
    for name, address in pages.items():
        sits_down(visitor, site, anna, address)
        visitor(
            lambda page: page.evaluate("document.querySelectorAll('main details.fold').forEach(d => d.open = true)")
        )
        for size in (NARROW, WIDE):
            visitor(lambda page, size=size: page.set_viewport_size({"width": size[0], "height": size[1]}))
            visitor.screenshot(f"ratings-{name}-{size[0]}-{language}")
            assert not visitor(lambda page: page.evaluate(STICKS_OUT)), (name, size)
