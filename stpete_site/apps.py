from django.apps import AppConfig
from django.db.backends.signals import connection_created


class SiteConfig(AppConfig):
    name = "stpete_site"
    verbose_name = "St Pete"
    staff = ("stpete_site.erasing.STAFF",)

    def ready(self) -> None:
        from stpete_site import (
            checks,  # noqa: F401  # they register themselves
            timestamps,
        )

        connection_created.connect(timestamps.read_quickly)
