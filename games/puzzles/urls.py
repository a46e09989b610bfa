"""The puzzle of the day and those before it."""

from django.urls import path

from games.puzzles import views

urlpatterns = [
    path("puzzles/", views.today, name="puzzle-today"),
    path("puzzles/all/", views.archive, name="puzzles"),
    path("puzzles/<int:puzzle_id>/", views.puzzle, name="puzzle"),
    path("puzzles/<int:puzzle_id>/answer/", views.answer, name="puzzle-answer"),
]
