"""Addresses of the floor."""

from django.urls import include, path

urlpatterns = [
    path("", include("tables.web.console.urls")),
]
