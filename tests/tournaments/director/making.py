"""The form of a new tournament, filled in and sent."""

from __future__ import annotations

from django.test import Client

from tournaments.director.forms import TournamentForm


def as_shown(**chosen: object) -> dict[str, object]:
    """The form of a new tournament as it is sent with nothing changed but these."""
    form = TournamentForm()
    shown = {name: form[name].value() for name in form.fields}
    filled = {name: value for name, value in shown.items() if value not in (None, False, "")}
    return {**filled, **chosen}


def new(client: Client, **chosen: object):  # type: ignore[no-untyped-def]
    return client.post("/tournaments/new/", as_shown(**chosen))
