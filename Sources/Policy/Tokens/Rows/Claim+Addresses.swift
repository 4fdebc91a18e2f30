import Bytes
import Directory
import JSON

extension Claim {
  /// The names and addresses by which users sign in, and whether anybody has verified them.
  static let ofAddresses: [Claim] = [
    email,
    .list("emails", by: .user) { $0.customer.map { CustomerAttributes.addresses(of: $0.user) } }.chosenByFlows,
    .text("login_hint", by: .user, in: .exchange) { $0.person.map { SignInAttempt.opaqueHint(for: $0.user) } }
      .optional("a hint for authorize").opaque,
    .text("preferred_username", by: .user, in: [.v2, .idToken]) { source in
      source.has(.profile) ? source.person?.preferredUserName : nil
    }
    .personal(9)
    .when("the scope `profile` was asked for")
    .optional("the sign-in name, in v1.0 tokens too") { source, _ in
      TokenForm.version2.contains(source.form) ? nil : source.person.map { .string($0.user.preferredUserName) }
    },
    .text("unique_name", by: .user, in: [.userV1, .legacyIDToken]) { source in
      guard let user = source.user, let person = source.person else { return nil }
      guard user.isGuest else {
        return source.form == .legacyIDToken ? user.preferredUserName : user.userPrincipalName
      }
      return (person.provider.prefix.map { $0 + "#" } ?? "") + user.preferredUserName
    },
    .text("upn", by: .user, in: [.userV1, .legacyIDToken]) { source in
      source.user.flatMap { $0.isGuest ? nil : $0.userPrincipalName }
    }
    .when("a member")
    .optional(
      "the sign-in name of a member; of a guest with `include_externally_authenticated_upn`, or with `…_without_hash` and `_` for `#`",
      absent: "without the scope `profile`",
      properties: [OptionalClaim.includesGuestName, OptionalClaim.includesGuestNameWithoutHash]
    ) { source, claim in
      source.has(.profile) ? source.user.flatMap { $0.signInName(claim) }.map { .string($0) } : nil
    },
    .list("verified_primary_email", by: .user) { source in
      source.person.flatMap { $0.user.isGuest ? nil : $0.user.mail.map { [$0] } }
    }
    .optional("a list with the address of a member", absent: "for guests"),
    .list("verified_secondary_email", by: .user) { $0.person?.verifiedSecondaryMails }
      .optional("those of `otherMails` in a domain of the tenant", absent: "without any"),
    // The service states it beside the address only.
    .value("xms_edov", by: .tenant) { source in
      guard let mail = Entry(email, in: source.form).stated(source)?.string, let person = source.person else {
        return nil
      }
      return .bool(person.isVerified(mail))
    }
    .optional(
      "whether the tenant of the account has verified the domain of `email`", absent: "without `email` in the token"),
  ]

  private static let email = Claim.text(
    "email", by: .user, in: [.graph, .resourceManager, .azure, .exchange, .v1, .idTokens]
  ) {
    source in
    if source.form == .personalIDToken {
      return source.has(.email) ? source.user.map { $0.mail ?? $0.preferredUserName } : nil
    }
    let isShown = source.form == .idToken ? source.has(.email) : source.user?.isGuest == true
    return isShown ? source.statedMail : nil
  }
  .personal(11)
  .when("a guest; in an id_token the scope `email` was asked for")
  .optional("`mail` of the user", absent: "without one; see [below](#unverified-addresses)") { source, _ in
    source.statedMail.map { .string($0) }
  }
}

extension User {
  /// The name that pages and tokens show for an account: the mail address for a guest, else the sign-in name.
  package var preferredUserName: String {
    isGuest ? mail ?? userPrincipalName : CustomerAttributes.signInAddress(of: self) ?? userPrincipalName
  }

  /// `upn` of a registration that lists it: that of a guest only with one of the additional properties.
  fileprivate func signInName(_ claim: OptionalClaim) -> String? {
    guard isGuest else { return userPrincipalName }
    if claim.has(OptionalClaim.includesGuestNameWithoutHash) {
      return String(userPrincipalName.map { $0 == "#" ? "_" : $0 })
    }
    return claim.has(OptionalClaim.includesGuestName) ? userPrincipalName : nil
  }
}

extension ClaimSource {
  /// The address that a token may state as `email`. Nil without one, and for an app that does not want an address whose domain nobody has
  /// verified.
  fileprivate var statedMail: String? {
    person?.user.mail.flatMap { mail in
      audience.removesUnverifiedEmail && person?.isVerified(mail) == false ? nil : mail
    }
  }
}

extension TokenSubject {
  /// `preferred_username`: that of a customer is the address that the customer signs in with.
  fileprivate var preferredUserName: String {
    let address = tenant.kind == .external ? CustomerAttributes.addresses(of: user).first : nil
    return address ?? user.preferredUserName
  }

  /// Other addresses of a member whose domains the tenant has verified.
  fileprivate var verifiedSecondaryMails: [String]? {
    user.isGuest ? nil : user.properties["otherMails"]?.strings?.filter(isVerified)
  }

  /// Whether the tenant of the account has verified the domain of the address. Microsoft verifies those of personal accounts.
  fileprivate func isVerified(_ mail: String) -> Bool {
    guard account.tenant != WellKnown.personalTenant, let at = mail.utf8.lastIndex(of: 0x40) else { return true }
    let domain = mail[mail.utf8.index(after: at)...]
    return accountDomains.contains { ASCII.equalIgnoringCase($0, domain) }
  }
}
