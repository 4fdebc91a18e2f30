"""A product with a SCIM server that answers at once, whatever it is asked: nobody is found, and everybody is made. Prints its port.

    python3 bench/harness/product.py
"""

import asyncio
import itertools

NOBODY = b'{"schemas":["urn:ietf:params:scim:api:messages:2.0:ListResponse"],"totalResults":0,"Resources":[]}'
HEAD = b"HTTP/1.1 %d OK\r\nContent-Type: application/scim+json\r\nContent-Length: %d\r\n\r\n"
GONE = b"HTTP/1.1 204 No Content\r\n\r\n"


class Product(asyncio.Protocol):
    """One connection. Requests come one after the other, each whole when its Content-Length is there."""

    numbers = itertools.count(1)

    def connection_made(self, transport):
        self.transport, self.bytes = transport, b""

    def data_received(self, data):
        self.bytes += data
        while (end := self.bytes.find(b"\r\n\r\n")) >= 0:
            head = self.bytes[:end]
            length = next((int(line[15:]) for line in head.split(b"\r\n") if line[:15].lower() == b"content-length:"), 0)
            if len(self.bytes) < end + 4 + length:
                return
            self.bytes = self.bytes[end + 4 + length :]
            self.transport.write(self.answer(head[: head.index(b" ")]))

    def answer(self, method):
        if method == b"GET":
            return HEAD % (200, len(NOBODY)) + NOBODY
        if method == b"POST":
            body = b'{"schemas":["urn:ietf:params:scim:schemas:core:2.0:User"],"id":"%d","active":true}' % next(self.numbers)
            return HEAD % (201, len(body)) + body
        return GONE


async def main():
    server = await asyncio.get_running_loop().create_server(Product, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
