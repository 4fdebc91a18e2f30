import Bytes
import JSON

/// Reads one app registration as Microsoft Graph, the older Azure AD Graph, the portal's manifest or the Azure CLI writes it.
struct ApplicationReader {
  let document: Document

  func line(of key: String, in node: Node) -> Int {
    node.members.first { ASCII.equalIgnoringCase($0.key, key) }?.line ?? node.line
  }

  /// Nil for an object that is not an app registration.
  func candidate(_ app: Node) -> Candidate? {
    guard let id = (app["appId"] ?? app["applicationId"])?.text, GUID(id) != nil else { return nil }
    var candidate = document.candidate((app["displayName"] ?? app["name"])?.text ?? "")
    candidate.isExport = true
    let add = { (fact: Fact, key: String, candidate: inout Candidate) in
      candidate.add(fact, app[key]?.text, line: line(of: key, in: app), key: key)
    }
    add(.clientId, app["appId"] == nil ? "applicationId" : "appId", &candidate)
    add(.objectId, app["objectId"] == nil ? "id" : "objectId", &candidate)
    add(.name, app["displayName"] == nil ? "name" : "displayName", &candidate)
    add(.signInAudience, "signInAudience", &candidate)
    if candidate[.signInAudience] == nil, let isOpen = app["availableToOtherTenants"]?.bool {
      candidate.add(
        .signInAudience, isOpen ? "AzureADMultipleOrgs" : "AzureADMyOrg",
        line: line(of: "availableToOtherTenants", in: app),
        key: "availableToOtherTenants")
    }
    readPlatforms(of: app, into: &candidate, skippingUnfinished: false)
    readCredentials(of: app, into: &candidate)
    for uri in app["identifierUris"]?.items ?? [] {
      candidate.add(.identifierUri, uri.text, line: uri.line, key: "identifierUris")
    }
    readAPI(of: app, into: &candidate)
    let owners = (app["owners"]?.items ?? []).compactMap { $0.text ?? $0["id"]?.text }
    member("owners", .strings(owners), at: line(of: "owners", in: app), key: "owners", of: &candidate)
    for key in ["appRoles", "requiredResourceAccess", "optionalClaims", "groupMembershipClaims"] {
      guard let value = app[key] else { continue }
      member(key, value.json, at: line(of: key, in: app), key: key, of: &candidate)
    }
    for key in ["isFallbackPublicClient", "allowPublicClient"] {
      if app[key]?.bool == true {
        member("isFallbackPublicClient", true, at: line(of: key, in: app), key: key, of: &candidate)
      }
    }
    if app["appRoleAssignmentRequired"]?.bool == true {
      let at = line(of: "appRoleAssignmentRequired", in: app)
      member("appRoleAssignmentRequired", true, at: at, key: "appRoleAssignmentRequired", of: &candidate)
    }
    if app["accountEnabled"]?.bool == false {
      member("enabled", false, at: line(of: "accountEnabled", in: app), key: "accountEnabled", of: &candidate)
    }
    return candidate
  }

  private func member(_ name: String, _ value: JSONValue, at line: Int, key: String, of candidate: inout Candidate) {
    switch value {
    case .null: return
    case .array(let items) where items.isEmpty: return
    case .object(let object) where object.members.isEmpty: return
    case .string("None"): return
    default: candidate.add(.member, name, line: line, key: key, json: value)
    }
  }

  func readPlatforms(of app: Node, into candidate: inout Candidate, skippingUnfinished: Bool) {
    let platforms: [(String, Fact)] = [("web", .webRedirect), ("spa", .spaRedirect), ("publicClient", .nativeRedirect)]
    for (platform, fact) in platforms {
      for uri in app[platform]?["redirectUris"]?.items ?? [] {
        candidate.add(fact, uri.text, line: uri.line, key: "\(platform).redirectUris")
      }
    }
    for entry in app["replyUrlsWithType"]?.items ?? [] {
      guard let url = entry["url"]?.text, !skippingUnfinished || ValueShape.isRedirect(url) else { continue }
      let fact: Fact =
        switch entry["type"]?.text {
        case "Spa": .spaRedirect
        case "InstalledClient": .nativeRedirect
        default: .webRedirect
        }
      candidate.add(fact, url, line: entry.line, key: "replyUrlsWithType")
    }
    if app["replyUrlsWithType"] == nil {
      for uri in app["replyUrls"]?.items ?? [] {
        candidate.add(.webRedirect, uri.text, line: uri.line, key: "replyUrls")
      }
    }
    for (holder, key) in [(app, "logoutUrl"), (app["web"] ?? app, "logoutUrl")] {
      guard candidate[.logoutUrl] == nil else { break }
      candidate.add(.logoutUrl, holder[key]?.text, line: line(of: key, in: holder), key: key)
    }
    for (holder, key) in [(app["web"] ?? app, "homePageUrl"), (app, "signInUrl"), (app, "homepage")] {
      guard candidate[.homePage] == nil else { break }
      candidate.add(.homePage, holder[key]?.text, line: line(of: key, in: holder), key: key)
    }
    let implicit = app["web"]?["implicitGrantSettings"]
    let switches: [(String, Node?, String)] = [
      ("enableAccessTokenIssuance", app["oauth2AllowImplicitFlow"], "oauth2AllowImplicitFlow"),
      ("enableIdTokenIssuance", app["oauth2AllowIdTokenImplicitFlow"], "oauth2AllowIdTokenImplicitFlow"),
    ]
    for (name, old, oldKey) in switches {
      let value = implicit?[name] ?? old
      guard value?.bool == true else { continue }
      candidate.add(.member, name, line: value?.line ?? app.line, key: implicit == nil ? oldKey : name, json: true)
    }
  }

  private func readCredentials(of app: Node, into candidate: inout Candidate) {
    for secret in app["passwordCredentials"]?.items ?? [] {
      candidate.add(
        .secret, secret["secretText"]?.text ?? "", line: secret.line,
        key: secret["displayName"]?.text ?? "passwordCredentials", json: secret.json)
    }
    for certificate in app["keyCredentials"]?.items ?? [] {
      candidate.add(
        .certificate, certificate["key"]?.text ?? "", line: certificate.line,
        key: certificate["displayName"]?.text ?? "keyCredentials")
    }
  }

  private func readAPI(of app: Node, into candidate: inout Candidate) {
    let api = app["api"]
    let audience = app["signInAudience"]?.text ?? ""
    let old: [(String, String, Node?)] = [
      ("oauth2PermissionScopes", "oauth2Permissions", api?["oauth2PermissionScopes"] ?? app["oauth2PermissionScopes"]),
      ("requestedAccessTokenVersion", "accessTokenAcceptedVersion", api?["requestedAccessTokenVersion"]),
      ("knownClientApplications", "knownClientApplications", api?["knownClientApplications"]),
      ("preAuthorizedApplications", "preAuthorizedApplications", api?["preAuthorizedApplications"]),
      ("acceptMappedClaims", "acceptMappedClaims", api?["acceptMappedClaims"]),
    ]
    for (name, oldName, value) in old {
      guard let value = value ?? app[oldName] else { continue }
      // Graph says null for version 1, and the portal's manifest too.
      if name == "requestedAccessTokenVersion", value.isNull, !audience.hasSuffix("MicrosoftAccount") {
        member(name, 1, at: value.line, key: name, of: &candidate)
        continue
      }
      if value.bool == false { continue }
      member(name, value.json, at: value.line, key: name, of: &candidate)
    }
  }
}
