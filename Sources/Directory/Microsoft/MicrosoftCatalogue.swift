package import Bytes
import Time

/// Microsoft's own apps and APIs, and a few clients of other publishers that people run against their own tenant. They are
/// in every directory, and none of them is stored: an app is made from its row when somebody asks for it. What a directory
/// stores under the same id comes before the row.
package enum MicrosoftCatalogue {
  /// Older than every tenant of a test.
  private static let createdAt = UnixTime(seconds: 1_356_998_400)
  /// Where an app of another publisher is registered: in a tenant that no directory has.
  private static let publisher = Tenant.ID(SeededDirectory.derived("tenant", "publisher"))
  private static let impersonation = "user_impersonation"

  // MARK: Looking up

  /// The app or API of that client id; nil when the catalogue has none.
  package static func application(_ id: Application.ID) -> Application? { index.entries[id].map(application) }

  /// The app or API of that short name; ASCII case does not count.
  package static func application(alias: String) -> Application? {
    index.ids[ASCII.lowercased(alias)].flatMap { index.entries[$0] }.map(application)
  }

  /// Whether the catalogue has a client, and no API, of that id.
  package static func isClient(_ id: Application.ID) -> Bool { index.entries[id]?.isAPI == false }

  /// The id of the client of that short name; ASCII case does not count. Nil for none and for an API.
  package static func client(alias: String) -> Application.ID? {
    index.ids[ASCII.lowercased(alias)].flatMap { index.entries[$0]?.isAPI == false ? $0 : nil }
  }

  /// The id of the API with that App ID URI. Slashes at its end and ASCII case do not count.
  package static func api(uri: String) -> Application.ID? {
    let wanted = bare(uri)
    return index.uris[wanted] ?? index.patterns.first { fits(wanted, $0.pattern) }?.id
  }

  /// Every app and API, in the order of the tables.
  package static var all: [Application] {
    rows(MicrosoftAPITable.text).map(api) + rows(MicrosoftClientTable.text).map(client)
  }

  /// The delegated permissions that Microsoft gives a client of its own without consent (measured of the service). The API need not publish
  /// them for other clients.
  package static func preauthorizedScopes(of client: Application.ID, on resource: Application) -> [String] {
    guard resource.isFirstParty, let entry = index.entries[client], !entry.isAPI else { return [] }
    let row = fields(entry.line)
    let api = resource.id == WellKnown.graph ? "graph" : index.entries[resource.id].map { fields($0.line)[1] }
    guard row[3] == "M", let api else { return [] }
    for group in row[6].split(separator: " ") {
      let sides = group.split(separator: "=")
      if sides.count == 2, sides[0].split(separator: ",").contains(where: { $0 == api }) {
        return sides[1].split(separator: ",").map(String.init)
      }
    }
    return []
  }

  /// The short names of the APIs that the row of a client names.
  static func namedAPIs(of client: Application.ID) -> Set<String> {
    guard let entry = index.entries[client], !entry.isAPI else { return [] }
    return Set(
      fields(entry.line)[6].split(separator: " ").flatMap { group in
        group.prefix { $0 != "=" }.split(separator: ",").map(String.init)
      })
  }

  /// Microsoft's app that calls custom claims providers: `azp` or `appid` of the token that comes with the call (Microsoft: "Custom
  /// authentication extensions overview"). Nobody signs in to it, so the catalogue does not list it.
  package static let authenticationExtensions: Application = {
    var app = Application(
      id: Application.ID(GUID("99045fe1-7639-4a75-9d4a-577b6ca3810f") ?? .zero), objectID: Identifier(.zero),
      alias: "authentication-extensions", displayName: "Azure AD Authentication Extensions", tenant: nil,
      createdAt: createdAt)
    app.objectID = Identifier(SeededDirectory.derived("object", "\(app.id)"))
    return app
  }()

  /// The API of the Bot Framework, whose tokens its own tenant makes (`Tenant.botFramework`).
  package static let botFramework = Application.ID(SeededDirectory.derived("app", "bot-framework"))

  /// The id of the service principal that a tenant has of an app of Microsoft's.
  package static func principal(of application: Application.ID, in tenant: Tenant.ID) -> GUID {
    SeededDirectory.derived("principal", "\(tenant)/\(application)")
  }

  // MARK: Rows

  private typealias Row = [String]

  private static func rows(_ table: String) -> [Row] { table.split(separator: "\n").map(fields) }

  /// Finds a row by what it is looked up by. A file with thousands of apps asks for each of their names.
  private struct Index: Sendable {
    /// The rows as they are in their tables. What they say is read when somebody asks for the app.
    var entries: [Application.ID: (isAPI: Bool, line: Substring)] = [:]
    /// The ids by short names in small letters.
    var ids: [String: Application.ID] = [:]
    /// The APIs by App ID URIs in small letters, without slashes at their ends.
    var uris: [String: Application.ID] = [:]
    /// App ID URIs with `*` in them.
    var patterns: [(pattern: String, id: Application.ID)] = []

    mutating func add(_ uri: String, _ id: Application.ID) {
      if uri.utf8.contains(0x2A) {
        patterns.append((bare(uri), id))
      } else if uris[bare(uri)] == nil {
        uris[bare(uri)] = id
      }
    }
  }

  /// Made at the first lookup. Of two rows with the same id, name or URI the first counts, and APIs come before clients.
  private static let index: Index = {
    var index = Index()
    for (table, isAPI) in [(MicrosoftAPITable.text, true), (MicrosoftClientTable.text, false)] {
      for line in table.split(separator: "\n") {
        let row = fields(line)
        let id = id(of: row)
        if index.entries[id] == nil { index.entries[id] = (isAPI, line) }
        if index.ids[ASCII.lowercased(row[1])] == nil { index.ids[ASCII.lowercased(row[1])] = id }
        guard isAPI else { continue }
        for uri in row[3].split(separator: " ").map(String.init) {
          index.add(uri, id)
        }
      }
    }
    for (uri, alias) in NationalCloud.all {
      if let id = alias == "graph" ? WellKnown.graph : index.ids[alias] { index.add(uri, id) }
    }
    return index
  }()

  private static func fields(_ line: Substring) -> Row {
    var fields: Row = []
    var start = line.startIndex
    while let bar = line[start...].firstIndex(of: "|") {
      fields.append(ASCII.trimmed(line[start..<bar]))
      start = line.index(after: bar)
    }
    return (fields + [ASCII.trimmed(line[start...])]).map { $0 == "-" ? "" : $0 }
  }

  private static func id(of row: Row) -> Application.ID {
    Application.ID(row[0]) ?? Application.ID(SeededDirectory.derived("app", row[1]))
  }

  /// A URI in small letters and without slashes at its end.
  static func bare(_ uri: String) -> String {
    var uri = ASCII.lowercased(uri)
    while uri.hasSuffix("/") { uri.removeLast() }
    return uri
  }

  /// Whether a URI without slashes at its end is the one of a row, where `*` stands for letters, digits and hyphens: for one at least where
  /// it is a whole label.
  static func fits(_ uri: String, _ known: String) -> Bool {
    // A longer one is not an address. The limit bounds the time of one lookup.
    uri.utf8.count <= 1_024 && fits(Array(uri.utf8)[...], Array(known.utf8)[...], behind: 0)
  }

  private static func fits(_ uri: ArraySlice<UInt8>, _ known: ArraySlice<UInt8>, behind last: UInt8) -> Bool {
    guard let sign = known.first else { return uri.isEmpty }
    guard sign == star else {
      return uri.first == sign && fits(uri.dropFirst(), known.dropFirst(), behind: sign)
    }
    let rest = known.dropFirst()
    let ends: [UInt8?] = [dot, slash, nil]
    let isLabel = (last == dot || last == slash) && ends.contains(rest.first)
    let run = uri.prefix { ASCII.isAlphanumeric($0) || $0 == 0x2D }.count
    guard run >= (isLabel ? 1 : 0) else { return false }
    // The sign behind the star ends it nearly always, so few lengths are tried.
    return ((isLabel ? 1 : 0)...run).contains { length in
      fits(uri.dropFirst(length), rest, behind: star)
    }
  }

  private static let star: UInt8 = 0x2A
  private static let dot: UInt8 = 0x2E
  private static let slash: UInt8 = 0x2F

  // MARK: Apps

  private static func application(_ entry: (isAPI: Bool, line: Substring)) -> Application {
    entry.isAPI ? api(fields(entry.line)) : client(fields(entry.line))
  }

  private static func application(_ row: Row, tenant: Tenant.ID?) -> Application {
    let id = id(of: row)
    return Application(
      id: id, objectID: Identifier(SeededDirectory.derived("object", "\(id)")), alias: row[1], displayName: row[2],
      tenant: tenant, createdAt: createdAt)
  }

  private static func api(_ row: Row) -> Application {
    var api = application(row, tenant: nil)
    api.identifierURIs = row[3].split(separator: " ").filter { !$0.utf8.contains(0x2A) }.map(String.init)
    api.accessTokenVersion = api.id == WellKnown.tokenExchange ? 2 : 1
    for text in row[4].split(separator: " ") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let id = GUID(parts[2]) ?? SeededDirectory.derived("permission", "\(row[1])/\(parts[1])")
      if parts[0] == "a" {
        api.appRoles.append(
          AppRole(
            id: Identifier(id), value: parts[1], displayName: PermissionText.displayName(of: parts[1]),
            admitsUsers: false, admitsApplications: true))
      } else {
        let text = parts[1] == impersonation ? "Access \(row[2]) as you" : PermissionText.displayName(of: parts[1])
        api.permissions.append(
          DelegatedPermission(
            id: Identifier(id), value: parts[1], needsAdmin: parts[0] == "d", displayName: text, details: text + "."))
      }
    }
    return api
  }

  private static func client(_ row: Row) -> Application {
    var client = application(row, tenant: row[3] == "M" ? nil : publisher)
    client.audience = .tenantsAndPersonal
    client.allowsPublicClientFlows = true
    client.family = row[4].isEmpty ? nil : row[4]
    client.redirectURIs = row[5].split(separator: " ").map {
      RedirectURIRegistration(uri: String($0), platform: row[7] == "spa" ? .spa : .native)
    }
    client.requiredAccess = [
      RequiredAccess(resource: WellKnown.graph, scopes: ["openid", "profile", "offline_access", "User.Read"])
    ]
    return client
  }
}
