"""What is written into a product by SCIM, as Entra's provisioning does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional
from urllib.parse import quote

if TYPE_CHECKING:
    from .world import World


class NotProvisioned(AssertionError):
    """The product did not take what was sent. The message says who, what and why, and ``entries`` has what was decided of each user and group."""

    def __init__(self, message: str, entries: List[Dict[str, Any]]):
        super().__init__(message)
        self.entries = entries


def provision(world: World, app: str, at: Optional[str] = None, token: Optional[str] = None) -> List[Dict[str, Any]]:
    """Runs a cycle of an app, and answers with its entries; ``NotProvisioned`` when one failed, or the cycle as a whole."""
    path = f"apps/{quote(app, safe='')}"
    if at is not None:
        # The words of the scenario stay; the token is not among those that are shown.
        known = world.call("GET", path).get("provisioning", {})
        told = {key: value for key, value in known.items() if key != "clientCredentials"} if token is not None else known
        world.call("PATCH", path, {"provisioning": {**told, "tenantUrl": at, **({"secretToken": token} if token is not None else {})}})
    report = world.call("POST", f"{path}/provisioning/run", {})
    failed = [_said(entry) for entry in report["entries"] if entry["status"] == "failure"]
    if "message" in report:
        failed.insert(0, f"the cycle: {report['code']}: {report['message']}")
    if failed:
        raise NotProvisioned(f"{app} was not provisioned.\n" + "\n".join(failed), report["entries"])
    return report["entries"]


def provisioned_apps(world: World) -> List[str]:
    """The aliases of the apps that are provisioned."""
    return [app["alias"] for app in world.call("GET", "apps")["apps"] if app.get("provisioning", {}).get("tenantUrl")]


def _said(entry: Dict[str, Any]) -> str:
    return "\n  ".join([f"{entry.get('action', 'nothing')} {entry['source']}: {entry['code']}: {entry['message']}", *entry["reasons"], *entry["requests"]])
