"""A small SCIM server that does what Entra needs, and a switch for each public fault that Entra met.

    python3 clients/provision/scim_server.py [--port N] [FAULT...]

It keeps users and groups in memory, one set for each token. `GET /in/{id}` says whether a user has access: 200 or 403.
"""

import argparse
import copy
import json
import re
import threading
import time
import urllib.parse
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

USER = "urn:ietf:params:scim:schemas:core:2.0:User"
GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group"
ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"
LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
ERROR = "urn:ietf:params:scim:api:messages:2.0:Error"
ROLE = "WindowsAzureActiveDirectoryRole"

TEXTS = {"username": "userName", "externalid": "externalId", "displayname": "displayName", "title": "title", "preferredlanguage": "preferredLanguage", "nickname": "nickName"}
LISTS = {"emails": "emails", "phonenumbers": "phoneNumbers", "addresses": "addresses", "roles": "roles"}


@dataclass(frozen=True)
class Fault:
    """A switch: the number of the public fault, the checks that have to find it, and others that send what it breaks."""

    bug: int
    found_by: str
    says: str
    breaks: str = ""


FAULTS = {
    "booleans-only": Fault(1, "F1", "active as a text is refused", breaks="F3 F4 F5 F6 F7 F8 F10 F11"),
    "active-not-returned": Fault(2, "F3 C7", "active never comes back, and Add of it is refused", breaks="B7 C5 D11 E3 F1 F2 F4 F5 F6 F8 F11"),
    "no-externalid-of-groups": Fault(3, "G9", "Add of a group's externalId is refused"),
    "no-filter-by-externalid": Fault(4, "B3", "a filter by externalId is refused", breaks="D13"),
    "filter-ignored": Fault(4, "B3 B5", "a filter by anything but userName is none"),
    "false-does-nothing": Fault(5, "F2 F9", "active false answers 200 and does nothing"),
    "text-is-true": Fault(6, "F1 F9 D12", "each text is true, and a role as JSON in a text is passed over", breaks="F3 F4 F5 F6 F10 F11"),
    "echo": Fault(7, "F2 D14", "active false and unknown paths come back in the answer, and nothing is done", breaks="F9"),
    "sessions-go-on": Fault(8, "F10", "a disabled user keeps access"),
    "found-by-new-name": Fault(9, "F5", "the user of a change is looked up by the new name"),
    "no-way-back": Fault(10, "F7", "a disabled user cannot be restored", breaks="E3"),
    "add-active-refused": Fault(11, "F8 C7", "an active user has no active, and Add of it is refused", breaks="D11 E3 F3 F7"),
    "stale-answer": Fault(12, "F9", "the answer to a change has the old active"),
    "rename-deletes": Fault(12, "D2", "a new userName marks the user as deleted"),
    "missing-element-refused": Fault(12, "D5", "a filtered Replace without a match is refused, and the rest counts"),
    "still-signs-in": Fault(13, "F1 F10 F11", "the text False answers 204 and does nothing", breaks="F3 F5 F6"),
    "no-match-is-404": Fault(14, "A1 A2", "a filter without a match answers 404", breaks="A3 A6 B3 D2 F12 H4"),
    "unreadable": Fault(15, "C7", "a user by id comes without schemas, its id as a number"),
    "html-errors": Fault(15, "H2", "errors are pages of HTML", breaks="A4 C6 D14 A5"),
    "login-page": Fault(15, "A4", "without a token a login page comes", breaks="A5"),
    "no-path-filters": Fault(16, "D4", "a path with a filter is an error of the server", breaks="D3 D5 D6 D7 E2 F5 F11"),
    "needs-user-agent": Fault(17, "A3", "a request without User-Agent is refused before it reaches the server", breaks="A5"),
    "text-ignored": Fault(17, "F1", "active as a text answers 200 and does nothing", breaks="F3 F4 F5 F6 F7 F9 F10 F11"),
    "first-twenty": Fault(17, "B6", "filters search the first twenty users alone"),
    "locality-refused": Fault(18, "C1 F11", "locality of an address is refused", breaks="D7"),
    "members-always": Fault(19, "G1", "members come although they are excluded"),
    "last-write-wins": Fault(20, "G7", "of several changes of a group at once the last one counts"),
    "absent-member-refused": Fault(20, "G6", "the removal of an absent member is refused"),
    "rename-empties": Fault(21, "G8", "a rename without a path takes the members"),
    "values-refused": Fault(22, "G4", "a Remove with values is refused", breaks="G6 G7"),
    "remove-takes-all": Fault(23, "G4", "a Remove with values takes all members", breaks="G6 G7"),
    "remove-takes-none": Fault(23, "G4", "a Remove with values takes nobody", breaks="G7"),
    "filtered-add-lost": Fault(24, "D6 D7", "a filtered Add without a match makes nothing"),
    "element-for-each-part": Fault(24, "D7", "a filtered Add makes an element each time"),
    "manager-text-refused": Fault(25, "D10", "a manager as a text is refused", breaks="D11"),
    "empty-manager-refused": Fault(25, "D11", "an empty manager is refused"),
    "manager-elsewhere": Fault(26, "D11", "the manager comes back outside of the extension", breaks="D10"),
    "dots-refused": Fault(27, "E1 E2", "names with dots or URNs in a value are refused", breaks="D3"),
    "dots-ignored": Fault(27, "E1 E2", "names with dots or URNs in a value are passed over", breaks="D3"),
    "no-target": Fault(28, "D5", "a filtered Replace without a match refuses the whole change"),
    "disabled-hidden": Fault(29, "B7", "a disabled user is not returned", breaks="C5 E3 F1 F2 F3 F4 F5 F6 F7 F9 F11"),
    "no-active-when-disabled": Fault(29, "B7", "a disabled user has no active", breaks="C5 E3 F1 F2 F3 F4 F5 F6 F11"),
    "lower-case-refused": Fault(30, "F4", "the text false is refused"),
    "no-patch": Fault(31, "D1", "PATCH answers 405", breaks="D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14 D15 D16 E1 E2 E3 F1 F2 F3 F4 F5 F6 F8 F10 F11"),
    "names-by-case": Fault(32, "B2", "letter case counts in userName"),
    "conflict-without-type": Fault(33, "C6", "the 409 has no scimType"),
    "no-extension": Fault(34, "C2", "the extension is refused", breaks="C1 C4"),
    "department-needed": Fault(34, "C3", "a user without department is an error of the server", breaks="C4 C5"),
    "token-as-json": Fault(35, "A7", "the token endpoint takes no form"),
    "no-probe-of-groups": Fault(35, "A2", "groups cannot be asked for by a filter", breaks="G1"),
    "plain-json": Fault(36, "A5", "answers are application/json"),
    "unknown-op-is-500": Fault(37, "D15", "an unknown op is an error of the server"),
    "tenants-shared": Fault(38, "H4", "another tenant's token sees all users"),
    "id-overwrites": Fault(38, "H4", "an id in a POST overwrites that user"),
    "empty-without-paging": Fault(39, "B8", "a list without paging words is empty"),
    "no-filter-of-members": Fault(40, "G5", "members[value eq …] is refused", breaks="G6"),
    "only-active-alone": Fault(40, "F11", "active with other operations is refused", breaks="F5"),
    "roles-as-text-refused": Fault(41, "D12", "a role as a text is refused"),
    "group-member-error": Fault(41, "G12", "a group as a member is an error of the server"),
}


class Refusal(Exception):
    def __init__(self, status, scim_type=None, detail=""):
        super().__init__(detail)
        self.status, self.scim_type, self.detail = status, scim_type, detail


class Directory:
    """Users and groups of one tenant, in the order in which they were made."""

    def __init__(self):
        self.users, self.groups, self.next = {}, {}, 1000


def find_member(obj, name):
    """The member of that name in any letter case: its real name, or None."""
    return next((key for key in obj if key.lower() == name.lower()), None)


class Scim:
    """What the server does, without HTTP."""

    def __init__(self, faults=(), token="t0ken", other_token="other"):
        unknown = set(faults) - set(FAULTS)
        assert not unknown, f"there is no fault {unknown}"
        self.faults = set(faults)
        self.tenants = {token: Directory(), other_token: Directory()}
        self.main = token
        if "tenants-shared" in self.faults:
            self.tenants[other_token] = self.tenants[token]
        #: Whether a DELETE of a user is refused.
        self.keeps_users = False
        self.lock = threading.RLock()

    def has(self, fault):
        return fault in self.faults

    # What is shown

    def shown(self, user):
        view = copy.deepcopy(user)
        if self.has("active-not-returned") or (self.has("add-active-refused") and view["active"]) or (self.has("no-active-when-disabled") and not view["active"]):
            del view["active"]
        if self.has("manager-elsewhere") and "manager" in view.get(ENTERPRISE, {}):
            view["manager"] = view[ENTERPRISE].pop("manager")
        if view.get(ENTERPRISE) == {}:
            del view[ENTERPRISE]
        return view

    @staticmethod
    def shown_group(group, excluded=False):
        view = copy.deepcopy(group)
        if excluded:
            del view["members"]
        return view

    # Filters

    def matches(self, user, text):
        """Whether a resource meets a filter: `attribute eq "value"`, and the same inside of brackets."""
        found = re.fullmatch(r'\s*(\w+)(?:\[type eq "(\w+)"\]\.(\w+))?\s+(?i:eq)\s+"((?:[^"\\]|\\.)*)"\s*', text)
        if not found:
            raise Refusal(400, "invalidFilter", f"cannot read {text}")
        name, kind, part, value = found.groups()
        if name.lower() == "username":
            if self.has("names-by-case"):
                return name == "userName" and user.get("userName") == value
            return user.get("userName", "").lower() == value.lower()
        if self.has("filter-ignored") and "userName" in user:
            return True
        if name.lower() == "externalid":
            if self.has("no-filter-by-externalid"):
                raise Refusal(400, "invalidFilter", "externalId cannot be asked for")
            return user.get("externalId") == value
        if name.lower() == "displayname":
            return user.get("displayName") == value
        if name.lower() == "emails" and part:
            return any(e.get("type") == kind and e.get(part, "").lower() == value.lower() for e in user.get("emails", []))
        raise Refusal(400, "invalidFilter", f"there is no {name}")

    def list(self, resources, query, show):
        found = list(resources)
        if self.has("first-twenty") and "filter" in query:
            found = found[:20]
        if "filter" in query:
            found = [r for r in found if self.matches(r, query["filter"])]
            if not found and self.has("no-match-is-404"):
                raise Refusal(404, None, "nobody was found")
        if self.has("disabled-hidden"):
            found = [r for r in found if r.get("active", True)]
        start, count = max(1, int(query.get("startIndex", 1))), int(query.get("count", 1000))
        if self.has("empty-without-paging") and not query:
            count = 0
        page = found[start - 1 : start - 1 + count]
        return {"schemas": [LIST], "totalResults": len(found), "startIndex": start, "itemsPerPage": len(page), "Resources": [show(r) for r in page]}

    # Values

    def truth(self, value, op="replace"):
        if isinstance(value, bool):
            return value
        if self.has("booleans-only") or not isinstance(value, str) or value.lower() not in ("true", "false"):
            raise Refusal(400, "invalidValue", "active is a boolean")
        if self.has("lower-case-refused") and value not in ("True", "False"):
            raise Refusal(400, "invalidValue", "active is True or False")
        return True if self.has("text-is-true") else value.lower() == "true"

    def roles(self, value):
        roles = []
        for role in value if isinstance(value, list) else [value]:
            if isinstance(role, str):
                role = {"value": role}
            text = role.get("value", "")
            if text.startswith("{"):
                if self.has("roles-as-text-refused"):
                    raise Refusal(400, "invalidValue", "a role is an object")
                if self.has("text-is-true"):
                    continue
                parsed = json.loads(text)
                role = {"value": parsed["value"], "display": parsed.get("displayName"), "type": ROLE}
            roles.append(role)
        return roles

    def check_manager(self, value):
        """The id of a manager in each form, or None for nobody."""
        if isinstance(value, str) and value and self.has("manager-text-refused"):
            raise Refusal(400, "invalidValue", "a manager is an object")
        if isinstance(value, list):
            value = value[0] if value else None
        if isinstance(value, dict):
            value = value.get("value")
        if not value and self.has("empty-manager-refused"):
            raise Refusal(400, "invalidValue", "a manager has a value")
        return value or None

    # Users

    def create_user(self, tenant, body):
        users = tenant.users
        if self.has("no-extension") and ENTERPRISE in body:
            raise Refusal(400, "invalidSyntax", "the extension is not known")
        if self.has("department-needed") and "department" not in (body.get(ENTERPRISE) or {}):
            raise KeyError("department")
        if self.has("locality-refused") and any("locality" in a for a in body.get("addresses") or []):
            raise Refusal(400, "invalidValue", "locality is not known")
        name = body.get("userName")
        if not isinstance(name, str) or not name:
            raise Refusal(400, "invalidValue", "userName is missing")
        self.free(users, name)
        user_id = body["id"] if self.has("id-overwrites") and body.get("id") in users else self.new_id(tenant)
        user = {"schemas": [USER, ENTERPRISE], "id": user_id, "active": True, "meta": {"resourceType": "User"}, ENTERPRISE: {}}
        for key, value in body.items():
            self.set(user, key, value, "add")
        users[user_id] = user
        return user

    def free(self, users, name, but=None):
        def same(a, b):
            return a == b if self.has("names-by-case") else a.lower() == b.lower()

        if any(same(u["userName"], name) and u["id"] != but for u in users.values()):
            raise Refusal(409, None if self.has("conflict-without-type") else "uniqueness", f"{name} is taken")

    @staticmethod
    def new_id(tenant):
        tenant.next += 1
        return str(tenant.next)

    def set(self, user, key, value, op):
        """Gives a user the value of one name as a body has it: an attribute, `name.givenName`, or a URN."""
        low = key.lower()
        if low in ("schemas", "id", "meta", "groups"):
            return
        if low.startswith(ENTERPRISE.lower()):
            rest = key[len(ENTERPRISE) + 1 :]
            for name, part in ({rest: value} if rest else value or {}).items():
                self.set_extension(user, name, part)
            return
        if low == "active":
            if value is not None:
                user["active"] = self.truth(value, op)
        elif low in TEXTS:
            if value is None:
                user.pop(TEXTS[low], None)
            else:
                user[TEXTS[low]] = value
        elif low == "name":
            user.setdefault("name", {}).update({k: v for k, v in (value or {}).items() if v is not None})
        elif low.startswith("name."):
            user.setdefault("name", {})[key.split(".", 1)[1]] = value
        elif low == "roles":
            new = self.roles(value or [])
            old = user.get("roles", []) if op == "add" else []
            user["roles"] = [r for r in old if r.get("value") not in {n.get("value") for n in new}] + new
        elif low in LISTS:
            if value is not None:
                old = user.get(LISTS[low], []) if op == "add" else []
                user[LISTS[low]] = old + [v for v in copy.deepcopy(value) if v not in old]
        else:
            raise Refusal(400, "invalidPath", f"there is no {key}")

    def set_extension(self, user, name, value):
        extension = user.setdefault(ENTERPRISE, {})
        if name.lower() == "manager":
            manager = self.check_manager(value) if value is not None else None
            extension.pop("manager", None)
            if manager:
                extension["manager"] = {"value": manager}
        elif value is None:
            extension.pop(name, None)
        else:
            extension[name] = value

    def patch_user(self, tenant, user, body):
        """Changes a copy, so that a change counts as a whole or not at all. Returns the user and what the answer shows."""
        operations = self.operations(body)
        old, new, echo = user, copy.deepcopy(user), {}
        flags = [o for o in operations if (o.get("path") or "").lower() == "active"]
        if self.has("only-active-alone") and flags and len(operations) > 1:
            raise Refusal(400, "invalidSyntax", "active comes alone")
        for operation in operations:
            op, path, value = operation["op"].lower(), operation.get("path"), operation.get("value")
            if self.skips(op, path, value, echo):
                continue
            try:
                self.apply(new, op, path, value)
            except Refusal as refusal:
                if self.has("missing-element-refused") and refusal.scim_type == "noTarget":
                    continue
                if self.has("echo") and refusal.scim_type == "invalidPath":
                    echo[path] = value
                    continue
                raise
        if new["userName"].lower() != old["userName"].lower():
            self.free(tenant.users, new["userName"], but=new["id"])
            if self.has("found-by-new-name"):
                new["active"] = old["active"]
            if self.has("rename-deletes"):
                new["active"] = False
        if self.has("no-way-back") and new["active"] and not old["active"]:
            raise Refusal(400, "invalidSyntax", "Invalid SCIM patch request.")
        tenant.users[user["id"]] = new
        answer = self.shown(new) | echo
        if self.has("stale-answer"):
            answer["active"] = old["active"]
        return answer

    def skips(self, op, path, value, echo):
        """Whether a fault passes an operation over, or refuses it."""
        if (path or "").lower() != "active":
            return False
        if op == "add" and (self.has("active-not-returned") or (self.has("add-active-refused") and isinstance(value, str))):
            raise Refusal(400, "invalidSyntax", "add is not a valid choice")
        is_text = isinstance(value, str)
        if self.has("echo") and value is False:
            echo["active"] = False
            return True
        return (
            (self.has("false-does-nothing") and value is False)
            or (self.has("text-ignored") and is_text)
            or (self.has("still-signs-in") and value == "False")
        )

    def operations(self, body):
        operations = body.get("Operations")
        if not isinstance(operations, list) or not operations:
            raise Refusal(400, "invalidSyntax", "Operations are missing")
        for operation in operations:
            if str(operation.get("op")).lower() not in ("add", "replace", "remove"):
                if self.has("unknown-op-is-500"):
                    raise KeyError(operation.get("op"))
                raise Refusal(400, "invalidSyntax", f"there is no operation {operation.get('op')}")
        return operations

    def apply(self, user, op, path, value):
        if path is None:
            if not isinstance(value, dict):
                raise Refusal(400, "invalidValue", "a value without a path is an object")
            for key, part in value.items():
                if "." in key and self.has("dots-refused"):
                    raise Refusal(400, "invalidPath", f"there is no {key}")
                if "." in key and self.has("dots-ignored"):
                    continue
                element = re.fullmatch(r"(\w+)\[.*\]\.\w+", key)
                self.apply(user, op, key, part) if element else self.set(user, key, part, op)
            return
        found = re.fullmatch(r'(\w+)\[(\w+) eq "([^"]*)"\](?:\.(\w+))?', path)
        if found:
            self.apply_filtered(user, op, value, *found.groups())
        elif op == "remove":
            self.remove(user, path)
        else:
            self.set(user, path, value, op)

    def remove(self, user, path):
        low = path.lower()
        if low.startswith(ENTERPRISE.lower() + ":"):
            return self.set_extension(user, path[len(ENTERPRISE) + 1 :], None)
        if "." in low:
            head, part = path.split(".", 1)
            return user.get(find_member(user, head) or head, {}).pop(part, None)
        if low not in TEXTS and low not in LISTS:
            raise Refusal(400, "invalidPath", f"{path} cannot be removed")
        user.pop(find_member(user, path), None)

    def apply_filtered(self, user, op, value, attribute, name, wanted, part):
        if self.has("no-path-filters"):
            raise KeyError(attribute)
        if part == "locality" and self.has("locality-refused"):
            raise Refusal(400, "invalidValue", "locality is not known")
        if attribute.lower() not in LISTS:
            raise Refusal(400, "invalidPath", f"there is no {attribute}")
        elements = user.setdefault(LISTS[attribute.lower()], [])
        match = next((e for e in elements if str(e.get(name)).lower() == wanted.lower()), None)
        if op == "remove":
            if match:
                elements.remove(match) if part is None else match.pop(part, None)
            return
        if op == "replace" and match is None and (self.has("no-target") or self.has("missing-element-refused")):
            raise Refusal(400, "noTarget", "nothing matches the filter")
        if op == "add" and match is None and self.has("filtered-add-lost"):
            return
        if match is None or (op == "add" and self.has("element-for-each-part")):
            match = {name: (wanted.lower() == "true") if name == "primary" else wanted}
            elements.append(match)
        match.update({part: value} if part else value)

    # Groups

    def create_group(self, tenant, body):
        if not body.get("displayName"):
            raise Refusal(400, "invalidValue", "displayName is missing")
        group = {"schemas": [GROUP], "id": self.new_id(tenant), "displayName": body["displayName"], "members": [], "meta": {"resourceType": "Group"}}
        if body.get("externalId"):
            group["externalId"] = body["externalId"]
        self.add_members(tenant, group, body.get("members") or [])
        tenant.groups[group["id"]] = group
        return group

    def add_members(self, tenant, group, values):
        for value in values if isinstance(values, list) else [values]:
            member = value["value"]
            if member in tenant.groups and self.has("group-member-error"):
                raise KeyError(member)
            if member not in tenant.users and member not in tenant.groups:
                raise Refusal(404, None, f"there is no {member}")
            if member not in [m["value"] for m in group["members"]]:
                group["members"].append({"value": member})

    def patch_group(self, tenant, group, body):
        new = copy.deepcopy(group)
        if self.has("last-write-wins"):
            self.lock.release()
            time.sleep(0.03)
            self.lock.acquire()
        for operation in self.operations(body):
            self.apply_to_group(tenant, new, operation["op"].lower(), operation.get("path"), operation.get("value"))
        tenant.groups[group["id"]] = new
        return new

    def apply_to_group(self, tenant, group, op, path, value):
        if path is None:
            for key, part in value.items():
                self.apply_to_group(tenant, group, op, key, part)
            if self.has("rename-empties") and "members" not in value:
                group["members"] = []
            return
        low = path.lower()
        found = re.fullmatch(r'members\[value eq "([^"]*)"\]', path, re.IGNORECASE)
        if found:
            if self.has("no-filter-of-members"):
                raise Refusal(400, "invalidFilter", "Impossible to search on a mono valued attribute")
            self.take(group, [found[1]])
        elif low == "members":
            if op == "replace":
                group["members"] = []
            if op != "remove":
                return self.add_members(tenant, group, value)
            if value is None or self.has("remove-takes-all"):
                group["members"] = []
            elif self.has("values-refused"):
                raise Refusal(400, "invalidSyntax", "values must not be set for remove operation")
            elif not self.has("remove-takes-none"):
                self.take(group, [v["value"] for v in value])
        elif low == "displayname":
            group["displayName"] = value
        elif low == "externalid":
            if op == "add" and self.has("no-externalid-of-groups"):
                raise Refusal(400, "invalidPath", "Unsupported add path")
            group["externalId"] = value
        else:
            raise Refusal(400, "invalidPath", f"there is no {path}")

    def take(self, group, ids):
        there = {m["value"] for m in group["members"]}
        if self.has("absent-member-refused") and not set(ids) <= there:
            raise Refusal(404, None, "that is not a member")
        group["members"] = [m for m in group["members"] if m["value"] not in ids]

    # Requests

    def answer(self, method, path, query, body, token):
        """Status and body of an answer to a request under the tenant's URL."""
        tenant = self.tenants[token]
        kind, _, resource_id = path.strip("/").partition("/")
        if kind not in ("Users", "Groups"):
            raise Refusal(404, None, "there is no such resource")
        if kind == "Groups":
            return self.answer_group(method, tenant, resource_id, query, body)
        if not resource_id:
            if method == "POST":
                return 201, self.shown(self.create_user(tenant, body))
            return 200, self.list(tenant.users.values(), query, self.shown)
        user = tenant.users.get(resource_id)
        if user is None or (self.has("disabled-hidden") and not user["active"] and method == "GET"):
            raise Refusal(404, None, f"there is no {resource_id}")
        if method == "GET":
            view = self.shown(user)
            if self.has("unreadable"):
                view["id"] = int(view["id"])
                del view["schemas"]
            return 200, view
        if method == "PATCH":
            if self.has("no-patch"):
                raise Refusal(405, None, "there is no PATCH")
            answer = self.patch_user(tenant, user, body)
            return (204, None) if self.has("still-signs-in") else (200, answer)
        if self.keeps_users:
            raise Refusal(403, None, "users stay")
        del tenant.users[resource_id]
        for group in tenant.groups.values():
            group["members"] = [m for m in group["members"] if m["value"] != resource_id]
        return 204, None

    def answer_group(self, method, tenant, group_id, query, body):
        excluded = query.get("excludedAttributes") == "members" and not self.has("members-always")
        if not group_id:
            if method == "POST":
                return 201, self.create_group(tenant, body)
            if self.has("no-probe-of-groups") and "filter" in query:
                raise Refusal(404, None, "there is no such list")
            return 200, self.list(tenant.groups.values(), query, lambda g: self.shown_group(g, excluded))
        group = tenant.groups.get(group_id)
        if group is None:
            raise Refusal(404, None, f"there is no {group_id}")
        if method == "GET":
            return 200, self.shown_group(group, excluded)
        if method == "PATCH":
            return 200, self.patch_group(tenant, group, body)
        del tenant.groups[group_id]
        return 204, None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *words):
        pass

    def reply(self, status, body=None, kind="application/scim+json", fields=()):
        data = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response_only(status)
        for name, value in fields:
            self.send_header(name, value)
        if data or status != 204:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, scim, status, scim_type=None, detail=""):
        if scim.has("html-errors"):
            return self.reply(status, f"<!DOCTYPE html><h1>{status}</h1>", "text/html")
        error = {"schemas": [ERROR], "status": str(status), "detail": detail} | ({"scimType": scim_type} if scim_type else {})
        self.reply(status, error, self.kind(scim))

    @staticmethod
    def kind(scim):
        return "application/json" if scim.has("plain-json") else "application/scim+json"

    def token(self, scim, data):
        """The token endpoint: client credentials, in the header or in the form."""
        if scim.has("token-as-json") or self.headers.get("Content-Type") != "application/x-www-form-urlencoded":
            return self.reply(415, {"error": "invalid_request"}, "application/json")
        form = dict(urllib.parse.parse_qsl(data.decode()))
        is_basic = self.headers.get("Authorization") == "Basic Y2xpZW50OnMzY3JldA=="
        if not is_basic and (form.get("client_id"), form.get("client_secret")) != ("client", "s3cret"):
            return self.reply(401, {"error": "invalid_client"}, "application/json")
        self.reply(200, {"access_token": scim.main, "token_type": "Bearer", "expires_in": 3600}, "application/json")

    def serve(self):
        scim = self.server.scim
        self.server.requests += 1
        self.server.methods.add(self.command)
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/token":
            return self.token(scim, data)
        if url.path.startswith("/in/"):
            user = scim.tenants[scim.main].users.get(url.path[4:])
            is_in = user is not None and (user["active"] or scim.has("sessions-go-on"))
            return self.reply(200 if is_in else 403, {}, "application/json")
        if scim.has("needs-user-agent") and not self.headers.get("User-Agent"):
            return self.reply(403, "<html>Forbidden</html>", "text/html")
        scheme, _, token = (self.headers.get("Authorization") or "").partition(" ")
        if scheme != "Bearer" or token not in scim.tenants:
            if scim.has("login-page"):
                return self.reply(200, "<!DOCTYPE html><title>Sign in</title>", "text/html")
            return self.refuse(scim, 401, None, "the token is not good")
        if not url.path.startswith("/scim/"):
            return self.refuse(scim, 404, None, "there is no such resource")
        try:
            body = json.loads(data) if data else None
        except ValueError:
            return self.refuse(scim, 400, "invalidSyntax", "the body is not JSON")
        query = dict(urllib.parse.parse_qsl(url.query))
        self.server.log.append((self.command, self.path[5:], body))
        try:
            with scim.lock:
                status, answer = scim.answer(self.command, url.path[5:], query, body, token)
            self.server.carried_out(self.command, body)
        except Refusal as refusal:
            return self.refuse(scim, refusal.status, refusal.scim_type, refusal.detail)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            return self.refuse(scim, 500, None, repr(error))
        fields = []
        if answer and isinstance(answer, dict) and "id" in answer and "meta" in answer:
            place = f"http://{self.headers['Host']}/scim/{answer['meta']['resourceType']}s/{answer['id']}"
            answer = copy.deepcopy(answer)
            answer["meta"]["location"] = place
            if status == 201:
                fields.append(("Location", place))
        self.reply(status, answer, self.kind(scim), fields)

    do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = serve


class Http(ThreadingHTTPServer):
    """The listener, which counts what came."""

    daemon_threads = True

    def __init__(self, *words):
        super().__init__(*words)
        self.connections, self.requests, self.methods = 0, 0, set()
        #: Method, path with query, and body of each request for users and groups.
        self.log = []
        #: Called with method and body when a request was carried out, before it is answered.
        self.carried_out = lambda method, body: None

    def process_request(self, request, client_address):
        self.connections += 1
        super().process_request(request, client_address)

    def handle_error(self, request, client_address):
        """A client that goes away is not worth a traceback."""


class ScimServer:
    """The server on a free port, for as long as it is entered."""

    def __init__(self, *faults, port=0, certificate=None):
        """`certificate` is the context of a server for TLS, whose name is `localhost`."""
        self.scim = Scim(faults)
        self.http = Http(("127.0.0.1", port), Handler)
        self.http.scim = self.scim
        self.origin = f"http://127.0.0.1:{self.http.server_port}"
        if certificate:
            self.http.socket = certificate.wrap_socket(self.http.socket, server_side=True, do_handshake_on_connect=False)
            self.origin = f"https://localhost:{self.http.server_port}"
        self.url = f"{self.origin}/scim"

    def __enter__(self):
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=5001)
    parser.add_argument("faults", nargs="*", choices=[*FAULTS, []], metavar="FAULT")
    given = parser.parse_args()
    server = ScimServer(*given.faults, port=given.port)
    print(f"{server.url}, token {server.scim.main}", flush=True)
    server.http.serve_forever()


if __name__ == "__main__":
    main()
