"""What the pages' policies allow: no page breaks one of them, and nobody is told of a page."""

from support.requests_by_hand import authorize_url
from support.world import ALICE, MOBILE

LISTEN = "addEventListener('securitypolicyviolation', event => console.log('VIOLATION ' + event.violatedDirective + ' ' + event.blockedURI))"


def test_no_page_breaks_a_policy_not_even_the_one_that_is_only_reported(serve, tmp_path, window):
    scenario = tmp_path / "policies.yaml"
    scenario.write_text("scenario: policies\nsignIn: pages\nstaySignedIn: true\nasksWhomToSignOut: true\nworld: { users: { alice: { mfa: required } } }\n")
    one = window(serve(str(scenario)))
    said, asked = [], []
    one.page.on("console", lambda message: said.append(message.text))
    one.page.on("request", lambda request: asked.append(request.url))
    one.page.context.add_init_script(LISTEN)
    one.open(authorize_url(one.server, MOBILE, redirect_uri=one.listener.origin, response_mode="form_post"))
    assert one.page.evaluate("$Config.pgid") == "ConvergedSignIn", "its script has run"
    one.sign_in(ALICE).expect("ConvergedTFA", "Enter code")
    one.page.locator("#idTxtBx_SAOTCC_OTC").fill("123456")
    one.page.locator("#idSubmit_SAOTCC_Continue").click()
    one.expect("KmsiInterrupt", "Stay signed in?")
    assert one.page.url.endswith("/common/SAS/ProcessAuth")
    one.press()
    assert one.arrive().code, "the form has posted itself"
    one.open(f"{one.server.authority}/common/oauth2/v2.0/logout")
    one.page.locator("#tilesHolder button").click()
    one.page.locator("#login_workload_logo_text").wait_for()
    one.open(f"{one.server.authority}/common/oauth2/v2.0/authorize?client_id=nobody")
    assert one.page.evaluate("$Config.iErrorCode"), one.text
    assert [text for text in said if "VIOLATION" in text or "Content Security Policy" in text] == []
    assert not [url for url in asked if "csp.microsoft.com" in url]
