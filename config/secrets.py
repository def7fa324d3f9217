"""The secret key: from the environment, else made on the first start and kept beside the database."""

import secrets
from pathlib import Path


def secret_key(folder: Path) -> str:
    """The key kept in `folder`, made if there is none. Readable by the owner only."""
    path = folder / "secret_key"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text().strip()
