"""The desk and the list of an event's entries; one entry; the import of a list."""
