"""What hall and phones load: no login, no cookies, nothing that writes."""
