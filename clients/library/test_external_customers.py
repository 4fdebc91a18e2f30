"""Customers: Microsoft Entra External ID, in a browser and in pages of the app's own."""

from play.external import CODE, KIM, NATIVE, PASSWORD, SCOPES, Customer, claims
from play.pages import NEW_PASSWORD
from play.run import meets

NAME = ({"username": KIM}, None)
SIGNS_IN = (NAME, ({"passwd": PASSWORD}, None))
READS = f"User.Read {SCOPES}"


@meets("external-sign-up-sign-in", Customer)
def test_a_new_customer(run):
    assert run.sees("signs in", run.client.sign_in(*SIGNS_IN)).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens
    other = run.client_type(run.server)
    details = {"newPassword": NEW_PASSWORD, "reenterPassword": NEW_PASSWORD, "displayName": "New", "city": ""}
    forms = [({}, "signUp"), ({"email": "new@example.com"}, None), ({"otc": CODE}, None), (details, None)]
    made = run.sees("signs up in another browser", other.sign_in(*forms))
    assert claims(made)["preferred_username"] == "new@example.com"
    forgets = [({"username": KIM}, None), ({}, "forgotPassword"), ({"otc": CODE}, None), ({"newPassword": NEW_PASSWORD, "reenterPassword": NEW_PASSWORD}, None)]
    assert run.sees("forgets the password", run.client_type(run.server).sign_in(*forgets)).has_tokens


@meets("external-social", Customer)
def test_somebody_from_google(run):
    forms = [({"email": "gail@gmail.example"}, None), ({"displayName": "Gail"}, None)]
    came = run.sees("comes from Google", run.client.sign_in(*forms, domain_hint="google"))
    assert claims(came)["idp"] == "google.com"
    assert run.sees("comes again", run.client_type(run.server).sign_in(({}, "provider:google.com"), forms[0])).has_tokens


def signs_in(run, doing="signs in", grant="password", **more):
    run.sees("begins", run.client.does("initiate", KIM))
    run.sees("goes on", run.client.does("challenge"))
    return run.sees(doing, run.client.does("tokens", grant, READS, **more))


@meets("external-second-factor", *NATIVE)
def test_a_second_factor(run):
    wanted = signs_in(run, password=PASSWORD)
    assert wanted.refusal == ("invalid_grant", "mfa_required", [50076])
    methods = run.sees("asks for the methods", run.client.does("introspect")).result["methods"]
    run.sees("chooses", run.client.does("challenge", id=methods[0]["id"]))
    assert run.sees("enters the code", run.client.does("tokens", "mfa_oob", READS, oob=CODE)).has_tokens


@meets("native-sign-in-password", *NATIVE)
def test_a_password_in_the_apps_page(run):
    assert signs_in(run, "mistypes", password="Passw0rd").refusal == ("invalid_grant", "", [50126])
    assert run.sees("enters the password", run.client.does("tokens", "password", READS, password=PASSWORD)).has_tokens


@meets("native-sign-in-code", *NATIVE)
def test_a_code_in_the_apps_page(run):
    run.sees("signs up", run.client.does("sign_up", "new@example.com", {"displayName": "New"}))
    run.sees("asks for a code", run.client.does("sign_up_challenge"))
    run.sees("enters it", run.client.does("sign_up_with", "oob", oob=CODE))
    run.sees("signs in later", run.client.does("initiate", "new@example.com"))
    run.sees("goes on", run.client.does("challenge"))
    wrong = run.sees("mistypes", run.client.does("tokens", "oob", READS, oob="00000000"))
    assert wrong.refusal == ("invalid_grant", "invalid_oob_value", [50181])
    assert run.sees("enters the code", run.client.does("tokens", "oob", READS, oob=CODE)).has_tokens


@meets("native-sign-up", *NATIVE)
def test_a_new_customer_in_the_apps_page(run):
    run.sees("gives the address", run.client.does("sign_up", "new@example.com"))
    run.sees("asks for a code", run.client.does("sign_up_challenge"))
    assert run.sees("enters it", run.client.does("sign_up_with", "oob", oob=CODE)).refusal == ("credential_required", "", [55103])
    run.sees("asks on", run.client.does("sign_up_challenge"))
    told = run.sees("gives a password", run.client.does("sign_up_with", "password", password=NEW_PASSWORD))
    assert told.refusal == ("attributes_required", "", [55106])
    run.sees("gives a name", run.client.does("sign_up_with", "attributes", attributes='{"displayName": "New"}'))
    assert run.sees("asks for tokens", run.client.does("tokens", "continuation_token", READS)).has_tokens


@meets("native-reset-password", *NATIVE)
def test_a_forgotten_password_in_the_apps_page(run):
    run.sees("begins", run.client.does("reset", KIM))
    run.sees("asks for a code", run.client.does("reset_step", "challenge", challenge_type=run.client.native.challenge_types))
    run.sees("enters it", run.client.does("reset_step", "continue", grant_type="oob", oob=CODE))
    weak = run.sees("gives a short password", run.client.does("reset_step", "submit", new_password="abc"))
    assert weak.refusal == ("invalid_grant", "password_too_short", [399246])
    run.sees("gives a good one", run.client.does("reset_step", "submit", new_password=NEW_PASSWORD))
    run.sees("waits", run.client.does("reset_step", "poll_completion"))
    run.sees("asks again", run.client.does("reset_step", "poll_completion"))
    assert run.sees("asks for tokens", run.client.does("tokens", "continuation_token", READS)).has_tokens


@meets("native-redirect-to-web", *NATIVE)
def test_the_way_to_a_browser(run):
    run.client.native.capabilities = "mfa_required"
    assert signs_in(run, password=PASSWORD).text == "is sent to a browser"
    browser = Customer(run.server)
    assert run.sees("goes on in a browser", browser.sign_in(*SIGNS_IN, ({}, None))).has_tokens


@meets("native-token-expired", *NATIVE)
def test_a_customer_who_is_away(run):
    assert signs_in(run, "comes back too late", password=PASSWORD).refusal == ("expired_token", "", [552001])
    assert signs_in(run, "begins again", password=PASSWORD).has_tokens
