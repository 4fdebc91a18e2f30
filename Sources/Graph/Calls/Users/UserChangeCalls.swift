import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// Makes, changes and deletes users (Microsoft: "Create user", "Update user", "Delete a user").
enum UserChangeCalls {
  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "user")
    let world = resource.call.world
    let tenant = resource.token.tenant
    // A local account of customers is made from its identities: the service makes up the rest (observed).
    let isLocal = tenant.kind.isForCustomers && body["identities"]?.array?.isEmpty == false
    let required = isLocal ? ["displayName"] : ["accountEnabled", "displayName", "mailNickname", "userPrincipalName"]
    for name in required where body[name] == nil || body[name] == .null {
      throw GraphError.valueRequired(name, of: "User")
    }
    guard body["passwordProfile"]?["password"]?.string != nil else { throw GraphError.noNewPassword }
    let id = User.ID(world.entropy.guid())
    func said(_ name: String, else usual: String) -> JSONValue {
      let value = body[name] ?? .null
      return isLocal && value == .null ? .string(usual) : value
    }
    let nickname = try GroupChange.nickname(said("mailNickname", else: "\(id)"), of: "User")
    guard let displayName = body["displayName"]?.string, !displayName.isEmpty else {
      throw GraphError.invalidValue("displayName", of: "User")
    }
    let name = try checkedName(said("userPrincipalName", else: "\(id)@\(tenant.initialDomain)"), nil, resource)
    let password = try password(in: body["passwordProfile"])
    let alias = resource.directory.freeUserAlias(like: nickname)
    var user = User(
      id: id, tenant: tenant.id, alias: alias, userPrincipalName: name, displayName: displayName, createdAt: world.now)
    let notProperties = ["mailNickname", "passwordProfile", "userPrincipalName"]
    let members = body.members.filter { !notProperties.contains($0.name) && !$0.name.hasPrefix("@odata.") }
    try UserChange.set(members, of: &user, in: resource.directory, resource.version)
    // The alias that the sign-in name gives need not be kept.
    if nickname != name.prefix(while: { $0 != "@" }) { user.properties["mailNickname"] = .string(nickname) }
    user.password = SecretDigest(password.text, salt: world.entropy.bytes(16))
    user.isPasswordExpired = password.hasToChange
    let made = user
    try world.edit { editor in
      try editor.freeName(name)
      editor.add(made)
    }
    exchange.because("→ 201 '\(user.alias)'")
    return GraphAnswer.created(
      UserView(user: user, tenant: tenant).defaultMembersByID, context: "users/$entity",
      location:
        "\(resource.call.origin.graph)/v2/\(tenant.id)/directoryObjects/\(user.id)/Microsoft.DirectoryServices.User",
      version: resource.version.rawValue, resource.call, exchange)
  }

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let world = resource.call.world
    let members = try resource.body(of: "user").members.filter { !$0.name.hasPrefix("@odata.") }
    try checkPermission(for: members.map(\.name), resource)
    try checkRole(for: members.map(\.name), of: user, resource)
    var changed = user
    var password: Password?
    var extensions: [JSONObject.Member] = []
    for member in members {
      switch member.name {
      case "passwordProfile": password = try Self.change(of: member.value)
      case "userPrincipalName": changed.userPrincipalName = try checkedName(member.value, user.id, resource)
      default: try UserChange.set(member, of: &changed, in: resource.directory, resource.version, &extensions)
      }
    }
    // Nothing changes before the whole body was checked.
    let new = changed
    let actions = actions(changing: user, to: new, password)
    let staysExpired = password?.text != nil || password?.hasToChange != false
    try world.edit { editor in
      // The other properties stay as they are: another call may have changed them. An action of its own enables the user.
      var stored = try editor.user(user.id)
      let others = members.filter { !["passwordProfile", "userPrincipalName", "accountEnabled"].contains($0.name) }
      try UserChange.set(others, of: &stored, in: editor.state, resource.version)
      stored.userPrincipalName = new.userPrincipalName
      let result = stored
      if new.userPrincipalName != user.userPrincipalName { try editor.freeName(new.userPrincipalName) }
      try editor.update(user.id) { $0 = result }
      for action in actions { try action.change(user, with: &editor) }
      if !staysExpired { try editor.update(editor.state.account(of: user).id) { $0.isPasswordExpired = false } }
    }
    exchange.because("→ 204 '\(user.alias)': \(members.map(\.name).joined(separator: ", "))")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    try Administration.checkSensitive(user, resource)
    try resource.call.world.perform(SetDeletedAction(user: .id(user.id), isDeleted: true))
    exchange.because("→ 204 '\(user.alias)' is deleted")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  /// The actions for properties that have consequences for sign-ins. They are the ones that a rule carries out, so a guest's password
  /// is set in the home tenant.
  private static func actions(changing user: User, to new: User, _ password: Password?) -> [any UserAction] {
    var actions: [any UserAction] = []
    if new.isEnabled != user.isEnabled {
      actions.append(SetEnabledAction(user: .id(user.id), isEnabled: new.isEnabled))
    }
    if let text = password?.text { actions.append(ChangePasswordAction(user: .id(user.id), password: text)) }
    if password?.hasToChange == true { actions.append(ExpirePasswordAction(user: .id(user.id))) }
    return actions
  }

  // MARK: Checking

  /// Some permissions open all properties, some a few, and `User.ReadWrite` those of the user's own that are not for
  /// administrators.
  private static func checkPermission(for names: [String], _ resource: ResourceCall) throws(GraphError) {
    let held = resource.token.permissions
    guard !GraphPermission.changeUsers.isHeld(by: resource.token), !held.contains("User.ReadWrite.CrossCloud") else {
      return
    }
    let opened = UserChange.properties(openedBy: held)
    let isOwnProfile = resource.isOwn && resource.token.user != nil && held.contains("User.ReadWrite")
    guard names.allSatisfy({ opened.contains($0) || isOwnProfile && !UserChange.isOfAdministrators($0) }) else {
      throw .insufficientPrivileges(
        needed: GraphPermission.changeUsers.delegated, held: held, ofApp: resource.token.user == nil)
    }
  }

  /// What the signed-in user needs beside the permission. Users change their own profile, but for what administrators keep.
  private static func checkRole(
    for names: [String], of user: User, _ resource: ResourceCall
  ) throws(GraphError) {
    if names.contains(where: SensitiveChange.properties.contains) { try Administration.checkSensitive(user, resource) }
    if resource.isOwn, resource.token.user != nil, !names.contains(where: UserChange.isOfAdministrators) { return }
    let task = names.allSatisfy { $0 == "passwordProfile" } ? AdministrativeTask.resetPasswords : .changeUsers
    try Administration.check(task, owners: [], resource)
  }

  private struct Password {
    /// Nil: the password stays.
    let text: String?
    /// Nil: nothing is said.
    let hasToChange: Bool?
  }

  private static func password(in profile: JSONValue?) throws(GraphError) -> (text: String, hasToChange: Bool) {
    guard let text = profile?["password"]?.string else { throw .valueRequired("password", of: "User") }
    guard PasswordStrength.accepts(text) else { throw .weakPassword }
    return (text, profile?["forceChangePasswordNextSignIn"]?.bool ?? true)
  }

  /// What a changed profile says. Without a password it says alone whether the password has to be changed (reported of CLI for Microsoft
  /// 365). Null says nothing: clients send back what they read.
  private static func change(of profile: JSONValue) throws(GraphError) -> Password? {
    guard profile != .null else { return nil }
    guard let members = profile.object else { throw .invalidValue("passwordProfile", of: "User") }
    guard members["password"] == nil || members["password"] == .null else {
      let new = try password(in: profile)
      return Password(text: new.text, hasToChange: new.hasToChange)
    }
    return Password(text: nil, hasToChange: members["forceChangePasswordNextSignIn"]?.bool)
  }

  /// A sign-in name in a domain of the tenant that no other user has.
  private static func checkedName(_ value: JSONValue?, _ owner: User.ID?, _ resource: ResourceCall) throws(GraphError)
    -> String
  {
    let name = value?.string ?? ""
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let local = parts.first, !local.isEmpty, let domain = parts.last, !domain.isEmpty else {
      throw .invalidValue("userPrincipalName", of: "User")
    }
    guard resource.token.tenant.domains.contains(where: { ASCII.equalIgnoringCase($0, domain) }) else {
      throw .unverifiedDomain(String(domain))
    }
    if let other = resource.directory.user(named: name), other.id != owner, !other.isDeleted {
      throw .duplicateName
    }
    return name
  }
}

extension GraphError {
  static func valueRequired(_ name: String, of type: String) -> Self {
    Self(
      400, .malformedRequest, "A value is required for property '\(name)' of resource '\(type)'.",
      because: "\(name) is missing")
  }

  /// The text was observed.
  static let noNewPassword = Self(
    400, .malformedRequest, "A password must be specified to create a new user.",
    because: "passwordProfile with a password is missing")

  static let duplicateName = Self(
    400, .malformedRequest, "Another object with the same value for property userPrincipalName already exists.",
    because: "the sign-in name is taken"
  ).about("userPrincipalName", .objectConflict)
}
