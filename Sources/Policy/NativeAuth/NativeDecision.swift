package import Directory

/// What the native authentication API answers at the turns of a sign-in, a sign-up and a reset. Each is a table: the first row that fits decides.
package enum NativeDecision {
  // MARK: Sign-in

  /// How a customer proves the account.
  package enum FirstFactor: Sendable, Hashable {
    case password
    case code
    /// The app cannot do what is needed: the customer goes on in a browser.
    case redirect(String)
  }

  /// The first factor of an account. `offered` is what the app can show.
  package static func firstFactor(hasPassword: Bool, _ offered: ChallengeTypes) -> Reasoned<FirstFactor> {
    let rows: [(reason: String, fits: Bool, outcome: FirstFactor)] = [
      ("the customer has a password, and the app asks for it", hasPassword && offered.hasPassword, .password),
      ("the customer has a password, and challenge_type has no password", hasPassword, redirect("password")),
      ("the customer has no password, and the app asks for a code", offered.hasCode, .code),
    ]
    let row = rows.first { $0.fits }
    return Reasoned(
      row?.outcome ?? redirect("oob"),
      because: [row?.reason ?? "the customer needs a code, and challenge_type has no oob"])
  }

  private static func redirect(_ type: String) -> FirstFactor {
    .redirect("Client does not support the challenge type \(type), which is required")
  }

  // MARK: The second factor

  package enum SecondFactor: Sendable, Hashable {
    case prove
    case register
    case redirect(String)
  }

  /// What follows when the sign-in wants a second factor. `isUnregistered` says whether the customer has none yet.
  package static func secondFactor(
    isUnregistered: Bool, methods: [String], _ capabilities: NativeCapabilities
  ) -> Reasoned<SecondFactor> {
    // The documents have it: with a code of the e-mail as the first factor there is no native way to a second one.
    if methods.contains("otp") {
      return Reasoned(
        .redirect("Client must complete the sign-in in a browser"),
        because: ["after a code of the e-mail a second factor is proved in a browser"])
    }
    switch (isUnregistered, capabilities.canRegisterFactor, capabilities.canProveFactor) {
    case (true, true, _): return Reasoned(.register, because: ["the app can register a second factor"])
    case (true, false, _): return lacking("registration_required")
    case (false, _, true): return Reasoned(.prove, because: ["the app can prove a second factor"])
    case (false, _, false): return lacking("mfa_required")
    }
  }

  private static func lacking(_ capability: String) -> Reasoned<SecondFactor> {
    Reasoned(
      .redirect("Client is missing \(capability) capability"),
      because: ["the app did not send the capability \(capability)"])
  }

  // MARK: Sign-up

  package struct SignUp: Sendable, Hashable {
    package var hasVerifiedAddress = false
    package var hasPassword = false
    /// The names of required attributes without a value.
    package var missing: [String] = []

    package init() {}
  }

  package enum SignUpStep: Sendable, Hashable {
    case code
    case password
    case attributes([String])
    case account
    case redirect(String)
  }

  /// Whether an app may sign a customer up at all; nil when it may.
  package static func obstacleToSignUp(_ flow: UserFlow, _ offered: ChallengeTypes) -> String? {
    let rows: [(String, Bool)] = [
      ("Sign-up is not allowed by the user flow", !flow.kind.admitsSignUp),
      (
        "The user flow has no local accounts with an email address",
        flow.localAccount != .email && flow.localAccount != .emailCode
      ),
      ("Client does not support the challenge type oob, which is required", !offered.hasCode),
      (
        "Client does not support the challenge type password, which is required",
        flow.localAccount == .email && !offered.hasPassword
      ),
    ]
    return rows.first { $0.1 }?.0
  }

  /// What a sign-up needs next.
  package static func signUp(_ facts: SignUp, _ flow: UserFlow) -> Reasoned<SignUpStep> {
    let rows: [(reason: String, fits: Bool, step: SignUpStep)] = [
      ("the address is not proved yet", !facts.hasVerifiedAddress, .code),
      ("the user flow wants a password", flow.localAccount == .email && !facts.hasPassword, .password),
      (
        "attributes are missing: \(facts.missing.joined(separator: ", "))", !facts.missing.isEmpty,
        .attributes(facts.missing)
      ),
    ]
    let row = rows.first { $0.fits }
    return Reasoned(row?.step ?? .account, because: [row?.reason ?? "nothing is missing: the account is made"])
  }

  // MARK: Reset

  /// Whether a customer can set a new password by the API; the reason when not.
  package static func obstacleToReset(_ user: User, _ flow: UserFlow) -> String? {
    if user.password == nil { return "'\(user.alias)' signs in with a code" }
    let types = CustomerAttributes.identities(of: user).map(\.type)
    if !types.isEmpty, types.allSatisfy({ $0 == "federated" }) {
      return "'\(user.alias)' signs in at another identity provider alone"
    }
    return flow.passwordReset == .off ? "'\(flow.name)' has no password reset" : nil
  }
}

extension UserFlow {
  /// The required attributes without a value among those given.
  package func missing(in attributes: [String: String]) -> [String] {
    self.attributes.filter { $0.isRequired && (attributes[$0.name] ?? "").isEmpty }.map(\.name)
  }

  /// The attributes whose given values will not do.
  package func invalid(in attributes: [String: String]) -> [String] {
    self.attributes.filter { attribute in
      attributes[attribute.name].map { !$0.isEmpty && AttributeCheck.fault(of: $0, attribute) != nil } ?? false
    }.map(\.name)
  }
}
