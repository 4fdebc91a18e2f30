import Directory
import JSON
import Time

extension Claim {
  /// The claims that stand first in every token, in this order.
  static let heads: [Claim] = [
    .text("aud", by: .api, in: [.users, .apps]) { source in
      if source.form.isForClient || source.form == .customerAccess { return "\(source.audience.id)" }
      let usesGUID = source.option("aud")?.has(OptionalClaim.usesGUID) == true
      if usesGUID || TokenForm.version2.contains(source.form) { return "\(source.audience.id)" }
      return source.person?.resourceIdentifier ?? source.app?.resourceIdentifier
    }
    .personal(4)
    .customers(id: -7, access: -6)
    .optional(
      "with `use_guid` the client id of the API, in v1.0 access tokens too", properties: [OptionalClaim.usesGUID]),
    .text("iss", by: .tenant, in: [.users, .apps]) { source in
      if let customer = source.customer { return customer.issuer }
      let issuer = source.person?.issuer ?? source.app?.issuer
      if TokenForm.version2.contains(source.form) { return issuer?.v2(source.tenant.id) }
      return source.form.isForClient
        ? issuer?.v1(source.tenant.id) : issuer?.v1(source.tenant.id, for: source.audience)
    }
    .personal(2)
    .customers(id: -9, access: -9),
    .time("iat", by: .server, in: [.users, .apps]) { $0.beginning.seconds }.personal(6).customers(id: -4, access: 7),
    .time("nbf", by: .server, in: [.users, .apps]) { $0.beginning.seconds }.personal(7)
      .customers(id: -11, access: -7),
    .time("exp", by: .server, in: [.users, .apps]) { $0.end.seconds }.personal(5).customers(id: -12, access: -8),
  ]
}

extension ClaimSource {
  /// `iat` and `nbf`. Tokens of user flows state the time of the answer itself.
  fileprivate var beginning: UnixTime { customer == nil ? issue - TokenSubject.backdating : issue }

  fileprivate var end: UnixTime { issue + lifetime }

  private var issue: UnixTime { person?.issuedAt ?? app?.issuedAt ?? customer?.issuedAt ?? UnixTime(seconds: 0) }

  private var lifetime: Duration {
    if let person {
      if form == .personalIDToken { return person.lifetimes.personalIDToken }
      return form.isForClient ? person.lifetimes.idToken : person.lifetimes.accessToken
    }
    return app?.lifetime ?? customer?.lifetime ?? .zero
  }
}
