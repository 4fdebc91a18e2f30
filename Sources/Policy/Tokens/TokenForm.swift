/// The forms of tokens: each has a set of claims, and an order of them. A value of several forms says which of them have a claim.
struct TokenForm: OptionSet, Sendable, Hashable {
  let rawValue: Int

  init(rawValue: Int) { self.rawValue = rawValue }

  /// An access token of a user for Microsoft Graph.
  static let graph = Self(rawValue: 1 << 0)
  /// One for an API of one's own that takes version 2.0.
  static let v2 = Self(rawValue: 1 << 1)
  /// One for any other API of one's own.
  static let v1 = Self(rawValue: 1 << 2)
  /// The id_token of the v2.0 endpoints.
  static let idToken = Self(rawValue: 1 << 3)
  /// The id_token of the v1.0 endpoints.
  static let legacyIDToken = Self(rawValue: 1 << 4)
  /// An access token of an app without a user, for an API of one's own that takes version 2.0.
  static let appV2 = Self(rawValue: 1 << 5)
  /// One for any other API of one's own.
  static let appV1 = Self(rawValue: 1 << 6)
  /// The id_token of a user flow.
  static let customerIDToken = Self(rawValue: 1 << 7)
  /// The access token of a user flow.
  static let customerAccess = Self(rawValue: 1 << 8)
  /// A user's access token for Azure Resource Manager.
  static let resourceManager = Self(rawValue: 1 << 9)
  /// One for another API of Microsoft's: Azure's data planes and the rest.
  static let azure = Self(rawValue: 1 << 10)
  /// One for Power BI and Fabric.
  static let powerBI = Self(rawValue: 1 << 11)
  /// An app's access token for Microsoft Graph.
  static let appGraph = Self(rawValue: 1 << 12)
  /// One for Azure Resource Manager.
  static let appResourceManager = Self(rawValue: 1 << 13)
  /// One for another API of Microsoft's.
  static let appAzure = Self(rawValue: 1 << 14)
  /// One for Exchange Online.
  static let appExchange = Self(rawValue: 1 << 15)
  /// One for `api://AzureADTokenExchange`: the proof of another app.
  static let appProof = Self(rawValue: 1 << 16)
  /// The id_token of a personal account.
  static let personalIDToken = Self(rawValue: 1 << 17)
  /// A user's access token for Exchange Online.
  static let exchange = Self(rawValue: 1 << 18)

  /// The id_tokens of work accounts.
  static let idTokens: Self = [.idToken, .legacyIDToken]
  /// Access tokens of users for APIs of Microsoft's.
  static let userMicrosoft: Self = [.graph, .resourceManager, .azure, .powerBI, .exchange]
  /// Access tokens of users of version 1.0.
  static let userV1: Self = [.userMicrosoft, .v1]
  static let userAccess: Self = [.userV1, .v2]
  static let users: Self = [.userAccess, .idTokens]
  /// Apps' access tokens for APIs of Microsoft's.
  static let appMicrosoft: Self = [.appGraph, .appResourceManager, .appAzure, .appExchange]
  /// Apps' access tokens of version 1.0.
  static let appsV1: Self = [.appMicrosoft, .appV1]
  static let apps: Self = [.appsV1, .appV2, .appProof]
  static let access: Self = [.userAccess, .apps]
  static let customers: Self = [.customerIDToken, .customerAccess]
  static let version2: Self = [.v2, .idToken, .personalIDToken, .appV2, .appProof]

  /// Each form of a token of users with the head of its column in the documentation.
  static let columnsOfUsers: [(form: Self, title: String)] = [
    (.graph, "Graph"), (.resourceManager, "Resource Manager"), (.azure, "other APIs of Microsoft's"),
    (.powerBI, "Power BI"), (.exchange, "Exchange"), (.v1, "own API, v1.0"), (.v2, "own API, v2.0"),
    (.idToken, "id_token"),
    (.legacyIDToken, "v1.0 id_token"), (.personalIDToken, "id_token of a personal account"),
  ]

  /// The same of tokens of apps and of user flows.
  static let columnsOfOthers: [(form: Self, title: String)] = [
    (.appGraph, "Graph"), (.appResourceManager, "Resource Manager"), (.appExchange, "Exchange"),
    (.appAzure, "other APIs of Microsoft's"), (.appV1, "own API, v1.0"), (.appV2, "own API, v2.0"),
    (.appProof, "token exchange"), (.customerIDToken, "B2C id_token"), (.customerAccess, "B2C access"),
  ]

  /// Every form.
  static let each = (columnsOfUsers + columnsOfOthers).map(\.form)

  /// Whether the app that asks reads the token, as it does an id_token.
  var isForClient: Bool { !isDisjoint(with: [.idTokens, .personalIDToken, .customerIDToken]) }
}
