import Mail
import Policy

/// What a token needs for a call: one of some delegated permissions when a user is signed in, else one of some app
/// roles.
///
/// Each row of `GraphPermission+Table` is the table of permissions on Microsoft's page of the call.
struct GraphPermission: Sendable, Hashable {
  /// The delegated permissions for a call about the signed-in user's own object. One of them is enough.
  let own: [String]
  /// The delegated permissions for a call about anything else. One of them is enough.
  let delegated: [String]
  /// The app roles for a call without a user. One of them is enough; an empty list refuses every app.
  let application: [String]
  /// App roles that do not do alone, each with those of which one has to stand beside it.
  var incomplete: [String: [String]] = [:]
  /// What the signed-in user does with it to an object that is not the user's own. Nil: every user may.
  var task: AdministrativeTask?
  /// Whether the mail service looks at it, which refuses in words of its own.
  var isOfMail = false

  /// Reads lists of names between blanks. `@` begins the name of a group of permissions that always stand together.
  /// `own` is added to `delegated`. In `application`, `=` means all of `delegated`. A delegated permission for all of the directory means
  /// that `Directory.AccessAsUser.All` will do as well, within what the user may do.
  init(_ delegated: String, own: String = "", application: String = "=", for task: AdministrativeTask? = nil) {
    let names = Self.names(delegated)
    let isOfDirectory = names.contains { $0 == "Directory.Read.All" || $0 == "Directory.ReadWrite.All" }
    self.delegated = names + (isOfDirectory ? ["Directory.AccessAsUser.All"] : [])
    self.own = Self.names(own) + self.delegated
    self.task = task
    var roles: [String] = []
    for word in application.split(separator: " ") {
      roles += word == "=" ? names : Self.names(String(word))
    }
    self.application = roles
  }

  /// Throws a `GraphError` unless the token has one of the permissions. `isOwn` tells whether the call is about the
  /// signed-in user.
  func check(_ token: GraphToken, isOwn: Bool) throws(GraphError) {
    let needed = token.user == nil ? application : isOwn ? own : delegated
    guard token.permissions.contains(where: { needed.contains($0) && isEnough($0, token) }) else {
      var refusal = GraphError.insufficientPrivileges(needed: needed, held: token.permissions, ofApp: token.user == nil)
      for (role, others) in incomplete where token.user == nil && token.permissions.contains(role) {
        refusal.reason = "'\(role)' does not do alone: one of \(others.joined(separator: ", ")) is needed beside it"
      }
      if isOfMail {
        var denied = GraphError(MailRefusal(.accessDenied))
        denied.reason = refusal.reason
        throw denied
      }
      if self == .readMethods { throw .methodsDenied(as: refusal) }
      if self == .readSignIns { throw .reportDenied(as: refusal, needed: delegated) }
      throw self == .readPolicies || self == .changePolicies ? .scopesMissing(as: refusal) : refusal
    }
  }

  /// Whether the token has one of the permissions for objects other than the signed-in user.
  func isHeld(by token: GraphToken) -> Bool {
    token.permissions.contains(where: (token.user == nil ? application : delegated).contains)
  }

  /// Whether an app role does as it is, or something that makes it whole stands beside it.
  private func isEnough(_ role: String, _ token: GraphToken) -> Bool {
    guard token.user == nil, let others = incomplete[role] else { return true }
    return token.permissions.contains(where: others.contains)
  }

  /// The same permission, with an app role that does not do alone.
  func needing(_ others: String, beside role: String) -> Self {
    var permission = self
    permission.incomplete[role] = Self.names(others)
    return permission
  }

  private static let groups: [String: String] = [
    "@directory": "Directory.Read.All Directory.ReadWrite.All",
    "@users": "User.Read.All User.ReadWrite.All",
    "@apps": "Application.Read.All Application.ReadWrite.All",
    "@groups": "Group.Read.All Group.ReadBasic.All GroupMember.Read.All GroupMember.ReadBasic.All",
    "@photos": "ProfilePhoto.Read.All ProfilePhoto.ReadWrite.All",
    "@agents": "AgentIdUser.ReadWrite.All AgentIdUser.ReadWrite.IdentityParentedBy",
    "@intuneRead":
      "DeviceManagementApps.Read.All DeviceManagementConfiguration.Read.All DeviceManagementManagedDevices.Read.All "
      + "DeviceManagementServiceConfig.Read.All",
    "@intuneWrite":
      "DeviceManagementApps.ReadWrite.All DeviceManagementConfiguration.ReadWrite.All "
      + "DeviceManagementManagedDevices.ReadWrite.All DeviceManagementServiceConfig.ReadWrite.All",
  ]

  private static func names(_ text: String) -> [String] {
    var names: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      guard let group = groups[word] else {
        names.append(word)
        continue
      }
      names += group.split(separator: " ").map(String.init)
    }
    return names
  }
}
