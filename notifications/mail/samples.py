"""A sample of every mail, for the page that shows them. No database row is read or written."""

from zoneinfo import ZoneInfo

from django.utils import timezone, translation

from notifications.kinds import Sample
from notifications.mail.readers import Reader
from notifications.mail.render import Rendered, render
from notifications.mail.unsubscribe import Way


def rendered(sample: Sample, language: str) -> Rendered:
    """It as it would be sent to Anna, or to Emil who has no account, in Berlin."""
    reader, way = reader_and_way(sample, language)
    with translation.override(language), timezone.override(reader.zone):
        return render(sample.write(), reader, way)


def reader_and_way(sample: Sample, language: str) -> tuple[Reader, Way]:
    """Who reads it, and his way out of such mails."""
    return _emil(sample, language) if sample.to_stranger else _anna(sample, language)


def _anna(sample: Sample, language: str) -> tuple[Reader, Way]:
    reader = Reader("anna@example.org", "Anna", language, ZoneInfo("Europe/Berlin"), 1)
    return reader, Way(sample.kind.category, user_id=0)  # nobody has this number: trying the link out does no harm


def _emil(sample: Sample, language: str) -> tuple[Reader, Way]:
    reader = Reader("emil@example.org", "", language, ZoneInfo("Europe/Berlin"))
    return reader, Way(sample.kind.category, subject=f"{sample.kind.category.strangers}:0")
