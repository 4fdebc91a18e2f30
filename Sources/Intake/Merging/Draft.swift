import JSON
import LooseFormats

/// A file in which something was found.
package struct SourceFile: Sendable {
  package var path: String
  /// The name of the form that the file has.
  package var form: String
}

/// What was found in all files, as a world: the scenario and the report are written from it.
package struct Draft: Sendable {
  /// The name of the scenario.
  package var name: String
  package var sources: [SourceFile] = []
  package var fileCount = 0
  var tenants: [DraftTenant] = []
  var users: [DraftObject] = []
  var groups: [DraftObject] = []
  var apps: [DraftApp] = []
  var assignments: [DraftAssignment] = []
  var remarks: [Remark] = []
  /// What the sources say of frameworks, for the explanation.
  var hints: [Hint] = []
  /// Settings files that speak of Entra, and that no form took anything from.
  var unread: [String] = []

  /// Whether there is anything to write a scenario about.
  package var isEmpty: Bool { apps.isEmpty && users.isEmpty && groups.isEmpty && !tenants.contains { $0.place != nil } }
}

struct DraftTenant: Sendable {
  var alias = ""
  var id = ""
  var domains: [String] = []
  var displayName = ""
  var country: String?
  /// The domain of new users, where an export says it.
  var defaultDomain: String?
  /// Nil for a tenant that was made up.
  var place: Place?
  var isIdMadeUp: Bool { place == nil || hasNoId }
  var hasNoId = false
  /// Whether no file says its id or a domain.
  var hasNoName = false
  /// `b2c` for a tenant whose apps have user flows, `external` for one with a host of its own; nil for an organization's own.
  var kind: String?
  /// The user flows of Azure AD B2C that the files name, each once.
  var flows: [(name: String, place: Place)] = []
}

/// A user or a group.
struct DraftObject: Sendable {
  var alias: String
  var members: JSONObject
  /// Nil for one that was made up.
  var place: Place?
  /// The aliases of the members of a group.
  var memberAliases: [String] = []
  /// The aliases of the users who own a group.
  var ownerAliases: [String] = []
}

struct DraftAssignment: Sendable {
  var app: String
  /// The value of the role; nil for an assignment without one.
  var role: String?
  var principal: String
  var kind: DirectoryObject.Kind
  var place: Place
}

struct DraftApp: Sendable {
  var alias: String
  var clientId: String
  /// Where the client id stands; for a made-up one the place of the placeholder, or nil.
  var idFinding: Finding?
  var isIdMadeUp: Bool
  var name: String
  var kind: ClientKind
  /// Why the kind is what it is; nil when a file says so.
  var kindPlace: Place?
  var tenant: Int
  var findings: [Finding] {
    didSet { index = nil }
  }
  /// What is known of `findings` while nothing but `add` changes them.
  var index: FindingIndex?
  /// The project of the first file.
  var project: String
  var candidates: [Candidate]
  /// Whether it signs its users in by SAML.
  var isProvider = false

  func all(_ fact: Fact) -> [Finding] {
    if let index { return index[fact] }
    return findings.filter { $0.fact == fact }
  }

  func first(_ fact: Fact) -> Finding? { all(fact).first }

  /// Its App ID URIs and scopes, as far as they are whole. The entity id of a service provider is any text.
  var addresses: [Finding] {
    all(.identifierUri).filter { isProvider || ValueShape.isRedirect($0.value) && !Placeholder.fits($0.value) }
  }

  /// What scopes of it begin with.
  var uri: String { addresses.first?.value ?? "api://\(clientId)" }

  var scopes: [Finding] {
    all(.exposedScope).filter { !Placeholder.fits($0.value) && !$0.value.utf8.contains(0x2F) }
  }

  /// Whether a finding of the fact ends so, from its last slash on.
  func has(_ fact: Fact, ending text: String) -> Bool { (index ?? FindingIndex(findings)).has(fact, ending: text) }

  func member(_ name: String) -> Finding? { all(.member).first { $0.value == name } }

  /// Adds a finding unless its value is there.
  mutating func add(_ finding: Finding) {
    var known = index ?? FindingIndex(findings)
    index = nil
    if !known.has(finding) {
      findings.append(finding)
      known.append(finding)
    }
    index = known
  }
}
