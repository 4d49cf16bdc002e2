"""``python -m sordino ...``: the command line, with the arguments of ``./sordino``."""

import subprocess
import sys

from . import _find
from .errors import SordinoError


def main() -> int:
    try:
        command = _find.command(sys.argv[1] if len(sys.argv) > 1 else "")
    except SordinoError as error:
        print(f"sordino: {error}", file=sys.stderr)
        return 70
    try:
        return subprocess.call([*command, *sys.argv[1:]])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
