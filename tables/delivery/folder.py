"""Lists kept as files, where a second machine or a memory stick finds them when the network is gone."""

import os
import time
from pathlib import Path

from django.conf import settings

from tables.delivery.raw import Problem
from tables.models import PrintJob


def keep_in_folder(job: PrintJob, pdf: Path) -> None:
    """Put a copy of a made list into its folder. Problem `folder`, if that cannot be."""
    base = Path(settings.SPARE_DIR or settings.PRINTS_DIR).resolve()
    folder = (base / job.options["spare_folder"]).resolve()
    if not folder.is_relative_to(base) or folder == base:
        raise Problem("folder")
    target = folder / Path(job.options["spare_file"]).name
    try:
        if settings.SPARE_DIR and not base.is_dir():
            raise Problem("folder")  # a share that is not there is not made on the server's own disk
        folder.mkdir(parents=True, exist_ok=True)
        # Written beside and moved: whoever watches the folder never opens half a list.
        part = target.with_suffix(f".{os.getpid()}-{time.monotonic_ns()}.part")
        part.write_bytes(pdf.read_bytes())
        part.replace(target)
    except OSError as error:
        raise Problem("folder") from error
