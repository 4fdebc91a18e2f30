import Bytes
import JSON
import LooseFormats

/// Tells what an archive says about tenants, apps and users, as files of a repository tell it. Nothing that is secret becomes a finding.
struct ArchiveFindings {
  let file: String
  private(set) var found = Found()
  /// The redirect URIs and apps that the service did not know.
  private let unknownRedirects: Set<String>
  private let unknownApps: Set<String>
  private let kinds: [String: ClientKind]
  /// Where each user stands in the objects, by the sign-in name in small letters.
  private var users: [String: Int] = [:]
  private var assertions: Set<String> = []

  init(_ sightings: [Sighting], file: String) {
    self.file = file
    unknownRedirects = Self.refused(sightings, 50011) { $0.entry.address.fields["redirect_uri"] }
    unknownApps = Self.refused(sightings, 700_016) { $0.client }
    kinds = Self.kinds(of: sightings)
    found.sources = [(file, "HTTP archive")]
    for sighting in sightings { read(sighting) }
  }

  /// The values of the exchanges that ended with this refusal.
  static func refused(_ sightings: [Sighting], _ code: Int, _ value: (Sighting) -> String?) -> Set<String> {
    var values: Set<String> = []
    for sighting in sightings {
      switch sighting.end {
      case .refused(code, _), .page(_, code): if let value = value(sighting) { values.insert(value) }
      default: break
      }
    }
    return values
  }

  private mutating func read(_ sighting: Sighting) {
    let entry = sighting.entry
    let body = sighting.kind == .form ? nil : entry.json
    let claims =
      ArchiveText.claims(body?["id_token"]?.text) ?? ArchiveText.claims(body?["access_token"]?.text)
      ?? ArchiveText.claims(entry.location?.fields["id_token"])
    readUser(sighting, body, claims)
    guard sighting.kind == .authorize || sighting.kind == .token, let client = sighting.client,
      !unknownApps.contains(client)
    else { return }
    var app = Candidate(file: file, project: "")
    app.isExport = true
    app.add(.clientId, client, line: entry.line, key: "client_id")
    if let tenant = entry.address.path.first { app.add(.tenant, tenant, line: entry.line, key: "the path") }
    if let own = claims?["tid"]?.text, GUID(entry.address.path.first ?? "") == nil {
      app.add(.tenant, own, line: entry.line, key: "tid")
    }
    let kind = kinds[client] ?? .web
    app.add(.kind, kind.rawValue, line: entry.line, key: "the requests")
    let fields = sighting.kind == .token ? entry.form : entry.address.fields
    if let uri = fields.nonEmpty("redirect_uri"), !unknownRedirects.contains(uri) {
      let fact: Fact = kind == .spa ? .spaRedirect : kind == .native ? .nativeRedirect : .webRedirect
      app.add(fact, uri, line: entry.line, key: "redirect_uri")
    }
    if fields["client_secret"] != nil { app.add(.secret, "redacted", line: entry.line, key: "client_secret") }
    if fields["client_assertion"] != nil { remarkOnAssertion(client, entry) }
    for scope in (fields["scope"] ?? "").blankParts where !Self.isProtocol(scope) {
      app.add(.scope, Self.short(scope), line: entry.line, key: "scope")
    }
    readRoles(entry, body, into: &app)
    found.candidates.append(app)
  }

  private mutating func remarkOnAssertion(_ client: String, _ entry: ArchiveEntry) {
    guard assertions.insert(client).inserted else { return }
    let text =
      "the app \(client) proves itself by an assertion; add its certificate or its federated credential to the scenario"
    found.remarks.add(.missing, text, at: Place(file: file, line: entry.line))
  }

  /// Graph's permissions stand without its address.
  static func short(_ scope: String) -> String {
    ValueShape.scope(scope).flatMap { $0.api.isEmpty ? $0.name : nil } ?? scope
  }

  static func isProtocol(_ scope: String) -> Bool {
    "openid profile email offline_access".hasWord(ASCII.lowercased(scope)) || scope.hasSuffix("/.default")
      || scope == ".default"
  }

  /// Application permissions stand in the token of an app that signed in as itself.
  private func readRoles(_ entry: ArchiveEntry, _ body: Node?, into app: inout Candidate) {
    guard entry.form["grant_type"] == "client_credentials",
      let claims = ArchiveText.claims(body?["access_token"]?.text), Self.isGraph(claims["aud"]?.text ?? "")
    else { return }
    for role in claims["roles"]?.texts ?? [] { app.add(.applicationPermission, role, line: entry.line, key: "roles") }
  }

  private static func isGraph(_ audience: String) -> Bool {
    audience.hasPrefix("https://graph.microsoft.") || audience == "00000003-0000-0000-c000-000000000000"
  }

  /// What kind each app is. A page asks for tokens from its own origin; a server sends a secret, or asks where no browser sees it.
  private static func kinds(of sightings: [Sighting]) -> [String: ClientKind] {
    var kinds: [String: ClientKind] = [:]
    var signsIn: Set<String> = []
    for sighting in sightings {
      guard let client = sighting.client else { continue }
      if sighting.kind == .authorize {
        signsIn.insert(client)
        let isNative = sighting.entry.address.fields["redirect_uri"].map { !$0.hasPrefix("http") } ?? false
        if kinds[client] == nil, isNative { kinds[client] = .native }
      } else if sighting.kind == .token {
        let form = sighting.entry.form
        if sighting.entry.requestField("Origin") != nil {
          kinds[client] = .spa
        } else if form["client_secret"] != nil || form["client_assertion"] != nil {
          kinds[client] = .daemon
        } else if kinds[client] == nil {
          kinds[client] = .native
        }
      }
    }
    for (client, kind) in kinds where kind == .daemon && signsIn.contains(client) { kinds[client] = .web }
    return kinds
  }

  // MARK: Users

  private mutating func readUser(_ sighting: Sighting, _ body: Node?, _ claims: Node?) {
    let entry = sighting.entry
    var members = JSONObject()
    func put(_ name: String, _ text: String?) {
      if let text, !text.isEmpty, members[name] == nil { members.append(name, .string(text)) }
    }
    if sighting.kind == .graph, entry.address.path.count == 2, ASCII.equalIgnoringCase(entry.address.path[1], "me"),
      let me = body
    {
      for name in [
        "id", "userPrincipalName", "displayName", "givenName", "surname", "mail", "jobTitle", "preferredLanguage",
      ] {
        put(name, me[name]?.text)
      }
    } else if let claims, claims["idtyp"]?.text != "app", claims["oid"] != nil,
      entry.form["grant_type"] != "client_credentials"
    {
      put("id", claims["oid"]?.text)
      put("userPrincipalName", claims["upn"]?.text ?? claims["preferred_username"]?.text ?? claims["unique_name"]?.text)
      put("displayName", claims["name"]?.text)
      put("mail", claims["email"]?.text)
    } else {
      put("userPrincipalName", Self.typedName(entry))
    }
    guard let name = members["userPrincipalName"]?.string, name.utf8.contains(0x40) else { return }
    add(members, named: name, at: Place(file: file, line: entry.line))
  }

  /// The name that somebody typed, or that the app hints at.
  static func typedName(_ entry: ArchiveEntry) -> String? {
    entry.form.nonEmpty("loginfmt") ?? entry.form.nonEmpty("login") ?? entry.form.nonEmpty("username")
      ?? entry.address.fields.nonEmpty("login_hint")
  }

  /// One user for one sign-in name; what a later exchange knows more is added.
  private mutating func add(_ members: JSONObject, named name: String, at place: Place) {
    let key = ASCII.lowercased(name)
    guard let index = users[key] else {
      users[key] = found.objects.count
      found.objects.append(DirectoryObject(kind: .user, members: members, place: place))
      return
    }
    for member in members.members where found.objects[index].members[member.name] == nil {
      found.objects[index].members.append(member.name, member.value)
    }
  }

  /// Names for the users of whom the archive does not tell one, and no user whom the service did not know.
  mutating func complete(without unknown: Set<String>) {
    found.objects.removeAll { object in
      object.kind == .user && unknown.contains(ASCII.lowercased(object.text("userPrincipalName") ?? ""))
    }
    for index in found.objects.indices where found.objects[index].members["displayName"] == nil {
      let local = found.objects[index].text("userPrincipalName")?.parts(0x40).first ?? "user"
      found.objects[index].members.append("displayName", .string(local))
    }
  }
}
