"""What Chromium recorded becomes a scenario, and the same happens in it: MSAL.js under Microsoft's names, before and after."""

import json
import re
import subprocess

import pytest
from chromium.listener import Listener
from chromium.window import TIMEOUT, Window
from support.binary import BINARY
from support.world import ALICE, PASSWORD, SPA
from test_msal_js import APP, REQUEST, Complaints, bundle

GRAPH = """async (token) => (await fetch("https://graph.microsoft.com/v1.0/me", { headers: { Authorization: `Bearer ${token}` } })).status"""


class Walk:
    """Somebody at a page with MSAL.js: refused in silence, signed in with a slip, renewed, and asked again."""

    def __init__(self, server, profile, listener, **changes):
        self.server, self.listener = server, listener
        configuration = {"auth": {"clientId": SPA.id, "redirectUri": listener.origin}, "cache": {"cacheLocation": "localStorage"}}
        listener.assets["/msal.js"] = ("text/javascript", bundle())
        listener.pages["/app.html"] = APP.replace("CONFIGURATION", json.dumps(configuration))
        self.window = profile(server, proxy={"server": server.http, "bypass": "localhost"}, **changes)
        self.window.complaints = Complaints()
        self.page = self.window.page

    def call(self, name, **request):
        return self.page.evaluate("([name, request]) => call(name, request)", [name, {**REQUEST, **request}])

    def popup(self):
        with self.page.expect_popup() as popup:
            self.page.evaluate("request => { window.result = call('loginPopup', request) }", REQUEST)
        popup.value.set_default_timeout(TIMEOUT)
        return Window.at(popup.value)

    def go(self):
        self.page.goto(self.listener.origin + "/app.html")
        self.page.wait_for_function("window.ready")
        assert "error" in self.call("ssoSilent", loginHint=ALICE.name)
        window = self.popup().give_name(ALICE).give_password(ALICE, "not this one").give_password(ALICE)
        window.expect("ConvergedTFA", "Enter code").page.locator("input[name=otc]").fill("123456")
        window.press().expect("ConvergedConsent", "Permissions requested").press()
        token = self.page.evaluate("result")["accessToken"]
        assert [self.page.evaluate(GRAPH, token) for _ in range(2)] == [429, 200]
        refused = self.call("acquireTokenSilent")
        assert refused["error"] == "InteractionRequiredAuthError", refused
        window = self.popup().give_password(ALICE)
        window.expect("ConvergedTFA", "Enter code").page.locator("input[name=otc]").fill("123456")
        window.press()
        assert self.page.evaluate("result")["accessToken"] != token
        return self

    @property
    def steps(self):
        return [
            (e["endpoint"], e["status"], (e.get("refusal") or {}).get("code"))
            for e in self.server.exchanges()
            if e["endpoint"] in ("authorize", "signIn", "token", "me") and e["method"] != "OPTIONS"
        ]

    def close(self):
        self.window.context.close()


@pytest.fixture
def recorded(serve, scenarios, profile, listener, tmp_path):
    """The archive of a walk, and what the server saw."""
    archive = tmp_path / "walk.har"
    walk = Walk(serve(scenarios / "recorded.yaml"), profile, listener, record_har_path=archive, record_har_content="embed").go()
    steps = walk.steps
    walk.close()
    return archive, steps


def test_the_same_happens_again(recorded, serve, profile, listener, tmp_path):
    archive, steps = recorded
    scenario = tmp_path / "walk.yaml"
    made = subprocess.run([BINARY, "scenario", "from-har", archive, "--output", scenario], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    text = scenario.read_text()
    subprocess.run([BINARY, "scenario", "check", scenario], check=True)

    # Nothing that is secret in the archive is in the scenario, nor in what is said of it.
    tokens = set(re.findall(r"[A-Za-z0-9_\-.~]{40,}", archive.read_text()))
    assert len(tokens) > 20, "the archive has codes and tokens"
    kept = [word for word in tokens | {PASSWORD, "not this one", "123456"} if word in text]
    assert kept == [], kept
    assert PASSWORD not in text

    again = Walk(serve(scenario), profile, listener).go()
    assert again.steps == steps
    verdict = again.server.post_control("verify", {}).json()
    assert verdict["ok"], verdict


def rules_screen(serve, window):
    """The console's page for scenarios. The browser says of its own what the server refuses on purpose."""
    shown = window(serve("happy-path"))
    shown.complaints = Complaints()
    shown.page.goto(shown.server.authority + "/_mockidp/#/rules")
    return shown.page


DROP = """async (section, [name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name, { type: "application/json" }));
  section.dispatchEvent(new DragEvent("dragover", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  section.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


@pytest.mark.parametrize("way", ["chosen", "dropped"])
def test_the_console_takes_an_archive(recorded, serve, window, way):
    archive, _ = recorded
    screen = rules_screen(serve, window)
    text = screen.get_by_label("Scenario in YAML")
    chooser = screen.get_by_label("HTTP archive of the real service")
    if way == "chosen":
        chooser.set_input_files(archive)
    else:
        section = screen.locator("section", has=chooser)
        section.evaluate(DROP, [archive.name, archive.read_text()])
    screen.get_by_text(re.compile(r"walk: \d rules, 1 expected")).wait_for()
    assert ALICE.oid in text.input_value()
    assert PASSWORD not in text.input_value()
    # The numbers of the file, although the page sends what the service was asked alone.
    assert "walk.har:1, entry 3: authorize prompt=none -> AADSTS50058" in text.input_value()
    screen.get_by_text("AADSTS50126: somebody has to type a wrong password").last.wait_for()


def test_the_console_says_what_is_no_archive(serve, window, tmp_path):
    screen = rules_screen(serve, window)
    other = tmp_path / "notes.har"
    chooser = screen.get_by_label("HTTP archive of the real service")
    for content, said in [("hello", "it is not JSON"), ('{"log":{"entries":[]}}', "the archive has no request")]:
        other.write_text(content)
        chooser.set_input_files(other)
        screen.get_by_role("alert").get_by_text(said).wait_for()
