"""What the server is told of a scenario."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from .errors import MockIdPError


def is_file(scenario: Any) -> bool:
    """Whether that is a path. A text that ends in .yaml, .yml or .json is one."""
    return isinstance(scenario, os.PathLike) or isinstance(scenario, str) and re.fullmatch(r"[^\n]+\.(ya?ml|json)", scenario) is not None


def text_of(scenario: Any) -> Any:
    """What a file has. Every text that is not a path is a name of the library or a scenario itself."""
    if not is_file(scenario):
        return scenario
    file = Path(scenario)
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise MockIdPError(
            f'The scenario {file} cannot be read: {error.strerror}. A path begins at {Path.cwd()}; Path(__file__).with_name("…") begins at the test\'s file.'
        ) from error
