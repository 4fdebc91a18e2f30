"""A team with a phone's app, by curl and by Chromium: the commands of the pages about the proxy and about browsers."""

import json

import pytest
from chromium.installation import executable
from support.pages import commands, found

APP = "30b11e00-0000-4000-8000-000000000001"
AUTHORIZE = (
    f"https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id={APP}&response_type=code&scope=User.Read"
    "&redirect_uri=msauth.com.example.mobile://auth"
)


def test_curl_through_the_proxy(desk):
    """The page's lines with a server on free ports."""
    lines = [line for line in commands("docs/drop-in.md") if line.startswith("curl --proxy")]
    assert len(lines) == 2
    places = (("http://localhost:8080", "$MOCKIDP_PROXY"), ("$(mockidp ca --path)", "$MOCKIDP_CA"))
    free = [line.replace(*places[0]).replace(*places[1]) for line in lines]
    journal = found("docs/drop-in.md", "mockidp journal")
    told = desk("mockidp exec --proxy -- bash -ec '" + "\n".join([*(line + "; echo" for line in free), journal]) + "'")
    document, refused, row = told.splitlines()[0], told.splitlines()[1], told.splitlines()[-1]
    assert json.loads(document)["issuer"] == "https://login.microsoftonline.com/{tenantid}/v2.0"
    assert json.loads(refused)["error"] == "offline"
    assert "example.com" in row and "403" in row


@pytest.fixture
def chromium():
    """The page's command with the browser of this machine, which prints the page that it got."""
    line = found("docs/tests-browser.md", "mockidp exec --proxy --browser -- sh -c 'HOME=$MOCKIDP_BROWSER_HOME")
    assert line.endswith("'")
    browser = f"{executable()} --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --dump-dom"
    return lambda address: line[:-1].replace("chromium ", f"{browser} ", 1) + f' "{address}"' + "'"


def test_chromium_at_microsofts_address(desk, chromium):
    told = desk(chromium(AUTHORIZE))
    assert "<title>Sign in to your account</title>" in told and "Who is here" in told
    assert 'action="https://login.microsoftonline.com/common/login"' in told


def test_a_sign_in_ends_at_the_address_of_the_phones_app(desk):
    """By curl: the form of the first page with a name and a password, until the code is at the app's own scheme."""
    form = "python3 -c \"import re, sys; page = sys.stdin.read(); print('&'.join(f'{n}={v}' for n, v in re.findall("
    form += "'<input type=.hidden. name=.([^\\\"]+). value=.([^\\\"]*).>', page.split('</form>')[0])))\""
    ask = f"curl --silent --show-error --cookie-jar jar --cookie jar '{AUTHORIZE}'"
    post = "curl --silent --show-error --cookie-jar jar --cookie jar --output answer --write-out '%{redirect_url}'"
    typed = "--data-urlencode loginfmt=alice@contoso.onmicrosoft.com --data-urlencode 'passwd=Passw0rd!'"
    lines = [
        f"{ask} > page",
        f"fields=$({form} < page)",
        f'{post} --data "$fields" {typed} https://login.microsoftonline.com/common/login',
    ]
    told = desk("cat > walk <<'END'", *lines, "END", "mockidp exec --proxy -- bash -e walk")
    assert told.startswith("msauth.com.example.mobile://auth"), told
    assert "code=" in told
