import Bytes
import Directory
import JSON
import YAML

/// What was granted to an app: by the word `consent`, and what goes beyond it one by one.
extension WorldExport {
  /// What one app was granted, by the short names of everything, so that worlds can be compared.
  private struct Granted: Hashable {
    struct Place: Hashable {
      let tenant: String
      /// Nil: for everybody, or by the app itself.
      let user: String?
      let resource: Application.ID
    }

    var scopes: [Place: [String]] = [:]
    var roles: [Place: [String]] = [:]

    init(to application: Application.ID, in directory: DirectoryState) {
      for principal in directory.servicePrincipals(of: application) {
        let tenant = directory.tenants[principal.tenant]?.alias ?? ""
        for grant in directory.grants(ofClient: principal.id) {
          guard let resource = directory.servicePrincipals[grant.resource]?.application else { continue }
          var user: String?
          if case .user(let id) = grant.principal { user = directory.users[id]?.alias ?? "" }
          scopes[Place(tenant: tenant, user: user, resource: resource), default: []] += grant.scopes
        }
        for assignment in directory.assignments(ofClient: principal.id) {
          guard let role = assignment.role,
            let resource = directory.servicePrincipals[assignment.resource]?.application
          else { continue }
          roles[Place(tenant: tenant, user: nil, resource: resource), default: []].append(role)
        }
      }
    }

    /// What is here beyond the other; nil when something of the other is not here.
    func beyond(_ other: Granted) -> Granted? {
      guard let scopes = Self.beyond(scopes, other.scopes), let roles = Self.beyond(roles, other.roles) else {
        return nil
      }
      var result = self
      result.scopes = scopes
      result.roles = roles
      return result
    }

    private static func beyond(_ mine: [Place: [String]], _ other: [Place: [String]]) -> [Place: [String]]? {
      var result = mine
      for (place, values) in other {
        guard let own = mine[place], values.allSatisfy(SeenWords(own).contains) else { return nil }
        let known = SeenWords(values)
        let rest = own.filter { !known.contains($0) }
        result[place] = rest.isEmpty ? nil : rest
      }
      return result
    }

    var count: Int { scopes.count + roles.count }
  }

  /// The value of the app's `consent`, nil for none, and entries of `consents`. Of the ways to say it the shortest is taken.
  func consents(of application: Application) throws(ScenarioError) -> (consent: String?, entries: [JSONValue]) {
    let now = Granted(to: application.id, in: directory)
    var best: (consent: String?, rest: Granted)?
    for word in [nil, StaticListConsent.granted, StaticListConsent.none] {
      var candidate = self
      try candidate.read { editor throws(DirectoryEditor.NoSuchObject) in
        switch word {
        case .granted?: try editor.grantStaticList(of: application.id)
        case StaticListConsent.none?: try editor.withdrawEverything(from: application.id)
        case nil: break
        }
      }
      guard let rest = now.beyond(Granted(to: application.id, in: candidate.reader.state)) else { continue }
      if rest.count < best?.rest.count ?? .max { best = (word?.rawValue, rest) }
    }
    guard let best else { throw cannotSay("what was granted to the app '\(application.alias)'") }
    return (best.consent, entries(best.rest, of: application))
  }

  private func entries(_ granted: Granted, of application: Application) -> [JSONValue] {
    let names = Names(directory)
    // Who consented, in the order of the tenants and, of one tenant, an administrator before the users in their order.
    var groups: [Granter: [Granted.Place]] = [:]
    for place in Set(granted.scopes.keys).union(granted.roles.keys) {
      guard let tenant = directory.tenant(named: place.tenant) else { continue }
      let user = place.user.map { userPlaces[$0] ?? .max } ?? -1
      groups[Granter(tenant: directory.place(of: tenant.id), user: user), default: []].append(place)
    }
    return groups.keys.sorted { ($0.tenant, $0.user) < ($1.tenant, $1.user) }.map { granter in
      let here = (groups[granter] ?? []).sorted { "\($0.resource)" < "\($1.resource)" }
      var members: JSONObject = ["client": .string(application.alias)]
      let (tenant, user) = (here[0].tenant, here[0].user)
      members.append("user", user)
      if user == nil, tenant != directory.mainTenant?.alias { members.append("tenant", tenant) }
      let scopes = here.flatMap { place in
        (granted.scopes[place] ?? []).map { names.permission($0, of: place.resource) }
      }
      let roles = here.flatMap { place in
        (granted.roles[place] ?? []).sorted().map { names.permission($0, of: place.resource) }
      }
      if !scopes.isEmpty { members.append("scopes", .strings(scopes)) }
      if !roles.isEmpty { members.append("roles", .strings(roles)) }
      return .object(members)
    }
  }

  /// An administrator of a tenant (-1) or one of its users, by their places in the directory.
  private struct Granter: Hashable {
    let tenant: Int
    let user: Int
  }

  /// Has the entries of `consents` read back, and throws where an app then has not exactly what it was granted in the world.
  mutating func checkConsents(_ entries: [JSONValue]) throws(ScenarioError) {
    for entry in entries {
      let consent = try NewConsent(
        FileValue(node: YAMLNode(entry), key: "consents", file: "export"), in: reader.state)
      try read { editor throws(DirectoryEditor.NoSuchObject) in try editor.grant(consent) }
    }
    for application in directory.applicationsInOrder {
      let rest = Granted(to: application.id, in: directory)
        .beyond(Granted(to: application.id, in: reader.state))
      guard rest?.count == 0 else { throw cannotSay("what was granted to the app '\(application.alias)'") }
    }
  }
}
