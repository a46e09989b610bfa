"""What staff may do about people."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import LONGEST, check_name, name_key, tidy_name
from accounts.permissions import can
from accounts.services import marked
from moderation import notifications
from moderation.actions import Act, Card, Change, Fact, Found, Order, Subject
from moderation.errors import AlreadySo, NoSuchPerson, Refused, StaffMatter
from moderation.forms.acts import ActForm, UntilForm
from moderation.models import Measure, MeasureKind
from moderation.notifications import PERSON, Kind
from moderation.roles import MODERATOR, has_role
from moderation.services import measures, networks
from notifications.services import queue


def card(number: int, reader: User) -> Card | None:
    """Guests are nobody's business here; who has left is shown as such."""
    user = User.objects.filter(pk=number, guest_until=None).first()
    if user is None:
        return None
    facts = [Fact(gettext_lazy("Member since"), _date(user.created_at))]
    if can(reader, "moderation.see_addresses") and user.email:
        facts.append(Fact(gettext_lazy("Email address"), user.email))
    if user.mail_stopped_at is not None:
        facts.append(Fact(gettext_lazy("Emails bouncing since"), _date(user.mail_stopped_at)))
    if user.is_staff:
        roles = ", ".join(user.groups.order_by("name").values_list("name", flat=True)) or "–"
        facts.append(Fact(gettext_lazy("Roles"), roles))
    for one in Measure.objects.filter(user=user).order_by("-pk")[:10]:
        facts.append(Fact(MeasureKind(one.kind).label, _measure(one)))
    if has_role(reader, MODERATOR):
        facts += [
            Fact(gettext_lazy("Seen on same network"), other.name, about_url(other.pk))
            for other in networks.others(user)
        ]
    return Card(user.name, reverse("accounts:player", args=[number]), _row(number), facts)


def about_url(number: int) -> str:
    return reverse("admin:about", args=[PERSON, number])


def _row(number: int) -> str:
    return reverse("admin:accounts_user_change", args=[number])


def _date(at: datetime) -> str:
    return date_format(localtime(at), "DATETIME_FORMAT")


def _measure(one: Measure) -> str:
    since = _date(one.since)
    if one.ended_at is not None:
        return _("%(since)s to %(end)s: %(reason)s") % {
            "since": since,
            "end": _date(one.ended_at),
            "reason": one.reason,
        }
    if one.until is None:
        return _("since %(since)s, no end date: %(reason)s") % {"since": since, "reason": one.reason}
    return _("%(since)s to %(end)s: %(reason)s") % {"since": since, "end": _date(one.until), "reason": one.reason}


def find(text: str, limit: int, reader: User) -> list[Found]:
    people = User.objects.filter(guest_until=None, deleted_at=None)
    number = int(text) if text.isdecimal() and len(text) < 10 else None
    found = people.filter(name_key__contains=name_key(text)) if text.strip() else people.none()
    if can(reader, "moderation.see_addresses"):
        found |= people.filter(email__icontains=text)
    if number is not None:
        found |= people.filter(pk=number)
    return [Found(user.pk, user.name, f"#{user.pk}") for user in found.order_by("name_key")[:limit]]


def is_own(number: int, user: User) -> bool:
    return number == user.pk


def owned(user: User) -> list[int]:
    return [user.pk]


def reported(number: int, reader: User) -> list[str] | None:
    user = User.objects.players().filter(pk=number).first()
    if user is None or user == reader:
        return None
    return [f"name: {user.name}", f"member since: {user.created_at.date().isoformat()}"]


def called(number: int) -> str | None:
    user = User.objects.players().filter(pk=number).first()
    return user.name if user else None


SUBJECTS = (
    Subject(
        PERSON,
        gettext_lazy("People"),
        "accounts.view_user",
        "accounts.user",
        card,
        find,
        is_own,
        reported,
        called,
        owned,
    ),
)


def _person(order: Order) -> User:
    """Who is acted on. Raises NoSuchPerson, StaffMatter."""
    user = User.objects.filter(pk=order.number, deleted_at=None, guest_until=None).first()
    if user is None:
        raise NoSuchPerson
    if user.is_staff and not order.by.is_superuser:
        raise StaffMatter
    return user


def _is_player(number: int, now: datetime) -> bool:
    return User.objects.filter(pk=number, deleted_at=None, guest_until=None).exists()


def _lacks(kind: MeasureKind, number: int, now: datetime) -> bool:
    return _is_player(number, now) and measures.of(number, kind, now) is None


def _waiting(number: int) -> Measure | None:
    found: Measure | None = Measure.objects.filter(user=number, appealed_at__isnull=False, answered_at=None).first()
    return found


def _take(order: Order, kind: MeasureKind) -> Change:
    user = _person(order)
    end = measures.until(order.values.get("days"), order.now)
    measures.take(user_id=user.pk, kind=kind, reason=order.reason, by=order.by, until=end, now=order.now)
    return Change(after={kind.value: end.isoformat() if end else "until lifted"})


def mute(order: Order) -> Change:
    return _take(order, MeasureKind.MUTE)


def suspend(order: Order) -> Change:
    return _take(order, MeasureKind.SUSPENSION)


def keep_out(order: Order) -> None:
    measures.keep_out(now=order.now, user_id=order.number)


def lift(order: Order) -> Change:
    _person(order)
    found = Measure.objects.filter(user=order.number, kind=order.values["kind"], ended_at=None).first()
    if found is None:
        raise AlreadySo
    measures.lift(measure_id=found.pk, now=order.now)
    end = found.until.isoformat() if found.until else "until lifted"
    return Change({found.kind: end}, {found.kind: "lifted"})


def answer(order: Order) -> Change:
    _person(order)
    found = _waiting(order.number)
    if found is None:
        raise AlreadySo
    lifts = bool(order.values["lifts"])
    measures.answer(measure_id=found.pk, words=order.reason, lifts=lifts, now=order.now)
    return Change({found.kind: "appealed"}, {found.kind: "lifted" if lifts else "stands"})


def _named(user: User, name: str) -> str:
    """What he is called from now on: what is a program keeps its mark."""
    return marked(tidy_name(name)) if user.is_bot else tidy_name(name)


def rename(order: Order) -> Change:
    user = _person(order)
    before, name = user.display_name, _named(user, order.values["new_name"])
    user.display_name = name
    try:
        with transaction.atomic():
            user.save(update_fields=["display_name"])
    except IntegrityError as error:
        raise Refused(_("This username is taken.")) from error
    queue(
        [
            notifications.told(
                Kind.RENAMED, user_id=user.pk, now=order.now, before=before, name=name, reason=order.reason
            )
        ]
    )
    return Change(words=f"{before} → {name}")


class LiftForm(ActForm):
    kind = forms.ChoiceField(label=gettext_lazy("Sanction"), choices=MeasureKind.choices)


class AnswerForm(ActForm):
    lifts = forms.BooleanField(label=gettext_lazy("Lift the sanction"), required=False)


class RenameForm(ActForm):
    new_name = forms.CharField(label=gettext_lazy("New name"), max_length=LONGEST)

    def clean_new_name(self) -> str:
        name = tidy_name(self.cleaned_data["new_name"])
        check_name(name)
        named = _named(User.objects.get(pk=self.number), name)
        if User.objects.filter(name_key=name_key(named)).exclude(pk=self.number).exists():
            raise ValidationError(gettext_lazy("This username is taken."), code="name_taken")
        return name


ACTS = (
    Act(
        "mute",
        PERSON,
        gettext_lazy("Mute"),
        gettext_lazy(
            "The person can no longer write in chats or with invitations. Games and messages to directors "
            "continue. The person is told the reason, the end and how to appeal."
        ),
        "moderation.mute_person",
        mute,
        UntilForm,
        lambda number, now: _lacks(MeasureKind.MUTE, number, now),
    ),
    Act(
        "suspend",
        PERSON,
        gettext_lazy("Suspend"),
        gettext_lazy(
            "The person cannot sign in or make moves by email or API. In running games with other people, a "
            "bot takes over the seat now. The person can reclaim it after the suspension. Games against bots "
            "only stay as they are, and their clocks run. The person is told the reason, the end and how to "
            "appeal."
        ),
        "moderation.suspend_person",
        suspend,
        UntilForm,
        lambda number, now: _lacks(MeasureKind.SUSPENSION, number, now),
        afterwards=keep_out,
    ),
    Act(
        "lift",
        PERSON,
        gettext_lazy("Lift a mute or a suspension"),
        gettext_lazy("This takes effect now and the player is notified. Seats held by a bot can be reclaimed."),
        "moderation.suspend_person",
        lift,
        LiftForm,
        lambda number, now: Measure.objects.filter(user=number, ended_at=None).exists(),
    ),
    Act(
        "answer-appeal",
        PERSON,
        gettext_lazy("Answer appeal"),
        gettext_lazy("The person receives your reason as the answer. A second appeal is not possible."),
        "moderation.suspend_person",
        answer,
        AnswerForm,
        lambda number, now: _waiting(number) is not None,
    ),
    Act(
        "rename",
        PERSON,
        gettext_lazy("Rename"),
        gettext_lazy(
            "Changes the name everywhere, in running and finished games. The person is notified. The old "
            "name becomes available."
        ),
        "moderation.rename_person",
        rename,
        RenameForm,
        _is_player,
    ),
)
