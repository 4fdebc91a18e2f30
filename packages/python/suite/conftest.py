"""What a team has beside its tests."""

import os
from urllib.parse import urlencode

import pytest

pytest_plugins = ["pytester"]
AUTHORITY = "https://login.microsoftonline.com/common/oauth2/v2.0"
ME = "https://graph.microsoft.com/v1.0/me"


def authorize(world, **more):
    query = {
        "client_id": world.apps["mobile"].client_id, "response_type": "code", "redirect_uri": "http://localhost",
        "scope": "openid offline_access User.Read", **more,
    }  # fmt: skip
    return f"{AUTHORITY}/authorize?{urlencode(query)}"


def redeem(world, arrival):
    form = {"grant_type": "authorization_code", "code": arrival.parameters["code"], "redirect_uri": "http://localhost", "client_id": world.apps["mobile"].client_id}
    return world.session().post(f"{AUTHORITY}/token", data=form).json()


def refresh(world, tokens):
    form = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"], "client_id": world.apps["mobile"].client_id}
    return world.session().post(f"{AUTHORITY}/token", data=form).json()


def by_password(world, user, password=None):
    """The shortest way to an exchange."""
    form = {"grant_type": "password", "client_id": world.apps["mobile"].client_id, "username": user.name, "password": password or user.password, "scope": "User.Read"}
    return world.session().post(f"{world.tenant.authority}/oauth2/v2.0/token", data=form).json()


def name_of(world, tokens):
    """Whose the tokens are, as Graph says."""
    return world.session().get(ME, headers={"Authorization": f"Bearer {tokens['access_token']}"}).json()["userPrincipalName"]


@pytest.fixture(scope="session", autouse=True)
def noted(mockidp):
    """The servers of this run; after.py looks what is left of them."""
    with open(os.environ["SUITE_SERVERS"], "a", encoding="utf-8") as file:
        file.write(f"{mockidp.url} {os.path.dirname(mockidp.address.ca)}\n")
