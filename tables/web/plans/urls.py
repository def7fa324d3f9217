"""Addresses of the floor's plans, and who may use them."""

from django.urls import path

from tables.web.plans import balance, breaking, carry, later, pages, redraw
from tournaments.web.routes import FLOOR, NOBODY, STAFF, Route

_DAY = "floor/<slug:slug>/day/<str:code>/"
_PLAN = "floor/<slug:slug>/plan/<int:pk>/"

urlpatterns = [
    path(f"{_DAY}plans/", pages.plans_page, name="plans"),
    path(f"{_DAY}balance/", balance.balance_page, name="balance"),
    path(f"{_DAY}blind/<int:number>/", balance.blind_page, name="table_blind"),
    path(f"{_DAY}break/<int:number>/", breaking.break_page, name="break_table"),
    path(f"{_DAY}break-draw/", breaking.break_draw, name="break_draw"),
    path(f"{_DAY}redraw/", redraw.redraw_page, name="redraw"),
    path(f"{_DAY}later/", later.put_off, name="put_off"),
    path(_PLAN, pages.plan_page, name="plan"),
    path(f"{_PLAN}accept/", carry.plan_accept, name="plan_accept"),
    path(f"{_PLAN}leave/", carry.plan_leave, name="plan_leave"),
    path(f"{_PLAN}anew/", carry.plan_anew, name="plan_anew"),
    path(f"{_PLAN}slips/", carry.plan_slips, name="plan_slips"),
]

ROUTES = {
    "plans": Route(STAFF),
    "balance": Route(FLOOR, FLOOR),
    "table_blind": Route(FLOOR, FLOOR),
    "break_table": Route(FLOOR, FLOOR),
    "break_draw": Route(NOBODY, FLOOR),
    "redraw": Route(FLOOR, FLOOR),
    "put_off": Route(NOBODY, FLOOR),
    "plan": Route(STAFF),
    "plan_accept": Route(NOBODY, FLOOR),
    "plan_leave": Route(NOBODY, FLOOR),
    "plan_anew": Route(NOBODY, FLOOR),
    "plan_slips": Route(NOBODY, FLOOR),
}
