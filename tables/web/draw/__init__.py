"""Draws for staff, and the proofs of draws for everybody."""
