"""All public games as a file."""

from django.urls import path

from games.dumps import views
from games.dumps.services import PARQUET

urlpatterns = [
    path("archive/dumps/", views.dumps, name="dumps"),
    path("archive/dumps/<slug:month>.jsonl.gz", views.dump, name="dump"),
    path("archive/dumps/<slug:month>.parquet", views.dump, {"form": PARQUET}, name="dump-parquet"),
]
