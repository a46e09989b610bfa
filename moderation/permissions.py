"""The roles of staff: groups with what each may look at and do. docs/moderation.md lists them.

`ensure_roles` makes them and gives them the permissions of this version. The operator decides who is in them. Permissions that were
added by hand stay.
"""

from collections.abc import Mapping

from django.contrib.auth.models import Group, Permission

from accounts.models import User
from accounts.permissions import Rule
from moderation.actions import StaffAction

HELPER, MODERATOR, DIRECTOR, OPERATOR = "helper", "moderator", "director of tournaments", "operator"

LOOKS_AT_GAMES = (
    *("games.view_game", "games.view_seat", "games.view_tenure", "games.view_logrow", "games.view_report"),
    *("tournaments.view_ratedgame", "tournaments.view_rating", "tournaments.view_tournament"),
)
MAY_HELP = (
    *LOOKS_AT_GAMES,
    *("accounts.view_user", "games.change_report", "moderation.view_complaint", "moderation.change_complaint"),
    *("moderation.view_staffnote", "moderation.add_staffnote", "moderation.view_measure"),
    *("moderation.extend_clock", "moderation.resend_mail", "notifications.view_notification"),
)
MAY_MODERATE = (
    *MAY_HELP,
    *("accounts.view_household", "accounts.view_block", "moderation.view_trailrow", "moderation.see_networks"),
    *("moderation.answer_for_seat", "moderation.replace_seat", "moderation.end_game"),
    *("moderation.mute_person", "moderation.suspend_person", "moderation.rename_person"),
)
MAY_DIRECT = (
    *LOOKS_AT_GAMES,
    *("accounts.view_user", "tournaments.view_act", "tournaments.view_leagueact"),
    *("moderation.view_trailrow", "moderation.view_staffnote", "moderation.add_staffnote"),
    *("moderation.extend_clock", "moderation.replace_seat", "moderation.end_game", "moderation.hand_over_tournament"),
)
MAY_OPERATE = (
    *LOOKS_AT_GAMES,
    *("accounts.view_user", "accounts.view_apitoken", "accounts.delete_apitoken", "moderation.see_addresses"),
    *("moderation.view_trailrow", "moderation.view_measure", "moderation.view_staffnote", "moderation.add_staffnote"),
    *("moderation.resend_mail", "moderation.rename_person", "moderation.erase_person", "moderation.merge_people"),
    *("games.view_participant", "games.view_invitation"),
    *(
        "notifications.view_notification",
        "notifications.view_delivery",
        "notifications.view_attempt",
        "notifications.view_preference",
    ),
    *(
        "moderation.view_failedtask",
        "notifications.change_preference",
        "notifications.view_mutedaddress",
        "incoming_mail.view_incomingmail",
    ),
)
ROLES: Mapping[str, tuple[str, ...]] = {
    HELPER: MAY_HELP,
    MODERATOR: MAY_MODERATE,
    DIRECTOR: MAY_DIRECT,
    OPERATOR: MAY_OPERATE,
}


def ensure_roles() -> None:
    """Make the groups of the roles, with their permissions. Twice does no harm. Raises LookupError for a permission that no model
    has."""
    rows = Permission.objects.select_related("content_type")
    known = {f"{one.content_type.app_label}.{one.codename}": one for one in rows}
    for name, permissions in ROLES.items():
        group, _new = Group.objects.get_or_create(name=name)
        group.permissions.add(*(known[permission] for permission in permissions))


def has_role(user: object, name: str) -> bool:
    """Whether somebody is a member of this group. Superusers are not, unless they join it."""
    groups = getattr(user, "groups", None)
    return groups is not None and bool(groups.filter(name=name).exists())


def _act_as_staff(user: User | None, act: type[StaffAction]) -> bool:
    return user is not None and user.is_active and user.is_staff and user.has_perm(act.permission)


RULES: tuple[tuple[str, Rule], ...] = (("act as staff", _act_as_staff),)
