"""Everything works: what each kind of app gets when nothing is in its way."""

from play.azure import InteractiveBrowser
from play.native import Native
from play.plain import Plain, graph_said
from play.run import meets
from support.world import ALICE


@meets("happy-path", Native, InteractiveBrowser)
def test_a_sign_in_and_a_call_of_graph(run):
    first = run.sees("signs in", run.client.sign_in())
    assert first.has_tokens
    again = run.sees("asks silently", run.client.renew())
    assert again.has_tokens
    token = getattr(again.result, "token", None) or again.result["access_token"]
    me = run.sees("asks Graph", graph_said(run.server.me(token)))
    assert me.result.json()["id"] == ALICE.oid


@meets("happy-path", Plain)
def test_the_protocol_by_hand(run):
    assert run.sees("signs in", run.client.sign_in()).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens
    assert run.sees("asks Graph", run.client.ask_graph()).result.json()["id"] == ALICE.oid
