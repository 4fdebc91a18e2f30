"""The queries of docs/monitoring.md, asked of Debian's Prometheus that scrapes two servers of a cluster."""

import re
from pathlib import Path
from urllib.parse import urlencode

from cluster.replicas import TOKEN
from cluster.views import eventually, make_world
from support.prometheus import prometheus  # noqa: F401

PAGE = (Path(__file__).resolve().parents[2] / "docs/monitoring.md").read_text()


def queries():
    """Question and query of each row of the page's table."""
    table = PAGE.split("| question | query |")[1].split("\n\n")[0]
    return dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", table, re.MULTILINE))


def test_every_query_of_the_page_is_answered_for_two_servers(found, prometheus):  # noqa: F811
    cluster = found()
    a, b = cluster.start(2)
    for number in range(4):
        make_world((a, b)[number % 2], f"t{number}")
    ask = prometheus({
        "global": {"scrape_interval": "1s"},
        "scrape_configs": [{
            "job_name": "mockidp", "scheme": "https", "metrics_path": "/_mockidp/metrics", "tls_config": {"ca_file": a.ca},
            "authorization": {"credentials": TOKEN}, "static_configs": [{"targets": [f"localhost:{one.port}" for one in (a, b)]}],
        }],
    })  # fmt: skip

    def asked(query):
        answer = ask("query?" + urlencode({"query": query}))
        assert answer is not None, f"Prometheus refuses {query}"
        return {row["metric"].get("instance"): float(row["value"][1]) for row in answer["result"]}

    doors = {f"localhost:{one.port}" for one in (a, b)}

    def are_scraped():
        assert set(asked("mockidp_worlds_limit")) == doors

    eventually(are_scraped)
    rows = queries()
    assert len(rows) >= 6, rows
    for query in rows.values():
        asked(query)
    # Each server is told of by itself, and all its worlds are counted, asleep and awake.
    left_over = rows["worlds that are left over"]
    assert left_over.endswith(" > 0.9"), left_over
    share, limit = asked(left_over.removesuffix(" > 0.9")), asked("mockidp_worlds_limit")
    assert set(share) == doors
    assert {door: round(share[door] * limit[door]) for door in doors} == dict.fromkeys(doors, 5), (share, limit)
