"""Run every benchmark of this folder, one after another: python -m bench [NAME ...]"""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    """Each in a process of its own, since each sets up its own house; 1 if one missed its target."""
    known = sorted(path.stem for path in HERE.glob("[!_]*.py") if "\ndef main(" in path.read_text("utf-8"))
    missed = []
    for name in sys.argv[1:] or known:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], cwd=HERE.parent, check=False).returncode:
            missed.append(name)
    print(f"missed: {', '.join(missed)}" if missed else "all targets met")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
