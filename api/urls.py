"""The description of the API, for programs and for people."""

from django.urls import path

from . import docs, index

urlpatterns = [
    path("", index.Index.as_view(), name="index"),
    path("schema/", docs.schema, name="schema"),
    path("docs/", docs.page, name="docs"),
]
