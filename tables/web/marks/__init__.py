"""Who is absent or under a penalty, by table."""
