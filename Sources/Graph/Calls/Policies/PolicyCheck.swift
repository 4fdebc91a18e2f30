import Bytes
import Directory
import JSON

/// What a Conditional Access policy may say: words that Graph has, and ids of objects that the tenant has (Microsoft:
/// "conditionalAccessConditionSet resource type", "conditionalAccessGrantControls resource type").
struct PolicyCheck {
  let body: JSONObject
  let resource: ResourceCall

  /// Refuses the first word or id that is wrong, before anything is changed.
  func run() throws(GraphError) {
    do { try check() } catch { throw resource.version == .beta ? error.told(by: GraphError.malformedPolicy) : error }
  }

  private func check() throws(GraphError) {
    let devices = body["conditions"]?["devices"]
    let states = ["includeDeviceStates", "excludeDeviceStates"]
    guard states.allSatisfy({ (devices?[$0] ?? .null) == .null }) else {
      throw .deviceStates(resource.version)
    }
    for (path, words) in Self.words {
      for word in try values(path) where !words.contains(word) { throw schema(path) }
    }
    try checkPasswordChange()
    try checkGuests()
    try checkReferences()
  }

  /// The lists of words, by their place in the policy.
  private static let words: [(path: String, words: Set<String>)] = [
    (
      "grantControls/builtInControls",
      // The last two are Graph's alone: no sign-in here has a risk that one could remedy.
      Set(AccessPolicy.Control.allCases.map(\.graphName)).union(["passwordChange", "riskRemediation"])
    ),
    (
      "conditions/clientAppTypes",
      ["all", "browser", "mobileAppsAndDesktopClients", "exchangeActiveSync", "easSupported", "other"]
    ),
    ("conditions/signInRiskLevels", risks), ("conditions/userRiskLevels", risks),
    ("conditions/servicePrincipalRiskLevels", risks),
    ("conditions/platforms/includePlatforms", platforms), ("conditions/platforms/excludePlatforms", platforms),
    (
      "conditions/applications/includeUserActions",
      ["urn:user:registersecurityinfo", "urn:user:registerdevice"]
    ),
  ]
  private static let risks: Set<String> = ["low", "medium", "high", "hidden", "none"]
  private static let platforms: Set<String> = ["all", "android", "iOS", "linux", "macOS", "windows", "windowsPhone"]

  private func checkReferences() throws(GraphError) {
    let (directory, tenant) = (resource.directory, resource.token.tenant)
    for side in ["include", "exclude"] {
      for id in try values("conditions/users/\(side)Users") where !["All", "None", AccessPolicy.guests].contains(id) {
        guard let user = User.ID(id).flatMap({ directory.users[$0] }), user.tenant == tenant.id, !user.isDeleted else {
          throw .policyUser(id)
        }
      }
      for id in try values("conditions/users/\(side)Groups") {
        guard Group.ID(id).flatMap({ directory.groups[$0] })?.tenant == tenant.id else { throw .policyGroup(id) }
      }
      let roles = try values("conditions/users/\(side)Roles").filter { DirectoryRole.template($0) == nil }
      if !roles.isEmpty { throw .policyRoles(roles) }
      for id in try values("conditions/applications/\(side)Applications") where !Self.applications.contains(id) {
        guard let app = Application.ID(id) else { throw schema("conditions/applications/\(side)Applications") }
        guard directory.servicePrincipal(of: app, in: tenant.id) != nil else { throw .policyApplication(id) }
      }
      for id in try values("conditions/clientApplications/\(side)ServicePrincipals")
      where !["None", "ServicePrincipalsInMyTenant"].contains(id) {
        let known = ServicePrincipal.ID(id).flatMap { ApplicationCalls.principal($0, resource) }
        guard known != nil else { throw .policyApplication(id) }
      }
      for id in try values("conditions/locations/\(side)Locations") where !Self.locations.contains(id) {
        guard LocationCalls.exists(id, in: tenant) else { throw .policyLocation(id) }
      }
    }
  }

  /// A change of the password is for every client alone.
  private func checkPasswordChange() throws(GraphError) {
    guard try values("grantControls/builtInControls").contains("passwordChange") else { return }
    let clients = try values("conditions/clientAppTypes")
    guard clients.isEmpty || clients == ["all"] else { throw .passwordControl }
  }

  /// The old word for guests and the new object say two things.
  private func checkGuests() throws(GraphError) {
    for side in ["include", "exclude"] {
      let isObject = body["conditions"]?["users"]?["\(side)GuestsOrExternalUsers"]?.object != nil
      guard isObject, try values("conditions/users/\(side)Users").contains(AccessPolicy.guests) else { continue }
      throw .guestsTwice
    }
  }

  private func schema(_ path: String) -> GraphError { .policySchema(path, resource.version) }

  /// Names of many apps, and apps of Microsoft that Conditional Access knows and the catalogue does not list (Microsoft: "Conditional
  /// Access: Target resources"): Skype for Business, Yammer, Intune and its enrollment, Remote Desktop, Azure Virtual Desktop, Windows 365,
  /// Windows Cloud Login, sign-in to virtual machines, Teams services.
  private static let applications: Set<String> = [
    "All", "None", "Office365", "MicrosoftAdminPortals", "00000004-0000-0ff1-ce00-000000000000",
    "00000005-0000-0ff1-ce00-000000000000", "0000000a-0000-0000-c000-000000000000",
    "d4ebce55-015a-49b5-a083-c84d1797ae8c", "a4a365df-50f1-4397-bc59-1a1564b8bb9c",
    "9cdead84-a844-4324-93f2-b2e6bb768d07", "0af06dc6-e4b5-4f28-818e-e78e62d137a5",
    "270efc09-cd0d-444b-a71f-39af4910ec45", "372140e0-b3b7-4226-8ef9-d57986796201",
    "cc15fd57-2c6c-4117-a88c-83b1d56b4bbe",
  ]
  /// The zeros are the trusted addresses of the old settings for a second factor (observed).
  private static let locations: Set<String> = ["All", "AllTrusted", "00000000-0000-0000-0000-000000000000"]

  /// The texts of the list at that place. None where the policy does not name it, or says null.
  private func values(_ path: String) throws(GraphError) -> [String] {
    var value = JSONValue.object(body)
    for name in path.split(separator: "/") {
      guard value != .null else { return [] }
      guard value.object != nil else { throw schema(path) }
      value = value[String(name)] ?? .null
    }
    guard value != .null else { return [] }
    guard let texts = value.strings else { throw schema(path) }
    return texts
  }
}

extension GraphError {
  /// Conditional Access refuses in two ways: `v1.0` with the text itself, `beta` with one for all, and the text within (observed 2020-07 to 2026).
  static let malformedPolicy = "The server could not process the request because it is malformed or incorrect."

  /// The error with another text, and its own one within.
  func told(by message: String) -> Self {
    var error = self
    error.innerMessage = error.message
    error.message = message
    return error
  }

  private static func policyPage(_ version: GraphVersion) -> String {
    "https://docs.microsoft.com/en-us/graph/api/conditionalaccessroot-post-policies?view=graph-rest-"
      + (version == .beta ? "beta" : "1.0")
  }

  /// The text was observed.
  fileprivate static func deviceStates(_ version: GraphVersion) -> Self {
    Self(
      400, .badRequest,
      "1088: 'includeDeviceStates' and 'excludeDeviceStates' are no longer supported. Please use 'includeDevices' and 'excludeDevices' "
        + "going forward. For examples, please see API documentation at \(policyPage(version)).",
      because: "Conditional Access no longer knows the states of devices by that name"
    ).about("conditions/devices", .invalidValue)
  }

  /// The text was observed.
  fileprivate static let passwordControl = Self(
    400, .badRequest, "1032: ConditionalActionPolicy validation failed due to InvalidPasswordResetControl.",
    because: "passwordChange goes with clientAppTypes 'all' alone"
  ).about("grantControls/builtInControls", .invalidValue)

  /// The text was observed without its number.
  fileprivate static let guestsTwice = Self(
    400, .badRequest, "'GuestsOrExternalUsers' cannot be combined with guestOrExternalUsers",
    because: "the conditions name guests by the old word and by the object"
  ).about("conditions/users", .invalidValue)

  /// The policy does not fit its schema (observed). Graph does not say where; `details` and the journal do.
  fileprivate static func policySchema(_ path: String, _ version: GraphVersion) -> Self {
    Self(
      400, .badRequest,
      "1007: Incoming ConditionalAccessPolicy object is null or does not match the schema of ConditionalAccessPolicy type. "
        + "For examples, please see API documentation at "
        + "\(policyPage(version)).",
      because: "\(path) has a value that Graph does not know there"
    ).about(path, .invalidValue)
  }

  /// The text of groups (observed), with the other word.
  fileprivate static func policyUser(_ id: String) -> Self {
    Self(400, .badRequest, "Invalid user value: \(id).", because: "the tenant has no user \(id)")
      .about("conditions/users", .invalidValue)
  }

  fileprivate static func policyGroup(_ id: String) -> Self {
    Self(400, .badRequest, "1054: Invalid group value: \(id).", because: "the tenant has no group \(id)")
      .about("conditions/users", .invalidValue)
  }

  /// Two texts (observed): for what is not an id of a role, and for ids that no built-in role has.
  fileprivate static func policyRoles(_ ids: [String]) -> Self {
    let bad = ids.filter { GUID($0) == nil }
    let text =
      bad.isEmpty
      ? "1103: 'users' condition contains non-built in role ids: \(ids.joined(separator: ", "))."
      : "1102: 'users' condition contains invalid role ids: \(bad.joined(separator: ", "))."
    return Self(
      400, .badRequest, text, because: "no built-in directory role is \(ids.joined(separator: ", "))"
    ).about("conditions/users", .invalidValue)
  }

  fileprivate static func policyApplication(_ id: String) -> Self {
    Self(
      400, .badRequest, "1034: Policy contains invalid applications: {\"\(id)\":\"ServicePrincipalNotFound\"}",
      because: "the tenant has no service principal of \(id)"
    ).about("conditions/applications", .invalidValue)
  }

  fileprivate static func policyLocation(_ id: String) -> Self {
    Self(
      400, .badRequest, "1040: NamedLocation with id \(id) does not exist in the directory.",
      because: "the tenant has no named location \(id)"
    ).about("conditions/locations", .invalidValue)
  }
}
