"""The settings of production, with addresses of our own beside those of the site (`benchmarks.site.urls`)."""

from stpete_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.site.urls"
