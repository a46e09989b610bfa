"""Incoming emails and what became of them, for staff. Nobody sees their content: a move may name what others may not know."""

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin_site import ReadOnlyAdmin
from incoming_mail.models import AddressToken, IncomingMail, ReplyToken


@admin.register(IncomingMail)
class InboundMailAdmin(ReadOnlyAdmin):
    list_display = ("received_at", "way", "state", "reason", "handler", "user", "size", "attempts", "handled_at")
    list_filter = ("state", "reason", "way", "handler")
    list_select_related = ("user",)
    search_fields = ("user__display_name", "envelope_from")
    exclude = ("raw", "envelope_to", "letter", "digest")


class TokenAdmin(ReadOnlyAdmin):
    def has_view_permission(self, request: HttpRequest, obj: ReplyToken | AddressToken | None = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(ReplyToken)
class ReplyTokenAdmin(TokenAdmin):
    """Without the token itself and what it refers to, and without the question, which may be a secret one."""

    list_display = ("made_at", "user", "handler", "used_at", "revoked_at")
    list_filter = ("handler",)
    list_select_related = ("user",)
    search_fields = ("user__display_name",)
    fields = ("user", "handler", "made_at", "used_at", "revoked_at")


@admin.register(AddressToken)
class AddressTokenAdmin(TokenAdmin):
    """Without the token itself and the fingerprint of the address."""

    list_display = ("made_at", "handler", "subject")
    list_filter = ("handler",)
    fields = ("handler", "subject", "made_at")
