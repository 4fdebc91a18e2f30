"""A service provider of SAML 2.0: python3-saml, with the certificates of the app's metadata or with the first of them alone."""

from support.browser import Arrival, Browser, Page
from support.world import ALICE, CONTOSO

from play.saw import Saw, dead_end

APPS = {"wiki": "5a310000-0000-4000-8000-000000000001", "board": "5a310000-0000-4000-8000-000000000002"}


class ServiceProvider:
    name = "python3-saml"
    needs = ("onelogin.saml2",)
    context = False

    def __init__(self, server):
        self.server, self.browser = server, Browser(server)
        self.settings = {name: self._settings(name) for name in self._apps(server)}
        self.session = None

    @staticmethod
    def _apps(server):
        return [name for name, client in APPS.items() if server.get(ServiceProvider.metadata(client)).status_code == 200]

    @staticmethod
    def metadata(client):
        return f"/{CONTOSO}/federationmetadata/2007-06/federationmetadata.xml?appid={client}"

    def _settings(self, name):
        from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser as Parser

        provider = {
            "strict": True,
            "sp": {
                "entityId": f"https://{name}.test/saml",
                "assertionConsumerService": {"url": f"https://{name}.test/saml/acs"},
                "singleLogoutService": {"url": f"https://{name}.test/saml/slo"},
            },
            "security": {"requestedAuthnContext": self.context, "wantAssertionsSigned": True},
        }
        found = Parser.parse(self.server.get(self.metadata(APPS[name])).text)
        return Parser.merge_settings(self.pinned(found), provider)

    def pinned(self, found):
        return found

    def _auth(self, name, path="acs", **data):
        from onelogin.saml2.auth import OneLogin_Saml2_Auth

        request = {"https": "on", "http_host": f"{name}.test", "script_name": f"/saml/{path}", "get_data": {}, "post_data": {}, **data}
        return OneLogin_Saml2_Auth(request, self.settings[name])

    def sign_in(self, user=ALICE, app="wiki", browser=None):
        browser = browser or self.browser
        auth = self._auth(app)
        before = len(browser.pages)
        place = browser.open(auth.login())
        while isinstance(place, Page) and place.forms and not place.code:
            fields = place.form.fields
            values = {name: user.name for name in ("loginfmt",) if name in fields}
            values |= {name: user.password for name in ("passwd",) if name in fields}
            place = browser.submit(place, values)
        pages = [page.heading for page in browser.pages[before:] if page is not place]
        if not isinstance(place, Arrival):
            return dead_end(place, pages)
        taken = self._auth(app, post_data=place.parameters)
        taken.process_response(request_id=auth.get_last_request_id())
        if taken.get_errors():
            return Saw("failure", taken.get_last_error_reason(), pages=pages, result=taken)
        values = [name.split("/")[-1] for name in taken.get_attributes() if name.split("/")[-1] in ("groups", "groups.link")]
        self.session = (taken.get_nameid(), taken.get_session_index())
        return Saw("tokens", " with ".join(["signed in", *values]), pages=pages, result=taken)

    def sign_out(self, app="wiki"):
        name, index = self.session
        page = self.browser.open(self._auth(app).logout(name_id=name, session_index=index))
        frames = page.html.count("<iframe") if isinstance(page, Page) else 0
        return Saw("said", f"“{page.heading}”, which tells {frames} other app" if frames else "signed out", result=page)

    def close(self):
        pass


class DemandsPassword(ServiceProvider):
    name = "python3-saml, which asks for PasswordProtectedTransport"
    context = True


class KeepsFirst(ServiceProvider):
    name = "python3-saml with the first certificate alone"

    def pinned(self, found):
        several = found["idp"].pop("x509certMulti", None)
        if several:
            found["idp"]["x509cert"] = several["signing"][0]
        return found
