"""What somebody sees who opens an address of the server in a browser: its own page under its own names, the service's answer everywhere else."""

import re

import pytest
from support.world import CONTOSO

HTML = "text/html,application/xhtml+xml,*/*;q=0.8"
AUTHORITIES = ["/", "/common", f"/{CONTOSO}", "/contoso.onmicrosoft.com/v2.0"]


def title(answer):
    found = re.search(r"<title>([^<]*)</title>", answer.text)
    return found and found[1]


def at_microsofts(server, path):
    return server.http_session.get(
        f"https://login.microsoftonline.com{path}", headers={"Accept": HTML}, proxies={"https": server.http}, allow_redirects=False
    )


@pytest.mark.parametrize("path", [*AUTHORITIES, "/nowhere/at/all"])
def test_a_browser_is_told_where_it_is(happy, path):
    answer = happy.get(path, headers={"Accept": HTML})
    assert answer.status_code == (200 if path in AUTHORITIES else 404)
    assert title(answer).startswith("mockidp") and happy.authority + "/{tenant}" in answer.text


@pytest.mark.parametrize("path", [*AUTHORITIES[1:], "/nowhere/at/all"])
def test_a_program_gets_what_the_service_answers(happy, path):
    answer = happy.get(path)
    assert answer.status_code == 404 and "mockidp" not in answer.text


@pytest.mark.parametrize("path", [*AUTHORITIES, "/nowhere/at/all"])
def test_under_microsofts_names_so_does_a_browser(happy, path):
    answer = at_microsofts(happy, path)
    assert answer.status_code == (302 if path == "/" else 404) and "mockidp" not in answer.text
