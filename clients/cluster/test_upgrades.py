"""A cluster is upgraded by one version while it is used, and goes on with programs of both.

A debug build with MOCKIDP_NEXT_SCHEMA is a program of the next version: its tables have a column more. So the ordinary one is a program
whose schema is one lower. MOCKIDP_EARLIER names the program of an earlier release, from which a cluster is upgraded to this one then.
"""

import os
from pathlib import Path

import pytest

from cluster.test_takeovers import until_told
from cluster.views import View, make_world, redeem, refresh, sign_in, tokens, until
from support.binary import BINARY

NEXT = {"MOCKIDP_NEXT_SCHEMA": "1"}
EARLIER = os.environ.get("MOCKIDP_EARLIER")
debug_build = pytest.mark.skipif("release" in BINARY.parts or "static" in BINARY.parts, reason="only debug builds can be of the next version")


def version(cluster, postgres, world):
    return int(postgres.sql(f"SELECT schema_version FROM \"{cluster.schema}\".world WHERE name = '{world.name}'"))


@debug_build
def test_a_rolling_upgrade_loses_nothing(found, postgres):
    upgrade(found, postgres, BINARY, NEXT, 1)


@pytest.mark.skipif(not EARLIER, reason="MOCKIDP_EARLIER names no program of an earlier release")
def test_a_rolling_upgrade_from_an_earlier_release_loses_nothing(found, postgres):
    upgrade(found, postgres, Path(EARLIER), {}, 0)


def upgrade(found, postgres, program, environment, least):
    """Three servers of `program` are replaced one by one by this one in that environment, whose schema is newer by `least` at least."""
    cluster = found(program=program)
    old = cluster.start(3, program=program)
    worlds = [make_world(old[n % 3], f"t{n}") for n in range(9)]
    told = {w.name: tokens(View(old[0], w), w)["refresh_token"] for w in worlds}
    granted = {w.name: sign_in(View(old[1], w), w) for w in worlds}
    used = {w.name: sign_in(View(old[2], w), w) for w in worlds}
    for world in worlds:
        redeem(View(old[0], world), used[world.name])
    before = version(cluster, postgres, worlds[0])

    def use_all(doors):
        for world in worlds:
            for door in doors:
                renewed = until_told(lambda door=door, world=world: refresh(View(door, world), told[world.name]))
                assert renewed.status_code == 200, renewed.text
                told[world.name] = renewed.json()["refresh_token"]

    for turn, replica in enumerate(old):
        replica.stop()
        replica.program, replica.environment = BINARY, environment
        replica.start()
        # Programs of both versions answer for all worlds, whichever owns them.
        use_all(cluster.replicas)
        if turn == 0:
            # A world that the new one makes is answered for by the old ones too, by relaying.
            made = make_world(replica, "made-by-next")
            worlds.append(made)
            told[made.name] = tokens(View(old[2], made), made)["refresh_token"]
            granted[made.name], used[made.name] = sign_in(View(old[1], made), made), sign_in(View(old[1], made), made)
            redeem(View(old[1], made), used[made.name])
    # Each world that is asked for has gone over by now.
    until(lambda: (use_all(old[:1]), all(version(cluster, postgres, w) >= before + least for w in worlds))[1], 15, "all worlds are of the next version")
    # The journal goes on from program to program.
    for world in worlds:
        numbers = [exchange["number"] for exchange in View(old[1], world).exchanges()]
        assert numbers == list(range(1, numbers[-1] + 1)), world.name
    for world in worlds:
        assert refresh(View(old[1], world), redeem(View(old[2], world), granted[world.name])["refresh_token"]).status_code == 200
        again = View(old[0], world).token(used[world.name].form)
        assert again.json()["error_codes"] == [54005], again.text


@debug_build
def test_an_older_program_takes_no_world_of_a_newer_one(found, postgres):
    """It says that it cannot, and loses nothing: the next newer program goes on with it."""
    cluster = found()
    [newer] = cluster.start(1, environment=NEXT)
    world = make_world(newer, "t1")
    told = tokens(View(newer, world), world)["refresh_token"]
    [older] = cluster.start(1)
    assert refresh(View(older, world), told).status_code == 200
    # Resting worlds go to where hashing has them, but not to a program that cannot read them.
    claims = postgres.sql(f'SELECT sum(claims) FROM "{cluster.schema}".world')
    until(lambda: len(postgres.sql(f'SELECT 1 FROM "{cluster.schema}".replica WHERE ends > clock_timestamp()').split()) == 2, 5, "two servers")
    newer.stop()
    refused = refresh(View(older, world), told)
    assert refused.status_code == 503 and refused.json()["error_codes"] == [90033], refused.text
    newer.start()
    renewed = until_told(lambda: refresh(View(older, world), told))
    assert renewed.status_code == 200, renewed.text
    assert int(postgres.sql(f"SELECT claims FROM \"{cluster.schema}\".world WHERE name = 't1'")) <= int(claims) + 2
