"""{% window_sheet %}: the link to the style sheet of the reader's window settings, if he has any (UI-23)."""

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.window import sheet_address

register = template.Library()


@register.simple_tag(takes_context=True)
def window_sheet(context: Context) -> SafeString | str:
    user = context.get("user")
    request = context.get("request")
    if user is None or request is None or not user.is_authenticated:
        return ""
    address = sheet_address(user.window_ratio, request)
    return format_html('<link rel="stylesheet" href="{}">', address) if address else ""
