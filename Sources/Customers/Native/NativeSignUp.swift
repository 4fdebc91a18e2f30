import Authority
import Bytes
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// A sign-up: `/signup/v1.0/start`, `/challenge` and `/continue`.
enum NativeSignUp {
  static func start(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    if let reason = NativeDecision.obstacleToSignUp(request.userFlow, request.offered) {
      throw NativeRedirect(reason: reason)
    }
    let name = ASCII.trimmed(request.form["username"] ?? "")
    try checkIsNew(name, request, &exchange)
    request.begin(.signUpBegun, name)
    try takePassword(&request, isRequired: false)
    try takeAttributes(&request, &exchange)
    return ["continuation_token": .string(try request.advance(to: .signUpBegun))]
  }

  private static func checkIsNew(
    _ name: String, _ request: NativeRequest, _ exchange: inout Exchange
  ) throws(Refusal) {
    guard request.directory.customer(named: name, in: request.tenant.id) != nil else { return }
    exchange.because("there is a customer '\(name)' already")
    throw Refusal(.userAlreadyExists)
  }

  static func challenge(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    if let reason = NativeDecision.obstacleToSignUp(request.userFlow, request.offered) {
      throw NativeRedirect(reason: reason)
    }
    let step = try request.flow.step
    if step == .signUpPasswordWanted || step == .signUpPasswordAsked {
      return [
        "challenge_type": "password", "continuation_token": .string(try request.advance(to: .signUpPasswordAsked)),
      ]
    }
    let name = try request.flow.userName
    try request.sendCode(to: name, for: .signUp, &exchange)
    return NativeAnswer.code(to: CustomerFactor(name), token: try request.advance(to: .signUpCodeAsked))
  }

  /// `/continue`, with a code, a password or attributes.
  static func proceed(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    switch request.grant {
    case .code:
      try request.checkCode(&exchange)
      try request.change { $0.hasVerifiedAddress = true }
    case .password: try takePassword(&request, isRequired: true)
    case .attributes: try takeAttributes(&request, &exchange)
    default: break
    }
    try prefill(&request, &exchange)
    let flow = try request.flow
    var facts = NativeDecision.SignUp()
    facts.hasVerifiedAddress = flow.hasVerifiedAddress
    facts.hasPassword = flow.password != nil
    facts.missing = request.userFlow.missing(in: flow.attributes)
    let reasoned = NativeDecision.signUp(facts, request.userFlow)
    exchange.reasons += reasoned.reasons
    switch reasoned.decision {
    case .redirect(let reason): throw NativeRedirect(reason: reason)
    case .code: return ["continuation_token": .string(try request.advance(to: .signUpBegun))]
    case .password:
      throw NativeRefusal(
        refusal: Refusal(.credentialRequired),
        members: ["continuation_token": .string(try request.advance(to: .signUpPasswordWanted))])
    case .attributes(let names):
      throw NativeRefusal(
        refusal: Refusal(.attributesRequired),
        members: [
          "continuation_token": .string(try request.advance(to: .signUpAttributesWanted)),
          "required_attributes": .array(names.compactMap { wanted($0, request) }),
        ])
    case .account: return try makeAccount(&request, &exchange)
    }
  }

  private static func wanted(_ name: String, _ request: NativeRequest) -> JSONValue? {
    guard let attribute = request.userFlow.attributes.first(where: { $0.name == name }) else { return nil }
    let type =
      switch attribute.form {
      case .string: "string"
      case .boolean: "boolean"
      case .int: "integer"
      }
    return [
      "name": .string(CustomerAttributes.ownName(name, in: request.tenant)), "type": .string(type), "required": true,
      "options": .object(attribute.pattern.map { ["regex": .string($0)] } ?? [:]),
    ]
  }

  // MARK: What the customer gives

  /// - Throws: AADSTS399246 for a password that will not do.
  private static func takePassword(_ request: inout NativeRequest, isRequired: Bool) throws(Refusal) {
    guard let password = request.form.nonEmpty("password") else {
      if isRequired { throw .missingParameter("password") }
      return
    }
    // A user flow with codes has no use for it.
    guard request.userFlow.localAccount == .email else { return }
    if let fault = NewPasswordRule.externalID.fault(of: password, current: nil) {
      throw NewPasswordRule.refusal(of: fault)
    }
    let digest = request.accounts.digest(password)
    try request.change { $0.password = digest }
  }

  /// Unknown names are ignored (Microsoft).
  /// - Throws: AADSTS90100 for a text that is not a JSON object, AADSTS55111 with the names for values that will not do.
  private static func takeAttributes(_ request: inout NativeRequest, _ exchange: inout Exchange) throws {
    guard let text = request.form.nonEmpty("attributes") else {
      if request.grant == .attributes { throw Refusal(.parameterEmpty, [.parameter: "attributes"]) }
      return
    }
    guard let object = (try? JSONValue.parse(Array(text.utf8)))?.object else {
      throw Refusal(.parameterEmpty, [.parameter: "attributes"])
    }
    var given: [String: String] = [:]
    for member in object.members {
      guard let attribute = request.userFlow.attribute(named: member.name, in: request.tenant) else { continue }
      given[attribute.name] = AttributeText.text(of: member.value) ?? "\u{FFFD}"
    }
    let invalid = request.userFlow.invalid(in: given)
    if !invalid.isEmpty { throw refused(invalid, request) }
    try request.change { $0.attributes.merge(given) { _, new in new } }
    if !given.isEmpty { exchange.because("given: \(given.keys.sorted().joined(separator: ", "))") }
  }

  private static func refused(_ names: [String], _ request: NativeRequest) -> NativeRefusal {
    NativeRefusal(
      refusal: Refusal(.attributesInvalid),
      members: [
        "invalid_attributes": .array(
          names.map { ["name": .string(CustomerAttributes.ownName($0, in: request.tenant))] })
      ])
  }

  // MARK: The API of the user flow

  /// Asks once what attributes begin with: a default for those that the app did not send.
  private static func prefill(_ request: inout NativeRequest, _ exchange: inout Exchange) throws {
    let flow = try request.flow
    guard flow.hasVerifiedAddress, !flow.isPrefilled, !request.userFlow.attributes.isEmpty else { return }
    try request.change { $0.isPrefilled = true }
    switch try callout(.attributeCollectionStart, request, &exchange) {
    case .values(let values): try request.change { $0.attributes.merge(values) { given, _ in given } }
    case .block(let title, let message): throw NativeRedirect(reason: "\(title): \(message)")
    case .nothing, .refuse: break
    }
  }

  private static func callout(
    _ event: CustomerEvent, _ request: NativeRequest, _ exchange: inout Exchange
  ) throws(Refusal) -> CustomerEvent.Wish {
    let flow = try request.flow
    return try CustomerCallout(
      request.call, in: request.directory, tenant: request.tenant, client: request.client, flow: request.userFlow,
      name: flow.userName, attributes: flow.attributes, exchange
    ).ask(event, &exchange)
  }

  private static func makeAccount(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    switch try callout(.attributeCollectionSubmit, request, &exchange) {
    case .nothing: break
    case .values(let values): try request.change { $0.attributes.merge(values) { _, new in new } }
    case .block(let title, let message): throw NativeRedirect(reason: "\(title): \(message)")
    case .refuse(_, let attributes):
      // The customer gives them again.
      var refused = refused(attributes.keys.sorted(), request)
      refused.members.append("continuation_token", .string(try request.advance(to: .signUpAttributesWanted)))
      throw refused
    }
    let flow = try request.flow
    let signUp = try request.accounts.signUp(
      flow.userName, password: flow.password.map { .digest($0) }, attributes: flow.attributes, &exchange)
    guard case .made(let user) = signUp else { throw Refusal(.userAlreadyExists) }
    request.readDirectory()
    try request.change {
      $0.account = user.id
      $0.methods = flow.password == nil ? ["otp"] : ["pwd"]
      $0.password = nil
    }
    return ["continuation_token": .string(try request.advance(to: .done))]
  }
}
