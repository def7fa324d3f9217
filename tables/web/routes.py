"""The floor's part of the table of routes by role."""

from tournaments.web.routes import Route

ROUTES: dict[str, Route] = {}
