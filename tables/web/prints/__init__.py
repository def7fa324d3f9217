"""Printing: choosing what, the queue, one job, the house's printers."""
