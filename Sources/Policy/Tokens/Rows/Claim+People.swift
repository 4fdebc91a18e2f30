import Bytes
import Directory
import JSON

extension Claim {
  /// What tokens say of the user, or of the app that acts for itself.
  static let ofPeople: [Claim] = [
    .value("acct", by: .user, in: .graph) { $0.person.map { $0.user.isGuest ? 1 : 0 } }
      .optional("0 for a member, 1 for a guest"),
    .value("ctry", by: .user) { _ in nil }
      .optional("`country` of the user", absent: "unless it is a code of two letters") { source, _ in
        source.person?.user.properties.text("country").flatMap { text in
          text.utf8.count == 2 && text.utf8.allSatisfy(ASCII.isLetter) ? .string(text) : nil
        }
      },
    .text("family_name", by: .user, in: [.graph, .v1, .legacyIDToken]) { $0.user?.surname }.chosenByFlows
      .optional("`surname` of the user", absent: "without the scope `profile`") { source, _ in
        source.has(.profile) ? source.user?.surname.map { .string($0) } : nil
      },
    .text("given_name", by: .user, in: [.graph, .v1, .legacyIDToken]) { $0.user?.givenName }.chosenByFlows
      .optional("`givenName` of the user", absent: "without the scope `profile`") { source, _ in
        source.has(.profile) ? source.user?.givenName.map { .string($0) } : nil
      },
    .text("name", by: .user, in: .users) { source in
      TokenForm.version2.contains(source.form) && !source.has(.profile) ? nil : source.user?.displayName
    }
    .chosenByFlows,
    .text("oid", by: .user, in: [.users, .apps]) { source in
      if source.form == .idToken, !source.has(.profile) { return nil }
      return source.user.map { "\($0.id)" } ?? source.app.map { "\($0.principal)" }
    }
    .customers(id: -1, access: -1),
    .text("onprem_sid", by: .user) { $0.person?.user.properties.text("onPremisesSecurityIdentifier") }
      .optional("`onPremisesSecurityIdentifier` of the user", absent: "without one"),
    .value("pwd_exp", by: .user) { _ in nil }.optional(
      "none", absent: "always: passwords here do not end by themselves"),
    .value("pwd_url", by: .user) { _ in nil }.optional(
      "none", absent: "always: passwords here do not end by themselves"),
    .text("sub", by: .user, in: [.users, .apps]) { source in
      if let person = source.person { return person.pairwise(for: source.audience.id) }
      return source.customer.map { "\($0.user.id)" } ?? source.app?.subject
    }
    .customers(id: -7, access: -5),
    .text("xms_pdl", by: .user) { $0.person?.user.properties.text("preferredDataLocation") }
      .optional("`preferredDataLocation` of the user", absent: "without one"),
    .text("xms_pl", by: .user) { $0.person?.account.preferredLanguage.map(ASCII.lowercased) }
      .optional("`preferredLanguage` of the account", absent: "without one"),
    .value("xms_st", by: .user, in: .graph) { source in
      source.person.map { ["sub": .string($0.pairwise(for: source.client.id))] }
    },
  ]
}

extension AppTokenSubject {
  /// `sub`: the service principal, or what stands at the path that the app proves.
  fileprivate var subject: String {
    identityPath.map { Self.subject(of: client.id, $0, in: tenant.id) } ?? "\(principal)"
  }
}
