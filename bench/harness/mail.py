"""How soon somebody who waits for a message has it: from the begin of the call that sends it to the end of the answer of `mail/wait`."""

import json
import threading
import time

from .mockidp import MOBILE
from .results import Row, median

ADDRESS = "kim@example.com"
#: So long somebody waits already when the message is sent.
AHEAD = 0.02


def measure(server, count=50):
    """The slowest of `count` messages, in milliseconds, and the median beside it."""
    message = {"message": {"subject": "Hello", "toRecipients": [{"emailAddress": {"address": ADDRESS}}]}}
    times = []
    with server.browser() as sender, server.browser() as waiter:
        order = {"client": MOBILE, "user": "alice", "scope": "Mail.Send"}
        fields = {
            "Authorization": "Bearer " + server.steer(sender, "POST", "/tokens", order)["token"],
            "Content-Type": "application/json",
        }  # fmt: skip
        sender.expect(202, "POST", "/v1.0/me/sendMail", fields=fields, body=json.dumps(message))
        for number in range(1, count + 1):
            ended = []

            def wait(number=number, ended=ended):
                found = server.steer(waiter, "POST", "/mail/wait", {"to": ADDRESS, "count": number + 1, "timeout": "30s"})
                ended.append(time.monotonic())
                assert len(found["mail"]) == number + 1

            waiting = threading.Thread(target=wait)
            waiting.start()
            time.sleep(AHEAD)
            begun = time.monotonic()
            sender.expect(202, "POST", "/v1.0/me/sendMail", fields=fields, body=json.dumps(message))
            waiting.join()
            if not ended:
                raise SystemExit("bench: who waited for mail got none")
            times.append((ended[0] - begun) * 1_000)
    return Row(
        "mail_wait", f"mail, from the send to who waits for it, slowest of {count}", max(times), notes={"median": median(times)})
