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
        let held = directory.roleAssignments.values.filter { $0.principal == .client(principal.id) }
        for assignment in held {
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
        guard let own = mine[place], values.allSatisfy(own.contains) else { return nil }
        let rest = own.filter { !values.contains($0) }
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
    let places = Set(granted.scopes.keys).union(granted.roles.keys)
    let names = Names(directory)
    var entries: [JSONValue] = []
    for tenant in directory.tenantsInOrder {
      for user in [nil] + directory.usersInOrder.map({ Optional($0.alias) }) {
        let here = places.filter { $0.tenant == tenant.alias && $0.user == user }
          .inOrder { "\($0.resource)" < "\($1.resource)" }
        guard !here.isEmpty else { continue }
        var members: JSONObject = ["client": .string(application.alias)]
        members.append("user", user)
        if user == nil, tenant.id != directory.mainTenant?.id { members.append("tenant", tenant.alias) }
        let scopes = here.flatMap { place in
          (granted.scopes[place] ?? []).map { names.permission($0, of: place.resource) }
        }
        let roles = here.flatMap { place in
          (granted.roles[place] ?? []).sorted().map { names.permission($0, of: place.resource) }
        }
        if !scopes.isEmpty { members.append("scopes", .strings(scopes)) }
        if !roles.isEmpty { members.append("roles", .strings(roles)) }
        entries.append(.object(members))
      }
    }
    return entries
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
