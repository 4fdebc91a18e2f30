"""A server as those see it who watch it: Debian's Prometheus, a collector of spans, a program that reads the log, and probes."""

import http.server
import json
import os
import re
import socket
import subprocess
import threading
import time
from urllib.parse import urlencode

import jwt
import pytest
import requests
from cryptography.hazmat.primitives.asymmetric import rsa
from support.binary import BINARY
from support.browser import Browser
from support.claims_provider import ClaimsProvider, claims_answer
from support.prometheus import prometheus  # noqa: F401
from support.requests_by_hand import grant, redeem
from support.until import until
from support.world import ALICE, CONTOSO, DAEMON, MOBILE

pytest.importorskip("opentelemetry.proto", reason="the other environment reads what a collector gets")
from support.collector import Collector  # noqa: E402

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
PARENT = {"traceparent": f"00-{TRACE}-{SPAN}-01", "tracestate": "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"}
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"


def metrics(server, **arguments):
    answer = server.http_session.get(server.authority + "/_mockidp/metrics", **arguments)
    assert answer.status_code == 200, answer.text
    return answer


def figure(server, series):
    """The value of one series; 0 before its first event."""
    found = re.findall(rf"^{re.escape(series)} (\S+)$", metrics(server).text, re.MULTILINE)
    return float(found[0]) if found else 0


def daemon_form(**changes):
    form = {"grant_type": "client_credentials", "client_id": DAEMON.id, "client_secret": DAEMON.secret, "scope": "https://graph.microsoft.com/.default"}
    return {**form, **changes}


# Metrics


def test_what_happens_is_counted(serve):
    server = serve("happy-path")
    redeem(server, grant(server, Browser(server)))
    assert server.token(daemon_form(), CONTOSO).status_code == 200
    assert server.token(daemon_form(client_secret="wrong"), CONTOSO).json()["error_codes"] == [7000215]
    assert server.me("no token").status_code == 401
    text = metrics(server).text
    assert text.endswith("# EOF\n")
    assert figure(server, 'mockidp_requests_total{endpoint="token",status="200"}') == 2
    assert figure(server, 'mockidp_request_duration_seconds_count{endpoint="token"}') == 3
    assert figure(server, 'mockidp_refusals_total{code="AADSTS7000215"}') == 1
    assert figure(server, 'mockidp_refusals_total{code="InvalidAuthenticationToken"}') == 1
    assert figure(server, 'mockidp_events_total{event="token.issued"}') == 2
    assert figure(server, 'mockidp_store_rows{kind="session"}') == 1
    assert figure(server, 'mockidp_store_rows{kind="refresh_token"}') >= 1
    assert figure(server, "mockidp_journal_exchanges") == len(server.exchanges())
    server.http_session.post(f"{server.control}/worlds", json={"name": "w1"})
    assert sum(figure(server, f'mockidp_worlds{{state="{state}"}}') for state in ("awake", "asleep")) == 2


def test_the_process_is_described_as_client_libraries_do_it(serve):
    server = serve("happy-path")
    # What the kernel says of the process, beside what the process says.
    assert abs(figure(server, "process_resident_memory_bytes") - resident(server.pid)) < 20_000_000
    assert abs(figure(server, "process_open_fds") - len(os.listdir(f"/proc/{server.pid}/fd"))) <= 3
    assert abs(figure(server, "process_threads") - len(os.listdir(f"/proc/{server.pid}/task"))) <= 3
    assert abs(figure(server, "process_start_time_seconds") - started(server.pid)) < 1
    assert 0 < figure(server, "process_cpu_seconds_total") < 60
    assert figure(server, "process_max_fds") >= figure(server, "process_open_fds")


def resident(pid):
    pages = int(open(f"/proc/{pid}/statm").read().split()[1])
    return pages * os.sysconf("SC_PAGESIZE")


def started(pid):
    ticks = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[19])
    boot = next(int(line.split()[1]) for line in open("/proc/stat") if line.startswith("btime "))
    return boot + ticks / os.sysconf("SC_CLK_TCK")


def test_a_client_that_does_not_trust_the_certificate_is_seen(serve, tmp_path):
    server = serve("happy-path")
    other = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=other", "-keyout", tmp_path / "key", "-out", tmp_path / "other.pem"],
        capture_output=True,
    )  # fmt: skip
    assert other.returncode == 0, other.stderr
    with pytest.raises(requests.exceptions.SSLError):
        requests.get(server.authority, verify=str(tmp_path / "other.pem"), timeout=10)
    until(lambda: figure(server, "mockidp_tls_handshakes_failed_total") == 1)
    with socket.create_connection(server.http.removeprefix("http://").split(":")) as plain:
        plain.sendall(b"no request\r\n\r\n")
        assert plain.recv(100).startswith(b"HTTP/1.1 400")
    assert figure(server, "mockidp_requests_unreadable_total") == 1


def test_metrics_follow_the_rules_of_the_control_api(serve):
    server = serve("happy-path", arguments=("--control-token", "t0k3n"))
    url = server.authority + "/_mockidp/metrics"
    assert server.http_session.get(url).status_code == 401
    assert server.http_session.get(url, headers={"Authorization": "Bearer t0k3n"}).status_code == 200
    for path in ("/_mockidp/v1/health", "/_mockidp/v1/ready"):
        until(lambda path=path: server.http_session.get(server.authority + path, headers={"Host": "10.1.2.3:8443"}).status_code == 200)
    bare = serve("happy-path")
    relayed = {"Via": "1.1 proxy"}
    assert bare.http_session.get(bare.authority + "/_mockidp/metrics", headers=relayed).status_code == 403
    until(lambda: bare.http_session.get(bare.authority + "/_mockidp/v1/ready", headers=relayed).status_code == 200)


def test_promtool_has_nothing_to_say(serve):
    server = serve("happy-path")
    redeem(server, grant(server, Browser(server)))
    server.token(daemon_form(client_secret="wrong"), CONTOSO)
    answer = metrics(server, headers={"Accept": "text/plain"})
    assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    checked = subprocess.run(["promtool", "check", "metrics"], input=answer.text, capture_output=True, text=True)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


def test_prometheus_scrapes_it_over_tls_with_the_token(serve, prometheus, tmp_path):  # noqa: F811
    server = serve("happy-path", arguments=("--control-token", "t0k3n"))
    assert server.token(daemon_form(), CONTOSO).status_code == 200
    job = {
        "scheme": "https", "metrics_path": "/_mockidp/metrics", "tls_config": {"ca_file": server.ca},
        "static_configs": [{"targets": [server.authority.removeprefix("https://")]}],
    }  # fmt: skip
    query = prometheus(
        {
            "global": {"scrape_interval": "1s"},
            "scrape_configs": [
                {**job, "job_name": "mockidp", "authorization": {"credentials": "t0k3n"}},
                {**job, "job_name": "stranger"},
            ],
        }
    )

    def targets():
        found = {target["labels"]["job"]: target for target in (query("targets") or {}).get("activeTargets", [])}
        return found if found and all(target["lastError"] or target["health"] == "up" for target in found.values()) else None

    found = until(targets, within=40)
    assert (found["mockidp"]["health"], found["mockidp"]["lastError"]) == ("up", "")
    assert found["stranger"]["lastError"] == "server returned HTTP status 401 Unauthorized"
    (series,) = until(lambda: (query('query?query=mockidp_requests_total{endpoint="token"}') or {}).get("result"))
    assert series["value"][1] == "1"
    assert until(lambda: (query("query?query=histogram_quantile(0.5,mockidp_request_duration_seconds_bucket{endpoint='token'})") or {}).get("result"))
    described = {name: rows[0] for name, rows in query("metadata").items()}
    assert described["mockidp_request_duration_seconds"]["type"] == "histogram"
    assert described["mockidp_request_duration_seconds"]["unit"] == "seconds"
    assert described["process_cpu_seconds"]["type"] == "counter"


# Traces


@pytest.fixture
def collector():
    collector = Collector()
    yield collector
    collector.stop()


def telling(collector, **more):
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": "50", **more}


def test_a_request_is_a_span_of_its_clients_trace(serve, collector):
    server = serve(
        "happy-path",
        environment=telling(
            collector, OTEL_SERVICE_NAME="idp", OTEL_RESOURCE_ATTRIBUTES="deployment.environment.name=night%20run",
            OTEL_EXPORTER_OTLP_HEADERS="api-key=s3cret",
        ),
    )  # fmt: skip
    before = time.time_ns()
    server.token(daemon_form(client_secret="wr0ng-s3cret"), CONTOSO, headers={**PARENT, "User-Agent": "nightly/1"})
    collector.wait_for(lambda: collector.spans)
    (span,) = collector.spans
    (exchange,) = server.exchanges(endpoint="token")
    assert (span.trace_id, span.parent_id, span.state) == (TRACE, SPAN, PARENT["tracestate"])
    assert span.span_id == exchange["traceId"].replace("-", "")[:16]
    assert (exchange["traceparent"], exchange["tracestate"]) == (PARENT["traceparent"], PARENT["tracestate"])
    assert (span.name, span.kind, span.flags, span.status) == ("POST /{tenant}/oauth2/v2.0/token", 2, 0x301, 0)
    assert before - 1_000_000 < span.start < span.end < time.time_ns()
    assert span.resource == {"service.name": "idp", "service.version": span.resource["service.version"], "deployment.environment.name": "night run"}
    expected = {
        "http.request.method": "POST", "http.response.status_code": 401, "http.route": "/{tenant}/oauth2/v2.0/token", "url.scheme": "https",
        "url.path": f"/{CONTOSO}/oauth2/v2.0/token", "server.address": "localhost", "client.address": "127.0.0.1",
        "user_agent.original": "nightly/1", "mockidp.world": "default", "mockidp.endpoint": "token", "mockidp.tenant.alias": "contoso",
        "mockidp.client.alias": "daemon", "mockidp.client.id": DAEMON.id, "mockidp.grant": "client_credentials",
        "mockidp.refusal.code": "AADSTS7000215", "mockidp.refusal.name": exchange["refusal"]["name"], "mockidp.events": ["token.refused"],
    }  # fmt: skip
    assert {name: span.attributes.get(name) for name in expected} == expected
    path, fields, body = collector.requests[0]
    assert (path, fields["Content-Type"], fields["api-key"]) == ("/v1/traces", "application/json", "s3cret")
    assert b"s3cret" not in body and DAEMON.secret.encode() not in body
    assert "s3cret" not in server.log


def test_a_trace_that_begins_here_has_the_id_of_the_error_text(serve, collector):
    server = serve("happy-path", environment=telling(collector))
    answer = server.token(daemon_form(client_id=DAEMON.id[:-1] + "5"), CONTOSO).json()
    collector.wait_for(lambda: collector.spans)
    (span,) = collector.spans
    assert span.trace_id == answer["trace_id"].replace("-", "")
    assert (span.span_id, span.parent_id, span.flags) == (span.trace_id[:16], "", 0x101)


def test_a_claims_provider_is_part_of_the_trace(serve, collector, tmp_path, home):
    provider = ClaimsProvider()
    provider.answer = (200, claims_answer({"level": "1"}))
    scenario = tmp_path / "claims.yaml"
    scenario.write_text(PROVIDED.format(url=provider.url))
    traced, untraced = serve(scenario, environment=telling(collector)), serve(scenario)
    provider.start(tmp_path, home)
    try:
        for server in (traced, untraced):
            assert server.token(PASSWORD, CONTOSO, headers=PARENT).status_code == 200
            assert server.token(PASSWORD, CONTOSO).status_code == 200
        collector.wait_for(lambda: len(collector.spans) == 4)
        first, second, third, fourth = [fields for fields, _ in provider.calls]
        spans = {span.span_id: span for span in collector.spans}
        for fields, trace in ((first, TRACE), (second, None)):
            _, trace_id, span_id, flags = fields["traceparent"].split("-")
            call = spans[span_id]
            served = spans[call.parent_id]
            assert (call.kind, served.kind, flags) == (3, 2, "01")
            assert trace_id == call.trace_id == served.trace_id == (trace or served.trace_id)
            assert served.start <= call.start <= call.end <= served.end + 1_000_000
            assert (call.attributes["http.response.status_code"], call.attributes["url.full"]) == (200, provider.url)
        assert first["tracestate"] == PARENT["tracestate"] and "tracestate" not in second
        # Without a collector the exchange itself is the parent, and a trace that nobody began is told to nobody.
        exchange = untraced.exchanges(endpoint="token")[0]
        assert third["traceparent"] == f"00-{TRACE}-{exchange['traceId'].replace('-', '')[:16]}-01"
        assert third["tracestate"] == PARENT["tracestate"]
        assert "traceparent" not in fourth
    finally:
        provider.stop()


def test_an_issuer_whose_keys_are_fetched_is_told_of_the_trace(serve, tmp_path):
    """The keys are fetched before there is an exchange, so what came goes on as it came."""
    asked = []

    class Issuer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.headers["traceparent"], self.headers["tracestate"]))
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Issuer) as issuer:
        threading.Thread(target=issuer.serve_forever, daemon=True).start()
        scenario = tmp_path / "trusting.yaml"
        scenario.write_text(TRUSTING.format(port=issuer.server_address[1]))
        server = serve(scenario)
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        claims = {"iss": "https://issuer.test", "sub": "s", "aud": "api://AzureADTokenExchange", "exp": time.time() + 600, "nbf": time.time() - 60}
        form = {
            "grant_type": "client_credentials", "client_id": "50000000-0000-4000-8000-000000000009", "scope": "https://graph.microsoft.com/.default",
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": jwt.encode(claims, key, algorithm="RS256", headers={"kid": "1"}),
        }  # fmt: skip
        assert server.token(form, CONTOSO, headers=PARENT).status_code >= 400
        assert asked == [(PARENT["traceparent"], PARENT["tracestate"])]
        issuer.shutdown()


TRUSTING = """
scenario: trusting
extends: happy-path
world:
  apps:
    runner:
      type: daemon
      clientId: 50000000-0000-4000-8000-000000000009
      federatedCredentials: [{{ name: ci, issuer: "https://issuer.test", subject: s, keysUrl: "http://127.0.0.1:{port}/keys" }}]
"""
PASSWORD = {
    "grant_type": "password", "client_id": "50000000-0000-4000-8000-000000000001", "client_secret": "shop-secret",
    "username": ALICE.name, "password": ALICE.password, "scope": "openid",
}  # fmt: skip
PROVIDED = """
scenario: traced
extends: happy-path
world:
  apps:
    shop:
      type: web
      clientId: 50000000-0000-4000-8000-000000000001
      secret: shop-secret
      redirectUris: [https://shop.test/callback]
      consent: granted
      acceptMappedClaims: true
      onTokenIssuanceStart: {{ targetUrl: "{url}", resourceId: claims-api, timeoutInMilliseconds: 2000, maximumRetries: 1,
        id: 70000000-0000-4000-8000-000000000001, listenerId: 70000000-0000-4000-8000-000000000002 }}
      claimsMappingPolicy: {{ ClaimsSchema: [{{ Source: CustomClaimsProvider, ID: level }}] }}
    claims-api:
      type: daemon
      clientId: 60000000-0000-4000-8000-000000000001
      permissions: [CustomAuthenticationExtension.Receive.Payload]
      consent: granted
"""


def test_exec_sends_what_its_command_asked(collector, home):
    ended = subprocess.run(
        [BINARY, "exec", "--quiet", "--", "sh", "-c", 'curl -sS --fail "$MOCKIDP_URL/common/v2.0/.well-known/openid-configuration"'],
        capture_output=True, text=True, timeout=60,
        env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin", **telling(collector, OTEL_SERVICE_NAME="shop", OTEL_BSP_SCHEDULE_DELAY="600000")},
    )  # fmt: skip
    assert ended.returncode == 0, ended
    (span,) = collector.spans
    assert (span.name, span.resource["service.name"]) == ("GET /{tenant}/v2.0/.well-known/openid-configuration", "mockidp")


@pytest.mark.parametrize("sampler, argument, seen", [("always_off", "", 0), ("parentbased_always_on", "", 1), ("traceidratio", "0.0", 0)])
def test_the_sampler_decides(serve, collector, sampler, argument, seen):
    server = serve("happy-path", environment=telling(collector, OTEL_TRACES_SAMPLER=sampler, OTEL_TRACES_SAMPLER_ARG=argument))
    unsampled = {"traceparent": f"00-{TRACE}-{SPAN}-00"}
    server.get("/common/v2.0/.well-known/openid-configuration", headers=unsampled)
    server.get("/common/v2.0/.well-known/openid-configuration", headers=PARENT)
    server.stop()
    assert [span.parent_id for span in collector.spans] == [SPAN] * seen


def test_nobody_waits_for_a_collector_that_hangs(serve, collector):
    collector.holds.set()
    server = serve("happy-path", environment=telling(collector, OTEL_BSP_MAX_QUEUE_SIZE="20", OTEL_BSP_MAX_EXPORT_BATCH_SIZE="10"))
    server.get("/common/v2.0/.well-known/openid-configuration")
    collector.wait_for(lambda: collector.requests)
    began = time.monotonic()
    for _ in range(60):
        assert server.get("/common/v2.0/.well-known/openid-configuration").status_code == 200
    assert time.monotonic() - began < 10
    assert figure(server, 'mockidp_spans_dropped_total{reason="queue_full"}') >= 30
    assert figure(server, "mockidp_spans_exported_total") == 0
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("kind", ["refuses", "is gone"])
def test_a_collector_that_does_not_take_spans_costs_the_spans_alone(serve, collector, kind):
    collector.status = 503
    address = telling(collector)
    if kind == "is gone":
        collector.stop()
    server = serve("happy-path", environment=address)
    assert server.token(daemon_form(), CONTOSO).status_code == 200
    until(lambda: figure(server, 'mockidp_spans_dropped_total{reason="export_failed"}') == 1)
    assert server.token(daemon_form(), CONTOSO).status_code == 200


def test_a_mistake_in_a_variable_stops_no_server(serve):
    server = serve("happy-path", environment={"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318", "OTEL_TRACES_SAMPLER": "some"})
    assert server.get("/common/v2.0/.well-known/openid-configuration").status_code == 200
    assert "OTEL_EXPORTER_OTLP_ENDPOINT is not a URL of the form http://host:4318; no spans are sent" in server.log
    assert "mockidp_spans" not in metrics(server).text


def test_what_is_no_traceparent_is_no_trace(serve):
    server = serve("happy-path")
    for value in ("00-0-0-01", "x" * 10_000, f"00-{'0' * 32}-{SPAN}-01"):
        assert server.get("/common/v2.0/.well-known/openid-configuration", headers={"traceparent": value}).status_code == 200
    assert all("traceparent" not in exchange for exchange in server.exchanges())


# The log


def test_the_log_is_json_lines(serve):
    server = serve("happy-path", arguments=("--log-format", "json"))
    server.token(daemon_form(), CONTOSO)
    server.token(daemon_form(client_secret="wrong"), CONTOSO, headers=PARENT)
    server.stop()
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert all({"time", "level", "message"} <= line.keys() for line in lines), server.log
    good, bad = [line for line in lines if line.get("endpoint") == "token"]
    assert (good["level"], good["message"], good["world"], good["number"]) == ("info", f"POST /{CONTOSO}/oauth2/v2.0/token 200", "default", 1)
    assert 0 < good["duration"] < 20 and "trace_id" not in good
    assert (bad["level"], bad["message"]) == ("warn", f"POST /{CONTOSO}/oauth2/v2.0/token 401 AADSTS7000215")
    assert (bad["trace_id"], bad["span_id"]) == (TRACE, bad["traceId"].replace("-", "")[:16])
    assert bad["refusal"]["code"] == "AADSTS7000215"
    assert DAEMON.secret not in server.log and "access_token" not in server.log


def test_what_a_client_sends_commands_nobody_who_reads_the_log(serve):
    server = serve("happy-path", arguments=("--log-format", "json"))
    mark = "\u202e##vso[task.setvariable]x \u009b31m ###"
    server.get("/common/oauth2/v2.0/authorize", params={"client_id": "x", "prompt": mark, "scope": mark}, headers={"User-Agent": "##[group]x"})
    server.get("/%1b[31m/##vso[x]")
    server.stop()
    assert "##" not in server.log and not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", server.log)
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert any("##" in json.dumps(line, ensure_ascii=False) for line in lines), lines


def serve_by_hand(home, *arguments, **variables):
    return subprocess.run(
        [BINARY, "serve", "--https-port", "0", "--http-port", "0", *arguments], capture_output=True, text=True, timeout=60,
        env={"MOCKIDP_HOME": str(home), "PATH": "/usr/bin:/bin", **variables}, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_why_there_is_no_server_is_a_line_too(home, tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("scenario: x\nsummery: y\n")
    for arguments, code, words in (
        (("--scenario", str(broken)), 2, "summery"),
        (("--data", "/proc/none"), 1, "/proc/none"),
        (("--ca-file", str(broken), "--ca-key-file", str(broken)), 1, "not a certificate authority"),
        (("--ca-file", "/none", "--ca-key-file", "/none"), 1, "there is no file /none"),
    ):
        ended = serve_by_hand(home, "--log-format", "json", *arguments)
        line = json.loads(ended.stderr.splitlines()[-1])
        assert (ended.returncode, ended.stdout, line["level"]) == (code, "", "error"), ended
        assert words in line["message"]


def test_the_banner_is_a_line(serve):
    """`Server` says --quiet; the banner is asked for here."""
    import signal

    process = subprocess.Popen(
        [BINARY, "serve", "--https-port", "0", "--http-port", "0", "--log-format", "json", "--temporary-home"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, env={"PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    line = json.loads(process.stderr.readline())
    assert (line["message"], line["scenario"]) == ("ready", "happy-path")
    assert requests.get(line["http"] + "/_mockidp/v1/ready", timeout=10).json()["conditions"]
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")


def test_a_format_that_there_is_not(home):
    ended = serve_by_hand(home, "--log-format", "jsn")
    assert ended.returncode == 2
    assert "there is no log format jsn; did you mean json?" in ended.stderr
    ended = serve_by_hand(home, "--ca-file", "x")
    assert (ended.returncode, "--ca-file needs --ca-key-file FILE" in ended.stderr) == (2, True)


# Probes


def health(server, *arguments):
    return subprocess.run(
        [BINARY, "health", "--url", server.authority, "--ca", server.ca, *arguments], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "MOCKIDP_HOME": "/nonexistent"}
    )  # fmt: skip


def test_a_server_is_ready_when_its_keys_are_made(serve):
    server = serve("happy-path")
    until(lambda: server.get("/_mockidp/v1/ready").status_code == 200)
    answer = server.get("/_mockidp/v1/ready").json()
    assert answer["status"] == "ready"
    assert [condition["name"] for condition in answer["conditions"]] == ["keys", "store", "running"]
    asked = health(server, "--ready")
    assert (asked.returncode, asked.stdout) == (0, "ready\n")
    assert (health(server).returncode, health(server).stdout) == (0, "ok\n")


def limit_files(server, size):
    subprocess.run(["prlimit", "--pid", str(server.pid), f"--fsize={size}"], check=True)


def test_a_server_whose_disk_is_full_lives_and_is_not_ready(serve, tmp_path):
    server = serve("happy-path", data=tmp_path / "data")
    until(lambda: server.get("/_mockidp/v1/ready").status_code == 200)
    browser = Browser(server)
    granted = grant(server, browser)
    page = f"{server.authority}/organizations/oauth2/v2.0/authorize?" + urlencode({
        "client_id": MOBILE.id, "response_type": "code", "redirect_uri": MOBILE.redirect_uri, "scope": "openid", "state": "s"})  # fmt: skip
    assert figure(server, "mockidp_failures_total") == 0
    # From now on no file of the process may grow, as if its disk were full.
    limit_files(server, "1:unlimited")
    assert server.token(granted.form).json()["error_codes"] == [90033]
    # A call that signs a user in fails as every other call of the control API does.
    signed_in = server.http_session.post(f"{server.control}/signIn", json={"url": page, "user": "alice"})
    assert signed_in.status_code == 503 and "store-trouble" in signed_in.json()["type"], signed_in.text
    # The alert of docs/monitoring.md sounds. (The log cannot grow either.)
    assert figure(server, "mockidp_failures_total") >= 2
    answer = server.get("/_mockidp/v1/ready")
    assert (answer.status_code, answer.json()["status"]) == (503, "notReady")
    assert {"name": "store", "holds": False, "reason": "the store cannot be written"} in answer.json()["conditions"]
    assert server.get("/_mockidp/v1/health").status_code == 200
    asked = health(server, "--ready")
    assert (asked.returncode, asked.stdout, asked.stderr) == (1, "", "mockidp: not ready: the store cannot be written\n")
    assert 'mockidp_ready{condition="store"} 0' in metrics(server).text
    # Nobody has to ask for a token first: the probe finds that there is room again.
    limit_files(server, "unlimited:unlimited")
    assert server.get("/_mockidp/v1/ready").status_code == 200
    assert server.token(granted.form).status_code == 200
