"""A program signs in by requests alone, by what `$Config` of each page says, as load generators and command line tools do. It has no browser and reads no form."""

import json
import re

import pytest
import requests
from support.requests_by_hand import authorize_url
from support.world import ALICE, WEB


class Program:
    def __init__(self, server):
        self.session = requests.Session()
        self.session.verify = server.ca
        self.session.trust_env = False

    def config(self, answer):
        """Everything that the page says: JSON on one line."""
        assert answer.status_code == 200, answer.headers
        return json.loads(re.search(r"\$Config=(.*);\n//\]\]>", answer.text)[1])

    def service(self, url, page, **question):
        fields = {"canary": page["apiCanary"], "hpgid": str(page["hpgid"]), "hpgact": str(page["hpgact"]), "client-request-id": page["correlationId"]}
        answer = self.session.post(url, json=question, headers=fields)
        assert answer.status_code == 200 and answer.headers["x-ms-request-id"], answer.text
        return answer.json()

    def post(self, page, **form):
        known = {page["sFTName"]: page["sFT"], "ctx": page["sCtx"], page["sCanaryTokenName"]: page["canary"]}
        return self.session.post(page["urlPost"], data={**known, **form}, allow_redirects=False)


@pytest.fixture
def program(serve, tmp_path):
    scenario = tmp_path / "config.yaml"
    scenario.write_text("scenario: by-config\nsignIn: pages\nstaySignedIn: true\nworld: { users: { alice: { mfa: required } } }\n")
    server = serve(str(scenario))
    program = Program(server)
    program.url = authorize_url(server, WEB, tenant="common", scope="openid")
    return program


def to_the_second_factor(program):
    page = program.config(program.session.get(program.url))
    assert (page["pgid"], page["sErrorCode"], page["arrSessions"]) == ("ConvergedSignIn", "50058", [])
    told = program.service(page["urlGetCredentialType"], page, username=ALICE.name, originalRequest=page["sCtx"], flowToken=page["sFT"])
    assert told["IfExistsResult"] == 0 and told["Credentials"]["HasPassword"]
    return program.config(program.post(page, login=ALICE.name, loginfmt=ALICE.name, passwd=ALICE.password, type="11", LoginOptions="3"))


def test_it_signs_in_with_a_second_factor_and_says_whether_it_stays(program):
    page = to_the_second_factor(program)
    assert page["pgid"] == "ConvergedTFA" and page["urlPost"].endswith("/common/SAS/ProcessAuth")
    method = next(proof["authMethodId"] for proof in page["arrUserProofs"] if proof["isDefault"])
    begun = program.service(page["urlBeginAuth"], page, AuthMethodId=method, Method="BeginAuth", ctx=page["sCtx"], flowToken=page["sFT"])
    assert begun["Success"] and begun["ResultValue"] == "Success"
    step = {"AuthMethodId": method, "Method": "EndAuth", "Ctx": begun["Ctx"], "FlowToken": begun["FlowToken"], "SessionId": begun["SessionId"]}
    wrong = program.service(page["urlEndAuth"], page, **step, AdditionalAuthData="000000", PollCount=1)
    assert (wrong["Success"], wrong["Retry"]) == (False, True)
    right = program.service(page["urlEndAuth"], page, **step, AdditionalAuthData="123456", PollCount=2)
    assert right["Success"]
    answer = program.post(page, ctx=None, request=right["Ctx"], mfaAuthMethod=method, type="19", login=ALICE.name)
    page = program.config(answer)
    assert page["pgid"] == "KmsiInterrupt" and page["urlPost"].endswith("/kmsi")
    answer = program.post(page, LoginOptions="3", type="28")
    assert answer.status_code == 302 and "code=" in answer.headers["Location"]
    assert "ESTSAUTHPERSISTENT" not in answer.headers["Set-Cookie"], "it said no"
    # The account is one to choose now, and a link chooses it.
    page = program.config(program.session.get(program.url + "&prompt=select_account"))
    link = f"{page['urlLogin']}&sessionid={page['arrSessions'][0]['id']}"
    assert "code=" in program.session.get(link, allow_redirects=False).headers["Location"]


def test_the_form_alone_does_as_well(program):
    page = to_the_second_factor(program)
    assert program.config(program.post(page, otc="000000"))["sErrorCode"] == "500121"
    assert program.config(program.post(page, otc="123456", mfaAuthMethod="PhoneAppOTP"))["pgid"] == "KmsiInterrupt"


def test_a_service_of_another_browser_knows_nothing(program, serve):
    page = to_the_second_factor(program)
    program.session.cookies.clear()
    told = program.service(page["urlEndAuth"], page, Ctx=page["sCtx"], AuthMethodId="PhoneAppOTP", AdditionalAuthData="123456")
    assert (told["Success"], told["ErrCode"]) == (False, 50089)
