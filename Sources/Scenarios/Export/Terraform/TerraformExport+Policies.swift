import Bytes
import Directory
import JSON

/// Named locations and Conditional Access policies.
extension TerraformExport {
  mutating func addLocations() {
    for location in tenant.properties["namedLocations"]?.array ?? [] {
      guard let id = location["id"]?.string, let name = location["displayName"]?.string else { continue }
      var (address, block) = resource("azuread_named_location", like: name)
      locations[ASCII.lowercased(id)] = address
      block.set("display_name", name)
      var ip = TerraformBlock("ip")
      ip.set("ip_ranges", (location["ipRanges"]?.array ?? []).compactMap { $0["cidrAddress"]?.string })
      ip.set("trusted", location["isTrusted"]?.bool ?? false, unless: false)
      block.add(ip)
      var country = TerraformBlock("country")
      country.set("countries_and_regions", location["countriesAndRegions"]?.strings ?? [])
      country.set("country_lookup_method", location["countryLookupMethod"]?.string)
      country.set(
        "include_unknown_countries_and_regions", location["includeUnknownCountriesAndRegions"]?.bool ?? false,
        unless: false)
      block.add(country)
      add(block, at: address, id: "/identity/conditionalAccess/namedLocations/\(id)")
    }
  }

  mutating func addPolicies() {
    let all = directory.policies.values.filter { $0.tenant == tenant.id }
    for policy in all.sorted(by: { ($0.name, "\($0.id)") < ($1.name, "\($1.id)") }) {
      var (address, block) = resource("azuread_conditional_access_policy", like: policy.name)
      let form = policy.inGraphForm(directory)
      block.set("display_name", policy.name)
      block.set("state", form["state"]?.string)
      if policy.scopes != nil {
        block.add(comment: "In mockidp this policy guards some permissions only, which no tenant has.")
      }
      block.add(conditions(form["conditions"] ?? [:]))
      block.add(Self.grant(form["grantControls"] ?? .null))
      block.add(Self.session(form["sessionControls"] ?? .null))
      add(block, at: address, id: "/identity/conditionalAccess/policies/\(policy.id)")
    }
  }

  /// The members of `conditions` that are lists, with the provider's names.
  private static let lists: [(block: String, member: String, attributes: [(member: String, name: String)])] = [
    (
      "applications", "applications",
      [
        ("includeApplications", "included_applications"), ("excludeApplications", "excluded_applications"),
        ("includeUserActions", "included_user_actions"),
      ]
    ),
    (
      "users", "users",
      [
        ("includeUsers", "included_users"), ("excludeUsers", "excluded_users"), ("includeGroups", "included_groups"),
        ("excludeGroups", "excluded_groups"), ("includeRoles", "included_roles"), ("excludeRoles", "excluded_roles"),
      ]
    ),
    (
      "client_applications", "clientApplications",
      [
        ("includeServicePrincipals", "included_service_principals"),
        ("excludeServicePrincipals", "excluded_service_principals"),
      ]
    ),
    (
      "locations", "locations",
      [("includeLocations", "included_locations"), ("excludeLocations", "excluded_locations")]
    ),
    (
      "platforms", "platforms",
      [("includePlatforms", "included_platforms"), ("excludePlatforms", "excluded_platforms")]
    ),
  ]

  private func conditions(_ written: JSONValue) -> TerraformBlock {
    var block = TerraformBlock("conditions")
    block.set("client_app_types", written["clientAppTypes"]?.strings ?? ["all"])
    for (member, name) in [
      ("signInRiskLevels", "sign_in_risk_levels"), ("userRiskLevels", "user_risk_levels"),
      ("servicePrincipalRiskLevels", "service_principal_risk_levels"),
    ] { block.set(name, written[member]?.strings ?? []) }
    block.set("authentication_flow_transfer_methods", Self.words(written["authenticationFlows"]?["transferMethods"]))
    for (name, member, attributes) in Self.lists {
      var part = TerraformBlock(name)
      for attribute in attributes {
        part.set(attribute.name, .list((written[member]?[attribute.member]?.strings ?? []).map(named)))
      }
      for context in written[member]?["includeAuthenticationContextClassReferences"]?.strings ?? [] {
        part.add(comment: "It guards the authentication context \(context), for which the provider has no word.")
      }
      if let filter = Self.filters[name] { part.add(Self.filter(written[member]?[filter])) }
      if name == "users" {
        part.add(Self.guests("included_guests_or_external_users", written[member]?["includeGuestsOrExternalUsers"]))
        part.add(Self.guests("excluded_guests_or_external_users", written[member]?["excludeGuestsOrExternalUsers"]))
      }
      block.add(part)
    }
    var devices = TerraformBlock("devices")
    devices.add(Self.filter(written["devices"]?["deviceFilter"]))
    block.add(devices)
    return block
  }

  /// Where the parts with a rule have it.
  private static let filters = ["applications": "applicationFilter", "client_applications": "servicePrincipalFilter"]

  private static func filter(_ written: JSONValue?) -> TerraformBlock {
    var block = TerraformBlock("filter")
    block.set("mode", written?["mode"]?.string)
    block.set("rule", written?["rule"]?.string)
    return block
  }

  private static func guests(_ name: String, _ written: JSONValue?) -> TerraformBlock {
    var block = TerraformBlock(name)
    block.set("guest_or_external_user_types", words(written?["guestOrExternalUserTypes"]))
    var tenants = TerraformBlock("external_tenants")
    tenants.set("membership_kind", written?["externalTenants"]?["membershipKind"]?.string)
    tenants.set("members", written?["externalTenants"]?["members"]?.strings ?? [])
    block.add(tenants)
    return block
  }

  /// The words of a text with commas, which the provider writes as a list.
  private static func words(_ written: JSONValue?) -> [String] {
    (written?.string ?? "").split(separator: ",").map { ASCII.trimmed($0) }
  }

  /// An id in a list: a reference to the object of the configuration that has it, else the text.
  private func named(_ text: String) -> TerraformBlock.Value {
    if let address = User.ID(text).flatMap({ users[$0] }) ?? Group.ID(text).flatMap({ groups[$0] })
      ?? ServicePrincipal.ID(text).flatMap({ principals[$0] }) ?? locations[ASCII.lowercased(text)]
    {
      return .reference("\(address).object_id")
    }
    return Application.ID(text).flatMap { applications[$0] }.map { .reference("\($0).client_id") } ?? .text(text)
  }

  private static func grant(_ written: JSONValue) -> TerraformBlock {
    var block = TerraformBlock("grant_controls")
    block.set("operator", written["operator"]?.string)
    block.set("built_in_controls", written["builtInControls"]?.strings ?? [])
    block.set("custom_authentication_factors", written["customAuthenticationFactors"]?.strings ?? [])
    block.set("terms_of_use", written["termsOfUse"]?.strings ?? [])
    block.set(
      "authentication_strength_policy_id",
      written["authenticationStrength"]?["id"]?.string.map { "/policies/authenticationStrengthPolicies/\($0)" })
    return block
  }

  private static func session(_ written: JSONValue) -> TerraformBlock {
    var block = TerraformBlock("session_controls")
    if let frequency = written["signInFrequency"], frequency["isEnabled"] == true {
      block.set("sign_in_frequency", frequency["value"]?.integer.map { .number($0) })
      block.set("sign_in_frequency_period", frequency["type"]?.string)
      block.set("sign_in_frequency_interval", frequency["frequencyInterval"]?.string)
      block.set("sign_in_frequency_authentication_type", frequency["authenticationType"]?.string)
    }
    if let persistence = written["persistentBrowser"], persistence["isEnabled"] == true {
      block.set("persistent_browser_mode", persistence["mode"]?.string)
    }
    block.set(
      "application_enforced_restrictions_enabled",
      written["applicationEnforcedRestrictions"]?["isEnabled"]?.bool ?? false, unless: false)
    block.set("disable_resilience_defaults", written["disableResilienceDefaults"]?.bool ?? false, unless: false)
    block.set("cloud_app_security_policy", written["cloudAppSecurity"]?["cloudAppSecurityType"]?.string)
    return block
  }
}
