"""What moderation writes: reports, mutes and suspensions with their appeals, and accounts that staff have closed; and what it adds
to the data export of a person (`accounts.export`)."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.limits import hold_count
from accounts.models import User
from moderation import notifications
from moderation.actions import is_own, key_of, own_keys, subjects, tell_suspended
from moderation.errors import AlreadySo, NoSuchPerson, OwnMatter, TooManyReports
from moderation.models import Complaint, Measure, MeasureKind, NetworkSight, StaffNote, TrailRow
from moderation.notifications import PERSON, ModerationNotification
from moderation.trail import erase_words

A_DAY = 10
LONGEST_WORDS = 2000
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ReportSubject:
    """Something that can be reported: its key, its name, and what the reporter may know of it."""

    key: str
    name: str
    context: Sequence[str]


def find_report_subject(about: str, number: int, reader: User) -> ReportSubject | None:
    """None for what is not there, what the reader may not see, the reader themselves, and subjects that no app declares."""
    subject = subjects().get(about)
    context = subject.reported(number, reader) if subject is not None and number < 2**31 else None
    if subject is None or context is None:
        return None
    return ReportSubject(key_of(about, number), subject.names([number]).get(number, ""), context)


@transaction.atomic
def file_complaint(
    *, about: str, context: Sequence[str], reporter: User, reason: str, words: str, now: datetime
) -> Complaint:
    """Write it down with its context. A second report of the same by the same person is the first one, while that is open. Raises
    TooManyReports."""
    hold_count(reporter.pk)
    open_one = Complaint.objects.filter(about=about, reporter=reporter, settled_at=None).first()
    if open_one is not None:
        return open_one
    if Complaint.objects.filter(reporter=reporter, at__gt=now - DAY).count() >= A_DAY:
        raise TooManyReports
    return Complaint.objects.create(
        about=about, reporter=reporter, reason=reason, words=words.strip(), context=list(context), at=now
    )


@transaction.atomic
def settle_complaint(*, complaint_id: int, staff: User, note: str, now: datetime) -> Complaint:
    """Resolve a report with a note for the site team; the first who did so stays. Raises Complaint.DoesNotExist, and
    OwnMatter for who has a part in it."""
    found = Complaint.objects.select_for_update(of=("self",)).get(pk=complaint_id)
    if is_own(found.about, staff):
        raise OwnMatter
    if found.settled_at is None:
        found.settled_at, found.settled_by = now, staff
    found.note = note.strip()
    found.save(update_fields=["settled_at", "settled_by", "note"])
    return found


CLOSING = ("erase-account", "merge-account")
"""The acts after which an account is wiped."""


def is_closed(user_id: int) -> bool:
    """Nothing lets anybody in there again."""
    return TrailRow.objects.filter(act__in=CLOSING, about=key_of(PERSON, user_id)).exists()


def unfinished() -> list[User]:
    """Accounts that are closed and not wiped: that was broken off."""
    keys = TrailRow.objects.filter(act__in=CLOSING).values_list("about", flat=True)
    numbers = {int(key.partition(":")[2]) for key in keys}
    return list(User.objects.filter(pk__in=numbers, deleted_at=None).order_by("pk"))


def end_measures_of(user: User, now: datetime) -> None:
    """The account is about to be closed: no end of a suspension opens it again. Nobody is told; a last mail says all."""
    Measure.objects.filter(user=user, ended_at=None).update(ended_at=now)


def forget_contexts(user: User) -> None:
    """Clear the context of reports about games of this user, which names the players."""
    Complaint.objects.filter(about__in=own_keys(user)).update(context=[])


@transaction.atomic
def forget_person(user: User) -> None:
    """An account is about to be erased: notes and reports of it go, its networks, its measures and the words of what was done about
    it. The rows of the trail stay, without words."""
    about = key_of(PERSON, user.pk)
    StaffNote.objects.filter(about=about).delete()
    Complaint.objects.filter(about=about).delete()
    Complaint.objects.filter(reporter=user).update(words="")
    forget_contexts(user)
    NetworkSight.objects.filter(user=user).delete()
    Measure.objects.filter(user=user).delete()
    erase_words(about=about)


logger = logging.getLogger("moderation")
TOLD = {MeasureKind.MUTE: ModerationNotification.MUTED, MeasureKind.SUSPENSION: ModerationNotification.SUSPENDED}


@transaction.atomic
def take_measure(
    *, user_id: int, kind: MeasureKind, reason: str, by: User, until: datetime | None, now: datetime
) -> Measure:
    """Mute or suspend somebody from now on. A suspended person cannot use pages, programs or email. They are told why, until when
    and how to appeal. Their games follow once this is committed (`keep_out`), with many locks, one after the other.

    Raises NoSuchPerson for guests and who has left, AlreadySo.
    """
    user = User.objects.filter(pk=user_id, deleted_at=None, guest_until=None).first()
    if user is None:
        raise NoSuchPerson
    end_due_measures(now=now, user=user)
    if Measure.objects.filter(user=user, kind=kind, ended_at=None).exists():
        raise AlreadySo
    made: Measure = Measure.objects.create(user=user, kind=kind, reason=reason, since=now, until=until, by=by)
    if kind == MeasureKind.SUSPENSION:
        User.objects.filter(pk=user.pk).update(is_active=False)
    notifications.tell(TOLD[kind], user_id=user.pk, now=now, measure=made.pk)
    return made


@transaction.atomic
def lift_measure(*, measure_id: int, now: datetime, tells: bool = True) -> Measure:
    """It ends now; a suspended person comes in again. Raises AlreadySo where it has ended, Measure.DoesNotExist."""
    found: Measure = Measure.objects.select_for_update(of=("self",)).get(pk=measure_id)
    if found.ended_at is not None:
        raise AlreadySo
    found.ended_at = now
    found.save(update_fields=["ended_at"])
    if found.kind == MeasureKind.SUSPENSION and not is_closed(found.user_id):
        User.objects.filter(pk=found.user_id, deleted_at=None).update(is_active=True)
    if tells:
        notifications.tell(ModerationNotification.LIFTED, user_id=found.user_id, now=now, measure=found.pk)
    return found


def end_due_measures(*, now: datetime, user: User | None = None) -> int:
    """End what is over by its time, and say so. May run twice. Returns how many ended."""
    due = Measure.objects.filter(until__lte=now, ended_at=None)
    due = due if user is None else due.filter(user=user)
    ended = 0
    for number in list(due.values_list("pk", flat=True)):
        try:
            lift_measure(measure_id=number, now=now)
        except AlreadySo:
            continue
        ended += 1
    return ended


def keep_out(*, now: datetime, user_id: int | None = None) -> None:
    """Suspended people hold up nobody: each app takes care of their games, also of those begun since. May run
    twice; not in a transaction."""
    held = Measure.objects.in_force(now).filter(kind=MeasureKind.SUSPENSION).select_related("user")
    for found in held if user_id is None else held.filter(user=user_id):
        try:
            tell_suspended(found.user, now)
        except Exception:
            logger.exception("what user %s plays is held up by a suspension", found.user_id)  # the others must not wait


def measure_in_force(user_id: int, kind: MeasureKind, now: datetime) -> Measure | None:
    return Measure.objects.in_force(now).filter(user=user_id, kind=kind).first()


def is_mute(user_id: int, now: datetime) -> bool:
    return bool(Measure.objects.in_force(now).filter(user=user_id, kind=MeasureKind.MUTE).exists())


@transaction.atomic
def appeal(*, measure_id: int, words: str, now: datetime) -> bool:
    """Store the appeal, once. False if there is one already, or the measure has ended."""
    found: Measure = Measure.objects.select_for_update(of=("self",)).get(pk=measure_id)
    if found.appealed_at is not None or found.ended_at is not None:
        return False
    found.appeal, found.appealed_at = words, now
    found.save(update_fields=["appeal", "appealed_at"])
    logger.info("user %s appealed against measure %s", found.user_id, found.pk)
    return True


@transaction.atomic
def answer_appeal(*, measure_id: int, words: str, lifts: bool, now: datetime) -> Measure:
    """Answer the appeal; with `lifts` the measure ends. Raises AlreadySo where nothing waits for an answer."""
    found: Measure = Measure.objects.select_for_update(of=("self",)).get(pk=measure_id)
    if found.appealed_at is None or found.answered_at is not None:
        raise AlreadySo
    found.answer, found.answered_at = words, now
    found.save(update_fields=["answer", "answered_at"])
    if lifts and found.ended_at is None:
        lift_measure(measure_id=measure_id, now=now, tells=False)
    notifications.tell(ModerationNotification.ANSWERED, user_id=found.user_id, now=now, measure=found.pk, lifted=lifts)
    return found


def _signer() -> signing.Signer:
    return signing.Signer(sep=".", salt="moderation.measure")


def url_of(measure: Measure) -> str:
    return reverse("moderation:measure", args=[_signer().sign(f"{measure.pk}-{measure.user_id}")])


def measure_of(token: str) -> Measure | None:
    """None for what nobody has signed, or a measure that is gone."""
    try:
        number, user = _signer().unsign(token).split("-")
    except signing.BadSignature:
        return None
    return Measure.objects.select_related("user").filter(pk=int(number), user=int(user)).first()


EXPORTED = ("rename",)
"""Actions without a row of their own, whose reason the person was told word for word."""


def _measures(user: User) -> Plain:
    """Leave out who reported them, who on the site team decided, and staff notes."""
    of_measure = ("kind", "reason", "since", "until", "ended_at", "appeal", "appealed_at", "answer", "answered_at")
    acts = TrailRow.objects.filter(about=key_of(PERSON, user.pk), act__in=EXPORTED)
    return {
        "measures": table(Measure.objects.filter(user=user), *of_measure),
        "acts": table(acts, "act", "at", "reason"),
        "networks_noted": table(NetworkSight.objects.filter(user=user), "at"),
    }


def _reports(user: User) -> Plain:
    """With the context: the reporter saw it when they wrote."""
    names = ("about", "reason", "words", "context", "at", "settled_at")
    return {"reports": table(Complaint.objects.filter(reporter=user), *names)}


PARTS = (
    ExportPart("measures.json", _("the site team's decisions about you, and your appeals"), _measures),
    ExportPart("reports.json", _("people and games you reported to the site team"), _reports),
)
