extension AdviceKind {
  static let secretInURL: AdviceKind = .init(
    "secret-in-url", "A token or a secret in a URL",
    why: """
      URLs are kept in browser histories, proxies and server logs, and go out in Referer fields. Whoever reads one of those has \
      the token.
      """,
    remedy: "Send tokens in the Authorization field, and secrets in the form of a POST to the token endpoint."
  ) { evidence in
    evidence.byClient(evidence.exchanges, "request", where: { !$0.secretsInURL.isEmpty }) { _ in "" }
      .map { finding in
        var names: [String] = []
        for name in finding.exchanges.flatMap(\.secretsInURL) where !names.contains(name) { names.append(name) }
        let count = finding.exchanges.count
        var named = finding
        named.seen =
          "\(count) request\(count == 1 ? " has" : "s have") \(names.joined(separator: ", ")) in the query of the URL"
        return named
      }
  }

  static let secretFromBrowser: AdviceKind = .init(
    "secret-from-browser", "A secret sent by a page in a browser",
    why: """
      The request has an Origin field, so a script sent it, and everybody who opens the page can read the secret. It \
      proves nothing about the app any more.
      """,
    remedy: """
      Register the page as a single-page app and use PKCE without a secret, or let the app's server redeem the code.
      """
  ) { evidence in
    evidence.byClient(
      evidence.tokenRequests, "token request",
      where: { $0.origin != nil && ($0.sent("client_secret") ?? $0.sent("client_assertion")) != nil },
      seen: { "\($0) came from a page and brought a secret" })
  }

  static let implicitFlow: AdviceKind = .init(
    "implicit-flow", "Access tokens through the browser's address",
    why: """
      With response_type=token the access token travels in a redirect, where scripts, extensions and histories see it, and \
      it cannot be renewed without third-party cookies, which browsers block.
      """,
    remedy: "Use response_type=code with PKCE; MSAL.js does so from version 2 on."
  ) { evidence in
    evidence.byClient(
      evidence.authorizations, "sign-in", where: { $0.words("response_type").contains("token") },
      seen: { "\($0) asked for an access token in the redirect" })
  }

  static let passwordGrant: AdviceKind = .init(
    "password-grant", "The user's password goes through the app",
    why: """
      The app sees the password, and the grant fails as soon as the tenant wants a second factor, a device or a fresh \
      consent. Microsoft advises against it and takes it out of its libraries.
      """,
    remedy: "Sign users in through the system's browser; for tests of an API use a daemon app or 'mockidp token'."
  ) { evidence in
    evidence.byClient(
      evidence.tokenRequests, "token request", where: { $0.grant == "password" },
      seen: { "\($0) used grant_type=password" })
  }
}
