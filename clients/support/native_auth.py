"""The requests of three clients of the native authentication API: MSAL for iOS, Android and JavaScript, taken from their sources and
tests. Each reads an answer as strictly as the client does."""

import json
import uuid

import requests

SCOPES = "openid profile offline_access"


class NativeClient:
    """`call` sends what the client sends, and looks at what the client needs of the answer."""

    sku = ""
    version = ""
    # The order and the spelling of the app.
    challenge_types = "oob password redirect"
    base = "{host}/{tenant}"
    capabilities = "mfa_required registration_required"
    token_extras = {}
    origin = None

    def __init__(self, server, host, tenant, client_id):
        self.server, self.client_id = server, client_id
        self.base = self.base.format(host=host, tenant=tenant)
        self.session = requests.Session()
        self.session.verify, self.session.trust_env, self.session.proxies = server.ca, False, {"https": server.http}
        self.token = None
        """The newest continuation token."""
        self.user = None

    def headers(self):
        return {
            "x-client-SKU": self.sku, "x-client-VER": self.version, "client-request-id": str(uuid.uuid4()), "Accept": "application/json",
        }  # fmt: skip

    def post(self, path, form, **more):
        form = {name: value for name, value in {"client_id": self.client_id, **form}.items() if value is not None}
        headers = self.headers() | ({"Origin": self.origin} if self.origin else {})
        answer = self.session.post(f"{self.base}/{path}", data=form, headers=headers, **more)
        assert answer.headers["client-request-id"] == headers["client-request-id"]
        assert answer.headers.get("x-ms-request-id")
        if answer.status_code == 404:
            return answer
        assert answer.headers["Content-Type"].startswith("application/json")
        body = answer.json()
        if answer.status_code == 200:
            self.read_success(body)
        else:
            self.read_refusal(answer, body)
        self.token = body.get("continuation_token") or self.token
        return answer

    def step(self, path, **form):
        return self.post(path, {"continuation_token": self.token} | form)

    @staticmethod
    def read_success(body):
        for name in ("code_length", "interval", "poll_interval", "expires_in"):
            assert isinstance(body.get(name, 0), int) and not isinstance(body.get(name), bool), (name, body)
        if body.get("challenge_type") == "oob":
            assert body["continuation_token"] and body["challenge_channel"] in ("email", "sms")
            assert body["binding_method"] == "prompt" and body["code_length"] == 8
            assert body.get("challenge_target_label") or body.get("challenge_target")
        if body.get("challenge_type") == "redirect":
            assert list(body) == ["challenge_type", "redirect_reason"]
        for method in body.get("methods", []):
            assert method["challenge_type"] == "oob" and method["challenge_channel"] in ("email", "sms") and method["id"]

    @staticmethod
    def read_refusal(answer, body):
        # Android reads the first number without a look whether there is one, and knows 400 alone.
        assert answer.status_code == 400, (answer.status_code, body)
        assert isinstance(body["error_codes"][0], int)
        assert body["error_description"].startswith(f"AADSTS{body['error_codes'][0]}: ")
        for name in ("error", "timestamp", "trace_id", "correlation_id"):
            assert body[name]
        if body["error"] in ("credential_required", "attributes_required") or body.get("suberror") in ("mfa_required", "registration_required"):
            assert body["continuation_token"]
        if body["error"] == "attributes_required":
            assert body["required_attributes"]
            for attribute in body["required_attributes"]:
                assert isinstance(attribute["required"], bool) and attribute["name"] and attribute["type"]
        if body.get("suberror") == "attribute_validation_failed":
            assert body["invalid_attributes"]

    # What an app does.

    def begin(self, path, username, **more):
        self.user = username
        return self.post(
            path, {"username": username, "challenge_type": self.challenge_types, "capabilities": self.capabilities} | more
        )

    def initiate(self, username, **more):
        return self.begin("oauth2/v2.0/initiate", username, **more)

    def challenge(self, **more):
        form = {"challenge_type": None if "id" in more and self.sku == "MSAL.Android" else self.challenge_types}
        return self.step("oauth2/v2.0/challenge", **(form | more))

    def tokens(self, grant, scope=SCOPES, **more):
        form = {"grant_type": grant, "scope": scope, "client_info": "true"} | self.token_form() | more
        return self.step("oauth2/v2.0/token", **form)

    def token_form(self):
        return {}

    def sign_up(self, username, attributes=None, **more):
        text = None if attributes is None else json.dumps(attributes)
        return self.begin("signup/v1.0/start", username, attributes=text, **more)

    def sign_up_challenge(self):
        return self.step("signup/v1.0/challenge", challenge_type=self.challenge_types)

    def sign_up_with(self, grant, **more):
        return self.step("signup/v1.0/continue", grant_type=grant, **more)

    def reset(self, username):
        return self.begin("resetpassword/v1.0/start", username)

    def reset_step(self, name, **more):
        return self.step(f"resetpassword/v1.0/{name}", **more)

    def register(self, name, **more):
        return self.step(f"register/v1.0/{name}", **more)

    def introspect(self):
        return self.step("oauth2/v2.0/introspect")


class IOS(NativeClient):
    sku, version = "MSAL.iOS", "2.4.1"

    def headers(self):
        return super().headers() | {
            "return-client-request-id": "true", "x-client-OS": "18.5", "x-client-DM": "iPhone", "x-client-current-telemetry": "4|75001,0|",
            "x-client-last-telemetry": "4|0|||", "x-app-name": "garden",
        }  # fmt: skip

    def token_form(self):
        return {"challenge_type": self.challenge_types, "username": self.user}


class Android(NativeClient):
    sku, version = "MSAL.Android", "6.0.0"
    challenge_types = "password oob redirect"

    def headers(self):
        return super().headers() | {"x-client-OS": "34", "x-client-DM": "Pixel 8", "x-client-CPU": "arm64-v8a"}

    def token_form(self):
        return {"challenge_type": self.challenge_types, "username": self.user}


class JavaScript(NativeClient):
    sku, version = "msal.browser", "5.2.0"
    # It keeps the spelling of the app.
    challenge_types = "OOB PASSWORD redirect"

    def headers(self):
        return super().headers() | {
            "x-client-OS": "", "x-client-CPU": "", "x-client-current-telemetry": "5|100001,0,,,|,", "x-client-last-telemetry": "5|0|||0,0",
        }  # fmt: skip

    def post(self, path, form, **more):
        answer = super().post(path, form, **more)
        body = answer.json() if answer.status_code == 200 else {}
        if "access_token" in body:
            # The library refuses an answer without any of these.
            assert body["token_type"] == "Bearer" and body["expires_in"] > 0
            for name in ("id_token", "refresh_token", "client_info"):
                assert body[name], name
        return answer


CLIENTS = [IOS, Android, JavaScript]
