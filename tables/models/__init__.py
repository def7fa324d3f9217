"""Rows and constraints; no rules, no signals."""

from tables.models.draw import DaySeed, Draw
from tables.models.print_job import PrinterProfile, PrintJob
from tables.models.room import DayTable, Room, Table
from tables.models.seat import Seat

__all__ = ["DaySeed", "DayTable", "Draw", "PrintJob", "PrinterProfile", "Room", "Seat", "Table"]
