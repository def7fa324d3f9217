"""Addresses of the house and its staff, and who may use them."""

from django.urls import path

from tournaments.web.house import password, person, pin, settings, staff
from tournaments.web.routes import DIRECTOR, NOBODY, STAFF, Route

urlpatterns = [
    path("floor/house/", settings.house_page, name="house"),
    path("floor/staff/", staff.staff_page, name="staff_list"),
    path("floor/staff/<int:pk>/", staff.member_page, name="staff_member"),
    path("floor/staff/<int:pk>/password/", staff.member_password, name="staff_password"),
    path("floor/staff/<int:pk>/take-pin/", pin.take_pin, name="staff_take_pin"),
    path("floor/password/", password.password_page, name="password"),
    path("floor/pin/", pin.own_pin, name="own_pin"),
    path("floor/pin/give-up/", pin.give_up_pin, name="own_pin_give_up"),
    path("floor/change-person/", person.change_person, name="change_person"),
]

ROUTES = {
    "house": Route(DIRECTOR, DIRECTOR),
    "staff_list": Route(DIRECTOR, DIRECTOR),
    "staff_member": Route(DIRECTOR, DIRECTOR),
    "staff_password": Route(DIRECTOR, DIRECTOR),
    "staff_take_pin": Route(NOBODY, DIRECTOR),
    "password": Route(STAFF, STAFF),
    "own_pin": Route(STAFF, STAFF),
    "own_pin_give_up": Route(NOBODY, STAFF),
    "change_person": Route(STAFF, STAFF),
}
