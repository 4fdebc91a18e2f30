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
  package static func application(_ id: Application.ID) -> Application? {
    row(MicrosoftAPITable.text, of: id).map(api) ?? row(MicrosoftClientTable.text, of: id).map(client)
  }

  /// The app or API of that short name; ASCII case does not count.
  package static func application(alias: String) -> Application? {
    row(MicrosoftAPITable.text, whose: 1, is: alias).map(api)
      ?? row(MicrosoftClientTable.text, whose: 1, is: alias).map(client)
  }

  /// The id of the API with that App ID URI. Slashes at its end and ASCII case do not count.
  package static func api(uri: String) -> Application.ID? {
    let wanted = bare(uri)
    return rows(MicrosoftAPITable.text).first { row in
      row[3].split(separator: " ").contains { fits(wanted, String($0)) }
    }.map(id)
  }

  /// Every app and API, in the order of the tables.
  package static var all: [Application] {
    rows(MicrosoftAPITable.text).map(api) + rows(MicrosoftClientTable.text).map(client)
  }

  /// The delegated permissions that Microsoft gives a client of its own without consent (observed of its tools).
  package static func preauthorizedScopes(of client: Application.ID, on resource: Application) -> [String] {
    guard resource.isFirstParty, let row = row(MicrosoftClientTable.text, of: client), row[3] == "M" else { return [] }
    let apis = row[6].split(separator: " ")
    guard
      apis.contains(where: { $0 == resource.alias || $0 == "*" && resource.permission(named: impersonation) != nil })
    else { return [] }
    if resource.id == WellKnown.graph { return ["openid", "profile", "email", "offline_access", "User.Read"] }
    return resource.permissions.filter { !$0.needsAdmin }.map(\.value)
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

  /// The id of the service principal that a tenant has of an app of Microsoft's.
  package static func principal(of application: Application.ID, in tenant: Tenant.ID) -> GUID {
    SeededDirectory.derived("principal", "\(tenant)/\(application)")
  }

  // MARK: Rows

  private typealias Row = [String]

  private static func rows(_ table: String) -> [Row] { table.split(separator: "\n").map(fields) }

  /// The client ids that no public source has, with the short names that they are made from.
  private static let madeUpIDs = (rows(MicrosoftAPITable.text) + rows(MicrosoftClientTable.text))
    .filter { $0[0].isEmpty }.map { (id: id(of: $0), alias: $0[1]) }

  private static func row(_ table: String, of id: Application.ID) -> Row? {
    if let alias = madeUpIDs.first(where: { $0.id == id })?.alias { return row(table, whose: 1, is: alias) }
    return row(table, whose: 0, is: "\(id)")
  }

  /// The first row with that cell; ASCII case does not count. It looks at bytes and makes texts of the row alone, because every name of an
  /// app in a file or a request comes here.
  private static func row(_ table: String, whose place: Int, is wanted: String) -> Row? {
    let wanted = Array(ASCII.lowercased(wanted).utf8)
    let found = table.utf8.withContiguousStorageIfAvailable { bytes -> Row? in
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        let line = bytes[start..<end]
        if cell(place, of: line).elementsEqual(wanted, by: { ASCII.lowercased($0) == $1 }) {
          return fields(Substring(decoding: line, as: UTF8.self))
        }
        start = end + 1
      }
      return nil
    }
    return found ?? nil
  }

  private static func cell(
    _ place: Int, of line: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var rest = line
    for _ in 0..<place {
      guard let bar = rest.firstIndex(of: 0x7C) else { return rest[rest.endIndex...] }
      rest = rest[(bar + 1)...]
    }
    rest = rest[..<(rest.firstIndex(of: 0x7C) ?? rest.endIndex)]
    while rest.first == 0x20 { rest = rest.dropFirst() }
    while rest.last == 0x20 { rest = rest.dropLast() }
    return rest
  }

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

  /// Whether a URI without slashes at its end is the one of a row, where `*.` stands for one label.
  static func fits(_ uri: String, _ known: String) -> Bool {
    guard let star = known.firstIndex(of: "*") else { return uri == known }
    let head = known[..<star]
    let tail = known[known.index(after: star)...]
    guard uri.hasPrefix(head), uri.hasSuffix(tail), uri.utf8.count > head.utf8.count + tail.utf8.count else {
      return false
    }
    return uri.dropFirst(head.count).dropLast(tail.count).utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2D }
  }

  // MARK: Apps

  private static func application(_ row: Row, tenant: Tenant.ID?) -> Application {
    let id = id(of: row)
    return Application(
      id: id, objectID: Identifier(SeededDirectory.derived("object", "\(id)")), alias: row[1], displayName: row[2],
      tenant: tenant, createdAt: createdAt)
  }

  private static func api(_ row: Row) -> Application {
    var api = application(row, tenant: nil)
    api.identifierURIs = row[3].split(separator: " ").filter { !$0.utf8.contains(0x2A) }.map(String.init)
    api.accessTokenVersion = 1
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
      RedirectURIRegistration(uri: String($0), platform: .native)
    }
    client.requiredAccess = [
      RequiredAccess(resource: WellKnown.graph, scopes: ["openid", "profile", "offline_access", "User.Read"])
    ]
    return client
  }
}
