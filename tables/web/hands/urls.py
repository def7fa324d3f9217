"""The address of hand for hand, and who may use it."""

from django.urls import path

from tables.web.hands import views
from tournaments.web.routes import FLOOR, STAFF, Route

urlpatterns = [path("floor/<slug:slug>/day/<str:code>/hands/", views.hands_page, name="hands")]

ROUTES = {"hands": Route(STAFF, FLOOR)}
