"""Addresses of a table's called clock, and who may use them."""

from django.urls import path

from tables.web.shot import views
from tournaments.web.routes import EVERYBODY, FLOOR, Route

urlpatterns = [
    path("e/<slug:slug>/table/<int:number>/clock/", views.public_shot, name="public_shot"),
    path("e/<slug:slug>/table/<int:number>/clock.json", views.shot_json, name="shot_json"),
    path("floor/<slug:slug>/table/<int:number>/clock/", views.floor_shot, name="floor_shot"),
]

ROUTES = {
    "public_shot": Route(EVERYBODY),
    "shot_json": Route(EVERYBODY),
    "floor_shot": Route(FLOOR, FLOOR),
}
