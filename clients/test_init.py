"""What `mockidp init` makes of the untouched templates of .NET: the requests that their handlers send succeed with it."""

import json
import re
import subprocess
from dataclasses import dataclass
from urllib.parse import urlencode

import jwt
import pytest
from support.binary import BINARY
from support.browser import Arrival, Browser, Page
from support.requests_by_hand import Verifier

NO_ID = "11111111-1111-1111-11111111111111111"
NO_PAGE_ID = "33333333-3333-3333-33333333333333333"
NO_TENANT = "22222222-2222-2222-2222-222222222222"
BASE = "https://localhost:7123"
COMMENT = "/*\nThe following identity settings need to be configured\n*/\n"


@dataclass
class Person:
    name: str
    password: str = "Passw0rd!"


ID, TENANT = "1b6c27a9-5d41-4c0e-9a53-2f6f0ad2c7e1", "4e9f5adc-8a74-4f3b-8d86-5c9c3da5fab4"
FILLED = {"ClientId": ID, "TenantId": TENANT, "Domain": "contoso.onmicrosoft.com"}


def directory(**more):
    section = {
        "Instance": "https://login.microsoftonline.com/",
        "Domain": "qualified.domain.name",
        "TenantId": NO_TENANT,
        "ClientId": NO_ID,
        "CallbackPath": "/signin-oidc",
    }
    return COMMENT + json.dumps({"AzureAd": section | more})


WEB = 'builder.Services.AddAuthentication().AddMicrosoftIdentityWebApp(builder.Configuration.GetSection("AzureAd"))'
API = 'builder.Services.AddAuthentication().AddMicrosoftIdentityWebApi(builder.Configuration.GetSection("AzureAd"));'
SDK, PAGE_SDK = "Microsoft.NET.Sdk.Web", "Microsoft.NET.Sdk.BlazorWebAssembly"


class Made:
    """The scenario that init made, served, with what a program of the template would be told."""

    def __init__(self, text, server):
        self.text, self.server, self.browser = text, server, Browser(server)
        self.apps = re.findall(r"^      clientId: (\S+)", text, re.M)
        self.tenant = re.search(r"^      id: (\S+)", text, re.M)[1]
        self.domain = re.search(r"domains:\n +- (\S+)", text)[1]
        self.secret = (re.search(r"^      secret: (\S+)", text, re.M) or [None, None])[1]
        self.person = Person(re.search(r"userPrincipalName: (alice@\S+)", text)[1])

    def authorize(self, client, redirect, **changes):
        query = {
            "client_id": client, "response_type": "code", "redirect_uri": redirect, "scope": "openid profile offline_access",
            "state": "s", "nonce": "n",
        } | changes  # fmt: skip
        url = f"{self.server.authority}/{self.tenant}/oauth2/v2.0/authorize?{urlencode(query)}"
        arrival = self.browser.sign_in(url, self.person)
        assert "error" not in arrival.parameters, arrival
        return arrival

    def redeem(self, client, redirect, scope, headers=None, **more):
        verifier = Verifier()
        arrival = self.authorize(client, redirect, scope=scope, **verifier.parameters)
        form = {
            "grant_type": "authorization_code", "client_id": client, "code": arrival.parameters["code"], "redirect_uri": redirect,
            "code_verifier": verifier.value,
        } | more  # fmt: skip
        answer = self.server.token(form, self.tenant, headers=headers or {})
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def made(tmp_path, serve):
    def make(settings, program, sdk=SDK):
        folder = tmp_path / "App"
        for name, text in {
            "App.csproj": f'<Project Sdk="{sdk}"></Project>',
            "Properties/launchSettings.json": json.dumps({"profiles": {"https": {"applicationUrl": f"{BASE};http://localhost:5123"}}}),
            "wwwroot/appsettings.json" if sdk == PAGE_SDK else "appsettings.json": settings,
            "Program.cs": program,
        }.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        path = tmp_path / "made.yaml"
        subprocess.run([BINARY, "init", ".", "--output", path], cwd=folder, check=True, capture_output=True)
        return Made(path.read_text(), serve(path))

    return make


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})


@pytest.mark.parametrize("settings", [directory(), directory(TenantId="common"), directory(**FILLED)], ids=["one organization", "several", "ids"])
def test_a_web_app_gets_an_id_token(made, settings):
    world = made(settings, WEB + ";")
    [app] = world.apps
    arrival = world.authorize(app, f"{BASE}/signin-oidc", response_type="id_token", response_mode="form_post", scope="openid profile")
    assert arrival.mode == "form_post" and claims(arrival.parameters["id_token"])["aud"] == app


def test_a_web_app_that_calls_graph_gets_a_code(made):
    settings = directory(ClientSecret="secret-from-app-registration", ClientCertificates=[])
    settings = settings[:-1] + ', "DownstreamApi": {"BaseUrl": "https://graph.microsoft.com/v1.0", "Scopes": ["user.read"]}}'
    world = made(settings, WEB + ".EnableTokenAcquisitionToCallDownstreamApi();")
    [app] = world.apps
    tokens = world.redeem(app, f"{BASE}/signin-oidc", "openid profile offline_access user.read", client_secret=world.secret)
    assert "User.Read" in tokens["scope"] and tokens["refresh_token"]


@pytest.mark.parametrize("ids", [{}, FILLED], ids=["untouched", "ids"])
def test_an_api_has_somebody_who_asks_for_its_tokens(made, ids):
    world = made(directory(Scopes="access_as_user", **ids), API)
    api, client = world.apps
    tokens = world.redeem(client, "http://localhost", f"openid api://{api}/access_as_user")
    read = claims(tokens["access_token"])
    assert api in read["aud"] and read["scp"] == "access_as_user"


@pytest.mark.parametrize("tenant, client", [(NO_TENANT, NO_PAGE_ID), (TENANT, ID)], ids=["untouched", "ids"])
def test_a_page_of_webassembly_gets_a_code(made, tenant, client):
    settings = json.dumps({"AzureAd": {"Authority": f"https://login.microsoftonline.com/{tenant}", "ClientId": client}})
    world = made(settings, "builder.Services.AddMsalAuthentication(options => { });", PAGE_SDK)
    [app] = world.apps
    tokens = world.redeem(app, f"{BASE}/authentication/login-callback", "openid profile", headers={"Origin": BASE})
    assert claims(tokens["id_token"])["aud"] == app


def test_a_page_with_openid_connect_gets_an_id_token(made):
    settings = json.dumps({"Local": {"Authority": "https://login.microsoftonline.com/", "ClientId": NO_PAGE_ID}})
    world = made(settings, 'builder.Services.AddOidcAuthentication(o => Configuration.Bind("Local", o.ProviderOptions));', PAGE_SDK)
    [app] = world.apps
    redirect = f"{BASE}/authentication/login-callback"
    arrival = world.authorize(app, redirect, response_type="id_token", scope="openid profile")
    assert arrival.mode == "fragment" and claims(arrival.parameters["id_token"])["aud"] == app


def test_openid_connect_with_a_code_has_a_secret(made):
    settings = json.dumps({"Entra": {"Authority": f"https://login.microsoftonline.com/{NO_TENANT}/v2.0", "ClientId": NO_ID}})
    world = made(settings, "builder.Services.AddAuthentication().AddOpenIdConnect(o => { o.ResponseType = OpenIdConnectResponseType.Code; });")
    [app] = world.apps
    tokens = world.redeem(app, f"{BASE}/signin-oidc", "openid profile", client_secret=world.secret)
    assert claims(tokens["id_token"])["aud"] == app


FLOWS = {"SignUpSignInPolicyId": "b2c_1_susi", "ResetPasswordPolicyId": "b2c_1_reset", "EditProfilePolicyId": "b2c_1_edit_profile"}


def customers(instance, client=NO_ID, **more):
    section = {"Instance": instance, "ClientId": client, "Domain": "qualified.domain.name", "SignUpSignInPolicyId": "b2c_1_susi"}
    return json.dumps({"AzureAdB2C": section | more})


def flow(world, **query):
    """Signs a customer in at the user flow, as the handlers of Azure AD B2C ask."""
    query = {"response_type": "code", "state": "s", "nonce": "n"} | query
    page = world.browser.open(f"{world.server.authority}/{world.domain}/b2c_1_susi/oauth2/v2.0/authorize?{urlencode(query)}")
    assert isinstance(page, Page), page.parameters
    arrival = world.browser.submit(page, {"email": world.person.name, "password": world.person.password})
    if isinstance(arrival, Page):
        arrival = Arrival(arrival.form.action, "form_post", list(arrival.form.fields.items()))
    assert "error" not in arrival.parameters, arrival
    return arrival


def redeem_of_flow(world, client, redirect, scope, headers=None):
    verifier = Verifier()
    arrival = flow(world, client_id=client, redirect_uri=redirect, scope=scope, **verifier.parameters)
    form = {
        "grant_type": "authorization_code", "client_id": client, "code": arrival.parameters["code"], "redirect_uri": redirect,
        "code_verifier": verifier.value,
    }  # fmt: skip
    answer = world.server.token(form, f"{world.domain}/b2c_1_susi", headers=headers or {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_web_app_of_b2c_gets_an_id_token_with_a_name(made):
    settings = customers("https://login.microsoftonline.com/tfp/", CallbackPath="/signin-oidc", **FLOWS)
    world = made(settings, WEB.replace("AzureAd", "AzureAdB2C") + ";")
    [app] = world.apps
    redirect = f"{BASE}/signin-oidc"
    arrival = flow(world, client_id=app, redirect_uri=redirect, scope="openid profile", response_type="id_token", response_mode="form_post")
    read = claims(arrival.parameters["id_token"])
    assert arrival.mode == "form_post" and read["aud"] == app and read["name"] == "Alice Anders" and read["tfp"] == "b2c_1_susi"


def test_an_api_of_b2c_has_somebody_who_asks_for_its_tokens(made):
    settings = customers("https://qualified.domain.name.b2clogin.com/", Scopes="access_as_user")
    world = made(settings, API.replace("AzureAd", "AzureAdB2C"))
    api, client = world.apps
    scope = re.search(r"^        - (\S+/access_as_user)", world.text, re.M)[1]
    read = claims(redeem_of_flow(world, client, "http://localhost", f"openid {scope}")["access_token"])
    assert read["aud"] == api and read["scp"] == "access_as_user"


def test_a_page_of_b2c_gets_a_code(made):
    authority = "https://aadB2CInstance.b2clogin.com/qualified.domain.name/b2c_1_susi"
    settings = json.dumps({"AzureAdB2C": {"Authority": authority, "ClientId": NO_PAGE_ID, "ValidateAuthority": False}})
    world = made(settings, "builder.Services.AddMsalAuthentication(options => { });", PAGE_SDK)
    [app] = world.apps
    redirect = f"{BASE}/authentication/login-callback"
    tokens = redeem_of_flow(world, app, redirect, f"openid profile {app}", headers={"Origin": BASE})
    assert claims(tokens["id_token"])["aud"] == app


@pytest.mark.parametrize(
    "settings, program",
    [
        ({"ConnectionStrings": {"DefaultConnection": "DataSource=app.db"}}, "builder.Services.AddIdentityCore<ApplicationUser>();"),
        ({"Logging": {"LogLevel": {"Default": "Information"}}}, "builder.Services.AddHostedService<Worker>();"),
    ],
    ids=["accounts of its own", "a worker"],
)
def test_a_template_without_entra_has_no_app(tmp_path, settings, program):
    (tmp_path / "appsettings.json").write_text(json.dumps(settings))
    (tmp_path / "Program.cs").write_text(program)
    run = subprocess.run([BINARY, "init", "."], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and not run.stdout and "nothing was found" in run.stderr
