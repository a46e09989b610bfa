"""What people want to hear of, by which channel and how soon. The default of a category holds until a user chooses.

Of several settings of one channel the most specific counts: this category and subject, this subject, the channel, this
category. The two in the middle can be `DEADLINES`: then only urgent categories are sent, and for these the setting of the
category still counts. Urgent things are sent at once or never.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db import transaction

from accounts.models import User
from notifications.kinds import Category
from notifications.models import ALL, Channel, Preference, When

Said = Mapping[tuple[str, str], str]
"""Wishes of one channel, by category and subject."""


Wishes = Mapping[str, Said]
"""All that one person has said, by channel."""


def decide(said: Said, category: Category, subject: str) -> When:
    """How soon the user with these wishes of one channel wants this by it. Never `DEADLINES`."""
    exact = said.get((category.name, subject)) if subject else None
    if exact is not None:
        return _told(When(exact), category)
    usual = said.get((category.name, ""))
    by_itself = When.AT_ONCE if category.is_wanted else When.NEVER
    of_category = _told(When(usual) if usual is not None else by_itself, category)
    wide = (said.get((ALL, subject)) if subject else None) or said.get((ALL, ""))
    if wide is None:
        return of_category
    if wide == When.DEADLINES:
        return of_category if category.is_urgent else When.NEVER
    if wide != When.NEVER and of_category is When.NEVER:  # "this game at once" is no wish for what he never wants
        return When.NEVER
    return _told(When(wide), category)


def _told(when: When, category: Category) -> When:
    """What is urgent is not gathered."""
    return When.AT_ONCE if category.is_urgent and when in (When.FIRST, When.DIGEST) else when


def wishes_of(users: Iterable[int]) -> Mapping[int, Wishes]:
    """The settings of these users in one statement; users without any are missing."""
    found: dict[int, dict[str, dict[tuple[str, str], str]]] = defaultdict(lambda: defaultdict(dict))
    rows = Preference.objects.filter(user__in=set(users))
    for user, channel, category, subject, when in rows.values_list("user_id", "channel", "category", "subject", "when"):
        found[user][channel][category, subject] = when
    return found


def who_wants(users: Iterable[int], category: Category, subject: str = "") -> set[int]:
    """Those of these users who want this category and subject by any channel. One statement."""
    asked = set(users)
    said = wishes_of(asked)
    return {
        user
        for user in asked
        if any(decide(said.get(user, {}).get(one, {}), category, subject) is not When.NEVER for one in Channel.values)
    }


@transaction.atomic
def wish(user: User, category: Category, *, wanted: bool) -> None:
    """Save whether this user wants emails of this category, and drop exceptions for subjects. Repeating it is safe."""
    say(user.pk, Channel.MAIL, category.name, "", When.AT_ONCE if wanted else When.NEVER)
    mails = Preference.objects.filter(user=user, channel=Channel.MAIL)
    mails.filter(category=category.name).exclude(subject="").delete()


def say(user_id: int, channel: str, category: str, subject: str, when: str) -> None:
    """Remember one wish; an empty `when` takes it back."""
    said = Preference.objects.filter(user=user_id, channel=channel, category=category, subject=subject)
    if when:
        said.update_or_create(
            user_id=user_id, channel=channel, category=category, subject=subject, defaults={"when": when}
        )
    else:
        said.delete()
