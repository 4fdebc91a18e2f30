import Bytes
import Crypto
import Directory
import Policy
import Time
import Tokens
import Worlds

/// The accounts of a tenant's customers: what a password, a code, an address or an arrival from another provider leads to, with the
/// reasons, and what then changes. It alone compares secrets and changes accounts for customers. The pages of Azure AD B2C, those of
/// External ID and the native API put the outcomes into their own words.
struct CustomerAccounts {
  let call: Call
  let directory: DirectoryState
  let tenant: Tenant
  let flow: UserFlow
  let client: Application

  private var world: World { call.world }

  func customer(named name: String) -> User? { directory.customer(named: name, in: tenant.id) }

  // MARK: Passwords

  /// Checks the password of a customer; wrong ones count. Nil when it is right, else Entra's refusal.
  func refusal(of password: String, of user: User, _ exchange: inout Exchange) -> Refusal? {
    let check = world.lockout.check(password, of: user, as: user, tenant: tenant.displayName, at: call.now)
    exchange.reasons += check.reasons
    if case .refused(let refusal) = check.decision { return refusal }
    return nil
  }

  /// What the store keeps of a password until it is set.
  func digest(_ password: String) -> SecretDigest { SecretDigest(password, salt: world.entropy.bytes(16)) }

  /// Gives a customer a new password. Wrong passwords of before count no longer.
  /// - Returns: the customer as the directory then has it.
  func setPassword(_ password: NewPassword, of user: User, _ exchange: inout Exchange) throws -> User {
    let moment = Revocation.momentOfRevocation(of: [user], at: call.now)
    try world.edit { editor in
      switch password {
      case .text(let text): try editor.changePassword(of: user.id, to: text, at: moment)
      case .digest(let digest): try editor.changePassword(of: user.id, to: digest, at: moment)
      }
    }
    world.lockout.clear(user.id)
    exchange.because("'\(user.alias)' has a new password")
    return world.directory.users[user.id] ?? user
  }

  // MARK: Codes

  /// The code of Azure AD B2C's pages, and of the second factor.
  static let fixedCode = "123456"

  /// A code of Azure AD B2C. One to an address stands among the mail of the world.
  func fixedCode(to target: String, _ exchange: Exchange? = nil) -> SentCode {
    if let exchange { CodeMail.post(Self.fixedCode, to: target, tenant, client, in: world, exchange) }
    return SentCode(Self.fixedCode, to: target, at: call.now)
  }

  /// Sends a code.
  /// - Throws: AADSTS701014 for an address that got as many codes as the world allows.
  func send(to target: String, for purpose: CodePurpose, _ exchange: inout Exchange) throws(Refusal) -> SentCode {
    try CodeMail(call, in: directory, tenant: tenant, client: client, flow: flow).send(
      to: target, for: purpose, &exchange)
  }

  /// Checks a code that the customer typed. A wrong one counts; where none was sent, none is right.
  func check(_ typed: String, against sent: inout SentCode?, _ exchange: inout Exchange) -> SentCode.Check {
    guard var code = sent else {
      exchange.because("no code was sent")
      return .tooOld
    }
    let check = code.check(typed, at: call.now, lifetime: world.settings.lifetimes.oneTimeCode)
    sent = code
    exchange.reasons += check.reasons
    if check.decision != .right { exchange.note(.signInFailed) }
    return check.decision
  }

  // MARK: Who

  /// Somebody whom another identity provider sent under that name: whoever states one is believed.
  func arrival(
    of name: String, from provider: String, _ exchange: inout Exchange
  ) -> CustomerDecision.Arrival {
    let known = directory.customer(from: provider, named: name, in: tenant.id)
    let arrival = CustomerDecision.arrival(of: name, from: provider, known: known, flow, tenant)
    exchange.reasons += arrival.reasons
    return arrival.decision
  }

  enum SignUp {
    case made(User)
    /// Another request was faster, for the same person at the same identity provider.
    case known(User)
    /// Another request was faster. Whoever it was has a password, or proved the address, too.
    case taken
  }

  /// Makes the account of a new customer. `name` is an e-mail address, a user name, or a name at `provider`.
  func signUp(
    _ name: String, from provider: String? = nil, password: NewPassword?, attributes: [String: String],
    _ exchange: inout Exchange
  ) throws -> SignUp {
    let made = try NewCustomer(
      identity: CustomerIdentity(name, from: provider, flow: flow, tenant: tenant), flow: flow, tenant: tenant,
      password: password, attributes: attributes
    ).add(to: world)
    guard made.isNew else {
      exchange.because("there is a customer '\(name)' already")
      return provider == nil ? .taken : .known(made.user)
    }
    exchange.note(user: made.user)
    exchange.note(.signUp)
    exchange.because("a new account, '\(made.user.alias)', for \(name)")
    return .made(made.user)
  }

  // MARK: What customers change

  /// Sets the attributes of the user flow that the customer has given.
  func edit(_ user: User, _ given: [String: String], _ exchange: inout Exchange) throws {
    try world.edit { editor in
      try editor.update(user.id) { user in
        for attribute in flow.attributes {
          guard let text = given[attribute.name] else { continue }
          CustomerAttributes.set(attribute.name, to: text, form: attribute.form, of: &user, in: tenant)
        }
      }
    }
    exchange.because("'\(user.alias)' edited the profile")
  }

  /// Registers where the codes of the second factor go.
  func register(_ target: String, of user: User, _ exchange: inout Exchange) throws {
    try world.edit { editor in
      try editor.update(user.id) { user in
        let known = user.factors ?? []
        if !known.contains(target) { user.factors = known + [target] }
        if user.mfa == .unregistered { user.mfa = .required }
      }
    }
    exchange.because("'\(user.alias)' has registered a second factor")
  }
}
