"""The floor's part of the table of routes by role."""

from tables.web.alternates.urls import ROUTES as ALTERNATES
from tables.web.catch_up.urls import ROUTES as CATCH_UP
from tables.web.check_in.urls import ROUTES as CHECK_IN
from tables.web.clock.urls import ROUTES as CLOCK
from tables.web.console.urls import ROUTES as CONSOLE
from tables.web.counts.urls import ROUTES as COUNTS
from tables.web.daily.urls import ROUTES as DAILY
from tables.web.desk.urls import ROUTES as DESK
from tables.web.draw.urls import ROUTES as DRAW
from tables.web.entries.urls import ROUTES as ENTRIES
from tables.web.floor_tables.urls import ROUTES as FLOOR_TABLES
from tables.web.hands.urls import ROUTES as HANDS
from tables.web.house.urls import ROUTES as HOUSE
from tables.web.importing.urls import ROUTES as IMPORTING
from tables.web.marks.urls import ROUTES as MARKS
from tables.web.plans.urls import ROUTES as PLANS
from tables.web.prints.urls import ROUTES as PRINTS
from tables.web.public.urls import ROUTES as PUBLIC
from tables.web.rooms.urls import ROUTES as ROOMS
from tables.web.setup.urls import ROUTES as SETUP
from tables.web.shift.urls import ROUTES as SHIFT
from tables.web.shot.urls import ROUTES as SHOT
from tournaments.web.routes import Route

ROUTES: dict[str, Route] = {
    **ALTERNATES,
    **CATCH_UP,
    **CHECK_IN,
    **CLOCK,
    **CONSOLE,
    **COUNTS,
    **MARKS,
    **DAILY,
    **SHOT,
    **DESK,
    **DRAW,
    **ENTRIES,
    **FLOOR_TABLES,
    **HANDS,
    **PLANS,
    **PRINTS,
    **PUBLIC,
    **ROOMS,
    **SETUP,
    **SHIFT,
    **HOUSE,
    **IMPORTING,
}
