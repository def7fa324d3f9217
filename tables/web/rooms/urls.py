"""Addresses of rooms and tables, and who may use them."""

from django.urls import path

from tables.web.rooms import room, table, views
from tournaments.web.routes import DIRECTOR, NOBODY, STAFF, Route

urlpatterns = [
    path("floor/rooms/", views.rooms_page, name="rooms"),
    path("floor/rooms/<int:pk>/", room.room_page, name="room"),
    path("floor/rooms/<int:pk>/tables/", room.room_tables, name="room_tables"),
    path("floor/rooms/<int:pk>/remove/", room.room_remove, name="room_remove"),
    path("floor/rooms/table/<int:number>/", table.table_page, name="house_table"),
    path("floor/rooms/table/<int:number>/remove/", table.table_remove, name="house_table_remove"),
]

ROUTES = {
    "rooms": Route(STAFF, DIRECTOR),
    "room": Route(DIRECTOR, DIRECTOR),
    "room_tables": Route(DIRECTOR, DIRECTOR),
    "room_remove": Route(NOBODY, DIRECTOR),
    "house_table": Route(DIRECTOR, DIRECTOR),
    "house_table_remove": Route(NOBODY, DIRECTOR),
}
