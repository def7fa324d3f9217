"""The floor: rooms, tables, entries in seats, draws, balancing, breaking, paper, the console."""
