"""What the web server runs."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")
settings.ENVIRONMENT.refuse_if_wrong()

application = get_wsgi_application()
