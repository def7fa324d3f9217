"""Wiring: settings, urls, asgi, celery. Imported by nobody."""
