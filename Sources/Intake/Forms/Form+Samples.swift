import Bytes
import JSON
import LooseFormats

extension Form {
  /// `AppCreationScripts/sample.json` and `apps.json` of Microsoft's samples: what their scripts would register.
  static let sampleRegistrations = Form(name: "registrations of a sample") { document, found in
    guard let root = document.json else { return false }
    if let apps = root["AADApps"], !apps.items.isEmpty {
      SampleReader(document: document, root: root).read(apps, into: &found)
      return true
    }
    if let apps = root["AppRegistrations"], !apps.items.isEmpty {
      SampleReader(document: document, root: root).readQuickstart(apps, into: &found)
      return true
    }
    return root["appUpdates"] != nil && root["replacements"] != nil
  }
}

private struct SampleReader {
  let document: Document
  let root: Node

  func read(_ apps: Node, into found: inout Found) {
    let provider = root["Sample"]?["Provider"]?.text ?? ""
    let isB2C = provider == "B2C" || (root["Sample"]?["Endpoint"]?.text ?? "").firstPlace(of: "B2C") != nil
    for app in apps.items {
      let id = app["Id"]?.text ?? ""
      var candidate = document.candidate(id)
      candidate.isExport = true
      candidate.sampleId = id
      candidate.isB2C = isB2C || (app["Audience"]?.text ?? "").hasPrefix("B2C")
      func add(_ fact: Fact, _ key: String, _ value: String?) {
        candidate.add(fact, value, line: app.line(of: key), key: key)
      }
      add(.name, "Name", app["Name"]?.text)
      add(.kind, "Kind", Self.kind(app["Kind"]?.text ?? "")?.rawValue)
      if !candidate.isB2C { add(.signInAudience, "Audience", app["Audience"]?.text) }
      add(.homePage, "HomePage", app["HomePage"]?.text.flatMap(Self.whole))
      add(.logoutUrl, "LogoutUrl", app["LogoutUrl"]?.text.flatMap(Self.whole))
      for key in ["ReplyUrls", "RedirectUris", "RedirectUri"] {
        for url in (app[key]?.texts ?? []).flatMap(LineSettings.list) { add(.redirectUri, key, url) }
      }
      if app["PasswordCredentials"]?.text == "Auto" { add(.secret, "PasswordCredentials", "") }
      if app["Certificate"] != nil || app["CertificateOption"] != nil { add(.certificate, "Certificate", "") }
      readPermissions(of: app, into: &candidate)
      readAPI(app, into: &candidate)
      readConfiguration(of: id, into: &candidate)
      found.candidates.append(candidate)
      readGroups(of: app, into: &found)
    }
  }

  /// The groups that the script makes, which get ids of their own here.
  private func readGroups(of app: Node, into found: inout Found) {
    for group in app["SecurityGroups"]?.items ?? [] {
      guard let name = group["Name"]?.text else { continue }
      var members: JSONObject = ["id": .string(MadeUpId.id("group \(name)").description), "displayName": .string(name)]
      members.append("description", group["Description"]?.text)
      members.append("securityEnabled", true)
      found.objects.append(DirectoryObject(kind: .group, members: members, place: document.place(group.line)))
    }
  }

  /// A whole address. Scripts may put a part of it in.
  private static func whole(_ url: String) -> String? { ValueShape.isRedirect(url) ? url : nil }

  private static let kinds: [(words: String, kind: ClientKind)] = [
    ("SinglePageApplication", .spa), ("WebApp", .web), ("Mobile UWP Desktop Browserless MobileDesktop", .native),
    ("Daemon", .daemon), ("WebApi", .api),
  ]

  static func kind(_ word: String) -> ClientKind? { kinds.first { $0.words.hasWord(word) }?.kind }

  private func readPermissions(of app: Node, into candidate: inout Candidate) {
    for resource in app["RequiredResourcesAccess"]?.items ?? [] {
      let name = resource["Resource"]?.text ?? ""
      let api: String
      switch name {
      case "Microsoft Graph": api = ""
      case "Windows Azure Service Management API", "Azure Service Management": api = "https://management.azure.com/"
      case "Azure Storage": api = "https://storage.azure.com/"
      case "Azure Key Vault": api = "https://vault.azure.net/"
      default:
        // Another app of the sample, by its id there.
        api = "@\(name)/"
      }
      for (key, fact) in [("DelegatedPermissions", Fact.scope), ("ApplicationPermissions", .applicationPermission)] {
        guard let permissions = resource[key] else { continue }
        for permission in permissions.texts.flatMap(LineSettings.list) {
          candidate.add(fact, api + permission, line: resource.line(of: key), key: key)
        }
      }
    }
  }

  private func readAPI(_ app: Node, into candidate: inout Candidate) {
    for scope in app["Scopes"]?.items ?? [] {
      candidate.add(.exposedScope, scope.text ?? scope["Name"]?.text, line: scope.line, key: "Scopes")
    }
    let reader = ApplicationReader(document: document)
    let roles = (app["AppRoles"]?.items ?? []).compactMap(reader.role)
    reader.member("appRoles", .array(roles), of: app, "AppRoles", into: &candidate)
    var claims = JSONObject()
    for (key, word) in [("IdTokenClaims", "idToken"), ("AccessTokenClaims", "accessToken")] {
      guard let names = app["OptionalClaims"]?[key]?.texts, !names.isEmpty else { continue }
      claims.append(word, .array(names.map { .object(["name": .string($0)]) }))
    }
    reader.member("optionalClaims", .object(claims), of: app, "OptionalClaims", into: &candidate)
    for (key, name) in [("AllowImplicitFlow", "enableIdTokenIssuance"), ("IsPublicClient", "isFallbackPublicClient")]
    where app[key]?.bool == true {
      reader.member(name, true, of: app, key, into: &candidate)
    }
    if let groups = app["GroupMembershipClaims"]?.text {
      let value = groups == "SecurityGroups" ? "SecurityGroup" : groups
      reader.member("groupMembershipClaims", .string(value), of: app, "GroupMembershipClaims", into: &candidate)
    }
  }

  private func readConfiguration(of id: String, into candidate: inout Candidate) {
    for part in root["CodeConfiguration"]?.items ?? [] where part["App"]?.text == id {
      candidate.settingsFiles += files(part["SettingFile"]?.text)
    }
  }

  /// The paths that a script means: from its own folder, or from the one above it.
  private func files(_ path: String?) -> [String] {
    guard let path else { return [] }
    return [PathName.joined(document.folder, path), PathName.joined(PathName.folder(of: document.folder), path)]
  }

  func readQuickstart(_ apps: Node, into found: inout Found) {
    for app in apps.items {
      let id = app["x-ms-id"]?.text ?? ""
      var candidate = document.candidate(app["x-ms-name"]?.text ?? id)
      candidate.isExport = true
      candidate.sampleId = id
      candidate.add(.name, app["x-ms-name"]?.text, line: app.line(of: "x-ms-name"), key: "x-ms-name")
      ApplicationReader(document: document).readPlatforms(of: app, into: &candidate, skippingUnfinished: true)
      for resource in app["requiredResourceAccess"]?.items ?? [] {
        let isGraph = resource["resourceAppId"]?.text == "00000003-0000-0000-c000-000000000000"
        for access in resource["resourceAccess"]?.items ?? [] where isGraph {
          let fact: Fact = access["type"]?.text == "Role" ? .applicationPermission : .scope
          candidate.add(fact, access["x-ms-name"]?.text, line: access.line, key: "x-ms-name")
        }
      }
      if app["passwordCredentials"] != nil || app["x-ms-passwordCredentials"]?.text == "Auto" {
        candidate.add(.secret, "", line: app.line, key: "passwordCredentials")
      }
      for part in app["codeConfigurations"]?.items ?? [] {
        candidate.settingsFiles += files(part["settingFile"]?.text)
        guard let tokens = part["replaceTokens"], let uri = tokens["redirectUri"]?.text, uri.hasPrefix("msauth") else {
          continue
        }
        candidate.add(.nativeRedirect, uri, line: tokens.line(of: "redirectUri"), key: "redirectUri")
      }
      found.candidates.append(candidate)
    }
  }
}
