/// What an app asks of the native authentication API (Microsoft: "Native authentication API reference").
package enum NativeOperation: String, Sendable, CaseIterable {
  case initiate
  case challenge
  case introspect
  case token
  case signUpStart
  case signUpChallenge
  case signUpContinue
  case resetStart
  case resetChallenge
  case resetContinue
  case resetSubmit
  case resetPoll
  case registerIntrospect
  case registerChallenge
  case registerContinue

  /// Whether the call begins something, and so has no continuation token.
  package var begins: Bool { self == .initiate || self == .signUpStart || self == .resetStart }

  /// Whether `challenge_type` has to be there. At a challenge it may be left out.
  package var needsChallengeTypes: Bool { begins }

  /// Whether `challenge_type` is read, where it is there. A chosen method of the second factor comes with it or without it, and `oob` alone
  /// is what a registration sends.
  package var readsChallengeTypes: Bool {
    begins || self == .challenge || self == .signUpChallenge || self == .resetChallenge
  }

  /// Whether the call asks for a code, so that a token that was used for the same before is good once more.
  package var asksForCode: Bool {
    [.challenge, .signUpChallenge, .resetChallenge, .registerChallenge].contains(self)
  }

  /// The values of `grant_type`; empty for a call without one.
  package var grants: [NativeGrant] {
    switch self {
    case .token: [.password, .code, .secondFactorCode, .continuation]
    case .signUpContinue: [.code, .password, .attributes]
    case .resetContinue: [.code]
    case .registerContinue: [.code, .continuation]
    default: []
    }
  }
}

/// The values of `grant_type` that only this API has, and `password`.
package enum NativeGrant: String, Sendable, CaseIterable {
  case password
  case code = "oob"
  case secondFactorCode = "mfa_oob"
  case attributes
  case continuation = "continuation_token"

  /// The parameter with what the customer entered; nil for none.
  package var parameter: String? {
    switch self {
    case .password: "password"
    case .code, .secondFactorCode: "oob"
    case .attributes: "attributes"
    case .continuation: nil
    }
  }
}

/// How far a sign-in, a sign-up or a reset has come. Its continuation token is good for the calls of `NativeStep.table` alone.
package enum NativeStep: String, Sendable, Codable, CaseIterable {
  case signInBegun
  case passwordAsked
  case codeAsked
  /// The first factor is proved, and a second one is wanted.
  case factorWanted
  case factorCodeAsked
  /// The first factor is proved, and a second one has to be registered.
  case registrationWanted
  case registrationCodeAsked
  /// The address was proved just before, so no code is needed.
  case registrationPreverified
  case signUpBegun
  case signUpCodeAsked
  case signUpPasswordWanted
  case signUpPasswordAsked
  case signUpAttributesWanted
  case resetBegun
  case resetCodeAsked
  case resetVerified
  case resetSubmitted
  /// Everything is proved: tokens, if the app wants them.
  case done

  /// The calls that a token of the step is good for, each with the grants of it. A call without grants has none.
  package static let table: [NativeStep: [NativeOperation: [NativeGrant]]] = [
    .signInBegun: [.challenge: []],
    .passwordAsked: [.challenge: [], .token: [.password]],
    .codeAsked: [.challenge: [], .token: [.code]],
    .factorWanted: [.introspect: [], .challenge: []],
    .factorCodeAsked: [.introspect: [], .challenge: [], .token: [.secondFactorCode, .code]],
    .registrationWanted: [.registerIntrospect: [], .registerChallenge: []],
    .registrationCodeAsked: [.registerIntrospect: [], .registerChallenge: [], .registerContinue: [.code]],
    .registrationPreverified: [.registerIntrospect: [], .registerChallenge: [], .registerContinue: [.continuation]],
    .signUpBegun: [.signUpChallenge: []],
    .signUpCodeAsked: [.signUpChallenge: [], .signUpContinue: [.code]],
    .signUpPasswordWanted: [.signUpChallenge: [], .signUpContinue: [.password]],
    .signUpPasswordAsked: [.signUpChallenge: [], .signUpContinue: [.password]],
    .signUpAttributesWanted: [.signUpContinue: [.attributes]],
    .resetBegun: [.resetChallenge: []],
    .resetCodeAsked: [.resetChallenge: [], .resetContinue: [.code]],
    .resetVerified: [.resetSubmit: []],
    .resetSubmitted: [.resetPoll: []],
    .done: [.token: [.continuation]],
  ]

  /// Whether a token of the step is good for that call.
  package func admits(_ operation: NativeOperation, _ grant: NativeGrant?) -> Bool {
    guard let grants = Self.table[self]?[operation] else { return false }
    return grant.map { grants.contains($0) } ?? grants.isEmpty
  }
}
