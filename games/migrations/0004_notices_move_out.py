"""Notices, mails and wishes about them become rows of `notices`, with their numbers, states, tokens and times.

The copy and the end of the old tables are one transaction: what an old process still writes meanwhile is refused, not lost.
"""

from itertools import islice

from django.core.management.color import no_style
from django.db import migrations

APP = "games"
BATCH = 1000
CATEGORIES = {
    "mail_your_turn": "turns",
    "mail_reminder": "deadlines",
    "mail_invitations": "tables",
    "mail_results": "results",
}


def move_out(apps, editor):
    _keep_writers_out(apps, editor)
    _save(apps, "Notice", _notices(apps))
    _save(apps, "Delivery", _deliveries(apps))
    Bundled = apps.get_model("notices", "Delivery").notices.through
    _save_rows(Bundled, _bundled(apps, Bundled))
    _save(apps, "Attempt", _attempts(apps))
    _save(apps, "MutedAddress", _muted(apps))
    _save(apps, "Preference", _wishes(apps))
    _go_on_counting(apps, editor)


def _keep_writers_out(apps, editor):
    """SQLite has one writer anyway: this one."""
    if editor.connection.vendor == "postgresql":
        tables = ", ".join(apps.get_model(APP, name)._meta.db_table for name in ("Notice", "Delivery", "MutedAddress"))
        editor.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")


def _notices(apps):
    Notice = apps.get_model("notices", "Notice")
    for old in apps.get_model(APP, "Notice").objects.select_related("invitation").order_by("pk").iterator(BATCH):
        asked = old.invitation if old.user_id is None else None
        yield Notice(
            pk=old.pk,
            app=APP,
            kind=old.kind,
            key=old.key,
            subject=_subject(old.game_id, old.invitation_id),
            data={} if old.seat is None else {"seat": old.seat, "number": old.number},
            user_id=old.user_id,
            address=asked.email if asked else "",
            language=asked.language if asked else "",
            created_at=old.created_at,
            due_at=old.due_at,
            dropped=old.dropped,
        )


def _subject(game_id, invitation_id):
    if invitation_id is not None:
        return f"invitation:{invitation_id}"
    return f"game:{game_id}" if game_id is not None else ""


def _deliveries(apps):
    Delivery = apps.get_model("notices", "Delivery")
    invitations = dict(
        apps.get_model(APP, "Notice")
        .objects.filter(delivery__isnull=False, invitation__isnull=False)
        .values_list("delivery_id", "invitation_id")
    )
    for old in apps.get_model(APP, "Delivery").objects.order_by("pk").iterator(BATCH):
        yield Delivery(
            pk=old.pk,
            app=APP,
            kind=old.kind,
            subject=_subject(old.game_id, invitations.get(old.pk)),
            user_id=old.user_id,
            endpoint=old.address,
            state=old.state,
            due_at=old.due_at,
            attempts=old.attempts,
            token=old.token,
            created_at=old.created_at,
            sent_at=old.sent_at,
        )


def _bundled(apps, Bundled):
    told = apps.get_model(APP, "Notice").objects.filter(delivery__isnull=False).order_by("pk")
    for notice, delivery in told.values_list("pk", "delivery_id").iterator(BATCH):
        yield Bundled(notice_id=notice, delivery_id=delivery)


def _attempts(apps):
    """Only the last one of each mail was written down, and its time only where it succeeded."""
    Attempt = apps.get_model("notices", "Attempt")
    for old in apps.get_model(APP, "Delivery").objects.filter(attempts__gt=0).order_by("pk").iterator(BATCH):
        if old.state == "sent":
            yield Attempt(delivery_id=old.pk, at=old.sent_at or old.created_at, answer="taken")
        elif old.error:
            yield Attempt(delivery_id=old.pk, at=old.created_at, answer=old.error)


def _muted(apps):
    Muted = apps.get_model("notices", "MutedAddress")
    for old in apps.get_model(APP, "MutedAddress").objects.order_by("pk").iterator(BATCH):
        yield Muted(pk=old.pk, digest=old.digest, created_at=old.created_at)


def _wishes(apps):
    """What somebody does not want; everything else is wanted anyway. Who has left wishes nothing any more."""
    Preference = apps.get_model("notices", "Preference")
    people = apps.get_model("accounts", "User").objects.filter(deleted_at=None).order_by("pk")
    for user, *wanted in people.values_list("pk", *CATEGORIES).iterator(BATCH):
        for category, wants in zip(CATEGORIES.values(), wanted, strict=True):
            if not wants:
                yield Preference(user_id=user, category=category, channel="mail", subject="", when="never")


def _save(apps, name, rows):
    _save_rows(apps.get_model("notices", name), rows)


def _save_rows(model, rows):
    while batch := list(islice(rows, BATCH)):
        model.objects.bulk_create(batch)


def _go_on_counting(apps, editor):
    """New rows get numbers after those that were copied."""
    models = [apps.get_model("notices", name) for name in ("Notice", "Delivery", "MutedAddress")]
    for statement in editor.connection.ops.sequence_reset_sql(no_style(), models):
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_window"),
        ("games", "0003_preset_phase"),
        ("notices", "0001_initial"),
    ]
    run_before = [("accounts", "0006_wishes_move_out")]

    operations = [
        migrations.RunPython(move_out),
        migrations.DeleteModel("Notice"),
        migrations.DeleteModel("Delivery"),
        migrations.DeleteModel("MutedAddress"),
    ]
