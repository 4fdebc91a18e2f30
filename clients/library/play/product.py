"""A product with a SCIM server of its own, which the world's provisioning writes users and groups into."""

from provision.scim_server import ScimServer

from play.saw import said


class Product:
    """A server that does what Entra needs. It says what came of a cycle, and who is in it."""

    name = "a product that serves SCIM"
    needs = ("requests",)
    faults = ()

    def __init__(self, server):
        self.server = server
        self.product = ScimServer(*self.faults)
        self.product.__enter__()
        settings = self._call("GET", "/apps/product")["provisioning"]
        self._call("PATCH", "/apps/product", {"provisioning": {**settings, "tenantUrl": self.product.url, "secretToken": "t0ken"}})

    def close(self):
        self.product.__exit__()

    def _call(self, method, path, body=None):
        reply = self.server.http_session.request(method, f"{self.server.control}{path}", json=body)
        assert reply.ok, reply.text
        return reply.json() if reply.content else None

    def run(self):
        """A cycle now."""
        report = self._call("POST", "/apps/product/provisioning/run", {})
        if "quarantine" in report:
            return said(f"quarantine, `{report['quarantine']['reason']}`", report)
        entries = ", ".join(f"{entry['action']} {entry['source'].split('@')[0]} {entry['status']}" for entry in report["entries"] if "action" in entry)
        return said(f"{report['state']}: {entries}", report)

    def restart(self, *scopes):
        self._call("POST", "/apps/product/provisioning/restart", {"scopes": list(scopes)})

    def advance(self, time):
        """The cycles that fall due in that time."""
        self._call("POST", "/clock", {"advance": time})
        status = self._call("GET", "/apps/product/provisioning")
        return said(f"{status['code']}, {status['cycles']} cycles", status)

    def rename(self, user, name):
        return said("done", self._call("PATCH", f"/users/{user}", {"userPrincipalName": name}))

    @property
    def _directory(self):
        return self.product.scim.tenants[self.product.scim.main]

    def users(self):
        """Who is in the product, and whether they may use it."""
        users = [f"{user['userName'].split('@')[0]} {'in' if user['active'] else 'out'}" for user in self._directory.users.values()]
        return said(", ".join(users) or "nobody", self._directory.users)

    def members(self):
        """How many members the product's groups have."""
        groups = [f"{group['displayName']} with {len(group['members'])}" for group in self._directory.groups.values()]
        return said(", ".join(groups) or "none", self._directory.groups)


class ShowingProduct(Product):
    """One that shows members although they are excluded."""

    name = "a product that shows members"
    faults = ("members-always",)


class DeafProduct(Product):
    """One that takes the text False, and does nothing."""

    name = "a product that does not read `\"False\"`"
    faults = ("text-ignored",)
