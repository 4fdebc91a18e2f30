import Bytes
import TestSupport

/// A service provider of SAML 2.0 in the scenarios of the library.
extension LibraryPlayer {
  static let serviceProviders: [String: Story] = [
    "saml-75011": { player in
      try player.enter()
      try player.enter(
        "wiki", as: "bob", in: TestBrowser(player.test), extra: SAMLText.context("PasswordProtectedTransport"))
    },
    "saml-certificate-expired": { player in try player.enter() },
    "saml-rollover": { player in
      try player.enter()
      try player.enter()
    },
    "saml-groups-overage": { player in try player.enter() }, "saml-not-assigned": { player in try player.enter() },
    "saml-wrapped": { player in
      try player.enter()
      try player.enter(in: TestBrowser(player.test))
    },
    "saml-sign-out": { player in
      try player.enter("board")
      let index = try player.enter()
      _ = try player.browser.open(
        SAMLText.target(SAMLText.logout("https://wiki.test/saml", index: index)))
    },
  ]

  /// Signs in to an app. Answers the id of the assertion, nil without one.
  @discardableResult
  func enter(
    _ app: String = "wiki", as user: String = "alice", in other: TestBrowser? = nil, extra: String = ""
  ) throws -> String? {
    let browser = other ?? browser
    let hint = [("login_hint", try test.signInName(of: user))]
    var answer = try browser.open(
      SAMLText.target(SAMLText.request("https://\(app).test/saml", extra: extra), hint))
    for _ in 0..<6 {
      note("saml", answer)
      if let encoded = answer.delivered?["SAMLResponse"], let bytes = Base64.decode(encoded) {
        let pieces = String(decoding: bytes, as: UTF8.self).split(separator: "SessionIndex=\"")
        return pieces.dropFirst().first?.split(separator: "\"").first.map(String.init)
      }
      guard answer.form?["passwd"] != nil || answer.form?["loginfmt"] != nil, answer.pageCode == nil else { return nil }
      answer = try browser.enter(user, password: "Passw0rd!")
    }
    return nil
  }
}
