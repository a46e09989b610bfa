"""What notifications of games are about, as links for who was told, and why one became no mail."""

from collections.abc import Collection, Mapping

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Game, Invitation, Participant, Tenure, Visibility
from games.models.notification import GAME, INVITATION
from games.models.title import told
from games.play.visibility import marked
from notifications.kinds import Place


def games(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    """Titles of the games and tables that he may see; of others only the number, for the title may have changed since."""
    sat = Exists(Tenure.objects.filter(seat__game=OuterRef("pk"), user=reader))
    sits = Exists(Participant.objects.filter(game=OuterRef("pk"), user=reader))
    asked = Exists(Invitation.objects.filter(game=OuterRef("pk"), user=reader))
    found = marked(Game.objects.filter(pk__in=numbers)).annotate(own=Q(sat) | Q(sits) | Q(asked) | Q(host=reader))
    rows = found.values_list("pk", "title", "visibility", "own", "closed")
    return {
        number: Place(
            _("“%(title)s”, game %(number)s") % {"title": told(title), "number": number},
            reverse("games:game", args=[number]),
        )
        if own or (visibility == Visibility.PUBLIC and not closed)
        else Place(_("game %(number)s") % {"number": number})
        for number, title, visibility, own, closed in rows
    }


def invitations(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    rows = Invitation.objects.filter(pk__in=numbers, user=reader).values_list("pk", "game_id", "game__title")
    return {
        number: Place(
            _("“%(title)s”, game %(number)s") % {"title": told(title), "number": game},
            reverse("games:table", args=[game]),
        )
        for number, game, title in rows
    }


PLACES = {GAME: games, INVITATION: invitations}

REASONS = {
    "answered": gettext_lazy("You had already answered."),
    "not seated": gettext_lazy("The seat was no longer yours."),
    "told in the answer": gettext_lazy("The reply to an email of yours already showed it."),
    "deadline moved": gettext_lazy("The deadline had changed."),
    "taken back": gettext_lazy("You had reclaimed your seat."),
    "goes on": gettext_lazy("The game went on."),
    "over": gettext_lazy("The game had finished."),
    "reached again": gettext_lazy("Emails reached the player again."),
    "paused": gettext_lazy("The game was paused."),
    "table closed": gettext_lazy("The table was closed."),
    "not over": gettext_lazy("The game was not over."),
    "read": gettext_lazy("You had already read it."),
}
