"""Notifications and what became of them, for staff. Everything but settings is read-only."""

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_site import ReadOnlyAdmin, ReadOnlyInline, name_fields
from notifications.models import Attempt, Delivery, MutedAddress, Notification, Preference
from notifications.registry import categories, is_secret


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin):
    """Leaves out subjects that an app keeps secret: a notification shows who was asked."""

    list_display = ("key", "app", "kind", "user", "subject", "due_at", "dropped")
    list_filter = ("app", "kind", "dropped")
    list_select_related = ("user",)
    search_fields = ("=subject", "user__display_name", "key")

    def get_exclude(self, request: HttpRequest, obj: Notification | None = None) -> list[str]:
        """Only staff who may see addresses see those of people without an account."""
        return [] if request.user.has_perm("moderation.see_addresses") else ["address"]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Notification]:
        return super().get_queryset(request).exclude(is_secret())


class AttemptInline(ReadOnlyInline):
    model = Attempt
    verbose_name_plural = _("attempts")
    fields = ("at", "answer")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ("id", "app", "kind", "user", "endpoint", "state", "due_at", "attempts", "sent_at")
    list_filter = ("state", "app", "kind")
    list_select_related = ("user",)
    search_fields = ("=subject", "user__display_name", "endpoint")
    exclude = ("notifications",)
    inlines = (AttemptInline,)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Delivery]:
        secret = Delivery.notifications.through.objects.filter(is_secret("notification__subject"))
        return super().get_queryset(request).exclude(pk__in=secret.values("delivery"))


class PreferenceForm(forms.ModelForm[Preference]):
    category = forms.ChoiceField(choices=lambda: [(one.name, one.wish) for one in categories().values()])


name_fields(Preference)


@admin.register(Preference)
class PreferenceAdmin(admin.ModelAdmin[Preference]):
    form = PreferenceForm
    raw_id_fields = ("user",)
    list_display = ("user", "category", "channel", "subject", "when")
    list_filter = ("category", "when")
    list_select_related = ("user",)
    search_fields = ("user__display_name",)


@admin.register(MutedAddress)
class MutedAddressAdmin(ReadOnlyAdmin):
    """Deleting a row unmutes the address, at the request of its owner."""

    list_display = ("__str__", "created_at")

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return bool(request.user.is_superuser)
