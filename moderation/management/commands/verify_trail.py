"""`manage.py verify_trail`: whether the trail of staff is whole."""

from django.core.management.base import BaseCommand, CommandError

from moderation import trail
from moderation.models import Head


class Command(BaseCommand):
    """Ends with status 1 where a row does not follow from the one before it, or rows are missing. The head, kept elsewhere from
    time to time, also shows whether the whole chain was made anew."""

    help = "Verifies the audit log of staff; exits with status 1 if it was changed."

    def handle(self, *args: object, **options: object) -> None:
        broken = trail.find_first_break()
        if broken is not None:
            raise CommandError(f"row {broken} is missing, was changed, or does not follow from the row before it")
        head = Head.objects.filter(pk=1).first()
        self.stdout.write(f"{head.rows if head else 0} rows, head {head.digest if head else '-'}")
