"""A stand-in for an OpenTelemetry collector: takes OTLP over HTTP in JSON, and reads it with OpenTelemetry's own protocol."""

import base64
import http.server
import json
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def _as_protobuf_json(value):
    """The JSON of OTLP has ids in hexadecimal digits, where the JSON of protobuf has bytes in base 64."""
    if isinstance(value, list):
        return [_as_protobuf_json(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: base64.b64encode(bytes.fromhex(item)).decode() if name in ("traceId", "spanId", "parentSpanId") else _as_protobuf_json(item)
        for name, item in value.items()
    }


class SeenSpan:
    """One span, as the protocol's own classes read it."""

    def __init__(self, span, resource):
        self.trace_id, self.span_id, self.parent_id = span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex()
        self.name, self.kind, self.state, self.flags = span.name, span.kind, span.trace_state, span.flags
        self.start, self.end = span.start_time_unix_nano, span.end_time_unix_nano
        self.status = span.status.code
        self.attributes = {item.key: self._value(item.value) for item in span.attributes}
        self.resource = {item.key: self._value(item.value) for item in resource.attributes}

    @classmethod
    def _value(cls, value):
        kind = value.WhichOneof("value")
        return [cls._value(item) for item in value.array_value.values] if kind == "array_value" else getattr(value, kind)


class Collector:
    """Listens on a free port. `status` is what it answers. While `holds` is set it takes requests and answers none."""

    def __init__(self):
        self.status = 200
        self.requests = []
        self._changed = threading.Condition()
        self.holds = threading.Event()
        self._ends = threading.Event()
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with collector._changed:
                    collector.requests.append((self.path, dict(self.headers), body))
                    collector._changed.notify_all()
                while collector.holds.is_set() and not collector._ends.wait(0.02):
                    pass
                self.send_response(collector.status)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def spans(self):
        found = []
        for _, _, body in self.requests:
            request = json_format.ParseDict(_as_protobuf_json(json.loads(body)), ExportTraceServiceRequest())
            for group in request.resource_spans:
                for scope in group.scope_spans:
                    found += [SeenSpan(span, group.resource) for span in scope.spans]
        return found

    def wait_for(self, condition, within=20):
        """Waits until the condition holds, and looks again whenever something has come."""
        with self._changed:
            assert self._changed.wait_for(condition, within), f"after {within} s: {[span.name for span in self.spans]}"

    def stop(self):
        self._ends.set()
        self._server.shutdown()
        self._server.server_close()
