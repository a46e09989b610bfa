from django.urls import path

from . import views

urlpatterns = [
    path("auth/game/<int:number>/", views.page),
    path("auth/game/<int:number>/move/", views.move),
]
