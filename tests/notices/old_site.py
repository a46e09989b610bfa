"""A site from before notices were an app, brought up to date and sent on its way: `python -m tests.notices.old_site`.

In the empty database of DATABASE_URL it makes the tables as they were (games 0003), writes notices and mails in every
state, migrates, and sends what is due. It prints what it finds as one line of JSON.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

MINUTE = timedelta(minutes=1)
OURS = {"accounts": "0002_window", "games": "0003_preset_phase"}


def tables_as_they_were() -> Any:
    """The models of then, on tables of then."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    others = [node for node in executor.loader.graph.leaf_nodes() if node[0] not in {*OURS, "notices", "tournaments"}]
    return executor.migrate([*others, *OURS.items()]).apps


def fill(apps: Any) -> None:
    """Anna is asked in game 12, Boris and Clara play too; Dmitri has left. Emil, who has no account, is invited to 13."""
    from allauth.account.models import EmailAddress

    from games.letters.samples import NOW, moment, play_at
    from games.play.notices import reminder_key
    from notices.models.mute import digest_of

    User, Game, Notice, Delivery = (
        apps.get_model(*name.split(".")) for name in ("accounts.User", "games.Game", "games.Notice", "games.Delivery")
    )
    play = play_at(moment("your-turn"))
    for seat in play.seats:
        if (user := play.tenures[seat.index][0].user) is not None:
            wishes = {"mail_results": user.pk != 3, "name_key": user.display_name.lower()}
            User.objects.create(**columns(User, user) | wishes)
            EmailAddress.objects.create(user_id=user.pk, email=user.email, verified=True, primary=True)
    none = dict.fromkeys(("mail_your_turn", "mail_reminder", "mail_invitations", "mail_results"), False)
    User.objects.create(
        pk=4, email=None, display_name="", name_key="deleted:4", deleted_at=NOW, is_active=False, **none
    )
    play.game.pk = 12
    Game.objects.create(**columns(Game, play.game))
    LogRow, Seat, Tenure = (apps.get_model("games", name) for name in ("LogRow", "Seat", "Tenure"))
    for row in play.rows:
        LogRow.objects.create(**columns(LogRow, row) | {"game_id": 12})
    for seat in play.seats:
        Seat.objects.create(**columns(Seat, seat) | {"game_id": 12})
        tenure = play.tenures[seat.index][0]
        held = {"seat_id": seat.pk, "user_id": tenure.user_id, "bot": tenure.bot, "since": NOW}
        Tenure.objects.create(**held)
    gathering = {"pk": 13, "title": "Lunch", "status": "open", "link_token": "link13", "started_at": None}
    Game.objects.create(**columns(Game, play.game) | gathering | {"version": 0, "ply": 0})
    invitation = {"game_id": 13, "inviter_id": 2, "created_at": NOW}
    invited = apps.get_model("games", "Invitation").objects
    invited.create(pk=7, email="emil@example.org", language="de", token="emil", **invitation)
    invited.create(pk=8, user_id=3, language="en", token="clara", **invitation)

    anna, asked = play.seats[0], {"game_id": 12, "user_id": 1, "seat": 0, "number": play.seats[0].asked_number}
    notice = Notice.objects.create

    def delivery(number: int, kind: str, user: int | None, **fields: Any) -> Any:
        known: dict[str, Any] = {"game_id": 12, "token": f"token{number}", "created_at": NOW - 3 * MINUTE}
        return Delivery.objects.create(pk=number, kind=kind, user_id=user, **known | fields)

    # due, due later, and dropped
    notice(key=f"your_turn:12:0:{anna.asked_number}", kind="your_turn", due_at=NOW - MINUTE, **asked)
    notice(key=reminder_key(12, 0, anna.due_at), kind="reminder", due_at=NOW + 1000 * MINUTE, **asked)
    notice(key="your_turn:12:0:2", kind="your_turn", dropped="answered", **asked)
    notice(key="invitation:8", kind="invitation", game_id=13, user_id=3, invitation_id=8, due_at=NOW - MINUTE)
    # a mail that was refused once, one just made, one being sent, one sent, one given up, one dropped
    refused = delivery(101, "started", 2, state="pending", due_at=NOW, attempts=1, error="451 later")
    fresh = delivery(102, "invitation", None, address="emil@example.org", game_id=13, state="pending", due_at=NOW)
    claimed = delivery(103, "started", 3, state="pending", due_at=NOW + 4 * MINUTE, attempts=1)
    sent = delivery(104, "started", 1, state="sent", due_at=None, attempts=2, sent_at=NOW - 2 * MINUTE)
    failed = delivery(105, "timed_out", 3, state="failed", due_at=None, attempts=6, error="550 never")
    delivery(106, "reminder", 2, game_id=None, state="dropped", due_at=None)
    for seat, bundled in ((1, refused), (2, claimed), (0, sent)):
        told = {"game_id": 12, "user_id": bundled.user_id, "seat": seat, "delivery": bundled}
        notice(key=f"started:12:{seat}:0", kind="started", **told)
    notice(key="invitation:7", kind="invitation", game_id=13, invitation_id=7, delivery=fresh)
    notice(key="timed_out:12:2:9", kind="timed_out", game_id=12, user_id=3, seat=2, number=9, delivery=failed)
    apps.get_model("games", "MutedAddress").objects.create(digest=digest_of("quiet@example.org"))


def columns(model: Any, instance: Any) -> Mapping[str, Any]:
    """The values of an unsaved row of today for a model of then."""
    fields = [field.attname for field in model._meta.concrete_fields]
    return {name: getattr(instance, name) for name in fields if getattr(instance, name, None) is not None}


def update() -> None:
    from django.core.management import call_command

    call_command("migrate", interactive=False, verbosity=0)


def found() -> dict[str, Any]:
    """What became of the rows."""
    from django.db import connection

    from notices.models import Attempt, Delivery, MutedAddress, Notice, Preference

    deliveries = Delivery.objects.values_list(
        "pk", "kind", "subject", "endpoint", "state", "attempts", "token", "due_at"
    )
    return {
        "notices": {
            one.key: [one.kind, one.subject, one.data, one.address, one.language, one.dropped, one.due_at]
            for one in Notice.objects.all()
        },
        "deliveries": {pk: rest for pk, *rest in deliveries},
        "bundled": sorted(Delivery.objects.values_list("pk", "notices__key")),
        "attempts": sorted(Attempt.objects.values_list("delivery", "answer")),
        "wishes": sorted(Preference.objects.values_list("user", "category", "when")),
        "muted": MutedAddress.objects.is_muted("quiet@example.org"),
        "old tables": [
            name
            for name in connection.introspection.table_names()
            if name in ("games_notice", "games_delivery", "games_mutedaddress")
        ],
    }


def send_on() -> dict[str, str]:
    """What is due now, and later what was being sent when the site was stopped. Then Emil and Anna want no more."""
    from django.test import Client

    from accounts.models import User
    from games.letters.categories import TABLES, TURNS
    from games.letters.samples import NOW
    from notices.bundling import bundle_due
    from notices.deliveries import deliver_due
    from notices.mail.unsubscribe import Way
    from notices.models import Delivery, MutedAddress
    from notices.wishes import wants

    for at in (NOW, NOW + 5 * MINUTE):
        bundle_due(at)
        deliver_due(at)
    for way in (Way(TABLES, subject="invitation:7"), Way(TURNS, user_id=1)):
        Client().post(f"/mail/unsubscribe/{way.token()}/", headers={"host": "127.0.0.1"})
    return {
        "states": {str(one.pk): one.state for one in Delivery.objects.all()},  # type: ignore[dict-item]
        "emil": str(MutedAddress.objects.is_muted("emil@example.org")),
        "anna": str(wants(User.objects.get(pk=1), TURNS)),
    }


def main() -> None:
    import django

    django.setup()
    fill(tables_as_they_were())
    update()
    print(json.dumps({"found": found(), "then": send_on()}, default=str))


if __name__ == "__main__":
    main()
