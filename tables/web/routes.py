"""The floor's part of the table of routes by role."""

from tables.web.console.urls import ROUTES as CONSOLE
from tournaments.web.routes import Route

ROUTES: dict[str, Route] = {**CONSOLE}
