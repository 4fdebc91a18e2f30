import Directory
import Worlds
import YAML

extension ActionWord {
  /// The actions on refresh tokens, sessions, codes, device codes and passwords.
  static let onWhatWasHandedOut: [ActionWord] = [
    ActionWord(
      "expire",
      ActionForm(
        "Makes what was handed out too old.", .choice(Ageable.self), .owner,
        example: "{ expire: refreshTokens, of: alice }"), needs: "one of \(Ageable.list)"
    ) { value, fields, directory throws(ScenarioError) in
      let kind = try value.ageable()
      let owner = try fields.takeOwner(of: kind, in: directory)
      return .world(AgeAction(kind, user: owner.user, client: owner.client))
    },
    ActionWord(
      "age",
      ActionForm(
        "Makes what was handed out older.", .choice(Ageable.self),
        [.init("by", .duration, "How much older, such as 91d.", isRequired: true)] + .owner,
        example: "{ age: refreshTokens, by: 91d }"), needs: "one of \(Ageable.list)"
    ) { value, fields, directory throws(ScenarioError) in
      let kind = try value.ageable()
      let owner = try fields.takeOwner(of: kind, in: directory)
      let age = try fields.require("by", else: "'age' needs 'by', a duration such as 91d").duration()
      return .world(AgeAction(kind, user: owner.user, client: owner.client, by: age))
    },
    ActionWord(
      "revoke",
      ActionForm(
        "Revokes what was handed out.", .choice(RevokeAction.Kind.self), .owner,
        example: "{ revoke: refreshTokens, client: mobile }"),
      needs: "refreshTokens, sessions, codes or deviceCodes; for all of a user use revokeSessions"
    ) { value, fields, directory throws(ScenarioError) in
      let kind = try value.choice(RevokeAction.Kind.self)
      let owner = try fields.takeOwner(of: Ageable(kind), in: directory)
      return .world(RevokeAction(kind, user: owner.user, client: owner.client))
    },
  ]
}

extension Ageable {
  fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  fileprivate init(_ kind: RevokeAction.Kind) {
    switch kind {
    case .refreshTokens: self = .refreshTokens
    case .sessions: self = .sessions
    case .codes: self = .codes
    case .deviceCodes: self = .deviceCodes
    }
  }
}

extension FileValue {
  fileprivate func ageable() throws(ScenarioError) -> Ageable {
    let kind = "kind of thing"
    if let word = node.text, let remedy = Ageable.remedy(for: word) {
      throw error(Self.unknown(kind, word, among: Ageable.allCases.map(\.rawValue)) + ". " + remedy)
    }
    return try choice(Ageable.self, called: kind)
  }
}

extension FileMapping {
  /// Takes `of: alice, client: mobile`. `client` is refused for a kind that belongs to no app.
  fileprivate mutating func takeOwner(
    of kind: Ageable, in directory: DirectoryState
  ) throws(ScenarioError) -> (user: ObjectName<User>?, client: ObjectName<Application>?) {
    let user = take("of")
    let client = take("client")
    if let client, !kind.belongToApps {
      let noun = kind == .sessions ? "a session" : kind == .passwords ? "a password" : "an open sign-in"
      throw client.error("\(noun) belongs to no app; leave 'client' out")
    }
    if let user, kind == .clientAssertions {
      throw user.error("an assertion is an app's; write 'client' in the place of 'of'")
    }
    if let user, kind == .signInFlows { throw user.error("an open sign-in belongs to nobody yet; leave 'of' out") }
    return (
      try user.map { value throws(ScenarioError) in .named(try value.user(in: directory)) },
      try client?.applicationName(in: directory)
    )
  }

  /// Takes the name of a user, and looks it up. Nil when the key is missing.
  mutating func takeUser(_ key: String, in directory: DirectoryState) throws(ScenarioError) -> ObjectName<User>? {
    try take(key).map { value throws(ScenarioError) in .named(try value.user(in: directory)) }
  }

  /// Takes the name of an app, and looks it up. Nil when the key is missing.
  mutating func takeApplication(
    _ key: String, in directory: DirectoryState
  ) throws(ScenarioError) -> ObjectName<Application>? {
    try take(key)?.applicationName(in: directory)
  }
}

extension FileValue {
  func applicationName(in directory: DirectoryState) throws(ScenarioError) -> ObjectName<Application> {
    .named(try application(in: directory))
  }
}
