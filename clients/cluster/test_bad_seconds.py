"""The short form of test_jepsen.py: some seconds in which servers are killed, end, sleep past their lease, and write too late."""

from cluster.jepsen import Run


def test_some_bad_seconds(tmp_path, postgres):
    run = Run(tmp_path, 8, 27, clients=4, worlds=6, kinds=("kill", "end", "long-pause", "hold-connections"), databases=[postgres], patience=8)
    assert run.run() == [], run.report()
    done = sum(operation.is_ok for operation in run.history.operations)
    assert done > 100 and len(run.history.events) > 1, run.report()
