"""The program under test."""

import os
from pathlib import Path

#: The variable with the moment at which a run began. All its workers have it.
RUN_BEGAN = "MOCKIDP_CLIENTS_BEGAN"
ROOT = Path(__file__).resolve().parent.parent.parent
BINARY = Path(os.environ.get("MOCKIDP_BINARY", ROOT / ".build/debug/mockidp")).absolute()

#: How many times the processor time that the release program may take is allowed to this one: one that is built for debugging is slower.
#: `make test-release` holds the release program to its limits.
SLOWNESS = 1 if {"release", "static"} & set(BINARY.parts) else 4
