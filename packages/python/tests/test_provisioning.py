"""A product under test, which the world writes its users into."""

import json
import re
import sys
from urllib.parse import parse_qs

import pytest

from mockidp import MockIdPError, NotProvisioned, Product

LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse"
USERS = {"scenario": "team", "world": {"users": {"ann": {"displayName": "Ann Lee"}, "ben": {"displayName": "Ben Ito"}}, "apps": {"product": {"type": "web", "assignedUsers": ["ann", "ben"]}}}}


class Shop:
    """A small product: who is in it, and the SCIM that Entra speaks with it."""

    def __init__(self, reads_texts=True):
        self.people, self.reads_texts = {}, reads_texts

    def may_enter(self, name):
        return any(person["active"] for person in self.people.values() if person["userName"].startswith(f"{name}@"))

    def __call__(self, environ, start_response):
        status, body = self.answer(environ["REQUEST_METHOD"], environ["PATH_INFO"], parse_qs(environ["QUERY_STRING"]), environ)
        start_response(status, [("Content-Type", "application/scim+json")])
        return [json.dumps(body).encode()]

    def answer(self, method, path, query, environ):
        if environ.get("HTTP_AUTHORIZATION") != "Bearer t0ken":
            return "401 Unauthorized", {}
        body = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))) if method in ("POST", "PATCH") else {}
        if found := re.fullmatch(r"/scim/Users/(\d+)", path):
            person = self.people[found[1]]
            for operation in body.get("Operations", []):
                if operation["path"] == "active" and not self.reads_texts:
                    return "400 Bad Request", {"detail": "active is a boolean"}
                person[operation["path"]] = operation["value"] not in ("False", False) if operation["path"] == "active" else operation["value"]
            return "200 OK", person
        if method == "POST":
            person = {**body, "id": str(len(self.people) + 1)}
            self.people[person["id"]] = person
            return "201 Created", person
        wanted = re.search('"(.*)"', query["filter"][0])[1]
        found = [person for person in self.people.values() if person["userName"] == wanted] if path == "/scim/Users" else []
        return "200 OK", {"schemas": [LIST], "totalResults": len(found), "Resources": found}


@pytest.mark.mockidp(USERS)
def test_who_leaves_is_out(mockidp_world, mockidp_product):
    shop = Shop()
    entries = mockidp_world.provision("product", f"{mockidp_product(shop).url}/scim", "t0ken")
    assert [entry["action"] for entry in entries] == ["create", "create"]
    assert shop.may_enter("ann") and shop.may_enter("ben")
    mockidp_world.leaves("ann")
    assert not shop.may_enter("ann") and shop.may_enter("ben")
    assert mockidp_world.journal(event="provisioning.sent", user="ann")


@pytest.mark.mockidp(USERS)
def test_what_the_product_does_not_take_fails_with_its_reasons(mockidp_world, mockidp_product):
    shop = Shop(reads_texts=False)
    mockidp_world.provision("product", f"{mockidp_product(shop).url}/scim", "t0ken")
    with pytest.raises(NotProvisioned, match='(?s)disable ann@.*active is a boolean.*"path":"active","value":"False"') as failure:
        mockidp_world.leaves("ann")
    assert [entry["status"] for entry in failure.value.entries] == ["failure"]


@pytest.mark.mockidp(USERS)
def test_a_token_that_is_not_good_fails_the_cycle(mockidp_world, mockidp_product):
    with pytest.raises(NotProvisioned, match="the cycle: SystemForCrossDomainIdentityManagementCredentialValidationFailure"):
        mockidp_world.provision("product", f"{mockidp_product(Shop()).url}/scim", "wr0ng")


@pytest.mark.mockidp("leaver-loses-access")
def test_the_words_of_the_scenario_stay(mockidp_world, mockidp_product):
    shop = Shop()
    mockidp_world.call("PATCH", "apps/product", {"provisioning": {"tenantUrl": "http://127.0.0.1:1/scim", "groups": False}})
    mockidp_world.provision("product", f"{mockidp_product(shop).url}/scim", "t0ken")
    assert mockidp_world.call("GET", "apps/product")["provisioning"]["groups"] is False
    # The scenario has switched Ann off.
    mockidp_world.provision()
    assert not shop.may_enter("ann")


def test_a_product_may_be_a_command(mockidp_product):
    product = mockidp_product([sys.executable, "-m", "http.server", "--bind", "127.0.0.1", "{port}"])
    assert product.port > 0


def test_a_command_that_ends_is_told():
    with pytest.raises(MockIdPError, match="ended with 3 before it listened"):
        Product([sys.executable, "-c", "raise SystemExit(3)"]).__enter__()
    with pytest.raises(MockIdPError, match="cannot be started"):
        Product(["/nowhere/product"]).__enter__()
