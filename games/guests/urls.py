"""A game without an account, and what becomes of it."""

from django.urls import path

from games.guests import views

urlpatterns = [
    path("play-now/", views.play_now, name="play-now"),
    path("guest/take-along/", views.take_along, name="take-along"),
    path("guest/forget/", views.forget_me, name="forget-guest"),
]
