"""What `--data` promises, held against servers that are killed, and what a server needs that runs for long.

The standard library only, so that `make test-durability` and `make soak` need no environment of their own.
"""
