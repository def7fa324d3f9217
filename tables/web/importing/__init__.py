"""Lists: imported, taken over as a running event, and exported in the same shape."""
