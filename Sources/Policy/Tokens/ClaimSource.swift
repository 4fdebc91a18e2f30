import Directory
import JSON

/// What the claims of one token are made of, as the rows of `Claim` read it. Each row gets it, so that it is one object and not a copy.
final class ClaimSource {
  /// The form of the token: one alone.
  let form: TokenForm
  let tenant: Tenant
  let client: Application
  /// The app that reads the token. Its registration lists the optional claims.
  let audience: Application
  /// The optional claims that the audience lists for this kind of token. User flows have none.
  private let listed: [OptionalClaim]
  /// The same by their names; the first of one name counts.
  private let listedByName: [String: OptionalClaim]
  /// The facts of a token of a user.
  let person: TokenSubject?
  /// The facts of a token of an app without a user.
  let app: AppTokenSubject?
  /// The facts of a token of a user flow.
  let customer: UserFlowSubject?

  init(_ subject: TokenSubject, _ kind: TokenKind) {
    switch kind {
    case .idToken where subject.tenant.kind == .personal: form = .personalIDToken
    case .idToken: form = subject.isLegacyRequest ? .legacyIDToken : .idToken
    case .accessToken: form = subject.resource.claimSet.ofUsers
    }
    let audience = kind == .idToken ? subject.client : subject.resource
    let listed = (kind == .idToken ? audience.optionalClaims?.idToken : audience.optionalClaims?.accessToken) ?? []
    tenant = subject.tenant
    client = subject.client
    self.audience = audience
    person = subject
    app = nil
    customer = nil
    self.listed = listed
    listedByName = Self.byName(listed)
  }

  init(_ subject: AppTokenSubject) {
    form = subject.resource.claimSet.ofApps
    tenant = subject.tenant
    client = subject.client
    audience = subject.resource
    person = nil
    app = subject
    customer = nil
    let listed = subject.resource.optionalClaims?.accessToken ?? []
    self.listed = listed
    listedByName = Self.byName(listed)
  }

  init(_ subject: UserFlowSubject, _ kind: TokenKind) {
    form = kind == .idToken ? .customerIDToken : .customerAccess
    tenant = subject.tenant
    client = subject.client
    audience = kind == .idToken ? subject.client : subject.api ?? subject.client
    person = nil
    app = nil
    customer = subject
    listed = []
    listedByName = [:]
  }

  private static func byName(_ claims: [OptionalClaim]) -> [String: OptionalClaim] {
    claims.isEmpty ? [:] : Dictionary(claims.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The user whom the token is about.
  var user: User? { person?.user ?? customer?.user }

  /// The opaque values of the answer.
  var marks: TokenMarks? { person?.marks ?? app?.marks }

  /// `openid`, `profile` and `email` of the request.
  func has(_ scope: OpenIDScope) -> Bool { person?.openID.contains(scope) ?? false }

  /// The optional claim of that name, if the audience lists it.
  func option(_ name: String) -> OptionalClaim? { listedByName.isEmpty ? nil : listedByName[name] }

  // MARK: Making

  /// The claims in the service's order.
  var claims: JSONObject {
    var claims = JSONObject()
    var hasChosen = customer == nil
    for row in listed.isEmpty ? Claim.unasked(of: form) : Claim.entries(of: form) {
      if !hasChosen, row.place > 0 {
        hasChosen = true
        addChosen(to: &claims)
      }
      if let value = row.stated(self) { claims.append(row.name, value) }
    }
    for claim in listed {
      guard let name = claim.nameOfExtension, let user else { continue }
      claims.place(name, user.properties[claim.name] ?? user.properties["onPremisesExtensionAttributes"]?[claim.name])
    }
    return claims
  }

  /// The claims that the user flow chooses. A name without a row is that of an attribute.
  private func addChosen(to claims: inout JSONObject) {
    guard let customer else { return }
    for name in customer.flow.claims where claims[name] == nil {
      let row = Claim.named(name)
      if row?.carriers.contains(form) == true { continue }
      let value = row?.isChosen == true ? row?.value(self) : CustomerAttributes.value(name, of: customer.user)
      if let value { claims.append(name, value) }
    }
  }
}

extension OptionalClaim {
  func has(_ property: String) -> Bool { additionalProperties.contains(property) }

  /// The claim of an extension in a token: `extn.NAME`. Nil for a predefined claim.
  fileprivate var nameOfExtension: String? {
    if PropertyKind.extensionAttributes.contains(name) { return "extn." + name }
    guard PlainProperties.application(ofExtension: name) != nil else { return nil }
    return "extn." + name.split(separator: "_", maxSplits: 2).dropFirst(2).joined()
  }
}
