"""What staff may do about people, and what needs their attention there."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST, check_name, name_key, tidy_name
from accounts.permissions import can
from accounts.services import marked
from moderation import networks, notifications, services
from moderation.actions import (
    Card,
    CellLink,
    Hit,
    Need,
    Order,
    RecordedChange,
    StaffAction,
    StaffFact,
    StaffPart,
    StaffTable,
    Subject,
    about_link,
    links_of,
    moment,
    own_keys,
)
from moderation.errors import AlreadySo, NoSuchPerson, StaffMatter, StaffRefusal
from moderation.models import Complaint, FailedTask, Measure, MeasureKind
from moderation.notifications import PERSON, ModerationNotification
from moderation.permissions import MODERATOR, has_role
from statements import row_number

MOST = 30


def card(number: int, reader: User) -> Card | None:
    """Guests are nobody's business here; who has left is shown as such."""
    user = User.objects.filter(pk=number, guest_until=None).first()
    if user is None:
        return None
    facts = [StaffFact(gettext_lazy("Member since"), moment(user.created_at))]
    if user.active_on:
        facts.append(StaffFact(gettext_lazy("Last seen"), date_format(user.active_on, "SHORT_DATE_FORMAT")))
    if user.last_login:
        facts.append(StaffFact(gettext_lazy("Last sign-in"), moment(user.last_login)))
    if can(reader, "moderation.see_addresses") and user.email:
        facts.append(StaffFact(gettext_lazy("Email address"), user.email))
    if user.mail_stopped_at is not None:
        facts.append(StaffFact(gettext_lazy("Emails bouncing since"), moment(user.mail_stopped_at)))
    if user.is_staff:
        roles = ", ".join(user.groups.order_by("name").values_list("name", flat=True)) or "–"
        facts.append(StaffFact(gettext_lazy("Roles"), roles))
    row = reverse("admin:accounts_user_change", args=[number])
    return Card(user.name, reverse("accounts:player", args=[number]), row, facts)


def tables(number: int, reader: User) -> Iterator[StaffTable]:
    if can(reader, "moderation.view_complaint"):
        made = Complaint.objects.filter(reporter=number).exclude(about__in=own_keys(reader)).order_by("-pk")[:MOST]
        links = links_of({one.about for one in made}, reader)
        yield StaffTable(
            gettext_lazy("Reports by this person"),
            (gettext_lazy("Reported"), pgettext_lazy("whom", "about"), gettext_lazy("Reason"), gettext_lazy("Status")),
            [
                (
                    CellLink(moment(one.at), reverse("admin:moderation_complaint_change", args=[one.pk])),
                    *(
                        links[one.about],
                        f"{one.get_reason_display()}: {one.words}" if one.words else one.get_reason_display(),
                    ),
                    gettext("resolved") if one.settled_at else gettext("open"),
                )
                for one in made
            ],
        )
    if has_role(reader, MODERATOR):
        yield StaffTable(
            gettext_lazy("Seen on the same network"),
            (
                *(gettext_lazy("Person"), gettext_lazy("Last there"), gettext_lazy("This person last there")),
                *(gettext_lazy("Networks shared"), gettext_lazy("Accounts on the smallest of them")),
            ),
            [
                (
                    about_link(one["user"].name, PERSON, one["user"].pk),
                    _day(one["last"]),
                    _day(one["own_last"]),
                    one["shared"],
                    one["smallest"],
                )
                for one in networks.others(User.objects.get(pk=number))
            ],
            gettext("The last 30 days. A network of many accounts, such as a school or a mobile carrier, says little."),
        )


def _day(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATE_FORMAT")


def find(text: str, limit: int, reader: User) -> list[Hit]:
    people = User.objects.filter(guest_until=None, deleted_at=None)
    found = people.filter(name_key__contains=name_key(text)) if text.strip() else people.none()
    if can(reader, "moderation.see_addresses"):
        found |= people.filter(email__icontains=text)
    found |= people.filter(pk=row_number(text))
    return [Hit(user.pk, user.name, f"#{user.pk}") for user in found.order_by("name_key")[:limit]]


def reported(number: int, reader: User) -> list[str] | None:
    user = User.objects.players().filter(pk=number).first()
    if user is None or user == reader:
        return None
    return [f"name: {user.name}", f"member since: {user.created_at.date().isoformat()}"]


SUBJECTS = (
    Subject(
        PERSON,
        gettext_lazy("People"),
        "accounts.view_user",
        "accounts.user",
        card,
        find,
        is_own=lambda number, user: number == user.pk,
        reported=reported,
        names=lambda numbers: {user.pk: user.name for user in User.objects.filter(pk__in=numbers)},
        owned=lambda user: [user.pk],
    ),
)


def person_of(order: Order) -> User:
    """Who is acted on. Raises NoSuchPerson, StaffMatter."""
    user = User.objects.filter(pk=order.number, deleted_at=None, guest_until=None).first()
    if user is None:
        raise NoSuchPerson
    if user.is_staff and not order.by.is_superuser:
        raise StaffMatter
    return user


def is_player(number: int) -> bool:
    return User.objects.filter(pk=number, deleted_at=None, guest_until=None).exists()


class Measured(StaffAction):
    """A measure is taken: `kind`, which may end by itself."""

    subject = PERSON
    kind: ClassVar[MeasureKind]

    days = forms.IntegerField(
        label=gettext_lazy("Number of days"),
        min_value=1,
        max_value=3650,
        required=False,
        help_text=gettext_lazy("Empty: until it is lifted."),
    )

    @classmethod
    def is_possible(cls, of: int, now: datetime) -> bool:
        return is_player(of) and services.measure_in_force(of, cls.kind, now) is None

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        user, days = person_of(order), order.values.get("days")
        end = None if days is None else order.now + timedelta(days=days)
        services.take_measure(
            user_id=user.pk, kind=cls.kind, reason=order.reason, by=order.by, until=end, now=order.now
        )
        return RecordedChange(after={cls.kind.value: end.isoformat() if end else "until lifted"})


class Mute(Measured):
    slug = "mute"
    title = gettext_lazy("Mute")
    about = gettext_lazy(
        "The person can no longer write in chats or with invitations. Games and messages to directors "
        "continue. The person is told the reason, the end and how to appeal."
    )
    permission = "moderation.mute_person"
    kind = MeasureKind.MUTE


class Suspend(Measured):
    slug = "suspend"
    title = gettext_lazy("Suspend")
    about = gettext_lazy(
        "The person cannot sign in or make moves by email or API. In running games with other people, a "
        "bot takes over the seat now. The person can reclaim it after the suspension. Games against bots "
        "only stay as they are, and their clocks run. The person is told the reason, the end and how to "
        "appeal."
    )
    permission = "moderation.suspend_person"
    kind = MeasureKind.SUSPENSION

    @classmethod
    def afterwards(cls, order: Order) -> None:
        services.keep_out(now=order.now, user_id=order.number)


class Lift(StaffAction):
    slug = "lift"
    subject = PERSON
    title = gettext_lazy("Lift a mute or a suspension")
    about = gettext_lazy("This takes effect now and the player is notified. Seats held by a bot can be reclaimed.")
    permission = "moderation.suspend_person"

    kind = forms.ChoiceField(label=gettext_lazy("Sanction"), choices=MeasureKind.choices)

    only_if = staticmethod(lambda of, now: Measure.objects.filter(user=of, ended_at=None).exists())

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        person_of(order)
        found = Measure.objects.filter(user=order.number, kind=order.values["kind"], ended_at=None).first()
        if found is None:
            raise AlreadySo
        services.lift_measure(measure_id=found.pk, now=order.now)
        end = found.until.isoformat() if found.until else "until lifted"
        return RecordedChange({found.kind: end}, {found.kind: "lifted"})


class AnswerAppeal(StaffAction):
    slug = "answer-appeal"
    subject = PERSON
    title = gettext_lazy("Answer appeal")
    about = gettext_lazy("The person receives your reason as the answer. A second appeal is not possible.")
    permission = "moderation.suspend_person"

    lifts = forms.BooleanField(label=gettext_lazy("Lift the sanction"), required=False)
    measure = forms.IntegerField(widget=forms.HiddenInput, required=False)
    """Which, where several wait; by itself the first."""

    def prepare(self) -> None:
        if found := self._waiting(self.of, self["measure"].value()):
            self.initial["measure"] = found.pk
            self.about = f"{self.about} {gettext('The appeal: “%(words)s”') % {'words': found.appeal}}"  # type: ignore[assignment,misc]

    @classmethod
    def is_possible(cls, of: int, now: datetime) -> bool:
        return cls._waiting(of) is not None

    @staticmethod
    def _waiting(number: int, measure: int | str | None = None) -> Measure | None:
        rows = Measure.objects.filter(user=number, appealed_at__isnull=False, answered_at=None)
        return (rows.filter(pk=measure) if measure and str(measure).isdecimal() else rows).first()

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        person_of(order)
        found = cls._waiting(order.number, order.values.get("measure"))
        if found is None:
            raise AlreadySo
        lifts = bool(order.values["lifts"])
        services.answer_appeal(measure_id=found.pk, words=order.reason, lifts=lifts, now=order.now)
        return RecordedChange({found.kind: "appealed"}, {found.kind: "lifted" if lifts else "stands"})


class Rename(StaffAction):
    slug = "rename"
    subject = PERSON
    title = gettext_lazy("Rename")
    about = gettext_lazy(
        "Changes the name everywhere, in running and finished games. The person is notified. The old "
        "name becomes available."
    )
    permission = "moderation.rename_person"

    new_name = forms.CharField(label=gettext_lazy("New name"), max_length=LONGEST)

    def clean_new_name(self) -> str:
        name = tidy_name(self.cleaned_data["new_name"])
        check_name(name)
        named = _named(User.objects.get(pk=self.of), name)
        if User.objects.filter(name_key=name_key(named)).exclude(pk=self.of).exists():
            raise ValidationError(gettext_lazy("This username is taken."), code="name_taken")
        return name

    only_if = staticmethod(lambda of, now: is_player(of))

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        user = person_of(order)
        before, name = user.display_name, _named(user, order.values["new_name"])
        user.display_name = name
        try:
            with transaction.atomic():
                user.save(update_fields=["display_name"])
        except IntegrityError as error:
            raise StaffRefusal(gettext("This username is taken.")) from error
        names = {"before": before, "name": name, "reason": order.reason}
        notifications.tell(ModerationNotification.RENAMED, user_id=user.pk, now=order.now, **names)
        return RecordedChange(words=f"{before} → {name}")


def _named(user: User, name: str) -> str:
    """What somebody is called from now on: what is a program keeps its mark."""
    return marked(tidy_name(name)) if user.is_bot else tidy_name(name)


ACTIONS = (Mute, Suspend, Lift, AnswerAppeal, Rename)


DAY = timedelta(days=1)


def _appealed() -> QuerySet[Measure]:
    return Measure.objects.filter(appealed_at__isnull=False, answered_at=None).order_by("appealed_at")


NEEDS = (
    Need(
        "complaints",
        _("open reports of players and games"),
        "moderation.view_complaint",
        lambda now: Complaint.objects.filter(settled_at=None).count(),
        lambda: reverse("admin:moderation_complaint_changelist") + "?settled=no",
        count_for=lambda now, reader: (
            Complaint.objects.filter(settled_at=None).exclude(about__in=own_keys(reader)).count()
        ),
    ),
    Need(
        "appeals",
        _("appeals awaiting an answer"),
        "moderation.view_measure",
        lambda now: _appealed().count(),
        rows=lambda now: [(PERSON, number) for number in dict.fromkeys(_appealed().values_list("user", flat=True))],
    ),
    Need(
        "failed-tasks",
        _("tasks that failed in the last 24 hours"),
        "moderation.view_failedtask",
        lambda now: FailedTask.objects.filter(at__gt=now - DAY).count(),
        lambda: reverse("admin:moderation_failedtask_changelist"),
    ),
)
STAFF = StaffPart(SUBJECTS, ACTIONS, NEEDS, {PERSON: tables})
