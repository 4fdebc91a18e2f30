import Authority
import Bytes
import Directory
import Pages
import Policy
import Time
import Tokens
import Worlds

/// The user flow of an app in a tenant of External ID (Microsoft: "Create a sign-up and sign-in user flow for an external tenant").
extension SignInJourney {
  /// Nil where there is no user flow.
  var customerAccounts: CustomerAccounts? {
    guard let tenant, let flow = userFlow else { return nil }
    return CustomerAccounts(call: call, directory: directory, tenant: tenant, flow: flow, client: request.client)
  }

  var progress: ExternalProgress {
    get { flow.note(ExternalProgress.self, named: ExternalProgress.name) ?? ExternalProgress() }
    set { flow.keep(newValue, named: ExternalProgress.name) }
  }

  mutating func send(
    to account: User, named name: String, for purpose: CodePurpose, _ exchange: inout Exchange
  ) throws -> NextStep {
    if let kind = CustomerDecision.obstacle(to: account, for: purpose) {
      return UserNameStep.stopped(by: kind, &exchange)
    }
    let address = CustomerAttributes.addresses(of: account).first ?? name
    return try sendCode(to: address, for: purpose, &exchange)
  }

  // MARK: Codes

  /// Sends a code, and goes on with the page that asks for it.
  mutating func sendCode(
    to address: String, for purpose: CodePurpose, _ exchange: inout Exchange
  ) throws -> NextStep {
    guard let accounts = customerAccounts else { throw Refusal(.flowTokenExpired) }
    progress.purpose = purpose
    progress.address = address
    progress.hasVerifiedAddress = false
    do throws(Refusal) {
      progress.code = try accounts.send(to: address, for: purpose, &exchange)
    } catch {
      return .show(ExternalCodeStep(fault: exchange.noteFault(error, message: error.message)))
    }
    return .show(ExternalCodeStep())
  }

  // MARK: New accounts

  /// Makes the account and signs it in.
  mutating func signUp(
    _ name: String, password: String?, attributes: [String: String], _ exchange: inout Exchange
  ) throws -> NextStep {
    guard let accounts = customerAccounts else { throw Refusal(.flowTokenExpired) }
    let provider = progress.newcomer == nil ? nil : progress.provider
    let user: User
    switch try accounts.signUp(
      name, from: provider, password: password.map { .text($0) }, attributes: attributes, &exchange)
    {
    case .made(let made), .known(let made): user = made
    case .taken:
      let refusal = Refusal(.userAlreadyExists)
      return .show(ExternalAddressStep(fault: exchange.noteFault(refusal, message: refusal.message)))
    }
    readDirectory()
    let methods = provider != nil ? [] : password != nil ? ["pwd"] : ["otp"]
    let next = signedIn(user, methods: methods, from: provider, &exchange)
    // An account that this request has made is younger than the request.
    self.flow.authenticatedAt = max(self.flow.authenticatedAt ?? call.now, user.createdAt)
    return next
  }

  /// Asks the API of the user flow, where there is one. It waits for the API.
  mutating func callout(
    _ event: CustomerEvent, name: String, attributes: [String: String], _ exchange: inout Exchange
  ) throws(Refusal) -> CustomerEvent.Wish {
    guard let tenant, let flow = userFlow else { throw Refusal(.flowTokenExpired) }
    return try CustomerCallout(
      call, in: directory, tenant: tenant, client: request.client, flow: flow, name: name, attributes: attributes,
      exchange
    ).ask(event, &exchange)
  }

  /// Goes on to the page with attributes, after the API had its say; to the account, where the user flow asks nothing more.
  mutating func collectDetails(_ name: String, _ exchange: inout Exchange) throws -> NextStep {
    guard let flow = userFlow else { throw Refusal(.flowTokenExpired) }
    let needsPassword = progress.newcomer == nil && flow.localAccount == .email
    guard needsPassword || !flow.attributes.isEmpty else {
      return try signUp(name, password: nil, attributes: [:], &exchange)
    }
    if !flow.attributes.isEmpty {
      switch try callout(.attributeCollectionStart, name: name, attributes: [:], &exchange) {
      case .values(let values): progress.prefilled = values
      case .block(let title, let message): return block(title, message)
      case .nothing, .refuse: break
      }
    }
    return .show(ExternalDetailsStep())
  }

  mutating func block(_ title: String, _ message: String) -> NextStep {
    progress.blockTitle = title
    progress.blockMessage = message
    return .show(ExternalBlockStep())
  }
}
