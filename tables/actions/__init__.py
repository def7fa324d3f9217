"""The write side: one function for each thing staff can do."""
