"""The program under test."""

import os
from pathlib import Path

#: The variable with the moment at which a run began. All its workers have it.
RUN_BEGAN = "MOCKIDP_CLIENTS_BEGAN"
ROOT = Path(__file__).resolve().parent.parent.parent
BINARY = Path(os.environ.get("MOCKIDP_BINARY", ROOT / ".build/debug/mockidp")).absolute()
