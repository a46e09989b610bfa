"""Addresses of the site; each app has a `urls.py` of its own. tests/infrastructure/addresses_by_role.txt lists them all."""

from django.contrib import admin
from django.urls import include, path

import accounts.api
import games.api
import moderation.api
import notifications.api
import tournaments.api
from api import docs
from games.handbook.views import handbook
from stpete_site import erasing, mailbox, pages
from stpete_site.health import health, live, metrics, ready

api_patterns = [
    *games.api.urlpatterns,
    *tournaments.api.urlpatterns,
    *moderation.api.urlpatterns,
    *notifications.api.urlpatterns,
    *accounts.api.urlpatterns,
    path("", docs.Index.as_view(), name="index"),
    path("schema/", docs.schema, name="schema"),
    path("docs/", docs.page, name="docs"),
]
urlpatterns = [
    path("", pages.front, name="front"),
    path("api/v1/", include((api_patterns, "api"))),  # before all others: a request tries every address before its own
    path("", include("games.urls")),
    path("rules/", handbook, name="rules"),
    path("about/", pages.about, name="about"),
    path("privacy/", pages.privacy, name="privacy"),
    path("imprint/", pages.imprint, name="imprint"),
    path("terms/", pages.terms, name="terms"),
    path("offline/", pages.page, name="offline"),
    path("service-worker.js", pages.worker, name="worker"),
    path("profile/delete/", erasing.delete_account, name="delete-account"),
    path("", include("accounts.urls")),
    path("", include("notifications.urls")),
    path("", include("incoming_mail.urls")),
    path("", include("moderation.urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include("allauth.urls")),
    path("mailbox/", mailbox.mail_list, name="mailbox"),
    path("mailbox/<str:key>/", mailbox.mail_page, name="mailbox-mail"),
    path("mailbox/<str:key>/html/", mailbox.mail_html, name="mailbox-html"),
    path("mailbox/<str:key>/answer/", mailbox.answer_mail, name="mailbox-answer"),
    path("health/", health, name="health"),
    path("health/live/", live, name="health-live"),
    path("health/ready/", ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
]

handler400 = "stpete_site.error_pages.on_bad_request"
handler403 = "stpete_site.error_pages.on_forbidden"
handler404 = "stpete_site.error_pages.on_not_found"
handler500 = "stpete_site.error_pages.on_server_error"
