"""A server that cannot be a part of its cluster says why in one sentence, and ends."""

import subprocess

import pytest

from cluster.views import View, make_world, refresh, tokens

TEXT = """\
scenario: ours
world:
  lifetimes: { accessToken: %s }
"""


def refusal(replica):
    """What it writes when it ends by itself."""
    replica.launch()
    assert replica.process.wait(timeout=30) == 1, replica.log
    return [line for line in replica.log.splitlines() if line.strip()]


def one_sentence(lines, *words):
    assert len(lines) == 1, lines
    for word in words:
        assert word in lines[0], lines


def test_two_clusters_in_one_database(found):
    first, second = found(), found()
    views = []
    for cluster in (first, second):
        [replica] = cluster.start(1)
        world = make_world(replica, "same")
        views.append((View(replica, world), tokens(View(replica, world), world)["refresh_token"]))
    for view, token in views:
        assert refresh(view, token).status_code == 200
    assert refresh(views[0][0], views[1][1]).status_code == 400
    assert len({open(view.ca).read() for view, _ in views}) == 2


def test_another_key_file(found):
    cluster = found()
    cluster.key.write_text("00" * 32 + "\n")
    one_sentence(refusal(cluster.add()), "the key file is not that of the cluster", "cluster init")


def test_no_key_file(found):
    cluster = found()
    cluster.key.unlink()
    one_sentence(refusal(cluster.add()), "is not there", "cluster init")


def test_no_cluster(found):
    cluster = found()
    cluster.schema = "nothing_here"
    one_sentence(refusal(cluster.add()), "holds no cluster", "mockidp cluster init")


def test_no_postgresql(found):
    cluster = found()
    replica = cluster.add()
    replica.stores[0].cut()
    one_sentence(refusal(replica), "cannot be reached")


def test_newer_tables(found, postgres):
    cluster = found()
    postgres.sql(f'UPDATE "{cluster.schema}".cluster SET version = version + 1')
    one_sentence(refusal(cluster.add()), "tables of a newer mockidp", "start that mockidp")


def test_another_scenario_than_the_clusters(found):
    cluster = found()
    cluster.start(1)
    one_sentence(refusal(cluster.add("expired-refresh")), "'happy-path'", "'expired-refresh'", "--cluster-schema")


def test_another_text_of_the_scenario(found, tmp_path):
    cluster = found()
    first, second = tmp_path / "a" / "ours.yaml", tmp_path / "b" / "ours.yaml"
    for path, lifetime in ((first, "5m"), (second, "6m")):
        path.parent.mkdir()
        path.write_text(TEXT % lifetime)
    cluster.start(1, first)
    one_sentence(refusal(cluster.add(second)), "another text of the scenario 'ours'", "--cluster-schema")
    cluster.start(1, first)


def test_a_second_database(found, postgres):
    replica = found().add(arguments=["--cluster", postgres.url()])
    done = subprocess.run(replica.command(), capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 2 and "--cluster is given twice" in done.stderr, done.stderr


def test_a_second_founding_changes_nothing(found, postgres, tmp_path):
    cluster = found()
    before = postgres.sql(f'SELECT md5(secrets) FROM "{cluster.schema}".cluster')
    with pytest.raises(AssertionError, match="has a schema .* already"):
        cluster.init(postgres.url())
    assert postgres.sql(f'SELECT md5(secrets) FROM "{cluster.schema}".cluster') == before
    cluster.start(1)


def test_no_address_for_the_others(found):
    cluster = found()
    replica = cluster.add()
    command = replica.command()
    del command[command.index("--advertise") : command.index("--advertise") + 2]
    done = subprocess.run(command, capture_output=True, text=True, cwd=replica.directory, env={"PATH": "/usr/bin:/bin", "MOCKIDP_HOME": str(replica.directory)})
    assert done.returncode == 1 and "--advertise" in done.stderr, done.stderr


def test_a_data_directory_beside_it(found, tmp_path):
    replica = found().add(arguments=["--data", str(tmp_path / "data")])
    one_sentence(refusal(replica), "--cluster", "--data")


def test_a_password_is_never_shown(found):
    cluster = found()
    replica = cluster.add()
    cluster.login = "postgres:hush-hush"
    replica.stores[0].cut()
    one_sentence(refusal(replica), "cannot be reached")
    assert "hush" not in replica.log


