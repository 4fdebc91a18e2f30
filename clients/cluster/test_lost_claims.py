"""A world is claimed while the server loses all of its worlds, and claimed anew while it is being handed over."""

import threading

from cluster.test_takeovers import until_told
from cluster.views import View, make_world, until

CLAIM = "claims = claims + 1"
COUNT = "SELECT id, claims FROM world WHERE id = ANY"
FREE = "UPDATE world w SET owner = NULL, owner_epoch = NULL, left_well"


def take_lease_away(cluster, postgres):
    """As another server does with one that it holds for dead. Returns when that one has a new lease."""
    [(first, epoch)] = [row.split("|") for row in postgres.sql(f'SELECT id, epoch FROM "{cluster.schema}".replica ORDER BY id LIMIT 1').splitlines()]
    last = postgres.sql(f'SELECT max(id) FROM "{cluster.schema}".replica')
    postgres.sql(f'UPDATE "{cluster.schema}".replica SET epoch = epoch + 1 WHERE id = {first} AND epoch = {epoch}')
    until(lambda: int(postgres.sql(f'SELECT max(id) FROM "{cluster.schema}".replica')) > int(last), 10, "a new lease")


def claims(cluster, postgres, world):
    return int(postgres.sql(f"SELECT claims FROM \"{cluster.schema}\".world WHERE name = '{world.name}'"))


def offset(view, method="GET", **body):
    answer = until_told(lambda: view.ask_control(method, "clock", **body))
    assert answer.status_code == 200, answer.text
    return answer.json()["offset"]


def test_a_world_that_is_claimed_while_all_are_lost_is_claimed_again(found, postgres):
    """What was read of it counts for nothing: it is another server's as soon as the lease is away."""
    cluster = found()
    a = cluster.add()
    watch = a.stores[0].watch(CLAIM)
    a.start()
    world = make_world(a, "t1")
    view = View(a, world)
    assert offset(view, "POST", json={"advance": "1h"}) == "1h"
    a.stop()
    a.start()
    # PostgreSQL has given the world to the server, which is not told of it before it has lost all.
    watch.hold(CLAIM, then="COMMIT")
    view, told = View(a, world), []
    asking = threading.Thread(target=lambda: told.append(offset(view)))
    asking.start()
    until(lambda: watch.is_holding, 10, "the world is claimed")
    take_lease_away(cluster, postgres)
    watch.let_go()
    asking.join()
    assert told == ["1h"]
    assert cluster.owner(postgres, "t1") is a
    # Nobody else has it beside this one.
    [b] = cluster.start(1)
    assert offset(View(b, world), "POST", json={"advance": "1h"}) == "2h"
    assert [offset(View(one, world)) for one in (a, b)] == ["2h", "2h"]


def test_a_world_that_is_claimed_anew_is_not_handed_over(found, postgres):
    """A server hands worlds over, loses all meanwhile, and claims some of them again: it keeps those."""
    cluster = found()
    a = cluster.add()
    watch = a.stores[0].watch(COUNT, FREE)
    a.start()
    worlds = [make_world(a, f"t{number}") for number in range(24)]
    watch.hold(COUNT)
    # Half of the worlds are to go to it when they have rested.
    [b] = cluster.start(1)
    until(lambda: watch.is_holding, 20, "worlds are handed over")
    take_lease_away(cluster, postgres)
    # An answer of PostgreSQL's is waited for five seconds, so no more are asked than are needed.
    own = []
    for world in worlds:
        offset(View(a, world))
        if cluster.owner(postgres, world.name) is a:
            own.append(world)
        if len(own) == 4:
            break
    assert own, "it has claimed none again"
    before = {world.name: claims(cluster, postgres, world) for world in own}
    watch.hold(FREE)
    until(lambda: watch.is_holding, 10, "the hand-over goes on")
    watch.let_go()
    # What it would empty is claimed once more when somebody asks.
    for _ in range(5):
        for world in own:
            offset(View(a, world))
    assert {world.name: claims(cluster, postgres, world) for world in own} == before
