"""`manage.py seed_demo`: four people and their games, for a first look at a new site."""

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from accounts.models import User
from games.management.demo import Demo


class Command(BaseCommand):
    """Fills an empty database and says how to sign in. Refuses a database that knows anybody already."""

    help = "Fills a new database with four accounts, a running game, a finished one, an open table and an invitation."

    def handle(self, *args: object, **options: object) -> None:
        if User.objects.exists():
            raise CommandError("The database already has accounts; the demo needs an empty one. Nothing was changed.")
        demo = Demo(now())
        demo.fill()
        people = ", ".join(str(user.email) for user in demo.people)
        self.stdout.write(
            f"Demo accounts: {people}\n"
            f"Password of all four: {demo.password}\n"
            f"Anna is to move in “{demo.running.title}” and invited to “{demo.invited.title}”; Clara reads German."
        )
