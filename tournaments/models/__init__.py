"""Rows and constraints; no rules, no signals."""
