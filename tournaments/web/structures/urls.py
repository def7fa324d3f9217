"""Addresses of structure templates, and who may use them."""

from django.urls import path

from tournaments.web.routes import DIRECTOR, NOBODY, STAFF, Route
from tournaments.web.structures import edit, views

urlpatterns = [
    path("floor/structures/", views.structure_list, name="structures"),
    path("floor/structures/new/", edit.new_structure, name="structure_new"),
    path("floor/structures/check/", views.check_structure, name="structure_check"),
    path("floor/structures/<int:pk>/", edit.edit_structure, name="structure_edit"),
    path("floor/structures/<int:pk>/remove/", views.remove_structure, name="structure_remove"),
    path("floor/structures/undo/<int:pk>/", views.undo_structure, name="structure_undo"),
]

ROUTES = {
    "structures": Route(STAFF),
    "structure_new": Route(DIRECTOR, DIRECTOR),
    "structure_check": Route(NOBODY, DIRECTOR),
    "structure_edit": Route(DIRECTOR, DIRECTOR),
    "structure_remove": Route(NOBODY, DIRECTOR),
    "structure_undo": Route(NOBODY, DIRECTOR),
}
