"""A whole evening played through the actions, as staff would: for a demo, for tests, for a stop-watch."""
