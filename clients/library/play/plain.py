"""An app that knows the protocol and nothing else: requests, and a browser to be sent to."""

from support.browser import Browser, Page
from support.requests_by_hand import Verifier, authorize_url
from support.world import ALICE, GRAPH_SCOPE, MOBILE

from play.pages import walk
from play.saw import Saw, answer, codes_in, dead_end, failure

SCOPE = f"openid profile offline_access {GRAPH_SCOPE}"


class Plain:
    """OAuth by hand, as a native app."""

    name = "requests"
    needs = ("requests",)
    registration = MOBILE
    timeout = 20

    def __init__(self, server, browser=None, tenant="organizations"):
        self.server, self.tenant = server, tenant
        self.browser = browser or Browser(server)
        self.tokens = {}

    def sign_in(self, user=ALICE, scopes=None, password=None, press=None, **parameters):
        proof = Verifier()
        url = authorize_url(
            self.server, self.registration, self.tenant, scope=" ".join(["openid offline_access", *scopes]) if scopes else SCOPE,
            **{**proof.parameters, **parameters},
        )  # fmt: skip
        where, pages = walk(self.browser.open(url), self.browser, user, password, press)
        if isinstance(where, Page):
            return dead_end(where, pages)
        if "code" not in where.parameters:
            return answer(where.parameters, pages)
        return self.redeem(where.parameters["code"], proof.value, pages)

    def redeem(self, code, verifier, pages=()):
        redirect_uri = self.registration.redirect_uri
        return self._ask(
            {"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri, "code_verifier": verifier}, pages
        )

    def renew(self, scopes=None, **parameters):
        form = {"grant_type": "refresh_token", "refresh_token": self.tokens.get("refresh_token"), **parameters}
        return self._ask(form | ({"scope": " ".join(scopes)} if scopes else {}))

    def repeat(self):
        """The last request to the token endpoint once more."""
        return self._ask(self.last_form)

    def _ask(self, form, pages=()):
        form = {"client_id": self.registration.id, **form}
        if self.registration.secret:
            form["client_secret"] = self.registration.secret
        self.last_form = form
        try:
            reply = self.server.token(form, self.tenant, timeout=self.timeout)
        except Exception as error:
            return failure(error, pages)
        return self.heard(reply, pages)

    def heard(self, reply, pages=()):
        """An answer of the token endpoint, which is JSON unless something is wrong."""
        if "json" not in reply.headers.get("Content-Type", ""):
            return Saw("said", f"{reply.status_code} with {kind(reply)}", pages=list(pages), result=reply)
        seen = answer(reply.json(), pages)
        if seen.has_tokens:
            self.tokens = {**self.tokens, **reply.json()}
        elif reply.status_code != 400:
            seen.text = f"status {reply.status_code}"
        return seen

    def ask_graph(self, path="/v1.0/me"):
        return graph_said(self.server.me(self.tokens["access_token"], path))


def kind(reply):
    return {"text/html": "HTML", "text/plain": "text"}.get(reply.headers.get("Content-Type", "").split(";")[0], "nothing")


def graph_said(reply):
    """An answer of Graph: whom it served, or its error word, and whether it challenges the client."""
    if reply.status_code == 200:
        return Saw("said", f"200, {reply.json().get('userPrincipalName', 'served')}", result=reply)
    words = [str(reply.status_code)]
    if "json" in reply.headers.get("Content-Type", ""):
        words.append(reply.json()["error"]["code"])
    challenge = reply.headers.get("WWW-Authenticate", "")
    claims = "insufficient_claims" in challenge
    return Saw(
        "refusal", error=" ".join(words), claims=challenge if claims else "", codes=codes_in(reply.text), result=reply
    )
