import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// One call of the native authentication API (Microsoft: "Native authentication API reference").
struct NativeAuthEndpoint: Endpoint {
  /// The tenant segment of the path, as it came.
  let tenant: String
  let operation: NativeOperation

  var name: EndpointName {
    switch operation {
    case .initiate: .nativeInitiate
    case .challenge: .nativeChallenge
    case .introspect: .nativeIntrospect
    case .token: .token
    case .signUpStart: .signUpStart
    case .signUpChallenge: .signUpChallenge
    case .signUpContinue: .signUpContinue
    case .resetStart: .resetPasswordStart
    case .resetChallenge: .resetPasswordChallenge
    case .resetContinue: .resetPasswordContinue
    case .resetSubmit: .resetPasswordSubmit
    case .resetPoll: .resetPasswordPoll
    case .registerIntrospect: .registerIntrospect
    case .registerChallenge: .registerChallenge
    case .registerContinue: .registerContinue
    }
  }

  func mayWait(for call: Call) -> Bool { call.world.directory.callsOthers }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if call.request.method == "OPTIONS" { return preflight(call, exchange) }
    do {
      let body = try exchange.refusingStoreTrouble { exchange in try answer(call, &exchange) }
      return JSONAnswer.make(.object(body), fields: fields(call, exchange))
    } catch let redirect as NativeRedirect {
      exchange.note(.nativeRedirected)
      exchange.because("→ challenge_type redirect: \(redirect.reason)")
      let body: JSONValue = ["challenge_type": "redirect", "redirect_reason": .string(redirect.reason)]
      return JSONAnswer.make(body, fields: fields(call, exchange))
    } catch let nowhere as NativeNowhere {
      exchange.because(nowhere.reason)
      return HTTPResponse(status: 404, fields: fields(call, exchange))
    } catch let refused as NativeRefusal {
      return refusal(refused, call, &exchange)
    } catch let refused as Refusal {
      return refusal(NativeRefusal(refusal: Self.adapted(refused)), call, &exchange)
    }
  }

  /// Rows of the token endpoint in the words of this API. A rule that refuses by number gets them too.
  private static func adapted(_ refusal: Refusal) -> Refusal {
    var refusal = refusal
    switch refusal.kind {
    case .userNotFound, .userDeleted: (refusal.error, refusal.suberror) = (.userNotFound, nil)
    case .multiFactorRequired: refusal.suberror = .mfaRequired
    case .multiFactorEnrolmentRequired: refusal.suberror = .registrationRequired
    default: break
    }
    // Clients take every other status for an error that they do not know (Android).
    if refusal.status == 401 { refusal.status = 400 }
    return refusal
  }

  private func refusal(_ refused: NativeRefusal, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    let refusal = refused.refusal
    exchange.refusal = refusal
    exchange.note(operation == .token ? .tokenRefused : .nativeRefused)
    exchange.because("→ \(refusal.error.rawValue), \(refusal.label)")
    var body = JSONAnswer.body(of: refusal, call, exchange)
    for member in refused.members.members { body.append(member.name, member.value) }
    var fields = fields(call, exchange)
    if let seconds = refusal.retryAfter { fields.set("Retry-After", "\(seconds)") }
    return JSONAnswer.make(.object(body), status: refusal.status, fields: fields)
  }

  // MARK: The gates

  private func answer(_ call: Call, _ exchange: inout Exchange) throws -> JSONObject {
    guard call.request.method == "POST" else { throw Refusal.methodNotAllowed(call.request.method) }
    let form = try TokenEndpoint.form(call.request)
    exchange.parameters = Redaction.parameters(of: form)
    exchange.grant = form.nonEmpty("grant_type")
    exchange.adoptCorrelation(from: form)
    exchange.scopes = ASCII.words(form["scope"] ?? "")
    let segment = try TenantSegment(tenant, in: call.directory)
    guard let found = segment.tenant(in: call.directory) else {
      throw NativeNowhere(reason: "native authentication needs a tenant in the path")
    }
    exchange.note(tenant: found)
    let clientID = form.nonEmpty("client_id")
    exchange.note(client: clientID.flatMap { call.directory.application(named: $0) })
    let token = form.nonEmpty("continuation_token").flatMap { ContinuationToken($0) }
    var stored = try token.flatMap { try self.stored($0, of: clientID ?? "", call) }
    exchange.note(
      user: stored.flatMap { $0.flow.account }.flatMap { call.directory.users[$0] }
        ?? form.nonEmpty("username").flatMap { call.directory.customer(named: $0, in: found.id) })
    let client = clientID.flatMap { Application.ID($0) }.flatMap { call.directory.applications[$0] }
    exchange.userFlow = client.flatMap { found.userFlow(of: $0) }?.name
    try call.world.consultRules(&exchange)

    // What a rule has changed counts for this call already.
    let call = call.after(exchange)
    let directory = call.directory
    if !exchange.rules.isEmpty { stored = try token.flatMap { try self.stored($0, of: clientID ?? "", call) } }
    let tenant = directory.tenants[found.id] ?? found
    let grant = form.nonEmpty("grant_type").flatMap { NativeGrant(rawValue: $0) }
    var facts = NativeGate.Facts(operation, tenant: tenant)
    facts.clientID = clientID
    facts.client = clientID.flatMap { Application.ID($0) }.flatMap { directory.applications[$0] }.flatMap { app in
      app.tenant == tenant.id || directory.servicePrincipal(of: app.id, in: tenant.id) != nil ? app : nil
    }
    facts.challengeTypes = form.nonEmpty("challenge_type")
    facts.grant = form.nonEmpty("grant_type")
    facts.userName = form["username"]
    if !operation.begins { facts.token = tokenState(token, stored, grant, tenant, call) }
    switch NativeGate.evaluate(facts) {
    case .pass: break
    case .nowhere(let reason): throw NativeNowhere(reason: reason)
    case .refuse(let refusal):
      if case .invalid(let reason) = facts.token, refusal.kind == .continuationTokenInvalid { exchange.because(reason) }
      throw refusal
    }
    guard let client = facts.client, let userFlow = tenant.userFlow(of: client) else {
      throw NativeNowhere(reason: "there is no user flow")
    }
    let offered =
      operation.readsChallengeTypes
      ? try facts.challengeTypes.map { text throws(Refusal) in try ChallengeTypes(text) } : nil
    var request = NativeRequest(
      call: call, operation: operation, grant: grant, segmentText: self.tenant, form: form, tenant: tenant,
      client: client, userFlow: userFlow,
      offered: offered ?? stored?.flow.offered ?? ChallengeTypes(hasCode: false, hasPassword: false),
      directory: directory, stored: stored)
    return try Self.steps(operation)(&request, &exchange)
  }

  /// The sign-in of a token; nil for none of this client's.
  private func stored(_ token: ContinuationToken, of clientID: String, _ call: Call) throws -> NativeRequest.Stored? {
    guard let id = Application.ID(clientID),
      let kept = try call.world.store.flow(handle: token.handle, browser: "\(id)"),
      let flow = try? NativeFlow(document: kept.document)
    else { return nil }
    return NativeRequest.Stored(
      handle: token.handle, flow: flow, document: kept.document, steppedAt: kept.startedAt, serial: token.serial)
  }

  private func tokenState(
    _ token: ContinuationToken?, _ stored: NativeRequest.Stored?, _ grant: NativeGrant?, _ tenant: Tenant, _ call: Call
  ) -> NativeGate.TokenState {
    guard let token else { return .invalid("the call brings no continuation token of this server") }
    guard let stored, stored.flow.tenant == tenant.id else {
      return .invalid("the token is none of this app's, or the sign-in has ended")
    }
    let flow = stored.flow
    let isSpent = token.serial != flow.serial
    guard !isSpent || (operation.asksForCode && flow.spent.contains(token.serial)) else {
      return .invalid("the token was used up: each step gives another one")
    }
    if call.now - stored.steppedAt > call.world.settings.lifetimes.continuationToken { return .expired }
    // A grant that the call does not have is told by a gate of its own.
    let isKnown = operation.grants.isEmpty || grant.map { operation.grants.contains($0) } == true
    guard !isKnown || flow.step.admits(operation, operation.grants.isEmpty ? nil : grant) else {
      return .invalid("the token is of the step '\(flow.step.rawValue)', which does not lead to this call")
    }
    return .good
  }

  private typealias Step = @Sendable (inout NativeRequest, inout Exchange) throws -> JSONObject

  private static func steps(_ operation: NativeOperation) -> Step {
    switch operation {
    case .initiate: NativeSignIn.initiate
    case .challenge: NativeSignIn.challenge
    case .introspect: NativeFactors.introspect
    case .token: NativeTokens.redeem
    case .signUpStart: NativeSignUp.start
    case .signUpChallenge: NativeSignUp.challenge
    case .signUpContinue: NativeSignUp.proceed
    case .resetStart: NativeReset.start
    case .resetChallenge: NativeReset.challenge
    case .resetContinue: NativeReset.proceed
    case .resetSubmit: NativeReset.submit
    case .resetPoll: NativeReset.completion
    case .registerIntrospect: NativeFactors.offers
    case .registerChallenge: NativeFactors.beginRegistration
    case .registerContinue: NativeFactors.finishRegistration
    }
  }

  // MARK: Header fields

  /// The service lets no script call this API (Microsoft). A scenario may.
  func crossOriginFields(for call: Call) -> HTTPFields {
    guard call.request.fields["Origin"] != nil, operation == .token || call.world.settings.externalID.allowsScripts
    else { return [:] }
    return [
      "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "POST, OPTIONS",
      "Access-Control-Expose-Headers":
        "Content-Length,Content-Encoding,x-ms-request-id,x-ms-srs,client-request-id",
    ]
  }

  private func fields(_ call: Call, _ exchange: Exchange) -> HTTPFields {
    var fields = HTTPFields()
    // iOS and Android take their correlation id from here, whether they asked for it or not.
    fields.set("client-request-id", "\(exchange.correlationID)")
    for field in crossOriginFields(for: call) { fields.append(field.name, field.value) }
    return fields
  }

  private func preflight(_ call: Call, _ exchange: Exchange) -> HTTPResponse {
    let own = crossOriginFields(for: call)
    guard !own.isEmpty else { return HTTPResponse(status: 405) }
    var fields = own
    if let wanted = call.request.fields["Access-Control-Request-Headers"] {
      fields.set("Access-Control-Allow-Headers", wanted)
    }
    return HTTPResponse(status: 200, fields: fields)
  }
}

/// The tenant or the app has no native authentication API: 404 without a body.
struct NativeNowhere: Error {
  let reason: String
}
