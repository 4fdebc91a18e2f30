import Bytes
import Directory
import JSON
import Time

extension Claim {
  /// What tokens say of the user, or of the app that acts for itself.
  static let ofPeople: [Claim] = [
    .value("acct", by: .user, in: [.graph, .powerBI, .exchange]) { $0.person.map { $0.user.isGuest ? 1 : 0 } }
      .optional("0 for a member, 1 for a guest"),
    .value("ctry", by: .user) { _ in nil }
      .optional("`country` of the user", absent: "unless it is a code of two letters") { source, _ in
        source.person?.user.properties.text("country").flatMap { text in
          text.utf8.count == 2 && text.utf8.allSatisfy(ASCII.isLetter) ? .string(text) : nil
        }
      },
    .text("altsecid", by: .user, in: [.graph, .resourceManager, .azure, .exchange]) { source in
      source.person.flatMap { $0.provider.alternative(for: $0.account) }
    }
    .when("a guest from another tenant, or with a personal account"),
    .text("family_name", by: .user, in: [.userV1, .legacyIDToken]) { $0.user?.surname }.chosenByFlows
      .when("the user has one")
      .optional("`surname` of the user", absent: "without the scope `profile`") { source, _ in
        source.has(.profile) ? source.user?.surname.map { .string($0) } : nil
      },
    .text("given_name", by: .user, in: [.userV1, .legacyIDToken]) { $0.user?.givenName }.chosenByFlows
      .when("the user has one")
      .optional("`givenName` of the user", absent: "without the scope `profile`") { source, _ in
        source.has(.profile) ? source.user?.givenName.map { .string($0) } : nil
      },
    .text("name", by: .user, in: .users) { source in
      TokenForm.version2.contains(source.form) && !source.has(.profile) ? nil : source.user?.displayName
    }
    .personal(8)
    .when("in version 2.0 the scope `profile` was asked for", in: .version2)
    .chosenByFlows,
    .text("oid", by: .user, in: [.users, .apps]) { source in
      if source.form == .idToken, !source.has(.profile) { return nil }
      if let customer = source.customer, !customer.flow.claims.contains("oid") { return nil }
      return source.user.map { "\($0.id)" } ?? source.app?.principal.map { "\($0)" }
    }
    .personal(10)
    .when(
      "in an id_token the scope `profile` was asked for; in one of a user flow the flow lists it",
      in: [.idToken, .customers]
    )
    .customers(id: -1, access: -5),
    .text("onprem_sid", by: .user, in: [.userV1, .legacyIDToken]) {
      $0.person?.user.properties.text("onPremisesSecurityIdentifier")
    }
    .when("the user comes from Active Directory")
    .optional("`onPremisesSecurityIdentifier` of the user", absent: "without one"),
    .text("puid", by: .user, in: [.userMicrosoft, .idToken]) { source in
      source.form == .idToken && !source.client.isFirstParty ? nil : source.user.map(OpaqueValues.puid)
    }
    .when("in an id_token a client of Microsoft's asks", in: .idToken).opaque,
    .text("pwd_exp", by: .user, in: [.userV1, .legacyIDToken]) { $0.person?.endOfPassword.map { "\($0)" } }
      .when("the password ends within fourteen days")
      .optional("a text of the seconds until the password ends", absent: "unless it ends within fourteen days"),
    .text("pwd_url", by: .user, in: [.userV1, .legacyIDToken]) { source in
      guard let person = source.person, person.endOfPassword != nil || person.showsPasswordPage else { return nil }
      return "https://portal.microsoftonline.com/ChangePassword.aspx"
    }
    .when("the password ends within fourteen days, or a user from Active Directory gave it on a known device")
    .optional("where the user changes it", absent: "as in v1.0 tokens"),
    .text("sub", by: .user, in: [.users, .apps]) { source in
      if let person = source.person { return person.pairwise(for: source.audience.id) }
      return source.customer.map { "\($0.user.id)" } ?? source.app?.subject
    }
    .personal(3)
    .customers(id: -8, access: -4),
    .text("xms_pdl", by: .user) { $0.person?.user.properties.text("preferredDataLocation") }
      .optional("`preferredDataLocation` of the user", absent: "without one"),
    .text("xms_pl", by: .user) { $0.person?.account.preferredLanguage.map(ASCII.lowercased) }
      .optional("`preferredLanguage` of the account", absent: "without one"),
    // It is the `sub` of the id_token, which a public client without the scope `openid` does not get (observed 2026-07), nor has one at
    // the v1.0 endpoints (observed 2025-09).
    .value("xms_st", by: .user, in: .graph) { source in
      guard let person = source.person else { return nil }
      let isPublic = person.clientAuthentication == .none
      guard !isPublic || (source.has(.openid) && !person.isLegacyRequest) else { return nil }
      return ["sub": .string(person.pairwise(for: source.client.id))]
    }
    .when("of a public client the scope `openid` was asked for"),
  ]
}

extension TokenSubject {
  /// Whether tokens say where the password is changed although it does not end: the user comes from Active Directory and gave it on a known
  /// device (observed 2025-08, 2026-03).
  fileprivate var showsPasswordPage: Bool {
    signIn.isPasswordBased && user.device != nil && user.properties.text("onPremisesSecurityIdentifier") != nil
  }

  /// The seconds until the password that the user signed in with ends. Nil when that is more than the service's usual notice away, or never
  /// (Graph: `passwordNotificationWindowInDays`; the values observed 2024-12).
  fileprivate var endOfPassword: Int64? {
    guard signIn.isPasswordBased, let end = account.passwordEndsAt, end > issuedAt, end - issuedAt <= .days(14) else {
      return nil
    }
    return (end - issuedAt).wholeSeconds
  }
}

extension AppTokenSubject {
  /// `sub`: the service principal, or what stands at the path that the app proves.
  fileprivate var subject: String? {
    identityPath.map { Self.subject(of: client.id, $0, in: tenant.id) } ?? principal.map { "\($0)" }
  }
}
