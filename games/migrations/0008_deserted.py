"""When a game ends that nobody plays. Bots of those that are deserted already stand still from now on: the players of seats that
are only kept get as long as others do, and are told; what nobody can come back to is ended by the next sweep."""

from datetime import UTC, timedelta

from django.db import migrations, models
from django.utils.timezone import now

PATIENCE, WARNING = timedelta(days=14), timedelta(days=3)


def set_times(apps, editor):
    moment = now()
    Tenure = apps.get_model("games", "Tenure")
    people = Tenure.objects.filter(seat__game=models.OuterRef("pk"), until=None, user__isnull=False)
    running = apps.get_model("games", "Game").objects.filter(status="running")
    for game in running.filter(~models.Exists(people)).only("pk", "version").order_by("pk"):
        kept = Tenure.objects.filter(seat__game=game.pk, until=None, began="kept").select_related("seat")
        at = moment + PATIENCE if kept else moment
        type(game).objects.filter(pk=game.pk).update(breaks_off_at=at)
        game.seats.update(bot_due_at=None)
        for tenure in kept:
            _warn(apps, game, tenure.seat, at, moment)


def _warn(apps, game, seat, at, moment):
    owner = seat.tenures.filter(user__isnull=False).order_by("-since_number", "-pk").first()
    apps.get_model("notices", "Notice").objects.create(
        app="games",
        kind="standing_still",
        key=f"standing_still:{game.pk}:{seat.index}:{at.astimezone(UTC).isoformat()}",
        subject=f"game:{game.pk}",
        data={"seat": seat.index, "number": game.version},
        user_id=owner.user_id,
        created_at=moment,
        due_at=at - WARNING,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_breaks_off_at"),
        ("notices", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(set_times, migrations.RunPython.noop),
    ]
