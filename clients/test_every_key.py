"""Every key of the scenario language is in at least one file that a real client or validator meets."""

import ast
import json
import re
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed here")

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = json.loads((ROOT / "scenarios/scenario.schema.json").read_text(encoding="utf-8"))

#: Keys that no such file has, or beginnings of keys that end with a dot, and where and why they are shown otherwise.
SHOWN_ELSEWHERE = {
    "$action.": "what happens in time; StateActionTests and WorldActionTests carry out each",
    "$pattern.": "PatternTests holds each key against exchanges; clients see rules, not patterns",
    "$happening.": "ExpectationCheckTests, in the same way",
    "$lifetimes.": "MSAL cannot tell the lifetimes of codes and sessions apart; ScenarioDecoderTests",
    "rules.": "RuleBookTests, PatternTests and OccurrenceTests",
    "expect.": "ExpectationCheckTests: the server alone reads them",
    "clock": "a client's own clock goes on; ScenarioDecoderTests and RefreshGrantTests",
    "clock.": "as clock",
    "signIn.": "nobody sees the pages that are answered for them; PersonaTests",
    "adopt": "test_adopt.py, by the option of the command line",
    "unknownPermissions": "AdoptionTests: adopt is both and more",
    "issuer": "IssuerOfWorldsTests, and the suites of the packages, which hold minted tokens against validators",
    "loops": "ThreadCauseTests: fifteen renewals in a row",
    "graphTokenNonce": "TokenDetailTests: clients do not verify Graph's tokens",
    "deviceCode": "DeviceCodeTests: the service never answers slow_down",
    "deviceCode.": "as deviceCode",
    "world.resources.*.appRoles": "ResourceFileTests; the words are those of apps",
    "world.resources.*.appRoles.": "as appRoles",
    "world.resources.*.scopes.": "the words are those of apps, which test_own_world.py meets",
    "world.resources.*.oauth2PermissionScopes.": "as scopes",
    "world.resources.*.requestedAccessTokenVersion": "ResourceFileTests",
    "externalId.": "test_native_auth.py makes its files at run time",
    "world.tenants.*.userFlows.onAttributeCollectionStart": "test_external_id.py makes its file at run time",
    "world.tenants.*.userFlows.onAttributeCollectionStart.": "as onAttributeCollectionStart",
    "world.tenants.*.userFlows.onAttributeCollectionSubmit": "as onAttributeCollectionStart",
    "world.tenants.*.userFlows.onAttributeCollectionSubmit.": "as onAttributeCollectionStart",
    "world.tenants.*.userFlows.onEmailOtpSend": "as onAttributeCollectionStart",
    "world.tenants.*.userFlows.onEmailOtpSend.": "as onAttributeCollectionStart",
    "world.apps.*.saml.metadata": "ProviderMetadataTests: what comes of the file are the other words of saml, which test_saml.py meets",
    "world.apps.*.saml.certificates.keyId": "Graph alone shows it: SAMLWordTests and ApplicationTemplateTests",
    "world.apps.*.saml.certificates.certificateKeyId": "as keyId",
    "world.apps.*.saml.certificates.customKeyIdentifier": "as keyId",
    "world.tenants.*.claimsMappingPolicies": "Graph's clients make them: ClaimsPolicyTests, and test_terraform_export.py plans with one",
    "world.apps.*.provisioning.": "the product sees what is sent, not the file: MappingTests, CycleTests and TroubleTests of Provisioning",
    "world.apps.*.federatedCredentials": "test_msal_grants.py makes its file at run time",
    "world.apps.*.federatedCredentials.": "as federatedCredentials",
    "world.apps.*.federatedIdentityCredentials": "the same word by Graph's name",
    "world.apps.*.federatedIdentityCredentials.": "as federatedIdentityCredentials",
}


def parts(node):
    """A schema and all that its choices consist of, with references resolved."""
    if "$ref" in node:
        name = node["$ref"].rsplit("/", 1)[-1]
        return [("$" + name, part) for _, part in parts(SCHEMA["$defs"][name])]
    found = [("", node)]
    for word in ("oneOf", "anyOf", "allOf"):
        for choice in node.get(word, []):
            found += parts(choice)
    return found


def known(node, path="", seen=()):
    """Every key of the schema by its path. What several places share is named by its definition."""
    for definition, part in parts(node):
        here = definition or path
        if definition and definition in seen:
            continue
        below = (*seen, definition) if definition else seen
        for name, value in part.get("properties", {}).items():
            key = f"{here}.{name}".lstrip(".")
            yield key, value
            yield from known(value, key, below)
        for name, value in part.get("patternProperties", {}).items():
            yield f"{here}./{name}/", value
        if isinstance(part.get("additionalProperties"), dict):
            yield from known(part["additionalProperties"], f"{here}.*", below)
        if isinstance(part.get("items"), dict):
            yield from known(part["items"], here, below)


def used(value, node, path=""):
    """The keys of the schema that a document uses."""
    for definition, part in parts(node):
        here = definition or path
        if isinstance(value, list) and isinstance(part.get("items"), dict):
            for item in value:
                yield from used(item, part["items"], here)
        if here == "$action" and isinstance(value, str) and value in part.get("enum", []):
            # A word alone is an action without a value.
            yield f"{here}.{value}"
        if not isinstance(value, dict):
            continue
        for name, below in value.items():
            name = str(name)
            if name in part.get("properties", {}):
                key = f"{here}.{name}".lstrip(".")
                yield key
                yield from used(below, part["properties"][name], key)
                continue
            for pattern in part.get("patternProperties", {}):
                if re.search(pattern, name):
                    yield f"{here}./{pattern}/"
            if isinstance(part.get("additionalProperties"), dict):
                yield from used(below, part["additionalProperties"], f"{here}.*")


def documents():
    """The scenarios that tests serve: those of the library, each of which clients play, those of this folder, and those in tests."""
    for file in [*(ROOT / "scenarios").glob("*.yaml"), *(ROOT / "clients/scenarios").glob("*.yaml")]:
        yield yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in (ROOT / "clients").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                # What is put in later is an id or a name.
                text = "".join(one.value if isinstance(one, ast.Constant) else "x" for one in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            else:
                continue
            if "scenario:" in text:
                if "{{" in text:
                    # A form that a test fills in.
                    text = re.sub(r"(?<!\{)\{\w+\}(?!\})", "x", text).replace("{{", "{").replace("}}", "}")
                try:
                    document = yaml.safe_load(text)
                except yaml.YAMLError:
                    continue
                if isinstance(document, dict) and "scenario" in document:
                    yield document


def synonym(key, value):
    """The key that this one is another name of; the program says so in the schema."""
    note = value.get("description", "")
    return key.rsplit(".", 1)[0] + "." + note.split("'")[1] if note.startswith("Another name of '") else None


def test_every_key_is_met_by_a_client():
    keys = dict(known(SCHEMA))
    met = {key for document in documents() for key in used(document, SCHEMA)}
    assert met <= set(keys), f"the walk made up {sorted(met - set(keys))}"
    # The names of one word are read by one row, so one of them is enough.
    found = None
    # A name below another one has as many twins as both together.
    while found != len(met):
        found = len(met)
        for key, value in keys.items():
            if (other := synonym(key, value)) and {key, other} & met:
                met |= {key, other}
                met |= {one for one in keys if one.startswith((f"{key}.", f"{other}.")) and twin(one, key, other) in met}
    elsewhere = {key for key in keys for row in SHOWN_ELSEWHERE if key == row or row.endswith(".") and key.startswith(row)}
    assert not (missing := sorted(set(keys) - met - elsewhere)), "no client meets " + ", ".join(missing)
    needless = [row for row in SHOWN_ELSEWHERE if not any(key not in met for key in keys if key == row or key.startswith(row))]
    assert not needless, f"clients meet {needless}: take them out of SHOWN_ELSEWHERE"


@pytest.mark.parametrize("key, place", SHOWN_ELSEWHERE.items())
def test_what_is_shown_elsewhere_is_there(key, place):
    for word in re.findall(r"\b(?:\w+Tests|test_\w+\.py)\b", place):
        name = f"{word}.swift" if word.endswith("Tests") else word
        folder = "Tests" if word.endswith("Tests") else "clients"
        assert list((ROOT / folder).rglob(name)), f"{key} is shown by {word}, which is not there"


def twin(key, one, other):
    """The same key below the other name of a word."""
    return other + key[len(one) :] if key.startswith(f"{one}.") else one + key[len(other) :]
