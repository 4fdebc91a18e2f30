"""A name server of one file, as a container network has one: the names it is given lead to this machine, no other name leads anywhere.

    name_server.py NAME...      answers on 127.0.0.1 port 53 and says `ready`
"""

import socket
import struct
import sys

NAMES = {name.lower() for name in sys.argv[1:]}
ADDRESS_RECORD, NAME_ERROR = 1, 3


def question(message):
    """The name, the type and the bytes of the first question (RFC 1035 §4.1.2)."""
    labels, at = [], 12
    while (length := message[at]) != 0:
        labels.append(message[at + 1 : at + 1 + length].decode("ascii"))
        at += 1 + length
    return ".".join(labels).lower(), struct.unpack_from(">H", message, at + 1)[0], message[12 : at + 5]


def answer(message):
    name, kind, asked = question(message)
    known = name in NAMES
    records = [socket.inet_aton("127.0.0.1")] if known and kind == ADDRESS_RECORD else []
    flags = 0x8580 | (0 if known else NAME_ERROR)  # a response, authoritative, recursion wanted and available
    head = message[:2] + struct.pack(">HHHHH", flags, 1, len(records), 0, 0)
    # 0xC00C points at the name in the question; the class is IN, the answer good for a minute.
    return head + asked + b"".join(struct.pack(">HHHIH", 0xC00C, kind, 1, 60, len(data)) + data for data in records)


with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
    server.bind(("127.0.0.1", 53))
    print("ready", flush=True)
    while True:
        message, sender = server.recvfrom(512)
        server.sendto(answer(message), sender)
