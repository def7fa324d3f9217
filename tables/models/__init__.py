"""Rows and constraints; no rules, no signals."""

from tables.models.bust import Bust
from tables.models.draw import DaySeed, Draw
from tables.models.floor import Apart, ChipCount, DayFloor, Mark, Plan, ShotClock
from tables.models.print_job import PrinterProfile, PrintJob
from tables.models.room import DayTable, Room, Table
from tables.models.seat import Seat

__all__ = [
    "Apart",
    "Bust",
    "ChipCount",
    "DayFloor",
    "DaySeed",
    "DayTable",
    "Draw",
    "Mark",
    "Plan",
    "PrintJob",
    "PrinterProfile",
    "Room",
    "Seat",
    "ShotClock",
    "Table",
]
