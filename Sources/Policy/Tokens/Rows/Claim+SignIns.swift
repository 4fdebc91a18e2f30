import Bytes
import Directory
import JSON
import Time

extension Claim {
  /// What tokens say of the sign-in, and of the request that asks for them.
  static let ofSignIns: [Claim] = [
    .text("acr", by: .signIn, in: .userV1) { source in
      source.customer == nil ? source.strength : source.nameOfFlow(.acr).map(ASCII.lowercased)
    }
    .customers(id: -6, access: 2)
    .when("in a token of a user flow: a custom policy", in: .customers)
    .optional("`1`; `0` for an agent user, in v2.0 access tokens too") { source, _ in
      source.form == .v2 ? source.strength.map { .string($0) } : nil
    },
    // The server makes no token before the sign-in meets the policies of the contexts, so the user has proved every context of the request.
    .list("acrs", by: .request, in: .users) { source in
      let asked =
        source.form.isForClient ? source.person?.claims.idTokenContexts : source.person?.claims.accessTokenContexts
      // A context of the service's own stands there unasked (observed 2021 to 2026, without any policy).
      return source.form == .graph || source.form == .resourceManager
        ? ["p1"] + (asked ?? []).filter { $0 != "p1" } : asked
    }
    .when("the request asked for contexts", in: [.azure, .powerBI, .exchange, .v1, .v2, .idTokens])
    .optional("the authentication contexts that the request asked for", absent: "without any"),
    .value("amr", by: .signIn, in: [.userV1, .legacyIDToken]) { source in
      source.isOfAgentUser ? nil : source.person.map { .strings($0.methods) }
    }
    .when("not an agent user"),
    .text("at_hash", by: .request, in: .idTokens) { $0.person?.accessTokenHash ?? $0.customer?.accessTokenHash }
      .personal(14).customers(id: 4)
      .when("next to an access token in the answer of authorize"),
    .time("auth_time", by: .signIn, in: .idTokens) { source in
      if let customer = source.customer { return customer.authenticatedAt.seconds }
      return source.person.flatMap { $0.claims.wantsAuthenticationTime ? $0.signIn.authenticatedAt.seconds : nil }
    }
    .personal(17)
    .customers(id: -3)
    .when("the request has `max_age`, or asks for it")
    .optional("when the user signed in") { source, _ in
      source.person.map { .integer($0.signIn.authenticatedAt.seconds) }
    },
    .text("c_hash", by: .request, in: .idTokens) { $0.person?.codeHash ?? $0.customer?.codeHash }
      .personal(15).customers(id: 3)
      .when("next to a code in the answer of authorize"),
    .text("deviceid", by: .user, in: .userV1) { $0.user?.device.map { "\($0.id)" } }.when("the device is known"),
    .value("fwd", by: .request) { _ in nil }.optional("none", absent: "always: nothing here makes it"),
    .text("idp", by: .user, in: [.userAccess, .idTokens, .appsV1]) { source in
      if let app = source.app { return app.issuer.v1(source.tenant.id, for: source.audience) }
      guard let person = source.person else { return source.customer?.identityProvider }
      return person.identityProvider
    }
    .when("a guest; in a token of a user flow the flow lists it", in: [.userAccess, .idTokens, .customers])
    .chosenByFlows,
    .text("in_corp", by: .user, in: [.userV1, .legacyIDToken]) { source in
      source.person?.user.isAwayFromTrustedLocations == false ? "true" : nil
    }
    .when("the user is in a trusted location, and the file says so")
    .optional("`true`", absent: "for a user who is away from the trusted locations") { source, _ in
      source.person?.user.isAwayFromTrustedLocations == true ? nil : "true"
    },
    .text("ipaddr", by: .request, in: [.userV1, .legacyIDToken]) { $0.person?.clientAddress }
      .optional("the address that the request came from"),
    .value("newUser", by: .signIn) { $0.customer?.isNew == true ? true : nil }.customers(id: 1, access: 1)
      .when("the sign-in made the account"),
    .text("nonce", by: .request, in: .idTokens) { $0.person?.nonce ?? $0.customer?.nonce }
      .personal(13).customers(id: -5, access: 3)
      .when("the request has one"),
    .list("signin_state", by: .signIn, in: [.graph, .powerBI, .exchange]) { $0.person?.states }
      .when("the user stays signed in, or the device is known"),
    .text("sid", by: .signIn, in: .users) { $0.person?.signIn.session.map { "\($0)" } }
      .when("a session of a browser")
      .optional("the session", absent: "without a session of a browser"),
    .text("tfp", by: .flow) { $0.nameOfFlow(.tfp) }.customers(id: 2, access: 2).when("not a custom policy"),
    .value("vnet", by: .request) { _ in nil }.optional("none", absent: "always: nothing here makes it"),
    // A client that handles claims challenges gets a token that Resource Manager can withdraw (observed 2023-10, 2024-01).
    .text("xms_cae", by: .client, in: .resourceManager, \.continuity).when("the client says `cp1`"),
    .text("xms_ssm", by: .client, in: .resourceManager, \.continuity).when("the client says `cp1`"),
    .value("ztdid", by: .user) { _ in nil }.optional("none", absent: "always: nothing here makes it"),
  ]
}

extension ClaimSource {
  /// The name of the user flow, for the one claim that the flow states it in.
  fileprivate func nameOfFlow(_ claim: UserFlow.NameClaim) -> String? {
    customer.flatMap { $0.flow.nameClaim == claim ? $0.flow.name : nil }
  }
}

extension ClaimSource {
  /// `acr` of a user: agents prove nothing of what people prove (observed 2026-03).
  fileprivate var strength: String? { person.map { _ in isOfAgentUser ? "0" : "1" } }

  /// What Resource Manager's tokens say of a client that handles claims challenges.
  fileprivate var continuity: String? {
    person.map { ContinuousAccess.isDeclared(in: $0.capabilities) } == true ? "1" : nil
  }
}

extension TokenSubject {
  /// `amr`. A known device signs the user in with its key, so `rsa` stands behind the password (observed 2025-08 to 2026-07).
  fileprivate var methods: [String] {
    var methods = signIn.methods
    guard user.device != nil, user.device?.isEnabled != false, !methods.contains("rsa"),
      let place = methods.firstIndex(of: "pwd")
    else { return methods }
    methods.insert("rsa", at: place + 1)
    return methods
  }

  /// `idp`: the provider of a guest, or the other identity provider that a customer came from. Nil for an account of the tenant itself.
  fileprivate var identityProvider: String? {
    provider.name(issuer) ?? (tenant.kind == .external ? signIn.customer?.provider : nil)
  }

  /// `signin_state`: whether the user stays signed in, and what the tenant knows of the device (observed 2021 to 2026).
  fileprivate var states: [String] {
    var states = signIn.staysSignedIn ? ["kmsi"] : []
    guard let device = user.device, device.isEnabled != false else { return states }
    if device.isManaged != false { states.append("dvc_mngd") }
    if device.isCompliant { states.append("dvc_cmp") }
    if device.isJoined { states.append("dvc_dmjd") }
    return states
  }
}
