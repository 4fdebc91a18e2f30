import Directory
import Time
import YAML

extension AccessPolicy {
  /// `{ name: mfa for the API, users: [alice], resources: [api], require: mfa, signInFrequency: 1h }`. Users and resources
  /// that are left out are all there are.
  init(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { name: mfa, require: mfa }")
    let name = try fields.require("name", else: "a policy needs 'name'").text()
    let tenant = try fields.take("tenant")?.tenant(in: directory) ?? "contoso"
    self.init(
      id: .named(name), name: name,
      tenant: directory.tenant(named: tenant)?.id ?? SeededDirectory.contoso)
    if let value = fields.take("users") {
      users = []
      for item in value.oneOrMany() {
        if let user = directory.user(named: try item.user(in: directory)) { users?.append(user.id) }
      }
    }
    if let value = fields.take("resources") {
      resources = []
      for item in value.oneOrMany() {
        if let resource = directory.application(named: try item.resource(in: directory)) {
          resources?.append(resource.id)
        }
      }
    }
    if let value = fields.take("scopes") {
      scopes = try value.oneOrMany().map { item throws(ScenarioError) in try item.text() }
    }
    let workloads = fields.take("workloads")
    self.workloads = try workloads?.workloads(in: directory)
    for item in fields.take("authenticationContexts")?.oneOrMany() ?? [] {
      authenticationContexts.append(try item.authenticationContext())
    }
    control = try fields.take("require")?.choice(Control.self)
    signInFrequency = try fields.take("signInFrequency")?.signInFrequency()
    if let isEnabled = try fields.take("enabled")?.bool() { self.isEnabled = isEnabled }
    guard control != nil || signInFrequency != nil else {
      throw fields.missing("require", else: "a policy needs 'require' or 'signInFrequency'")
    }
    if let workloads {
      guard users == nil, scopes == nil, authenticationContexts.isEmpty, signInFrequency == nil, control == .block
      else {
        throw workloads.error(
          "a policy about apps that sign in as themselves can only 'require: block', and names no users")
      }
    }
    try fields.finish()
  }
}

extension FileValue {
  /// `c1` to `c99`.
  fileprivate func authenticationContext() throws(ScenarioError) -> String {
    let text = try text("a list such as [c1]")
    guard text.first == "c", let number = Int(text.dropFirst()), (1...99).contains(number), text == "c\(number)" else {
      throw error("'\(text)' is no authentication context; use c1 to c99")
    }
    return text
  }

  /// `all`, or apps by name.
  fileprivate func workloads(in directory: DirectoryState) throws(ScenarioError) -> AccessPolicy.Workloads {
    if node.text == "all" { return .all }
    var clients: [Application.ID] = []
    for item in oneOrMany() {
      if let client = directory.application(named: try item.application(in: directory)) { clients.append(client.id) }
    }
    return .some(clients)
  }

  /// A duration in whole seconds, or `everyTime`.
  fileprivate func signInFrequency() throws(ScenarioError) -> TimeSpan {
    if node.text == "everyTime" { return TimeSpan(.zero) }
    guard let duration = node.text.flatMap({ Duration(text: $0) }), duration >= .seconds(1) else {
      throw mismatch("a duration such as 1h, or everyTime")
    }
    return TimeSpan(duration)
  }
}
