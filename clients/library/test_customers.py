"""Customers: user flows of Azure AD B2C."""

from play.b2c import KIM, Customer, claims
from play.pages import CODE, NEW_PASSWORD
from play.run import meets

SIGNS_IN = (KIM, None)
PROVES = ({"email": KIM["email"]}, None)
ENTERS_CODE = ({"VerificationCode": CODE}, None)
CHOOSES = ({"newPassword": NEW_PASSWORD, "reenterPassword": NEW_PASSWORD}, None)


def resets(run):
    return run.sees("begins B2C_1_reset", run.client.sign_in("B2C_1_reset", PROVES, ENTERS_CODE, CHOOSES))


@meets("b2c-sign-up-sign-in", Customer)
def test_a_new_customer(run):
    assert run.sees("signs in", run.client.sign_in("B2C_1_susi", SIGNS_IN)).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens
    other = run.client_type(run.server)
    account = {"email": "new@example.com", "newPassword": NEW_PASSWORD, "reenterPassword": NEW_PASSWORD, "displayName": "New"}
    forms = [({}, "signUp"), ({"email": "new@example.com"}, "sendCode"), ({"VerificationCode": CODE}, "verifyCode"), (account, None)]
    made = run.sees("signs up in another browser", other.sign_in("B2C_1_susi", *forms))
    assert claims(made)["newUser"] is True and claims(made)["emails"] == ["new@example.com"]


@meets("b2c-edit-profile", Customer)
def test_the_profile_without_a_prompt(run):
    first = run.sees("signs in", run.client.sign_in("B2C_1_susi", SIGNS_IN))
    assert claims(first)["name"] == "Kim Lee"
    form = ({"displayName": "Kim Larsen", "givenName": "Kim", "city": "Bergen"}, None)
    edited = run.sees("asks B2C_1_edit_profile without a prompt", run.client.sign_in("B2C_1_edit_profile", form))
    assert (claims(edited)["name"], claims(edited)["city"]) == ("Kim Larsen", "Bergen")
    assert edited.pages == ["Edit your profile"]


@meets("b2c-password-forgotten", Customer)
def test_a_forgotten_password(run):
    told = run.sees("follows “Forgot your password?”", run.client.sign_in("B2C_1_susi", ({}, "forgotPassword")))
    assert told.refusal == ("access_denied", "", [90118])
    assert resets(run).has_tokens


@meets("b2c-password-reset", Customer)
def test_a_password_that_support_has_reset(run):
    assert run.sees("signs in", run.client.sign_in("B2C_1_susi", SIGNS_IN)).has_tokens
    assert run.sees("renews", run.client.renew()).refusal == ("invalid_grant", "", [90129])
    again = run.sees("signs in with the old password", run.client.sign_in("B2C_1_susi", SIGNS_IN))
    assert again.codes == [90054]
    assert resets(run).has_tokens


@meets("b2c-sign-up-cancelled", Customer)
def test_a_customer_who_leaves(run):
    told = run.sees("leaves the page of a new account", run.client.sign_in("B2C_1_susi", ({}, "signUp"), ({}, "cancel")))
    assert told.refusal == ("access_denied", "", [90091])


@meets("b2c-policy-unknown", Customer)
def test_another_name(run):
    assert run.client.discover("B2C_1_susi") == 404
    assert run.client.discover("B2C_1_welcome") == 200
    assert run.sees("takes the tenant's own name", run.client.sign_in("B2C_1_welcome", SIGNS_IN)).has_tokens


@meets("b2c-social", Customer)
def test_somebody_from_google(run):
    told = run.sees("cancels at Google", run.client.sign_in("B2C_1_susi", ({}, "provider:google.com"), ({}, "cancel")))
    assert told.refusal == ("access_denied", "", [90273])
    forms = [({"email": "gail@gmail.example"}, None), ({"displayName": "Gail"}, None)]
    came = run.sees("comes from Google", run.client.sign_in("B2C_1_susi", *forms, domain_hint="google.com"))
    assert (claims(came)["idp"], claims(came)["newUser"]) == ("google.com", True)


@meets("b2c-mfa", Customer)
def test_a_second_factor(run):
    assert run.sees("signs in", run.client.sign_in("B2C_1_susi", SIGNS_IN, ({"verificationCode": CODE}, None))).has_tokens
    assert run.sees("signs in again", run.client.sign_in("B2C_1_susi")).has_tokens
    assert run.sees("renews", run.client.renew()).has_tokens


@meets("b2c-refresh-expired", Customer)
def test_fifteen_days_later(run):
    assert run.sees("signs in", run.client.sign_in("B2C_1_susi", SIGNS_IN)).has_tokens
    assert run.sees("renews", run.client.renew()).refusal == ("invalid_grant", "", [90080])
    assert run.sees("signs in again", run.client.sign_in("B2C_1_susi", prompt="login")).kind == "page"
    assert run.sees("enters the password", run.client.sign_in("B2C_1_susi", SIGNS_IN, prompt="login")).has_tokens
