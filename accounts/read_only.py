"""Admin pages that show rows and write none: what services write, nobody writes past them."""

from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from .field_names import name_fields


class ReadOnly:
    """No adding, changing or deleting."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # Django's class takes none at run time
    list_per_page = 50
    show_full_result_count = False

    def __init__(self, model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        name_fields(model)


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    show_change_link = True

    def __init__(self, parent_model: type[models.Model], admin_site: admin.AdminSite) -> None:
        super().__init__(parent_model, admin_site)
        name_fields(self.model)
