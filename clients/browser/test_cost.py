"""What a page costs the server."""

import http.client
import os
import ssl
from urllib.parse import urlsplit

from support.binary import SLOWNESS
from support.requests_by_hand import authorize_url
from support.until import all_keys

PAGES = 2_000
MILLISECONDS = 1.0


def processor_milliseconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000 / os.sysconf("SC_CLK_TCK")


def connected(server):
    address = urlsplit(server.authority)
    return http.client.HTTPSConnection(address.hostname, address.port, context=ssl.create_default_context(cafile=server.ca), timeout=20)


def test_a_sign_in_page_takes_a_millisecond_of_processor_at_most(serve, capsys):
    server = serve("happy-path")
    connection = connected(server)
    path = authorize_url(server).removeprefix(server.authority)

    def get():
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200 and b"Sign in" in answer.read()

    get()
    # The keys of a fresh home are made beside the first answers.
    all_keys(server)
    before = processor_milliseconds(server.pid)
    for _ in range(PAGES):
        get()
    cost = (processor_milliseconds(server.pid) - before) / PAGES
    connection.close()
    with capsys.disabled():
        print(f"\nclients: a sign-in page takes {cost:.2f} ms of server processor time")
    assert cost <= MILLISECONDS * SLOWNESS


def test_the_description_of_the_control_api_is_kept_as_it_was_written(serve, capsys):
    """To render it took 16 to 29 ms for each call."""
    server = serve("happy-path")
    connection = connected(server)

    def get():
        connection.request("GET", "/_mockidp/openapi.json")
        answer = connection.getresponse()
        assert answer.status == 200
        return answer.read()

    first = get()
    assert len(first) > 100_000
    all_keys(server)
    before = processor_milliseconds(server.pid)
    assert {get() for _ in range(200)} == {first}
    cost = (processor_milliseconds(server.pid) - before) / 200
    connection.close()
    with capsys.disabled():
        print(f"\nclients: openapi.json takes {cost:.2f} ms of server processor time")
    assert cost <= 2.0 * SLOWNESS
