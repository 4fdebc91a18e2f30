"""A sign-in goes on under the name it began at, whichever of Microsoft's names that is: the browser has its cookies there."""

import pytest
from support.requests_by_hand import authorize_url
from support.world import ALICE

#: Names of the login service, as instance discovery and docs/drop-in.md list them.
NAMES = ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net", "westeurope.login.microsoft.com"]


@pytest.mark.parametrize("name", NAMES)
def test_begun_at_a_name_and_finished(serve, window, name):
    server = serve("happy-path")
    one = window(server, proxy={"server": server.http, "bypass": "localhost"})
    url = authorize_url(server, redirect_uri=one.listener.origin)
    one.open(url.replace(server.authority, f"https://{name}"))
    assert one.page.url.startswith(f"https://{name}/")
    one.sign_in(ALICE)
    assert one.arrive().code
    # The session is the browser's under this name: the next sign-in asks for nothing.
    one.open(url.replace(server.authority, f"https://{name}") + "&prompt=none")
    assert one.arrive().code
