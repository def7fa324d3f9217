"""Addresses of the house's journal, and who may use them."""

from django.urls import path

from tables.web.house import journal
from tournaments.web.routes import MONEY, NOBODY, Route

urlpatterns = [
    path("floor/house/journal/", journal.house_journal, name="house_journal"),
    path("floor/house/journal/<int:pk>/undo/", journal.house_undo, name="house_undo"),
]

ROUTES = {
    "house_journal": Route(MONEY),
    "house_undo": Route(NOBODY, MONEY),
}
