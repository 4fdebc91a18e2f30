package import Bytes
package import Directory
package import Pages
package import Worlds

/// What a feature adds to the sign-ins of some apps: choices on the pages of the user name and of the password, and other ways to sign in.
/// It adds nothing to the sign-ins of other apps.
package protocol SignInAddition: Sendable {
  func choicesBesideName(_ journey: SignInJourney) -> CustomerChoices
  func choicesBesidePassword(_ journey: SignInJourney) -> CustomerChoices

  /// What the pressed choice leads to; nil for a button that is not one of the feature's choices.
  func take(_ form: FormFields, _ journey: inout SignInJourney, _ exchange: inout Exchange) throws -> NextStep?

  /// The page for an account that does not prove itself by a password; nil for every other account.
  func insteadOfPassword(
    for account: User, _ journey: inout SignInJourney, _ exchange: inout Exchange
  ) throws -> NextStep?

  /// The first page of a new account; nil where nobody signs up.
  func newAccount(_ journey: inout SignInJourney) -> (any SignInStep)?

  /// The page of another identity provider; nil where there is none.
  func otherProvider(_ provider: String, _ journey: inout SignInJourney) -> (any SignInStep)?
}

extension SignInJourney {
  var choicesBesideName: CustomerChoices { choices { $0.choicesBesideName(self) } }

  var choicesBesidePassword: CustomerChoices { choices { $0.choicesBesidePassword(self) } }

  private func choices(_ of: (any SignInAddition) -> CustomerChoices) -> CustomerChoices {
    features.additions.reduce(into: CustomerChoices()) { all, addition in
      let own = of(addition)
      all.links += own.links
      all.providers += own.providers
    }
  }

  /// What the pressed choice leads to; nil when the user pressed none.
  package mutating func takeChoice(_ form: FormFields, _ exchange: inout Exchange) throws -> NextStep? {
    for addition in features.additions { if let next = try addition.take(form, &self, &exchange) { return next } }
    return nil
  }

  /// The page for an account that does not prove itself by a password. Nil for every other.
  mutating func stepInsteadOfPassword(for account: User, _ exchange: inout Exchange) throws -> NextStep? {
    for addition in features.additions {
      if let next = try addition.insteadOfPassword(for: account, &self, &exchange) { return next }
    }
    return nil
  }

  /// The first page of a new account. Without a feature that makes accounts it is the first page of a sign-in.
  mutating func newAccountStep() -> any SignInStep {
    for addition in features.additions { if let step = addition.newAccount(&self) { return step } }
    return UserNameStep()
  }

  /// The page of another identity provider. Without a feature that has some it is the first page of a sign-in.
  mutating func otherProviderStep(_ provider: String) -> any SignInStep {
    for addition in features.additions { if let step = addition.otherProvider(provider, &self) { return step } }
    return UserNameStep()
  }
}
