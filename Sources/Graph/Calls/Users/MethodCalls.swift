import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// The methods by which users prove who they are (Microsoft: "List methods", "List phoneMethods", "List userRegistrationDetails"). They follow from
/// the user's state: the password, the authenticator app of a user with a second factor, and the addresses and numbers that codes go to.
enum MethodCalls {
  /// The lists of one kind, by the name in the path.
  static let kinds: [(path: String, type: String)] = [
    ("passwordMethods", "passwordAuthenticationMethod"), ("phoneMethods", "phoneAuthenticationMethod"),
    ("emailMethods", "emailAuthenticationMethod"),
    ("microsoftAuthenticatorMethods", "microsoftAuthenticatorAuthenticationMethod"),
  ]

  static func all(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    let methods = methods(of: user)
    exchange.because("→ 200 \(methods.count) methods of '\(user.alias)'")
    let shown = methods.map { method -> JSONValue in
      let type = JSONObject.Member(name: "@odata.type", value: .string("#microsoft.graph." + method.type))
      return .object(JSONObject([type] + method.members.members))
    }
    return resource.list(shown, context: "users('\(user.id)')/authentication/methods", exchange)
  }

  static func ofOneKind(_ path: String, _ type: String) -> GraphRoute.Answer {
    { resource, exchange in
      let user = try resource.subject
      let methods = methods(of: user).filter { $0.type == type }
      exchange.because("→ 200 \(methods.count) \(path) of '\(user.alias)'")
      return resource.list(
        methods.map { .object($0.members) }, context: "users('\(user.id)')/authentication/\(path)", exchange)
    }
  }

  static func registrations(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try SignInLogCalls.checkTenant(resource)
    let users = resource.directory.usersInOrder.filter { $0.tenant == resource.token.tenant.id && !$0.isDeleted }
    return try resource.page(
      of: users.map(registration(of:)), .registrationDetails,
      context: "reports/authenticationMethods/userRegistrationDetails", &exchange)
  }

  static func registration(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try SignInLogCalls.checkTenant(resource)
    let user = try resource.subject
    exchange.because("→ 200 what '\(user.alias)' has registered")
    return try resource.plain(
      registration(of: user), .registrationDetails, context: "reports/authenticationMethods/userRegistrationDetails",
      exchange)
  }

  private struct Method {
    let type: String
    /// The word of `methodsRegistered`; nil for the password, which is not registered.
    let word: String?
    let members: JSONObject
  }

  private static func methods(of user: User) -> [Method] {
    var methods: [Method] = []
    if user.password != nil {
      methods.append(
        Method(
          type: "passwordAuthenticationMethod", word: nil,
          members: [
            "id": .string(password), "password": nil, "createdDateTime": .string(user.passwordChangedAt.iso8601),
          ]))
    }
    let codes = user.factors ?? []
    for (number, id) in zip(codes.filter { $0.utf8.first == 0x2B }, phones) {
      methods.append(
        Method(
          type: "phoneAuthenticationMethod", word: id.word,
          members: [
            "id": .string(id.id), "phoneNumber": .string(number), "phoneType": .string(id.type),
            "smsSignInState": "notConfigured",
          ]))
    }
    if let address = codes.first(where: { $0.utf8.contains(0x40) }) {
      methods.append(
        Method(
          type: "emailAuthenticationMethod", word: "email",
          members: ["id": .string(email), "emailAddress": .string(address)]))
    }
    if user.mfa == .required {
      methods.append(
        Method(
          type: "microsoftAuthenticatorAuthenticationMethod", word: "microsoftAuthenticatorPush",
          members: [
            "id": "\(user.id)", "displayName": "Authenticator", "deviceTag": "SoftwareTokenActivated",
            "phoneAppVersion": nil, "createdDateTime": .string(user.createdAt.iso8601),
          ]))
    }
    return methods
  }

  private static func registration(of user: User) -> JSONObject {
    let words = methods(of: user).compactMap(\.word)
    let canReset = PasswordRecovery.isOpen(to: user, of: nil)
    let hasFactor = words.contains { $0 != "email" }
    return [
      "id": "\(user.id)", "userPrincipalName": .string(user.userPrincipalName),
      "userDisplayName": .string(user.displayName), "userType": user.isGuest ? "guest" : "member",
      "isAdmin": .bool(!user.directoryRoles.isEmpty), "isSsprRegistered": .bool(!words.isEmpty),
      "isSsprEnabled": .bool(canReset), "isSsprCapable": .bool(canReset), "isMfaRegistered": .bool(hasFactor),
      "isMfaCapable": .bool(hasFactor),
      "isPasswordlessCapable": false, "methodsRegistered": .strings(words),
      "isSystemPreferredAuthenticationMethodEnabled": false, "systemPreferredAuthenticationMethods": [],
      "userPreferredMethodForSecondaryAuthentication": user.mfa == .required ? "push" : "none",
      "lastUpdatedDateTime": .string(user.passwordChangedAt.iso8601),
    ]
  }

  /// The ids that these methods have, the same for every user (documented).
  private static let password = "28c10230-6103-485e-b985-444c60001490"
  private static let email = "3ddfcfc8-9383-446f-83cc-3ab9be4be18f"
  private static let phones = [
    (id: "3179e48a-750b-4051-897c-87b9720928f7", type: "mobile", word: "mobilePhone"),
    (id: "b6332ec1-7057-4abe-9331-3d72feddfe41", type: "alternateMobile", word: "alternateMobilePhone"),
    (id: "e37fc753-ff3b-4958-9484-eaa9425c82bc", type: "office", word: "officePhone"),
  ]
}

extension ObjectType {
  /// A report, whose queries need no switch.
  static let registrationDetails: Self = {
    let names = [
      "id", "userPrincipalName", "userDisplayName", "userType", "isAdmin", "isSsprRegistered", "isSsprEnabled",
      "isSsprCapable", "isMfaRegistered", "isMfaCapable", "isPasswordlessCapable", "methodsRegistered",
      "isSystemPreferredAuthenticationMethodEnabled", "systemPreferredAuthenticationMethods",
      "userPreferredMethodForSecondaryAuthentication", "lastUpdatedDateTime",
    ]
    var type = Self(name: "userRegistrationDetails", names: names)
    type.plainNames = names
    type.isReport = true
    type.filterable = .all(
      "id", "userPrincipalName", "userDisplayName", "userType", "isAdmin", "isSsprRegistered", "isSsprEnabled",
      "isSsprCapable", "isMfaRegistered", "isMfaCapable", "isPasswordlessCapable", "methodsRegistered")
    type.collections = ["methodsRegistered"]
    type.orderable = ["userPrincipalName", "userDisplayName"]
    return type
  }()
}
