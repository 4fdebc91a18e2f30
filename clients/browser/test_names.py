"""A sign-in goes on under the name it began at, whichever of Microsoft's names that is: the browser has its cookies there."""

import pathlib
import re

import pytest
from support.requests_by_hand import authorize_url
from support.world import ALICE

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "drop-in-reference.md"
#: Names of the login service on which people sign in: those that docs/drop-in-reference.md lists, of all clouds. The others serve tokens alone.
TOKENS_ALONE = ("mtlsauth.microsoft.com", "{region}.mtlsauth.microsoft.com")


def listed():
    """The cloud and the name of each."""
    page = PAGE.read_text(encoding="utf-8")
    found = []
    for cell in re.findall(r"^\| ([^|]+) \| the identity platform", page, re.MULTILINE):
        names = [name for name in re.findall(r"`([^`]+)`", cell) if name not in TOKENS_ALONE]
        found += [("global", name.replace("{region}", "westeurope")) for name in names]
    for cloud, cell in re.findall(r"^\| `(\w+)`[^|]*\| (`login[^|]+)\|", page, re.MULTILINE):
        found += [(cloud, name) for name in re.findall(r"`([^`]+)`", cell)]
    return found


NAMES = listed()


#: Aliases of clouds that ended, which no option plays.
UNSERVED = {"login-us.microsoftonline.com", "login.microsoftonline.de"}


def test_every_name_of_discovery_is_in_the_table(happy):
    asked = {"api-version": "1.1", "authorization_endpoint": f"{happy.authority}/common/oauth2/v2.0/authorize"}
    document = happy.http_session.get(f"{happy.authority}/common/discovery/instance", params=asked).json()
    names = {alias for entry in document["metadata"] for alias in entry["aliases"]} - {happy.authority.split("/")[2]}
    assert len(NAMES) >= 11
    served = {name for _, name in NAMES}
    assert {name for name in names if name.startswith(("login.", "sts."))} - served <= UNSERVED, names - served


@pytest.mark.parametrize("cloud, name", NAMES, ids=[name for _, name in NAMES])
def test_begun_at_a_name_and_finished(serve, window, cloud, name):
    server = serve("happy-path", arguments=["--cloud", cloud])
    one = window(server, proxy={"server": server.http, "bypass": "localhost"})
    # Graph has another name in each cloud, and a sign-in needs no API.
    url = authorize_url(server, redirect_uri=one.listener.origin, scope="openid profile offline_access")
    one.open(url.replace(server.authority, f"https://{name}"))
    assert one.page.url.startswith(f"https://{name}/")
    one.sign_in(ALICE)
    assert one.arrive().code
    # The session is the browser's under this name: the next sign-in asks for nothing.
    one.open(url.replace(server.authority, f"https://{name}") + "&prompt=none")
    assert one.arrive().code
