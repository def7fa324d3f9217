"""HTTP: parse, authorise, call one action or query, answer."""
