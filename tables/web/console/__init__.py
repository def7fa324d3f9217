"""The console: one page for a Day, its panels, and the buttons on them."""
