"""The short form of test_jepsen.py: some seconds in which servers are killed, end and sleep, and what they had on its way comes too late."""

from cluster.jepsen import Run


def test_some_bad_seconds(tmp_path, postgres):
    run = Run(tmp_path, 5, 28, clients=4, worlds=4, kinds=("kill", "end", "pause", "hold-and-kill"), databases=[postgres], patience=4)
    assert run.run() == [], run.report()
    done = sum(operation.is_ok for operation in run.history.operations)
    assert done > 50 and run.history.events, run.report()
