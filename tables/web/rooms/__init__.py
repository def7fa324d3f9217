"""Rooms and tables of the house: what there is, and who has it."""
