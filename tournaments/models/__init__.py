"""Rows and constraints; no rules, no signals."""

from tournaments.models.action import Action
from tournaments.models.clockwork import Announcement, DarkAnswer, DarkGap, Pulse
from tournaments.models.entry import Entry, LedgerLine, Purchase, Ticket
from tournaments.models.event import Day, Event
from tournaments.models.house import House
from tournaments.models.option import Option
from tournaments.models.player import Player
from tournaments.models.shift import DrawerMovement, Shift
from tournaments.models.staff import Staff, WrongPins
from tournaments.models.structure import StructureTemplate

__all__ = [
    "Action",
    "Announcement",
    "DarkAnswer",
    "DarkGap",
    "Day",
    "DrawerMovement",
    "Entry",
    "Event",
    "House",
    "LedgerLine",
    "Option",
    "Player",
    "Pulse",
    "Purchase",
    "Shift",
    "Staff",
    "StructureTemplate",
    "Ticket",
    "WrongPins",
]
