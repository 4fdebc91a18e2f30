/// The forms of tokens: each has a set of claims, and an order of them. A value of several forms says which of them have a claim.
struct TokenForm: OptionSet, Sendable, Hashable {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// An access token of a user for Microsoft Graph.
  static let graph = Self(rawValue: 1 << 0)
  /// One for an API that takes version 2.0.
  static let v2 = Self(rawValue: 1 << 1)
  /// One for any other API.
  static let v1 = Self(rawValue: 1 << 2)
  /// The id_token of the v2.0 endpoints.
  static let idToken = Self(rawValue: 1 << 3)
  /// The id_token of the v1.0 endpoints.
  static let legacyIDToken = Self(rawValue: 1 << 4)
  /// An access token of an app without a user, for an API that takes version 2.0.
  static let appV2 = Self(rawValue: 1 << 5)
  /// One for any other API.
  static let appV1 = Self(rawValue: 1 << 6)
  /// The id_token of a user flow.
  static let customerIDToken = Self(rawValue: 1 << 7)
  /// The access token of a user flow.
  static let customerAccess = Self(rawValue: 1 << 8)

  static let idTokens: Self = [.idToken, .legacyIDToken]
  static let userAccess: Self = [.graph, .v2, .v1]
  static let users: Self = [.userAccess, .idTokens]
  static let apps: Self = [.appV2, .appV1]
  static let access: Self = [.userAccess, .apps]
  static let customers: Self = [.customerIDToken, .customerAccess]
  static let version2: Self = [.v2, .idToken, .appV2]

  /// Each form with the head of its column in the documentation.
  static let columns: [(form: Self, title: String)] = [
    (.graph, "Graph"), (.v2, "v2.0"), (.v1, "v1.0"), (.idToken, "id_token"), (.legacyIDToken, "v1.0 id_token"),
    (.appV2, "app, v2.0"), (.appV1, "app, v1.0"), (.customerIDToken, "B2C id_token"), (.customerAccess, "B2C access"),
  ]

  /// Whether the app that asks reads the token, as it does an id_token.
  var isForClient: Bool { !isDisjoint(with: [.idTokens, .customerIDToken]) }
}
