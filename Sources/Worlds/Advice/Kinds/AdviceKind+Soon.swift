import Directory
import Policy
import Time

/// What goes off later, and can be seen now.
extension AdviceKind {
  /// Two renewals at one time, such as those of two tabs, use one refresh token.
  private static let togetherTime = Duration.hours(1)

  static let oldRefreshToken: AdviceKind = .init(
    "old-refresh-token", "A refresh token that a newer one has replaced",
    why: """
      Each renewal gives a newer refresh token. One that is kept for ever ends after 90 days, however often it was used, and the user has to \
      sign in again (AADSTS700082).
      """,
    remedy: "Store the refresh token of each answer in the place of the one that was sent."
  ) { evidence in
    let renewals = evidence.tokenRequests.filter { $0.refreshTokenAge != nil && $0.refreshTokenGrant != nil }
    return AdviceEvidence.grouped(renewals) { $0.refreshTokenGrant }.compactMap { _, all in
      let old = all.indices.filter { index in
        guard let age = all[index].refreshTokenAge else { return false }
        let issued = all[index].startedAt - age
        return all[..<index].contains { $0.refusal == nil && $0.startedAt - issued > togetherTime }
      }.map { all[$0] }
      guard let newest = old.last, let age = newest.refreshTokenAge else { return nil }
      return Finding(
        client: newest.client?.alias,
        seen: "a refresh token that was issued \(age.words) before came although newer ones were handed out",
        exchanges: old)
    }
  }

  /// Owners are told so long before.
  private static let warningTime = Duration.days(30)

  static let secretEndsSoon: AdviceKind = .init(
    "secret-ends-soon", "A client secret that ends soon",
    why: "After its end each request of the app is refused (AADSTS7000222), and nobody is told before.",
    remedy:
      "Add a second secret, give it to the app, and remove the first one; or use a certificate or a federated credential."
  ) { evidence in
    let proved = evidence.tokenRequests.filter { $0.refusal == nil && $0.sent("client_secret") != nil }
    return AdviceEvidence.grouped(proved) { $0.client?.id }.compactMap { id, all in
      guard let last = all.last, let app = id.flatMap({ evidence.directory.applications[Application.ID($0)] }),
        let end = app.secrets.map(\.expiresAt).filter({ $0 > last.startedAt }).max(),
        end - last.startedAt < warningTime
      else { return nil }
      return Finding(
        client: app.alias, seen: "the last secret of '\(app.alias)' ends at \(end.iso8601)", exchanges: [last])
    }
  }

  static let wrongPlatform: AdviceKind = .init(
    "wrong-platform", "A redirect URI on a platform whose codes this app cannot redeem",
    why: """
      The platform of the redirect URI decides how its codes are redeemed: on Web with a secret or an assertion (AADSTS7000218), on \
      single-page by a script of a page (AADSTS9002327). The sign-in goes well, and the redemption is refused.
      """,
    remedy: """
      Register the redirect URI of a server under Web, that of a page without a server under 'Single-page application', and that of a program \
      on a device or in a terminal under 'Mobile and desktop applications'.
      """
  ) { evidence in
    AdviceEvidence.grouped(evidence.authorizations.filter { $0.refusal == nil }) {
      [$0.client?.alias, $0.sent("redirect_uri")]
    }
    .compactMap { _, all in
      guard let last = all.last, let id = last.client?.id, let uri = last.sent("redirect_uri"),
        let app = evidence.directory.applications[Application.ID(id)],
        let platform = RedirectURIRules.match(uri, among: app.redirectURIs)?.platform,
        last.words("response_type").contains("code")
      else { return nil }
      if platform == .web, !app.hasCredentials {
        return Finding(
          client: app.alias,
          seen:
            "\(uri) is registered on the platform web, and '\(app.alias)' has neither a secret nor a certificate to redeem codes with",
          exchanges: all)
      }
      let isPage = last.isOfMSAL || evidence.exchanges.contains { $0.client?.id == id && $0.origin != nil }
      guard platform == .spa, app.hasCredentials, !isPage, all.count > 0 else { return nil }
      return Finding(
        client: app.alias,
        seen: "\(uri) is registered on the platform spa, and '\(app.alias)' has a credential, which no page may have",
        exchanges: all)
    }
  }
}
