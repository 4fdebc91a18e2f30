"""The program under test."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BINARY = Path(os.environ.get("MOCKIDP_BINARY", ROOT / ".build/release/mockidp")).absolute()
