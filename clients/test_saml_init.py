"""What `mockidp init` makes of a service provider's settings: the provider signs in once the report's tasks are done."""

import json
import re
import subprocess
from dataclasses import dataclass

from onelogin.saml2.auth import OneLogin_Saml2_Auth
from support.binary import BINARY
from support.browser import Arrival, Browser

SETTINGS = json.dumps(
    {
        "strict": True,
        "sp": {
            "entityId": "https://<sp_domain>/metadata/",
            "assertionConsumerService": {"url": "https://<sp_domain>/?acs"},
            "NameIDFormat": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
        },
        "idp": {
            "entityId": "https://sts.windows.net/<tenant>/",
            "singleSignOnService": {"url": "https://login.microsoftonline.com/<tenant>/saml2"},
            "x509cert": "<certificate>",
        },
        "security": {"requestedAuthnContext": False, "wantAssertionsSigned": True},
    },
    indent=2,
)


@dataclass
class Person:
    name: str
    password: str = "Passw0rd!"


def test_a_provider_signs_in_with_what_the_report_asks_for(tmp_path, serve):
    folder = tmp_path / "wiki"
    folder.mkdir()
    (folder / "settings.json").write_text(SETTINGS)
    path = tmp_path / "made.yaml"
    made = subprocess.run([BINARY, "init", ".", "--output", path], cwd=folder, check=True, capture_output=True, text=True)
    text, settings = path.read_text(), SETTINGS
    assert "saml: {}" in text and "is not an App ID URI" not in made.stderr
    for value, place in re.findall(r"write (\S+) in the place of (\S+)", made.stderr):
        settings = settings.replace(place, value)
    [name] = re.findall(r"'mockidp saml certificate (\S+)' prints goes here", made.stderr)
    server = serve(path)
    certificate = subprocess.run(
        [BINARY, "saml", "certificate", name, "--base64", "--ready-file", server.ready_file], check=True, capture_output=True, text=True
    )  # fmt: skip
    settings = settings.replace("<certificate>", certificate.stdout.strip())
    assert "<" not in settings, settings
    auth = provider(settings)
    url = auth.login().replace("https://login.microsoftonline.com", server.authority)
    person = Person(re.search(r"userPrincipalName: (alice@\S+)", text)[1])
    arrival = Browser(server).sign_in(url, person)
    assert isinstance(arrival, Arrival), arrival.text
    taken = provider(settings, arrival.parameters)
    taken.process_response(request_id=auth.get_last_request_id())
    assert taken.get_errors() == [], taken.get_last_error_reason()
    assert (taken.is_authenticated(), taken.get_nameid()) == (True, person.name)


def provider(settings, form=None):
    request = {"https": "off", "http_host": "localhost:8000", "script_name": "/", "get_data": {"acs": ""}, "post_data": form or {}}
    return OneLogin_Saml2_Auth(request, json.loads(settings))
