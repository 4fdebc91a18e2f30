"""A way between two processes that can be cut, or stalled so that what was sent arrives late, as networks do both."""

import asyncio
import re
import socket
import threading


class Forwarder:
    """Listens on a port of its own, and passes bytes on to `target`, which may be set and changed at any time. A function is asked for
    each connection: so it is a balancer.

    `cut` ends all connections and refuses new ones. `stall` holds all bytes and lets them go on at `mend`, in their order, even those
    of an end that has given up meanwhile.
    """

    def __init__(self, target=None):
        self.target = target
        self._watch = None
        self._open = set()
        self._is_cut = False
        self._loop = _loop()
        self.port = self._ask(self._listen())

    def _ask(self, task):
        return asyncio.run_coroutine_threadsafe(task, self._loop).result(10)

    async def _listen(self):
        self._flows = asyncio.Event()
        self._flows.set()
        self._gates, self._held = [], []
        return await self._open_port(0)

    async def _open_port(self, port):
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", port)
        return self._server.sockets[0].getsockname()[1]

    async def _accept(self, reader, writer):
        if self._is_cut or not self.target:
            return writer.transport.abort()
        self._open.add(writer)
        try:
            await self._flows.wait()
            try:
                target = self.target() if callable(self.target) else self.target
                other_reader, other_writer = await asyncio.open_connection("127.0.0.1", target)
            except OSError:
                return writer.transport.abort()
            self._open.add(other_writer)
            for one in (writer, other_writer):
                one.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            gate, answers = asyncio.Event(), asyncio.Event()
            gate.set()
            answers.set()
            self._gates.append(gate)
            ear = self._watch.ear(answers) if self._watch else None
            try:
                await asyncio.gather(self._pass(reader, other_writer, gate, ear=ear), self._pass(other_reader, writer, gate, answers))
            finally:
                if gate in self._gates:
                    self._gates.remove(gate)
                self._open.discard(other_writer)
                other_writer.transport.abort() if self._is_cut else other_writer.close()
        finally:
            self._open.discard(writer)
            writer.transport.abort() if self._is_cut else writer.close()

    async def _pass(self, reader, writer, *gates, ear=None):
        async def flows():
            for gate in (self._flows, *gates):
                await gate.wait()

        try:
            while data := await reader.read(65_536):
                await flows()
                if ear:
                    ear(data)
                writer.write(data)
                await writer.drain()
            await flows()
            if writer.can_write_eof():
                writer.write_eof()
        except (OSError, RuntimeError):
            # One end has gone hard. The other one has still to get what was under way.
            await flows()
            try:
                writer.close()
            except (OSError, RuntimeError):
                pass

    async def _cut(self):
        self._is_cut = True
        self._server.close()
        for writer in list(self._open):
            writer.transport.abort()
        self._flows.set()

    async def _stall(self):
        self._flows.clear()

    async def _hold_old(self):
        """Connections that are there now stall; those that come later do not."""
        for gate in self._gates:
            gate.clear()
        self._held, self._gates = self._gates, []

    async def _release_old(self):
        for gate in self._held:
            gate.set()

    def hold_old(self):
        self._ask(self._hold_old())

    def release_old(self):
        self._ask(self._release_old())

    def watch(self, *statements):
        """What holds the answer to one of these statements back. Before anybody is connected."""
        self._watch = Watch(self._loop, statements)
        return self._watch

    async def _mend(self):
        if self._is_cut:
            await self._open_port(self.port)
        self._is_cut = False
        self._flows.set()

    async def _close(self):
        await self._cut()

    def cut(self):
        self._ask(self._cut())

    def stall(self):
        self._ask(self._stall())

    def mend(self):
        self._ask(self._mend())

    def close(self):
        self._ask(self._close())


class Watch:
    """Holds the answer to a statement back: PostgreSQL carries it out, and who asked is not told yet. Other connections go on."""

    def __init__(self, loop, statements):
        self._loop, self._statements = loop, [statement.encode() for statement in statements]
        self._awaited, self._then, self._held = None, None, None

    def ear(self, answers):
        """Hears what one client says, and holds its answers with that event."""
        names = {}

        def hear(data):
            for statement in self._statements:
                # A statement is prepared with its text, and bound by the name that it got.
                if prepared := re.search(rb"P.{4}([^\0]*)\0[^\0]*" + re.escape(statement), data, re.DOTALL):
                    names[statement] = prepared[1]
            name = names.get(self._awaited)
            is_said = name is not None and re.search(rb"B.{4}\0" + re.escape(name) + rb"\0", data, re.DOTALL)
            hear.has_said = hear.has_said or is_said
            if self._awaited and hear.has_said and (self._then is None or self._then in data):
                self._awaited, self._held = None, answers
                answers.clear()
            if is_said is None and b"COMMIT" in data:
                hear.has_said = None

        hear.has_said = None
        return hear

    def hold(self, statement, then=None):
        """Of the next statement like that, or of what is said behind it on the same connection. Where another answer was held, it goes on."""

        async def hold():
            self._let_go()
            self._awaited, self._then = statement.encode(), then and then.encode()

        asyncio.run_coroutine_threadsafe(hold(), self._loop).result(10)

    def _let_go(self):
        if self._held:
            self._held.set()
        self._held = None

    @property
    def is_holding(self):
        return self._held is not None

    def let_go(self):
        self._loop.call_soon_threadsafe(self._let_go)


_running = []


def _loop():
    """One thread for all ways."""
    if not _running:
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, daemon=True, name="forwarders").start()
        _running.append(loop)
    return _running[0]
