"""The command ``mockidp``: it hands over to the program."""

import os
import sys

from .errors import MockIdPError
from .executable import find


def main() -> None:
    try:
        program = str(find())
    except MockIdPError as error:
        sys.exit(f"mockidp: {error}")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
