import Directory
import JSON
import Time

extension Claim {
  /// What tokens say of the sign-in, and of the request that asks for them.
  static let ofSignIns: [Claim] = [
    .text("acr", by: .signIn, in: [.graph, .v1]) { source in
      source.customer == nil ? "1" : source.nameOfFlow(.acr)
    }
    .customers(id: 2, access: 2),
    // The server makes no token before the sign-in meets the policies of the contexts, so the user has proved every context of the request.
    .list("acrs", by: .request, in: .users) { source in
      source.form.isForClient ? source.person?.claims.idTokenContexts : source.person?.claims.accessTokenContexts
    }
    .optional("the authentication contexts that the request asked for", absent: "without any"),
    .value("amr", by: .signIn, in: [.graph, .v1, .legacyIDToken]) { source in
      source.person.map { .strings($0.signIn.methods) }
    },
    .text("at_hash", by: .request, in: .idTokens) { $0.person?.accessTokenHash ?? $0.customer?.accessTokenHash }
      .customers(id: 4),
    .time("auth_time", by: .signIn, in: .idTokens) { source in
      if let customer = source.customer { return customer.authenticatedAt.seconds }
      return source.person.flatMap { $0.claims.wantsAuthenticationTime ? $0.signIn.authenticatedAt.seconds : nil }
    }
    .customers(id: -3, access: -3)
    .optional("when the user signed in") { source, _ in
      source.person.map { .integer($0.signIn.authenticatedAt.seconds) }
    },
    .text("c_hash", by: .request, in: .idTokens) { $0.person?.codeHash ?? $0.customer?.codeHash }.customers(id: 3),
    .text("deviceid", by: .user, in: [.graph, .v1]) { $0.user?.device.map { "\($0.id)" } },
    .value("fwd", by: .request) { _ in nil }.optional("none", absent: "always: nothing here makes it"),
    .text("idp", by: .user, in: [.graph, .v1, .idTokens, .appV1]) { source in
      if let app = source.app { return app.issuer.v1(source.tenant.id, for: source.audience) }
      guard let person = source.person else { return source.customer?.identityProvider }
      return source.form == .legacyIDToken
        ? person.user.home.map { person.issuer.v1($0.tenant) } : person.identityProvider
    }
    .customers(id: -2, access: -2),
    .text("in_corp", by: .user) { source in
      source.person.flatMap { $0.user.isAwayFromTrustedLocations == true ? nil : "true" }
    }
    .optional("`true`: a user who is away from the trusted locations gets no token"),
    .text("ipaddr", by: .request, in: [.graph, .v1, .legacyIDToken]) { $0.person?.clientAddress }
      .optional("the address that the request came from"),
    .value("newUser", by: .signIn) { $0.customer?.isNew == true ? true : nil }.customers(id: 1, access: 1),
    .text("nonce", by: .request, in: .idTokens) { $0.person?.nonce ?? $0.customer?.nonce }
      .customers(id: -5, access: 3),
    .text("sid", by: .signIn, in: .users) { $0.person?.signIn.session.map { "\($0)" } }
      .optional("the session", absent: "without a session of a browser"),
    .text("tfp", by: .flow) { $0.nameOfFlow(.tfp) }.customers(id: 2, access: 2),
    .value("vnet", by: .request) { _ in nil }.optional("none", absent: "always: nothing here makes it"),
    .value("ztdid", by: .user) { _ in nil }.optional("none", absent: "always: nothing here makes it"),
  ]
}

extension ClaimSource {
  /// The name of the user flow, for the one claim that the flow states it in.
  fileprivate func nameOfFlow(_ claim: UserFlow.NameClaim) -> String? {
    customer.flatMap { $0.flow.nameClaim == claim ? $0.flow.name : nil }
  }
}

extension TokenSubject {
  /// `idp`: the home tenant of a guest, or the other identity provider that a customer came from. Nil for an account of the tenant itself.
  fileprivate var identityProvider: String? {
    user.home.map { issuer.v1($0.tenant) }
      ?? (tenant.kind == .external ? signIn.customer?.provider : nil)
  }
}
