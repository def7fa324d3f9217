"""Addresses of the house and its staff, and who may use them."""

from django.urls import path

from tournaments.web.house import password, settings, staff
from tournaments.web.routes import DIRECTOR, STAFF, Route

urlpatterns = [
    path("floor/house/", settings.house_page, name="house"),
    path("floor/staff/", staff.staff_page, name="staff_list"),
    path("floor/staff/<int:pk>/", staff.member_page, name="staff_member"),
    path("floor/staff/<int:pk>/password/", staff.member_password, name="staff_password"),
    path("floor/password/", password.password_page, name="password"),
]

ROUTES = {
    "house": Route(DIRECTOR, DIRECTOR),
    "staff_list": Route(DIRECTOR, DIRECTOR),
    "staff_member": Route(DIRECTOR, DIRECTOR),
    "staff_password": Route(DIRECTOR, DIRECTOR),
    "password": Route(STAFF, STAFF),
}
