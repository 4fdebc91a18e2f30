"""The native authentication API of External ID, by the requests of MSAL for iOS, Android and JavaScript."""

import json
import re

import jwt
import pytest
import requests
from support.native_auth import CLIENTS, SCOPES, IOS
from test_external_id import CAREFUL, CLOSED, CODE, FLOWERS, GARDEN, HOST, LETTER, ORDERS, PASSWORD, READ, TENANT

MEMBER = "7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b31"
NEW = "Fl0wers4me"


@pytest.fixture
def flowers(lend):
    return lend(FLOWERS)


@pytest.fixture(params=CLIENTS, ids=lambda kind: kind.__name__)
def app(flowers, request):
    """Makes an app of one of the three clients."""

    def make(client_id=GARDEN, tenant=TENANT):
        return request.param(flowers, HOST, tenant, client_id)

    return make


@pytest.fixture
def one(flowers):
    """An app of one client, for what does not differ between them."""
    return lambda client_id=GARDEN, tenant=TENANT: IOS(flowers, HOST, tenant, client_id)


def setting(serve, tmp_path, text):
    path = tmp_path / "flowers-with-settings.yaml"
    path.write_text(FLOWERS.read_text() + text)
    return serve(path)


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})


def refused(answer, code, error, suberror=None):
    body = answer.json()
    assert (body["error_codes"], body["error"], body.get("suberror")) == ([code], error, suberror), body
    return body


def redirected(answer, reason=""):
    body = answer.json()
    assert answer.status_code == 200 and body["challenge_type"] == "redirect", body
    assert reason in body["redirect_reason"], body


def signed_in(answer, methods):
    body = answer.json()
    assert answer.status_code == 200, body
    assert body["client_info"] and body["refresh_token"]
    return body


# Sign-in.


def test_sign_in_with_a_password(app):
    garden = app()
    assert list(garden.initiate("kim@example.com").json()) == ["continuation_token"]
    body = garden.challenge().json()
    assert list(body) == ["continuation_token", "challenge_type"] and body["challenge_type"] == "password"
    refused(garden.tokens("password", password="wrong"), 50126, "invalid_grant")
    # The token stays good for the next try.
    body = signed_in(garden.tokens("password", scope=f"{READ} {SCOPES}", password=PASSWORD), ["pwd"])
    read = claims(body["id_token"])
    assert (read["name"], read["preferred_username"]) == ("Kim Lee", "kim@example.com")
    assert claims(body["access_token"])["aud"] == ORDERS
    # The flow has ended.
    refused(garden.tokens("password", password=PASSWORD), 55200, "invalid_request")


def test_sign_in_with_a_code(app):
    letter = app(LETTER)
    letter.sign_up("letter@example.com", {"displayName": "Letter"})
    letter.sign_up_challenge()
    assert letter.sign_up_with("oob", oob=CODE).status_code == 200
    letter.initiate("letter@example.com")
    body = letter.challenge().json()
    assert body["challenge_target_label"] == "l***r@ex**p*e.com" and body["interval"] == 300
    refused(letter.tokens("oob", oob="00000000"), 50181, "invalid_grant", "invalid_oob_value")
    body = signed_in(letter.tokens("oob", scope=f"User.Read {SCOPES}", oob=CODE), ["otp"])
    assert claims(body["access_token"])["amr"] == ["otp"]


def test_without_offline_access_and_client_info(app):
    garden = app()
    garden.initiate("kim@example.com")
    garden.challenge()
    form = {"client_id": GARDEN, "grant_type": "password", "continuation_token": garden.token, "password": PASSWORD, "scope": "openid"}
    body = garden.session.post(f"{garden.base}/oauth2/v2.0/token", data=form).json()
    assert "access_token" in body and "refresh_token" not in body and "client_info" not in body


def test_a_refresh_token_of_the_api_serves_pages_and_programs(app):
    garden = app()
    garden.initiate("kim@example.com")
    garden.challenge()
    refresh = garden.tokens("password", password=PASSWORD).json()["refresh_token"]
    form = {"grant_type": "refresh_token", "refresh_token": refresh, "client_info": "true", "scope": SCOPES}
    url, form = f"{garden.base}/oauth2/v2.0/token", form | {"client_id": GARDEN}
    assert garden.session.post(url, data=form).json()["client_info"]
    assert garden.session.post(url, data=form, headers={"Origin": "https://app.example"}).status_code == 200


# The second factor.


def second_factor_wanted(app, name="mia@example.com", client=GARDEN, **more):
    client = app(client)
    client.initiate(name, **more)
    client.challenge()
    return client, client.tokens("password", password=PASSWORD)


def test_a_second_factor_by_mail(app):
    garden, answer = second_factor_wanted(app)
    refused(answer, 50076, "invalid_grant", "mfa_required")
    [method] = garden.introspect().json()["methods"]
    assert (method["challenge_channel"], method["login_hint"]) == ("email", "m***a@ex**p*e.com")
    body = garden.challenge(id=method["id"]).json()
    assert body["challenge_channel"] == "email"
    refused(garden.tokens("mfa_oob", oob="1"), 50181, "invalid_grant", "invalid_oob_value")
    body = signed_in(garden.tokens("mfa_oob", scope=f"User.Read {SCOPES}", oob=CODE), ["pwd", "mfa"])
    assert claims(body["access_token"])["amr"] == ["pwd", "mfa"]


def test_a_second_factor_by_phone_and_of_the_user_flow(app, flowers):
    careful, answer = second_factor_wanted(app, "kim@example.com", CAREFUL)
    refused(answer, 50076, "invalid_grant", "mfa_required")
    methods = careful.introspect().json()["methods"]
    assert [method["challenge_channel"] for method in methods] == ["email", "sms"]
    body = careful.challenge(id=methods[1]["id"]).json()
    assert (body["challenge_channel"], body["challenge_target_label"][-2:]) == ("sms", "99")
    [code, *_] = flowers.http_session.get(f"{flowers.control}/oneTimeCodes").json()["oneTimeCodes"]
    assert (code["target"], code["purpose"], code["client"]) == ("+47 99 99 99 99", "secondFactor", "careful")
    # Another method on second thoughts; the older documents' grant_type will do.
    careful.introspect()
    careful.challenge(id=methods[0]["id"])
    assert careful.tokens("oob", oob=CODE).status_code == 200


def test_the_first_method_without_a_choice_and_an_unknown_one(app):
    garden, _ = second_factor_wanted(app)
    refused(garden.challenge(id="7c1f7c1e-0d2a-4a1b-9c53-6f0e2d8a4b99"), 901001, "invalid_request")
    assert garden.challenge().json()["challenge_channel"] == "email"
    assert garden.tokens("mfa_oob", oob=CODE).status_code == 200


@pytest.mark.parametrize(("name", "word"), [("mia@example.com", "mfa_required"), ("una@example.com", "registration_required")])
def test_an_app_without_the_capability_goes_to_the_browser(app, name, word):
    client, answer = second_factor_wanted(app, name, capabilities=None)
    redirected(answer, f"Client is missing {word} capability")


@pytest.mark.parametrize("text", ["mfa_required", "mfa_required,registration_required"])
@pytest.mark.parametrize("member", ["capabilities", "capability"])
def test_both_names_of_the_capabilities(one, member, text):
    client, answer = second_factor_wanted(one, **({"capabilities": None} | {member: text}))
    refused(answer, 50076, "invalid_grant", "mfa_required")


def test_a_second_factor_is_registered(app):
    garden, answer = second_factor_wanted(app, "una@example.com")
    refused(answer, 50079, "invalid_grant", "registration_required")
    body = garden.register("introspect").json()
    assert [(method["id"], method.get("login_hint")) for method in body["methods"]] == [("email", "una@example.com"), ("sms", None)]
    refused(garden.register("challenge", challenge_type="oob", challenge_target="nowhere"), 901001, "invalid_request")
    refused(garden.register("challenge", challenge_type="oob", challenge_target="a@b.example", challenge_channel="sms"), 901001, "invalid_request")
    body = garden.register("challenge", challenge_type="oob", challenge_target="+47 98 76 54 32", challenge_channel="sms").json()
    assert body["challenge_target"] == "+47 98 76 54 32" and "challenge_target_label" not in body
    refused(garden.register("continue", grant_type="oob", oob="1"), 50181, "invalid_grant", "invalid_oob_value")
    assert garden.register("continue", grant_type="oob", oob=CODE).status_code == 200
    # The code just proved counts: no second factor is asked for on top.
    assert garden.tokens("continuation_token").status_code == 200
    # The next sign-in asks for it.
    again, answer = second_factor_wanted(app, "una@example.com")
    refused(answer, 50076, "invalid_grant", "mfa_required")
    [method] = again.introspect().json()["methods"]
    assert method["challenge_channel"] == "sms"


def test_an_address_that_a_sign_up_has_proved_is_registered_without_a_code(app):
    careful = app(CAREFUL)
    careful.sign_up("new@example.com", password=NEW)
    careful.sign_up_challenge()
    assert careful.sign_up_with("oob", oob=CODE).status_code == 200
    refused(careful.tokens("continuation_token"), 50079, "invalid_grant", "registration_required")
    careful.register("introspect")
    body = careful.register("challenge", challenge_type="oob", challenge_target="new@example.com", challenge_channel="email").json()
    assert body["challenge_type"] == "preverified" and list(body) == ["continuation_token", "challenge_type"]
    assert careful.register("continue", grant_type="continuation_token").status_code == 200
    assert careful.tokens("continuation_token").status_code == 200


def test_a_code_of_the_mail_leaves_only_the_browser_for_a_second_factor(app, flowers):
    letter = app(LETTER)
    letter.sign_up("letter@example.com", {"displayName": "Letter"})
    letter.sign_up_challenge()
    letter.sign_up_with("oob", oob=CODE)
    assert letter.tokens("continuation_token").status_code == 200
    flowers.http_session.patch(f"{flowers.control}/users/letter", json={"mfa": "required", "mfaMethods": ["+47 11 22 33 44"]}).raise_for_status()
    letter.initiate("letter@example.com")
    letter.challenge()
    redirected(letter.tokens("oob", oob=CODE), "browser")
    # Without a phone there is nothing to ask for.
    flowers.http_session.patch(f"{flowers.control}/users/letter", json={"mfaMethods": []}).raise_for_status()
    letter.initiate("letter@example.com")
    letter.challenge()
    assert letter.tokens("oob", oob=CODE).status_code == 200


# Sign-up.


def test_sign_up_with_everything_at_once(app, flowers):
    garden = app()
    own = {"displayName": "New One", "extension_loyaltyNumber": 7, "unknown": "ignored"}
    assert list(garden.sign_up("new@example.com", own, password=NEW).json()) == ["continuation_token"]
    body = garden.sign_up_challenge().json()
    assert body["interval"] == 300 and body["challenge_target_label"] == "n***w@ex**p*e.com"
    refused(garden.sign_up_with("oob", oob="1"), 50181, "invalid_grant", "invalid_oob_value")
    assert list(garden.sign_up_with("oob", oob=CODE).json()) == ["continuation_token"]
    read = claims(garden.tokens("continuation_token").json()["id_token"])
    assert (read["name"], read["preferred_username"]) == ("New One", "new@example.com")
    [user] = [user for user in flowers.http_session.get(f"{flowers.control}/users").json()["users"] if user["alias"] == "new"]
    assert user["identities"] == [{"signInType": "emailAddress", "issuer": TENANT, "issuerAssignedId": "new@example.com"}]
    assert flowers.exchanges(event="signUp", endpoint="signUpContinue")
    garden.initiate("new@example.com")
    garden.challenge()
    assert garden.tokens("password", password=NEW).status_code == 200


def test_sign_up_step_by_step(app):
    garden = app()
    garden.sign_up("new@example.com")
    garden.sign_up_challenge()
    refused(garden.sign_up_with("oob", oob=CODE), 55103, "credential_required")
    body = garden.sign_up_challenge().json()
    assert body["challenge_type"] == "password" and "challenge_channel" not in body
    refused(garden.sign_up_with("password", password="weak"), 399246, "invalid_grant", "password_too_short")
    body = refused(garden.sign_up_with("password", password=NEW), 55106, "attributes_required")
    assert body["required_attributes"] == [{"name": "displayName", "type": "string", "required": True, "options": {"regex": "^.*"}}]
    body = refused(
        garden.sign_up_with("attributes", attributes='{"displayName": "' + "x" * 300 + '"}'), 55111, "invalid_grant", "attribute_validation_failed"
    )
    assert body["invalid_attributes"] == [{"name": "displayName"}]
    assert garden.sign_up_with("attributes", attributes='{"displayName": "Step"}').status_code == 200
    assert claims(garden.tokens("continuation_token").json()["id_token"])["name"] == "Step"


def test_sign_up_with_patterns(app, flowers):
    """The page of the app checks with `regex` before it sends; what it lets through is checked again."""
    member = app(MEMBER)
    wrong = {"extension_member": "ab1234", "postalCode": "12345", "extension_count": "7"}
    body = refused(member.sign_up("new@example.com", wrong, password=NEW), 55111, "invalid_grant", "attribute_validation_failed")
    own = body["invalid_attributes"][0]["name"].removesuffix("member")
    assert re.fullmatch("extension_[0-9a-f]{32}_", own)
    assert body["invalid_attributes"] == [{"name": f"{own}member"}, {"name": "postalCode"}]
    assert member.sign_up("new@example.com", {"postalCode": "1234"}, password=NEW).status_code == 200
    member.sign_up_challenge()
    body = refused(member.sign_up_with("oob", oob=CODE), 55106, "attributes_required")
    assert body["required_attributes"] == [
        {"name": f"{own}member", "type": "string", "required": True, "options": {"regex": r"^[A-Z]{2}\d{4}$"}},
        {"name": f"{own}count", "type": "integer", "required": True, "options": {"regex": "^[0-9]+$"}},
        {"name": f"{own}news", "type": "boolean", "required": True, "options": {}},
    ]
    good = {f"{own}member": "AB1234", "extension_count": 7, "extension_news": True}
    assert member.sign_up_with("attributes", attributes=json.dumps(good)).status_code == 200
    assert member.tokens("continuation_token").status_code == 200
    [user] = [user for user in flowers.http_session.get(f"{flowers.control}/users").json()["users"] if user["alias"] == "new"]
    assert (user["postalCode"], user[f"{own}member"]) == ("1234", "AB1234")


def test_sign_up_with_a_code_alone(app):
    letter = app(LETTER)
    letter.sign_up("letter@example.com")
    letter.sign_up_challenge()
    body = refused(letter.sign_up_with("oob", oob=CODE), 55106, "attributes_required")
    assert [attribute["name"] for attribute in body["required_attributes"]] == ["displayName"]
    assert letter.sign_up_with("attributes", attributes='{"displayName": "Letter"}').status_code == 200
    assert letter.tokens("continuation_token").status_code == 200


def test_an_account_that_is_there_already(app):
    garden = app()
    refused(garden.sign_up("KIM@example.com", password=NEW), 1003037, "user_already_exists")
    # Two sign-ups race; the second one finds the account of the first.
    first, second = app(), app()
    for client in (first, second):
        client.sign_up("race@example.com", {"displayName": "Race"}, password=NEW)
        client.sign_up_challenge()
    assert first.sign_up_with("oob", oob=CODE).status_code == 200
    refused(second.sign_up_with("oob", oob=CODE), 1003037, "user_already_exists")


def test_sign_up_without_leave(app):
    redirected(app(CLOSED).sign_up("new@example.com", password=NEW), "not allowed")


# A forgotten password.


def reset_to_submit(app):
    garden = app()
    assert list(garden.reset("kim@example.com").json()) == ["continuation_token"]
    body = garden.reset_step("challenge", challenge_type=garden.challenge_types).json()
    assert body["challenge_type"] == "oob"
    assert garden.reset_step("continue", grant_type="oob", oob=CODE).json()["expires_in"] == 600
    return garden


def test_a_forgotten_password(app):
    garden = app()
    garden.reset("kim@example.com")
    garden.reset_step("challenge", challenge_type=garden.challenge_types)
    refused(garden.reset_step("continue", grant_type="oob", oob="1"), 50181, "invalid_grant", "invalid_oob_value")
    garden.reset_step("continue", grant_type="oob", oob=CODE)
    assert garden.reset_step("submit", new_password=NEW).json()["poll_interval"] == 2
    assert garden.reset_step("poll_completion").json()["status"] == "succeeded"
    assert garden.tokens("continuation_token").status_code == 200
    garden.initiate("kim@example.com")
    garden.challenge()
    refused(garden.tokens("password", password=PASSWORD), 50126, "invalid_grant")
    assert garden.tokens("password", password=NEW).status_code == 200


def test_an_app_that_knows_no_codes_cannot_reset_a_password(app):
    only = app()
    only.challenge_types = "password redirect"
    redirected(only.reset("kim@example.com"), "oob")


def test_polls_that_wait_and_fail(serve, tmp_path):
    server = setting(serve, tmp_path, "externalId: { pollsInProgress: 2, poll: failed }\n")
    garden = reset_to_submit(lambda: IOS(server, HOST, TENANT, GARDEN))
    garden.reset_step("submit", new_password=NEW)
    assert [garden.reset_step("poll_completion").json()["status"] for _ in range(3)] == ["in_progress", "in_progress", "failed"]
    # The app may submit again.
    assert garden.reset_step("submit", new_password=NEW).status_code == 200


# Calls. What each refuses stands in NativeRefusalTests and NativeStepRefusalTests.


@pytest.mark.parametrize("types", ["redirect", "oob redirect"])
def test_an_app_that_cannot_ask_for_a_password_goes_to_the_browser(app, types):
    garden = app()
    garden.challenge_types = types
    redirected(garden.initiate("kim@example.com"))
    redirected(garden.sign_up("new@example.com", password=NEW))
    # At the challenge, too.
    garden.challenge_types = "password redirect"
    garden.initiate("kim@example.com")
    garden.challenge_types = types
    redirected(garden.challenge())


def test_the_tenant_by_its_id(app, flowers):
    document = app().session.get(f"{HOST}/{TENANT}/v2.0/.well-known/openid-configuration").json()
    tid = document["issuer"].split("/")[3]
    by_name, by_id = app(), app(tenant=tid)
    by_name.initiate("kim@example.com")
    by_id.token = by_name.token
    assert by_id.challenge().status_code == 200
    assert by_id.tokens("password", password=PASSWORD).status_code == 200


def test_by_localhost(flowers):
    client = IOS(flowers, flowers.authority, TENANT, GARDEN)
    client.initiate("kim@example.com")
    client.challenge()
    assert client.tokens("password", password=PASSWORD).status_code == 200


# The journal.


def test_the_journal_has_no_secrets(app, flowers):
    garden = app()
    garden.initiate("kim@example.com")
    garden.challenge()
    garden.tokens("password", password="Secret-5ecret")
    garden.tokens("password", password=PASSWORD)
    garden.reset("kim@example.com")
    garden.reset_step("challenge", challenge_type=garden.challenge_types)
    garden.reset_step("continue", grant_type="oob", oob=CODE)
    garden.reset_step("submit", new_password="New-5ecret")
    text = flowers.journal_text()
    for secret in ("Secret-5ecret", PASSWORD, "New-5ecret", garden.token, CODE):
        assert secret not in text, secret
    assert [exchange["endpoint"] for exchange in flowers.exchanges()][-4:] == [
        "resetPasswordStart", "resetPasswordChallenge", "resetPasswordContinue", "resetPasswordSubmit",
    ]  # fmt: skip
