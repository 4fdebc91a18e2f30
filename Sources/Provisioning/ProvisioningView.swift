import Bytes
import Directory
import JSON
import Policy
import SCIM
import Time

/// The directory as the provisioning of one app sees it at one moment: who is in scope, and what the mapping says of them.
struct ProvisioningView: Sendable {
  /// A user with what decides about it.
  struct Subject: Sendable {
    let user: User
    let isAssigned: Bool
    let passesFilters: Bool
    /// Deleted for good, or thirty days ago.
    let isPurged: Bool
    let values: Mapping.Values

    var id: GUID { user.id.guid }
    var isInScope: Bool { isAssigned && passesFilters && !user.isDeleted }
    /// Whether the user may use the app.
    var isEntitled: Bool { isInScope && user.isEnabled }
    /// The words of the service's log.
    var words: String { Self.words(user.isEnabled && !user.isDeleted, isAssigned, passesFilters) }

    static func words(_ isActive: Bool, _ isAssigned: Bool, _ passesFilters: Bool) -> String {
      func word(_ isTrue: Bool) -> String { isTrue ? "True" : "False" }
      return "Active=\(word(isActive)), Assigned=\(word(isAssigned)), Passed scope filter: \(word(passesFilters))"
    }
  }

  /// A group of the scope.
  struct Party: Sendable {
    let group: Group
    let values: Mapping.Values
    var id: GUID { group.id.guid }
  }

  let app: Application
  let settings: ProvisioningSettings
  let userMapping: Mapping
  let groupMapping: Mapping
  let tenant: Tenant.ID
  let directory: DirectoryState
  let now: UnixTime
  private let assigned: (users: Set<GUID>, groups: Set<GUID>)
  private let principal: ServicePrincipal.ID?
  private let filters: [[(clause: ScopingClause, patterns: [AttributePattern])]]?
  private let hasRoles: Bool

  /// Nil for an app without provisioning, and for one of no tenant.
  init?(_ app: Application, in directory: DirectoryState, at now: UnixTime) {
    guard let settings = app.provisioning, let tenant = app.tenant else { return nil }
    self.app = app
    self.settings = settings
    self.tenant = tenant
    self.directory = directory
    self.now = now
    userMapping = Mapping(StandardMapping.userRows(settings), firstKey: "userName")
    groupMapping = Mapping(StandardMapping.groupRows(settings), firstKey: "displayName")
    principal = directory.servicePrincipal(of: app.id, in: tenant)?.id
    var (users, groups) = (Set<GUID>(), Set<GUID>())
    for assignment in principal.map({ directory.assignments(on: $0) }) ?? [] {
      switch assignment.principal {
      case .user(let id): users.insert(id.guid)
      case .group(let id):
        guard let group = directory.groups[id], group.isSecurityEnabled else { continue }
        groups.insert(id.guid)
        for case .user(let member) in group.members { users.insert(member.guid) }
      case .client: continue
      }
    }
    assigned = (users, groups)
    hasRoles = StandardMapping.userRows(settings).contains { row in
      if case .expression(let text) = row.source { text.firstPlace(of: "appRoleAssignments") != nil } else { false }
    }
    filters = settings.scopingFilters.map { filters in
      filters.map { $0.map { clause in (clause, clause.values.compactMap { try? AttributePattern($0) }) } }
    }
  }

  var sendsGroups: Bool { settings.provisionsGroups ?? true }

  /// A digest of what an initial cycle is needed for when it changes.
  var configuration: Int64 {
    var digest = Digest()
    digest.add("users")
    for row in StandardMapping.userRows(settings) { digest.add(row) }
    digest.add("groups")
    for row in StandardMapping.groupRows(settings) { digest.add(row) }
    for filter in settings.scopingFilters ?? [] {
      digest.add("filter")
      for clause in filter { digest.add(clause) }
    }
    digest.add(sendsGroups ? "with groups" : "without groups")
    return digest.value
  }

  // MARK: Objects

  /// The users of the tenant, in the order of the directory.
  var users: [User] { directory.usersInOrder.filter { $0.tenant == tenant } }

  /// Whether a user may be in scope; false tells at little cost that the user is not.
  func mayEnter(_ user: User) -> Bool {
    user.isEnabled && !user.isDeleted && (settings.scope == .all || assigned.users.contains(user.id.guid))
  }

  /// What decides about a user.
  func subject(_ user: User) -> Subject {
    let isAssigned = settings.scope == .all || assigned.users.contains(user.id.guid)
    let passes = passesFilters(user)
    let isSoftDeleted = !isAssigned || !passes || user.isDeleted || !user.isEnabled
    let facts = SourceAttribute.Facts(isSoftDeleted: isSoftDeleted, roles: hasRoles ? roles(of: user) : [])
    var values = userMapping.values { $0.ofUser(user, facts) }
    if userMapping.hasManager, let manager = user.manager {
      var digest = Digest()
      digest.add("\(values.digest)\(manager)")
      values.digest = digest.value
    }
    return Subject(
      user: user, isAssigned: isAssigned, passesFilters: passes, isPurged: isPurged(user), values: values)
  }

  private func isPurged(_ user: User) -> Bool {
    guard user.isDeleted else { return false }
    if user.properties.flag("deletedForGood") { return true }
    let moment = user.properties.text("deletedDateTime").flatMap { UnixTime(iso8601: $0) }
    return moment.map { $0 + DeletedObject.lifetime <= now } ?? false
  }

  /// Whether a group is written into the app.
  func isInScope(_ group: Group) -> Bool {
    sendsGroups && group.tenant == tenant && (settings.scope == .all || assigned.groups.contains(group.id.guid))
  }

  func party(_ group: Group) -> Party {
    let mail = directory.tenants[group.tenant]?.mail(of: group)
    return Party(group: group, values: groupMapping.values { SourceAttribute.value($0.name, of: group, mail: mail) })
  }

  /// The groups that are written, in the order of the directory.
  var groups: [Group] { directory.groupsInOrder.filter(isInScope) }

  private func roles(of user: User) -> [JSONValue] {
    guard let principal else { return [] }
    var seen: Set<String> = []
    return directory.assignments(of: user.id, on: principal).compactMap { assignment -> JSONValue? in
      guard let name = assignment.role, let role = app.role(named: name), seen.insert(name).inserted else { return nil }
      return ["id": "\(role.id)", "value": .string(role.value), "displayName": .string(role.displayName)]
    }
  }

  // MARK: Scoping filters

  private func passesFilters(_ user: User) -> Bool {
    guard let filters, !filters.isEmpty else { return true }
    let facts = SourceAttribute.Facts(isSoftDeleted: false)
    return filters.contains {
      $0.allSatisfy { Self.holds($0.clause, $0.patterns, SourceAttribute.value($0.clause.attribute, of: user, facts)) }
    }
  }

  /// Whether a clause holds. A value that is missing makes every clause false that compares.
  static func holds(_ clause: ScopingClause, _ patterns: [AttributePattern], _ value: JSONValue?) -> Bool {
    let text = MappingExpression.text(value)
    switch clause.operation {
    case .isNull: return text == nil
    case .isNotNull: return text != nil
    default: break
    }
    guard let text, !text.isEmpty else { return false }
    func compared(_ isRight: (Int, Int) -> Bool) -> Bool {
      guard let number = Int(text) else { return false }
      return clause.values.contains { other in Int(other).map { isRight(number, $0) } ?? false }
    }
    return switch clause.operation {
    case .equals: clause.values.contains(text)
    case .notEquals: !clause.values.contains(text)
    case .isTrue: text == "True"
    case .isFalse: text == "False"
    case .matches: patterns.contains { $0.matches(text) }
    case .matchesNot: !patterns.contains { $0.matches(text) }
    case .greater: compared(>)
    case .greaterOrEqual: compared(>=)
    case .includes: clause.values.contains { text.firstPlace(of: $0) != nil }
    case .endsWith: clause.values.contains { text.hasSuffix($0) }
    case .isWithin: clause.values.contains { $0.firstPlace(of: text) != nil }
    case .isNotWithin: !clause.values.contains { $0.firstPlace(of: text) != nil }
    case .isNull, .isNotNull: false
    }
  }
}
