"""Addresses of the floor."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
