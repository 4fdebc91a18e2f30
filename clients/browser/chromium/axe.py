"""axe-core, the accessibility checker, with the script of the package that carries it."""

import importlib.util
import json
from pathlib import Path

_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def _script():
    package = importlib.util.find_spec("axe_playwright_python")
    return Path(package.origin).parent.joinpath("axe.min.js").read_text(encoding="utf-8")


SCRIPT = _script()


def violations(page):
    """The serious and critical ones, a line for each element. The page's policy has to be out of the way: axe is a script."""
    page.evaluate(SCRIPT)
    options = json.dumps({"runOnly": {"type": "tag", "values": _TAGS}, "resultTypes": ["violations", "incomplete"]})
    result = page.evaluate(f"() => axe.run(document, {options})")
    assert result["passes"], "axe found nothing to check"
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:120]}: {node['failureSummary']}"
        for rule in result["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
