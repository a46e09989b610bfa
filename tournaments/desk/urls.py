"""Addresses of the desk. Who does not direct an event finds nothing there."""

from __future__ import annotations

from django.urls import path

from tournaments.desk.views import acts, creating, desk, messages

urlpatterns = [
    path("events/new/", creating.new, name="event-new"),
    path("events/invitations/<str:token>/", messages.invitation, name="event-invitation"),
    path("events/<int:event_id>/change/", creating.change, name="event-change"),
    path("events/<int:event_id>/open/", creating.open_for_entries, name="event-open"),
    path("events/<int:event_id>/start/", creating.begin, name="event-start"),
    path("events/<int:event_id>/desk/", desk.show, name="desk"),
    path("events/<int:event_id>/desk/answer/", messages.answer, name="desk-answer"),
    path("events/<int:event_id>/desk/board/", messages.post, name="desk-post"),
    path("events/<int:event_id>/desk/board/down/", messages.take_down, name="desk-post-down"),
    path("events/<int:event_id>/desk/invite/", messages.invite, name="desk-invite"),
    path("events/<int:event_id>/desk/<slug:act>/", acts.show, name="desk-act"),
    path("events/<int:event_id>/report/", messages.report, name="desk-report"),
]
