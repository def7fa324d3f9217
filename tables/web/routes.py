"""The floor's part of the table of routes by role."""

from tables.web.console.urls import ROUTES as CONSOLE
from tables.web.prints.urls import ROUTES as PRINTS
from tables.web.public.urls import ROUTES as PUBLIC
from tournaments.web.routes import Route

ROUTES: dict[str, Route] = {**CONSOLE, **PRINTS, **PUBLIC}
