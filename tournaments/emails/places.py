"""What notifications of tournaments and leagues are about, as links; why one became no email; and what is deleted."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notifications.kinds import Place
from notifications.services import forget
from tournaments.leagues.notifications import LEAGUE
from tournaments.lifecycle.notifications import INVITATION, TOURNAMENT
from tournaments.models import League, Tournament, TournamentInvitation
from tournaments.pages.visibility import visible


def tournaments(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    """Those that he may see."""
    return {one.pk: Place(one.title, one.get_absolute_url()) for one in visible(reader).filter(pk__in=numbers)}


def leagues(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    return {one.pk: Place(str(one), one.get_absolute_url()) for one in League.objects.filter(pk__in=numbers)}


PLACES = {TOURNAMENT: tournaments, LEAGUE: leagues}

REASONS = {
    "entries closed": _("Registration was closed."),
    "signed up": _("You were already registered."),
    "not running": _("The season was not running."),
    "left": _("You had left."),
    "moved again": _("It had been rescheduled again."),
    "signed off": _("You had withdrawn."),
    "no longer directs": _("You no longer directed it."),
    "started": _("It had started."),
    "erased": _("Its content had been deleted."),
    "changed since": _("It had changed in the meantime."),
    "not entered": _("You were not registered."),
    "not followed": _("You no longer followed it."),
    "not so": _("It had changed in the meantime."),
    "round over": _("The round had finished."),
    "round begun": _("The round had started."),
    "game over": _("Your games had finished."),
    "tournament over": _("The tournament had finished."),
    "replied to": _("Someone had already answered."),
    "entered": _("You were already registered."),
}


@receiver(post_delete, sender=Tournament)
@receiver(post_delete, sender=League)
@receiver(post_delete, sender=TournamentInvitation)
def forget_deleted(instance: Tournament | League | TournamentInvitation, **kwargs: object) -> None:
    """What is not yet told about something that is deleted never will be."""
    word = {Tournament: TOURNAMENT, League: LEAGUE, TournamentInvitation: INVITATION}[type(instance)]
    forget(f"{word}:{instance.pk}")
