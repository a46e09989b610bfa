"""What people want to be told of. Everything is wanted until somebody says otherwise."""

from collections.abc import Mapping

from accounts.models import User
from notices.kinds import Category
from notices.models import Channel, Preference, When


def wants(user: User, category: Category, subject: str = "") -> bool:
    """Whether this user wants mails of this category about this subject. A wish about the subject goes first."""
    wishes = Preference.objects.filter(user=user, category=category.name, channel=Channel.MAIL)
    said = wishes.filter(subject__in={"", subject}).order_by("-subject").values_list("when", flat=True).first()
    return said != When.NEVER


def wishes_of(user: User) -> Mapping[str, bool]:
    """What he has said about whole categories; one that is missing is wanted."""
    said = Preference.objects.filter(user=user, channel=Channel.MAIL, subject="").values_list("category", "when")
    return {category: when != When.NEVER for category, when in said}


def wish(user: User, category: Category, *, wanted: bool) -> None:
    """Remember what he wants of this category. Saying it twice is as good as once."""
    Preference.objects.update_or_create(
        user=user,
        category=category.name,
        channel=Channel.MAIL,
        subject="",
        defaults={"when": When.AT_ONCE if wanted else When.NEVER},
    )
