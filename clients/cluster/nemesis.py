"""What goes wrong in a run: one thing after the other, chosen by the seed, each mended after a while."""

import random
import time

from cluster.postgres import PostgreSQL
from cluster.replicas import LEASE

ALL = ("kill", "pause", "long-pause", "end", "cut-store", "stall-store", "stall-and-kill", "hold-connections", "cut-relay", "stall-relay",
       "shift-clock", "restart-postgresql", "fail-over")  # fmt: skip
#: What is done where a run asks for it alone: the seeds that are kept mean the choice among those above.
KINDS = (*ALL, "hold-and-kill")


class Nemesis:
    def __init__(self, cluster, databases, seed, history, kinds=ALL):
        """`databases` are the server that takes writes and its standby; without one there is no failover."""
        self.cluster, self.databases, self.history = cluster, databases, history
        self.random = random.Random(seed)
        self.kinds = [kind for kind in kinds if kind != "fail-over" or len(databases) > 1]

    def run(self, until):
        """Does things until that moment of the history. Afterwards all is mended."""
        while self.history.now < until:
            kind = self.random.choice(self.kinds)
            replica = self.random.choice(self.cluster.replicas)
            length = self.random.uniform(0.2, LEASE + 2)
            self.history.note(f"{kind} {replica.name} {length:.1f} s")
            with self.history.trouble(kind, replica.name):
                getattr(self, kind.replace("-", "_"))(replica, min(length, max(0.2, until - self.history.now)))
            time.sleep(self.random.uniform(0.1, 1.5))
        self.history.note("mended")

    # Servers

    def kill(self, replica, length):
        replica.kill()
        time.sleep(length)
        replica.start()

    def end(self, replica, length):
        replica.terminate()
        replica.process.wait(30)
        time.sleep(length / 4)
        replica.start()

    def pause(self, replica, length):
        replica.pause()
        time.sleep(length)
        replica.proceed()

    def long_pause(self, replica, length):
        self.pause(replica, LEASE + length / 2)

    def shift_clock(self, replica, length):
        replica.kill()
        replica.shift = self.random.choice((-300, 0, 300))
        replica.start()

    # Ways

    def cut_store(self, replica, length):
        for way in replica.stores:
            way.cut()
        time.sleep(length)
        for way in replica.stores:
            way.mend()

    def stall_store(self, replica, length):
        for way in replica.stores:
            way.stall()
        time.sleep(length + 2)
        for way in replica.stores:
            way.mend()

    def stall_and_kill(self, replica, length):
        for way in replica.stores:
            way.stall()
        time.sleep(min(length, 1))
        replica.kill()
        for way in replica.stores:
            way.mend()
        replica.start()

    def hold_connections(self, replica, length):
        for way in replica.stores:
            way.hold_old()
        # Longer than a server waits for an answer.
        time.sleep(5.5 + length / 2)
        for way in replica.stores:
            way.release_old()

    def hold_and_kill(self, replica, length):
        """What a server had on its way when it was killed arrives after others have its worlds and went on with them. They are killed
        before, so that what stands in PostgreSQL counts, and nobody writes it again."""
        for way in replica.stores:
            way.hold_old()
        time.sleep(0.3)
        replica.kill()
        # Its lease ends, and the others notice.
        time.sleep(LEASE + 2)
        for one in self.cluster.replicas:
            one.kill()
        for way in replica.stores:
            way.release_old()
        time.sleep(0.2)
        for one in self.cluster.replicas:
            one.start()

    def cut_relay(self, replica, length):
        replica.relay.cut()
        time.sleep(length)
        replica.relay.mend()

    def stall_relay(self, replica, length):
        replica.relay.stall()
        time.sleep(length)
        replica.relay.mend()

    # PostgreSQL

    def restart_postgresql(self, replica, length):
        self.databases[0].kill()
        time.sleep(length / 2)
        self.databases[0].start()
        self._synchronize()

    def fail_over(self, replica, length):
        first, second = self.databases
        ways = [way for one in self.cluster.replicas for way in one.stores if way.target == first.port]
        first.kill()
        # Where nobody listens, nobody accepts: libpq goes on to the next host only then.
        for way in ways:
            way.cut()
        second.promote()
        # It is alone until it has a standby again, and waits for nobody.
        first.remove()
        third = PostgreSQL(source=second)
        for way in ways:
            way.target = third.port
            way.mend()
        self.cluster.ports = [third.port if port == first.port else port for port in self.cluster.ports]
        self.databases[:] = [second, third]
        self._synchronize()

    def _synchronize(self):
        """A failover loses nothing only when the standby has it all."""
        if len(self.databases) < 2:
            return
        first = self.databases[0]
        first.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        first.sql("SELECT pg_reload_conf()")
        deadline = time.monotonic() + 30
        while first.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            assert time.monotonic() < deadline, "the standby does not follow"
            time.sleep(0.05)
