import Directory
import JSON

extension Claim {
  /// What tokens say of the app that asks, and of what it holds on the API.
  static let ofParties: [Claim] = [
    .text("app_displayname", by: .client, in: [.graph, .exchange, .appGraph, .appExchange]) { $0.client.displayName },
    .text("appid", by: .client, in: [.userV1, .appsV1]) { "\($0.client.id)" },
    .text("appidacr", by: .client, in: [.userV1, .appsV1], \.proof),
    .text("azp", by: .client, in: [.v2, .appV2, .appProof]) { "\($0.client.id)" }.customers(access: 5),
    .text("azpacr", by: .client, in: [.v2, .appV2, .appProof], \.proof),
    .value("cnf", by: .client, in: .access) { ($0.person?.confirmation ?? $0.app?.confirmation)?.claim }
      .when("the token is bound to a key"),
    // The claim is absent, not empty: an app without roles still gets a token.
    .list("roles", by: .api, in: [.users, .apps]) { source in
      guard let person = source.person else { return source.app?.roles }
      guard source.memberships.areRoles else { return source.isForClient ? person.clientRoles : person.resourceRoles }
      return source.statedGroups
    }
    .when("one is granted or assigned"),
    .text("scp", by: .api, in: .userAccess) { source in
      if let customer = source.customer {
        return customer.scopes.isEmpty ? nil : customer.scopes.joined(separator: " ")
      }
      // The claim is absent, not empty: a token of an app for itself has no permissions.
      let granted = source.person?.granted.claim
      return granted?.isEmpty == true && source.form != .graph ? nil : granted
    }
    .when("the token has permissions")
    .customers(access: 4),
    .list("xms_cc", by: .client, in: [.userMicrosoft, .appMicrosoft]) {
      $0.person?.capabilities ?? $0.app?.capabilities
    }
    .when("the client says what it can do")
    .optional("what the client can do: `cp1`, in its spelling", absent: "for a client that says nothing"),
  ]
}

extension ClaimSource {
  /// How the client proved who it is.
  fileprivate var proof: String? { (person?.clientAuthentication ?? app?.clientAuthentication)?.rawValue }

  fileprivate var isForClient: Bool { form.isForClient }
}
