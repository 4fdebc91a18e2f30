"""A plan of Terraform's, without Terraform: what the provider azuread reads of Graph for each resource, held against a configuration.

A read gives the attributes that a configuration can say. What the provider sets by itself when nothing is said (optional and computed) is
compared only where the configuration has it."""

import base64
import json
import re


def text(value):
    """A quoted text of the language as the text that it means; any other value as it is."""
    if isinstance(value, str) and value.startswith('"'):
        return json.loads(value).replace("$${", "${").replace("%%{", "%{")
    return value



#: Attributes that are other than empty when nothing is said, by kind and path.
DEFAULTS = {
    "azuread_user": {"account_enabled": True, "show_in_address_list": True},
    "azuread_application": {
        "sign_in_audience": "AzureADMyOrg", "api": [{}], "api.requested_access_token_version": 1,
        "api.oauth2_permission_scope.enabled": True, "api.oauth2_permission_scope.type": "User", "app_role.enabled": True,
    },
    "azuread_service_principal": {"account_enabled": True},
    "azuread_named_location": {"country.country_lookup_method": "clientIpAddress"},
}  # fmt: skip

#: Attributes that the provider leaves alone unless the configuration says them, by kind and path.
LEFT_ALONE = {
    "azuread_user": {"business_phones", "mail", "mail_nickname", "onpremises_immutable_id"},
    "azuread_group": {"mail_nickname", "members", "onpremises_group_type", "owners", "visibility"},
    "azuread_application": {"tags"},
    "azuread_service_principal": {"tags"},
    "azuread_conditional_access_policy": {
        "session_controls.sign_in_frequency_interval", "session_controls.sign_in_frequency_authentication_type",
    },
    "azuread_application_certificate": {"end_date", "key_id"},
    "azuread_service_principal_certificate": {"end_date", "key_id"},
}  # fmt: skip


class Plan:
    """The differences between a configuration and what Graph says. `get` gives the JSON of a path behind the host, or None for 404."""

    def __init__(self, document, get):
        self._get = get
        self._seen = {}
        self.resources = self._blocks(document, "resource")
        self._data = {f"data.{address}": body for address, body in self._blocks(document, "data").items()}
        self.imports = {text(one["to"]).strip("${}"): text(one["id"]) for one in document.get("import", [])}

    @staticmethod
    def _blocks(document, kind):
        return {
            f"{text(first)}.{text(second)}": body
            for item in document.get(kind, []) for first, named in item.items() for second, body in named.items()
        }  # fmt: skip

    def get(self, path):
        if path not in self._seen:
            self._seen[path] = self._get(path)
        return self._seen[path]

    def differences(self):
        """What a plan would change: address, attribute, what the configuration says, what Graph says."""
        found = []
        for address, body in self.resources.items():
            kind = address.split(".")[0]
            state = READS[kind](self, self.imports[address])
            config = self._resolved({name: value for name, value in body.items() if name != "lifecycle"})
            ignored = {re.sub(r"[${}]|\[\d+\]", "", one) for part in body.get("lifecycle", []) for one in part["ignore_changes"]}
            for one in self._compared(kind, "", config, state, ignored):
                found.append((address, *one))
        return found

    def _compared(self, kind, path, config, state, ignored):
        for name in sorted({*config, *state}):
            here = f"{path}{name}"
            if here in ignored or (here in LEFT_ALONE.get(kind, ()) and name not in config):
                continue
            wanted = config.get(name, DEFAULTS.get(kind, {}).get(here))
            if (said := self._plain(kind, here, wanted, ignored)) != (is_ := self._plain(kind, here, state.get(name), ignored)):
                yield here, said, is_

    def _plain(self, kind, path, value, ignored):
        """A value that can be compared: lists without their order, nothing for what is empty, and blocks with their defaults."""
        if isinstance(value, dict):
            defaults = DEFAULTS.get(kind, {})
            names = {*value, *(one.rsplit(".", 1)[1] for one in defaults if one.rpartition(".")[0] == path)}
            kept = {
                name: self._plain(kind, f"{path}.{name}", value.get(name, defaults.get(f"{path}.{name}")), ignored)
                for name in names
                if f"{path}.{name}" not in ignored and (f"{path}.{name}" not in LEFT_ALONE.get(kind, ()) or name in value)
            }
            return {name: kept[name] for name in sorted(kept) if kept[name] is not None} or None
        if isinstance(value, list):
            items = [one for one in (self._plain(kind, path, item, ignored) for item in value) if one is not None]
            return sorted(items, key=lambda item: json.dumps(item, sort_keys=True)) or None
        return None if value in ("", False, 0) else value

    # References

    def _resolved(self, value):
        if isinstance(value, dict):
            return {name: self._resolved(one) for name, one in value.items() if not name.startswith("__")}
        if isinstance(value, list):
            return [self._resolved(one) for one in value]
        if isinstance(value, str) and value.startswith("${"):
            return self._value_of(value[2:-1])
        return text(value)

    def _value_of(self, reference):
        found = re.fullmatch(r'((?:data\.)?azuread_\w+\.[\w-]+)\.(\w+)(?:\["(.*)"\])?', reference)
        assert found, reference
        address, attribute, key = found.groups()
        thing = self._object(address)
        if attribute == "id":
            return self.imports[address]
        if key is None:
            return thing[{"object_id": "id", "client_id": "appId"}[attribute]]
        listed = {
            "app_role_ids": thing.get("appRoles"),
            "oauth2_permission_scope_ids": thing.get("oauth2PermissionScopes") or (thing.get("api") or {}).get("oauth2PermissionScopes"),
        }[attribute]
        return next(one["id"] for one in listed if one["value"] == json.loads(f'"{key}"'))

    def _object(self, address):
        if address in self.imports:
            return self.get("/v1.0" + self.imports[address])
        body = self._resolved(self._data[address])
        if "client_id" in body:
            return self.get(f"/v1.0/servicePrincipals(appId='{body['client_id']}')")
        return self.get(f"/v1.0/{'users' if 'azuread_user' in address else 'groups'}/{body['object_id']}")

    def ids(self, path):
        """The ids of the objects of a list."""
        return [one["id"] for one in self.get(path)["value"]]


# What each resource reads. Names of attributes follow from those of Graph unless a table says otherwise.


def _snake(name):
    return re.sub(r"([A-Z])", r"_\1", name).lower().replace("on_premises", "onpremises")


def _named(one, *names, **others):
    """Members under the provider's names: those of `names` by Graph's, those of `others` by the attribute."""
    return {_snake(name): one.get(name) for name in names} | {attribute: one.get(name) for attribute, name in others.items()}


def _user(plan, id):
    extra = [
        "accountEnabled", "ageGroup", "city", "companyName", "consentProvidedForMinor", "country", "department", "employeeHireDate",
        "employeeId", "employeeOrgData", "employeeType", "faxNumber", "mailNickname", "onPremisesImmutableId", "otherMails",
        "passwordPolicies", "postalCode", "state", "streetAddress", "usageLocation",
    ]  # fmt: skip
    one = plan.get(f"/v1.0{id}") | plan.get(f"/v1.0{id}?$select={','.join(extra)}")
    policies = [word.strip() for word in (one.pop("passwordPolicies") or "").split(",")]
    organization = one.pop("employeeOrgData") or {}
    manager = plan.get(f"/v1.0{id}/manager")
    names = [
        "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone", "officeLocation", "preferredLanguage", "surname",
        "userPrincipalName", *(name for name in extra if name in one),
    ]  # fmt: skip
    return _named(one, *names) | {
        "cost_center": organization.get("costCenter"), "division": organization.get("division"),
        "disable_strong_password": "DisableStrongPassword" in policies,
        "disable_password_expiration": "DisablePasswordExpiration" in policies,
        "show_in_address_list": plan.get(f"/beta{id}?$select=showInAddressList").get("showInAddressList"),
        "manager_id": manager and manager["id"],
    }  # fmt: skip


def _group(plan, id):
    one = plan.get(f"/beta{id}")
    state = _named(
        one, "description", "displayName", "mailEnabled", "mailNickname", "securityEnabled", "theme", "visibility",
        assignable_to_role="isAssignableToRole", behaviors="resourceBehaviorOptions", provisioning_options="resourceProvisioningOptions",
        types="groupTypes",
    )  # fmt: skip
    if one.get("membershipRule") is not None:
        state["dynamic_membership"] = [
            {"enabled": one.get("membershipRuleProcessingState") != "Paused", "rule": one["membershipRule"]}
        ]
    state |= _named(one.get("writebackConfiguration") or {}, writeback_enabled="isEnabled", onpremises_group_type="onPremisesGroupType")
    return state | {name: plan.ids(f"/beta{id}/{name}") for name in ("owners", "members")}


def _scopes(listed):
    return [
        _named(
            one, "id", "type", "value", "adminConsentDescription", "adminConsentDisplayName", "userConsentDescription",
            "userConsentDisplayName", enabled="isEnabled",
        )
        for one in listed or []
    ]  # fmt: skip


def _roles(listed):
    return [_named(one, "id", "value", "allowedMemberTypes", "description", "displayName", enabled="isEnabled") for one in listed or []]


def _application(plan, id):
    one = plan.get(f"/v1.0{id}")
    info, api, web = one.get("info") or {}, one.get("api") or {}, one.get("web") or {}
    implicit, claims = web.get("implicitGrantSettings") or {}, one.get("optionalClaims") or {}
    version = api.get("requestedAccessTokenVersion")
    return (
        _named(
            one, "description", "displayName", "identifierUris", "notes", "serviceManagementReference", "signInAudience", "tags",
            device_only_auth_enabled="isDeviceOnlyAuthSupported", fallback_public_client_enabled="isFallbackPublicClient",
        )
        | _named(info, "marketingUrl", "privacyStatementUrl", "supportUrl", "termsOfServiceUrl")
        | {
            "group_membership_claims": [word.strip() for word in (one.get("groupMembershipClaims") or "").split(",")],
            "api": [
                {
                    "known_client_applications": api.get("knownClientApplications"), "mapped_claims_enabled": api.get("acceptMappedClaims"),
                    "requested_access_token_version": 1 if version is None else version,
                    "oauth2_permission_scope": _scopes(api.get("oauth2PermissionScopes")),
                }
            ],
            "app_role": _roles(one.get("appRoles")),
            "optional_claims": [
                {
                    attribute: [_named(claim, "name", "essential", "source", "additionalProperties") for claim in claims.get(name) or []]
                    for attribute, name in (("access_token", "accessToken"), ("id_token", "idToken"), ("saml2_token", "saml2Token"))
                }
            ],
            "public_client": [{"redirect_uris": (one.get("publicClient") or {}).get("redirectUris")}],
            "single_page_application": [{"redirect_uris": (one.get("spa") or {}).get("redirectUris")}],
            "web": [
                {
                    "homepage_url": web.get("homePageUrl"), "logout_url": web.get("logoutUrl"), "redirect_uris": web.get("redirectUris"),
                    "implicit_grant": [
                        {
                            "access_token_issuance_enabled": implicit.get("enableAccessTokenIssuance"),
                            "id_token_issuance_enabled": implicit.get("enableIdTokenIssuance"),
                        }
                    ],
                }
            ],
            "required_resource_access": [
                {
                    "resource_app_id": access["resourceAppId"],
                    "resource_access": [_named(part, "id", "type") for part in access["resourceAccess"]],
                }
                for access in one.get("requiredResourceAccess") or []
            ],
            "oauth2_post_response_required": plan.get(f"/beta{id}?$select=oauth2RequirePostResponse").get("oauth2RequirePostResponse"),
            "owners": plan.ids(f"/v1.0{id}/owners"),
        }
    )  # fmt: skip


def _principal(plan, id):
    one = plan.get(f"/v1.0{id}")
    relay = (one.get("samlSingleSignOnSettings") or {}).get("relayState")
    return _named(
        one, "accountEnabled", "alternativeNames", "appRoleAssignmentRequired", "description", "loginUrl", "notes",
        "notificationEmailAddresses", "preferredSingleSignOnMode", "tags", client_id="appId",
    ) | {"saml_single_sign_on": [{"relay_state": relay}], "owners": plan.ids(f"/v1.0{id}/owners")}  # fmt: skip


def _certificate(list_name, attribute):
    def read(plan, id):
        holder, key = id.split("/certificate/")
        one = next(one for one in plan.get(f"/v1.0/{list_name}/{holder}?$select=keyCredentials")["keyCredentials"] if one["keyId"] == key)
        return _named(one, "type", key_id="keyId", end_date="endDateTime") | {attribute: f"/{list_name}/{holder}"}

    return read


def _signing_certificate(plan, id):
    holder, key = id.split("/tokenSigningCertificate/")
    one = next(one for one in plan.get(f"/v1.0/servicePrincipals/{holder}?$select=keyCredentials")["keyCredentials"] if one["keyId"] == key)
    # The provider computes the thumbprint of it.
    assert base64.b64decode(one["key"])
    return _named(one, "displayName", end_date="endDateTime") | {"service_principal_id": f"/servicePrincipals/{holder}"}


def _claims_policy(plan, id):
    return _named(plan.get(f"/v1.0{id}"), "definition", "displayName")


def _claims_policy_assignment(plan, id):
    holder, policy = id.split("/claimsMappingPolicies/")
    assert policy in plan.ids(f"/v1.0{holder}/claimsMappingPolicies")
    return {"service_principal_id": holder, "claims_mapping_policy_id": f"/policies/claimsMappingPolicies/{policy}"}


def _federated(plan, id):
    app, credential = id.split("/federatedIdentityCredential/")
    one = plan.get(f"/v1.0/applications/{app}/federatedIdentityCredentials/{credential}")
    return _named(one, "audiences", "description", "issuer", "subject", display_name="name") | {"application_id": f"/applications/{app}"}


def _pre_authorized(plan, id):
    app, client = id.split("/preAuthorizedApplication/")
    listed = plan.get(f"/v1.0/applications/{app}")["api"]["preAuthorizedApplications"]
    one = next(one for one in listed if one["appId"] == client)
    return {"application_id": f"/applications/{app}", "authorized_client_id": client, "permission_ids": one["delegatedPermissionIds"]}


def _role_assignment(plan, id):
    return _named(plan.get(f"/v1.0{id}"), role_id="roleDefinitionId", principal_object_id="principalId")


def _app_role_assignment(plan, id):
    return _named(plan.get(f"/v1.0{id}"), "appRoleId", principal_object_id="principalId", resource_object_id="resourceId")


def _grant(plan, id):
    one = plan.get(f"/v1.0{id}")
    return _named(
        one, service_principal_object_id="clientId", resource_service_principal_object_id="resourceId", user_object_id="principalId"
    ) | {"claim_values": (one.get("scope") or "").split()}


def _location(plan, id):
    one = plan.get(f"/v1.0{id}")
    state = {"display_name": one["displayName"]}
    if "ipNamedLocation" in one["@odata.type"]:
        state["ip"] = [{"ip_ranges": [part["cidrAddress"] for part in one["ipRanges"]], "trusted": one.get("isTrusted")}]
    else:
        state["country"] = [_named(one, "countriesAndRegions", "includeUnknownCountriesAndRegions", "countryLookupMethod")]
    return state


def _filter(one):
    return [_named(one, "mode", "rule")] if one else []


def _guests(one):
    if not one:
        return []
    tenants = one.get("externalTenants")
    return [
        {
            "guest_or_external_user_types": [word.strip() for word in one["guestOrExternalUserTypes"].split(",")],
            "external_tenants": [_named(tenants, "membershipKind", "members")] if tenants else [],
        }
    ]


def _lists(one, *names):
    """Lists whose names the provider writes with `included` and `excluded`."""
    return {_snake(name).replace("clude_", "cluded_", 1): (one or {}).get(name) for name in names}


def _policy(plan, id):
    one = plan.get(f"/v1.0{id}")
    conditions, grant, session = one.get("conditions") or {}, one.get("grantControls") or {}, one.get("sessionControls") or {}
    apps, users, clients = (conditions.get(name) or {} for name in ("applications", "users", "clientApplications"))
    frequency, strength = session.get("signInFrequency") or {}, grant.get("authenticationStrength")
    devices, flows = conditions.get("devices") or {}, (conditions.get("authenticationFlows") or {}).get("transferMethods") or ""
    return {
        "display_name": one["displayName"], "state": one["state"],
        "conditions": [
            _named(conditions, "clientAppTypes", "servicePrincipalRiskLevels", "signInRiskLevels", "userRiskLevels")
            | {
                "applications": [
                    _lists(apps, "includeApplications", "excludeApplications", "includeUserActions")
                    | {"filter": _filter(apps.get("applicationFilter"))}
                ],
                "users": [
                    _lists(users, "includeUsers", "excludeUsers", "includeGroups", "excludeGroups", "includeRoles", "excludeRoles")
                    | {
                        "included_guests_or_external_users": _guests(users.get("includeGuestsOrExternalUsers")),
                        "excluded_guests_or_external_users": _guests(users.get("excludeGuestsOrExternalUsers")),
                    }
                ],
                "client_applications": [
                    _lists(clients, "includeServicePrincipals", "excludeServicePrincipals")
                    | {"filter": _filter(clients.get("servicePrincipalFilter"))}
                ],
                "devices": [{"filter": _filter(devices.get("deviceFilter"))}],
                "locations": [_lists(conditions.get("locations"), "includeLocations", "excludeLocations")],
                "platforms": [_lists(conditions.get("platforms"), "includePlatforms", "excludePlatforms")],
                "authentication_flow_transfer_methods": [word.strip() for word in flows.split(",")],
            }
        ],
        "grant_controls": [
            _named(grant, "operator", "builtInControls", "customAuthenticationFactors", "termsOfUse")
            | {"authentication_strength_policy_id": strength and f"/policies/authenticationStrengthPolicies/{strength['id']}"}
        ],
        "session_controls": [
            {
                "application_enforced_restrictions_enabled": (session.get("applicationEnforcedRestrictions") or {}).get("isEnabled"),
                "cloud_app_security_policy": (session.get("cloudAppSecurity") or {}).get("cloudAppSecurityType"),
                "disable_resilience_defaults": session.get("disableResilienceDefaults"),
                "persistent_browser_mode": (session.get("persistentBrowser") or {}).get("mode"),
                "sign_in_frequency": frequency.get("value"), "sign_in_frequency_period": frequency.get("type"),
                "sign_in_frequency_authentication_type": frequency.get("authenticationType"),
                "sign_in_frequency_interval": frequency.get("frequencyInterval"),
            }
        ],
    }  # fmt: skip


READS = {
    "azuread_user": _user, "azuread_group": _group, "azuread_application": _application, "azuread_service_principal": _principal,
    "azuread_application_certificate": _certificate("applications", "application_id"),
    "azuread_service_principal_certificate": _certificate("servicePrincipals", "service_principal_id"),
    "azuread_application_federated_identity_credential": _federated, "azuread_application_pre_authorized": _pre_authorized,
    "azuread_directory_role_assignment": _role_assignment, "azuread_app_role_assignment": _app_role_assignment,
    "azuread_service_principal_delegated_permission_grant": _grant, "azuread_named_location": _location,
    "azuread_conditional_access_policy": _policy, "azuread_service_principal_token_signing_certificate": _signing_certificate,
    "azuread_claims_mapping_policy": _claims_policy,
    "azuread_service_principal_claims_mapping_policy_assignment": _claims_policy_assignment,
}  # fmt: skip
