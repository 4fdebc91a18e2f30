import Bytes
import Directory
import Policy
import Time
import Worlds

/// `grant_type=urn:ietf:params:oauth:grant-type:device_code` (RFC 8628 §3.4), or `device_code` for short, as most libraries
/// send it. The tokens have the scopes of the request for the device code; scopes of the poll do not count.
struct DeviceCodeGrant: Grant {
  static let types = ["urn:ietf:params:oauth:grant-type:device_code", "device_code"]
  static let requiredParameters = ["device_code"]

  /// The parameter may have its v1.0 name, `code`.
  static func missingParameter(in form: FormFields) -> String? {
    form.nonEmpty("device_code") == nil && form.nonEmpty("code") == nil ? "device_code" : nil
  }

  func redeem(_ request: inout TokenRequest, _ exchange: inout Exchange) throws -> TokenAnswer {
    let handle = request.form.nonEmpty("device_code") ?? request.form["code"] ?? ""
    guard let found = try request.call.world.store.deviceCode(handle: handle) else {
      exchange.because("no such device code was given out")
      throw Refusal(.verificationCodeInvalid)
    }
    var code = found
    if let id = DeviceCodeHandle.correlation(of: handle) { exchange.correlationID = id }
    request.claims = code.claims.merged(with: request.claims)
    exchange.note(scope: code.scope, on: request.segment, in: request.directory)
    try request.consultRules(of: code.approval?.user, &exchange)
    let call = request.call
    try request.refuseGrant(of: code.client, named: "the device code", &exchange)
    try checkTenant(code, request)
    let polls = try call.world.store.countPoll(handle: handle, at: call.now)
    try checkInterval(since: polls.previous, code, call, &exchange)
    if code.state.isOpen, polls.count > 1, call.world.settings.signIn == .auto {
      try approve(code, call, &exchange)
      request.renewDirectory()
      code = try call.world.store.deviceCode(handle: handle) ?? code
    }

    let lifetime = call.world.settings.lifetimes.deviceCode
    guard code.state == .redeemed || call.now - code.issuedAt < lifetime else {
      exchange.because("the device code is older than \(lifetime.words)")
      throw Refusal(.deviceCodeExpired)
    }
    switch code.state {
    case .pending, .claimed:
      exchange.because("nobody has approved yet: \(code.state.rawValue)")
      throw Refusal(.authorizationPending)
    case .declined: throw Refusal(.consentDeclined)
    case .blocked: throw blocking(code, request, &exchange)
    case .redeemed: throw Refusal.deviceCodeUsed
    case .approved: return try issue(code, handle: handle, request, &exchange)
    }
  }

  /// The pause between polls (RFC 8628 §3.5). The service does not enforce it, so this server does so only when the
  /// scenario says so.
  private func checkInterval(since previous: UnixTime?, _ code: DeviceCode, _ call: Call, _ exchange: inout Exchange)
    throws(Refusal)
  {
    guard call.world.settings.enforcesPollingInterval, code.state.isOpen, let previous else { return }
    let interval = DeviceAuthorizationEndpoint.interval
    guard call.now - previous < interval else { return }
    exchange.because("the poll before was less than \(interval.words) ago")
    throw .pollingTooFast
  }

  private func issue(_ code: DeviceCode, handle: String, _ request: TokenRequest, _ exchange: inout Exchange) throws
    -> TokenAnswer
  {
    // Not before: the server tells a client that it needs a credential only after the user has approved (observed).
    let strength = try ClientAuthenticator.authenticate(request, &exchange)
    guard let approval = code.approval else { throw Refusal(.grantInvalid) }
    let (user, tenant) = try UserGrant.user(approval.user, grantedIn: approval.tenant, request)
    exchange.note(user: user)
    try UserGrant.checkRevocation(
      approval.signIn, of: user, isPublicClient: strength == .none, request, &exchange)
    let scopes = try ResolvedScopes(ScopeList(code.scope), in: request.directory, tenant: tenant)
    let store = request.call.world.store
    var tokens = try UserTokens(
      request, user: user, tenant: tenant, scope: code.scope, scopes: scopes, signIn: approval.signIn,
      clientAuthentication: strength,
      capabilities: request.capabilities.isEmpty ? code.capabilities : request.capabilities
    ) { beginning in
      guard try store.redeemDeviceCode(handle: handle, beginning: beginning) else { throw Refusal.deviceCodeUsed }
    }
    // The machine that polls is looked at for itself: the browser may have been elsewhere.
    tokens.flow = .deviceCode
    return try tokens.issue(request, &exchange)
  }

  /// `signIn: auto`: the first poll gets "pending". At the second poll the persona answers the pages. The journal's
  /// entry of the poll keeps nothing of those pages.
  private func approve(_ code: DeviceCode, _ call: Call, _ exchange: inout Exchange) throws {
    let page = exchange.page
    // The features add to pages. No page is shown here, and a device asks neither for a new account nor for another provider.
    var journey = try DeviceSignIn.journey(code, call, joining: LoginFeatures([]))
    do {
      _ = try journey.begin(&exchange)
    } catch let refusal as Refusal where refusal.kind == .userCodeUsed {
      exchange.because("another poll of the same moment has approved")
    }
    exchange.page = page
    exchange.refusal = nil
  }

  /// The refusal that ended the sign-in, with the words of this endpoint.
  private func blocking(_ code: DeviceCode, _ request: TokenRequest, _ exchange: inout Exchange) -> Refusal {
    guard let kind = code.refusal.flatMap({ Catalogue.kind(code: $0) }) else { return Refusal(.grantInvalid) }
    let policies = request.directory.policies.values
      .filter { $0.isEnabled && $0.flows?.contains(.deviceCode) == true }.map { "'\($0.name)'" }.sorted()
    // Where the persona answered the pages in this very exchange, the page's own reasons are here.
    if !exchange.reasons.contains(where: { $0.hasPrefix("→ the device will be told") }) {
      exchange.explain(
        "the page where the user entered the code was refused with \(kind.label), and its own entry says why"
          + (kind == .accessBlocked && !policies.isEmpty
            ? "; the policies that look at device codes: \(policies.joined(separator: ", "))" : ""))
    }
    var refusal = Refusal(kind)
    refusal.error = .invalidGrant
    refusal.status = 400
    return refusal
  }

  /// The path may spell the tenant in another way than the request for the device code, but it must be the same tenant.
  private func checkTenant(_ code: DeviceCode, _ request: TokenRequest) throws(Refusal) {
    guard let tenant = request.segment.tenant(in: request.directory) else { return }
    let start = try? TenantSegment(code.segment, in: request.directory)
    if let asked = start?.tenant(in: request.directory), asked.id != tenant.id { throw Refusal(.grantInvalid) }
  }
}
