"""What the Banquet lays on cards: the chip of the Money Collector, Jester and Banquet (BANQ-MONEY-3, BANQ-BANQ-2)."""

from django.utils.translation import gettext_lazy as _

from . import Lying

MARKS = {
    "chip": Lying(
        _("under the chip"),
        look="chipped",
        picture=("interface", "chip"),
        note=_("Under the Money Collector's chip, it never scores its own points and cannot be replaced."),
    ),
    "jester": Lying(_("with Jester"), look="laid", card="jester"),
    "banquet": Lying(_("with Banquet"), look="laid", card="banquet"),
}
