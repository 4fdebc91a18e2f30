import JSON

/// How a scenario brings a refusal about that an archive shows: by the state of the world where state can do it.
enum RefusalMeans: Sendable {
  /// The state comes after the app has got tokens: actions after that event.
  case after([JSONObject])
  /// The world has that already, or the person or the app does it anyway; the text says which.
  case already(String)
  /// No state is known for it: a rule refuses in the endpoint's place.
  case refuse

  /// A refusal that comes after the app has had tokens.
  /// `app` and `user` are aliases. `asksAgain`: whether the person had to sign in on a page afterwards.
  static func later(_ code: Int, app: String, user: String?, asksAgain: Bool) -> RefusalMeans {
    let session: [JSONObject] = asksAgain ? [["expire": "sessions"]] : []
    let person: JSONValue = user.map { .string($0) } ?? .null
    func about(_ verb: String) -> JSONObject {
      person == .null ? [verb: .bool(true)] : JSONObject([.init(name: verb, value: person)])
    }
    switch code {
    case 700_082, 700_084: return .after([["expire": "refreshTokens"]] + session)
    case 50173: return .after([["revoke": "refreshTokens"]] + session)
    case 50058, 160_021: return .after([["expire": "sessions"]])
    case 50076 where user != nil: return .after([about("requireMfa")])
    case 50079 where user != nil:
      var action = about("requireMfa")
      action.append("registered", .bool(false))
      return .after([action])
    case 50057 where user != nil: return .after([about("disable")])
    case 50034 where user != nil, 500_341 where user != nil: return .after([about("delete")])
    case 50053 where user != nil: return .after([about("lock")])
    case 50055 where user != nil: return .after([about("expirePassword")])
    case 53003: return .after([["addPolicy": ["name": "blocks, as in the archive", "require": "block"]]])
    case 7_000_112, 7_000_116: return .after([JSONObject([.init(name: "disableApp", value: .string(app))])])
    case 7_000_222: return .after([JSONObject([.init(name: "expireSecrets", value: .string(app))])])
    default: return byItself(code)
    }
  }

  /// A refusal that somebody causes by what they do: the scenario has nothing to add.
  static func byItself(_ code: Int) -> RefusalMeans {
    switch code {
    case 50126: .already("somebody has to type a wrong password")
    case 65004: .already("somebody has to leave the consent page by Cancel")
    case 65001: .already("nobody has consented to what the app asks for here")
    case 50034: .already("the scenario does not have that user")
    case 50020: .already("the user belongs to another tenant")
    case 50011: .already("the app does not have the redirect URI that it sends")
    case 700_016: .already("the scenario does not have that app")
    case 90002: .already("the scenario does not have that tenant")
    case 7_000_215: .already("the app has to send a secret that is wrong")
    default: .refuse
    }
  }

  /// The words of a user with whom the refusal comes at the first sign-in.
  static func words(ofUserWith code: Int) -> (key: String, value: JSONValue)? {
    switch code {
    case 50076: ("mfa", "required")
    case 50079, 50072: ("mfa", "unregistered")
    case 50057: ("enabled", .bool(false))
    case 50053: ("locked", .bool(true))
    case 50055: ("passwordExpired", .bool(true))
    default: nil
    }
  }

  /// The words of an app with which the refusal comes from the beginning.
  static func words(ofAppWith code: Int) -> (key: String, value: JSONValue)? {
    switch code {
    case 50105: ("assignmentRequired", .bool(true))
    case 7_000_112: ("enabled", .bool(false))
    default: nil
    }
  }
}
