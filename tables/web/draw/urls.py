"""Addresses of draws and their proofs, and who may use them."""

from django.urls import path

from tables.web.draw import proofs, views
from tournaments.web.routes import EVERYBODY, FLOOR, NOBODY, STAFF, Route

urlpatterns = [
    path("floor/<slug:slug>/draw/", views.draw_page, name="draw"),
    path("floor/<slug:slug>/draw/alternates/", views.alternates, name="draw_alternates"),
    path("floor/<slug:slug>/draw/<int:pk>/void/", views.void, name="draw_void"),
    path("floor/<slug:slug>/draw/over/", views.day_over, name="draw_day_over"),
    path("floor/<slug:slug>/draw/reopen/", views.day_reopen, name="draw_day_reopen"),
    path("e/<slug:slug>/draws/", proofs.draws_page, name="draws"),
    path("e/<slug:slug>/draws.json", proofs.draws_json, name="draws_json"),
    path("e/<slug:slug>/day/<str:code>/draws/", proofs.draws_page, name="draws_day"),
    path("e/<slug:slug>/day/<str:code>/draws.json", proofs.draws_json, name="draws_day_json"),
]

ROUTES = {
    "draw": Route(STAFF, FLOOR),
    "draw_alternates": Route(NOBODY, FLOOR),
    "draw_void": Route(NOBODY, FLOOR),
    "draw_day_over": Route(NOBODY, FLOOR),
    "draw_day_reopen": Route(NOBODY, FLOOR),
    "draws": Route(EVERYBODY),
    "draws_json": Route(EVERYBODY),
    "draws_day": Route(EVERYBODY),
    "draws_day_json": Route(EVERYBODY),
}
