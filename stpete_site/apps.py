from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "stpete_site"
    verbose_name = "St Pete"
    staff = ("stpete_site.erasing.STAFF",)

    def ready(self) -> None:
        from stpete_site import checks, connections  # noqa: F401  # they register themselves
