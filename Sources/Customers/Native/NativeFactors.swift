import Authority
import Bytes
import Directory
import JSON
import Policy
import Worlds

/// The second factor: `/oauth2/v2.0/introspect` and `/challenge`, and `/register/v1.0/…` for customers who have none.
enum NativeFactors {
  static func introspect(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let user = try request.customer()
    let methods = methods(of: user, try request.flow)
    exchange.because("'\(user.alias)' has \(methods.count) methods")
    return [
      "continuation_token": .string(try request.advance(to: .factorWanted)),
      "methods": .array(
        methods.map { method in
          [
            "id": .string(method.id(of: user)), "challenge_type": "oob",
            "challenge_channel": .string(method.channel.rawValue),
            "login_hint": .string(MailAddress.masked(method.target)),
          ]
        }),
    ]
  }

  private static func methods(of user: User, _ flow: NativeFlow) -> [CustomerFactor] {
    CustomerFactor.methods(of: user, besides: flow.methods)
  }

  /// Sends the code of the method that the app chose by its `id`, else of the first one.
  static func challenge(
    _ request: inout NativeRequest, of user: User, _ exchange: inout Exchange
  ) throws -> JSONObject {
    let methods = methods(of: user, try request.flow)
    let wanted = request.form.nonEmpty("id")
    guard
      let method = methods.first(where: { wanted == nil || ASCII.equalIgnoringCase($0.id(of: user), wanted ?? "") })
    else {
      exchange.because("'\(user.alias)' has no method of that id")
      throw Refusal(.challengeTargetInvalid)
    }
    try request.sendCode(to: method.target, for: .secondFactor, &exchange)
    return NativeAnswer.code(to: method, token: try request.advance(to: .factorCodeAsked))
  }

  // MARK: Registration

  static func offers(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let name = try request.flow.userName
    return [
      "continuation_token": .string(try request.advance(to: .registrationWanted)),
      "methods": [
        [
          "id": "email", "challenge_type": "oob", "challenge_channel": "email", "login_hint": .string(name),
        ],
        ["id": "sms", "challenge_type": "oob", "challenge_channel": "sms"],
      ],
    ]
  }

  static func beginRegistration(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let target = ASCII.trimmed(request.form["challenge_target"] ?? "")
    let channel = request.form.nonEmpty("challenge_channel")
    let factor = CustomerFactor(target)
    guard CustomerFactor.isTarget(target), channel.map({ ASCII.equalIgnoringCase($0, factor.channel.rawValue) }) ?? true
    else {
      exchange.because("'\(target)' is neither an address nor a number, or not one of that channel")
      throw Refusal(.challengeTargetInvalid)
    }
    let flow = try request.flow
    if flow.hasVerifiedAddress, ASCII.equalIgnoringCase(flow.userName, target) {
      exchange.because("the sign-up has proved that address just before")
      // It keeps the target alone: nobody enters it.
      let target = SentCode("", to: target, at: request.call.now)
      try request.change { $0.code = target }
      return [
        "continuation_token": .string(try request.advance(to: .registrationPreverified)),
        "challenge_type": "preverified",
      ]
    }
    try request.sendCode(to: target, for: .secondFactor, &exchange)
    return NativeAnswer.code(
      to: factor, token: try request.advance(to: .registrationCodeAsked), isRegistration: true)
  }

  static func finishRegistration(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let user = try request.customer()
    guard let target = try request.flow.code?.target else { throw Refusal(.continuationTokenInvalid) }
    if request.grant == .code { try request.checkCode(&exchange) }
    try request.accounts.register(target, of: user, &exchange)
    request.readDirectory()
    // The code that was proved for it counts as the second factor of this sign-in (Microsoft).
    try request.change {
      $0.methods.append("mfa")
      $0.code = nil
    }
    return ["continuation_token": .string(try request.advance(to: .done))]
  }
}
