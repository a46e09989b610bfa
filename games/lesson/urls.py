"""The lesson and its steps."""

from django.urls import path

from games.lesson import views

urlpatterns = [
    path("learn/", views.lesson, name="lesson"),
    path("learn/again/", views.again, name="lesson-again"),
    path("learn/<slug:chapter>/<int:number>/", views.step, name="lesson-step"),
    path("learn/<slug:chapter>/<int:number>/move/", views.answer, name="lesson-answer"),
]
