import Bytes
import Directory
import TestSupport
import Worlds

/// A world with apps that sign in by SAML, and a browser in it.
struct SAMLFixture {
  static let wiki = "https://wiki.test/saml"
  static let acs = "https://wiki.test/saml/acs"

  let test: TestWorld
  let browser: TestBrowser

  init(_ more: String = "", app: String = "saml: {}", signIn: String = "auto") throws {
    test = try TestWorld(
      file: """
        signIn: \(signIn)
        world:
          apps:
            wiki:
              type: web
              clientId: 5a310000-0000-4000-8000-000000000001
              identifierUris: [\(Self.wiki)]
              web: { redirectUris: [\(Self.acs)], logoutUrl: https://wiki.test/saml/slo }
              \(app)
            plain: { type: web, identifierUris: [https://plain.test/saml], web: { redirectUris: [https://plain.test/acs] } }
        \(more)
        """)
    browser = TestBrowser(test)
  }

  /// What comes of a request by redirect.
  func send(
    _ text: String = SAMLText.request(SAMLFixture.wiki), as user: String? = "alice", tenant: String = TestWorld.contoso,
    _ more: [(String, String)] = []
  ) throws -> TestAnswer {
    let hint = try user.map { [("login_hint", try test.signInName(of: $0))] } ?? []
    return try browser.open(SAMLText.target(text, tenant: tenant, hint + more))
  }

  /// The text of the Response that an answer carries.
  static func response(_ answer: TestAnswer) throws -> String {
    guard let encoded = answer.delivered?["SAMLResponse"], let bytes = Base64.decode(encoded) else {
      throw TestFault("no Response: \(answer.pageCode.map { "\($0)" } ?? answer.text)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of an attribute, by the last part of its name. Nil: the assertion does not have it.
  static func values(_ name: String, in response: String) -> [String]? {
    guard let piece = response.split(separator: "/\(name)\">").dropFirst().first,
      let end = piece.firstRange(of: "</Attribute>")
    else { return nil }
    return piece[..<end.lowerBound].split(separator: "<AttributeValue>").compactMap { part in
      part.split(separator: "<").first.map(String.init)
    }
  }

  /// The text of the first element of that name, without its attributes.
  static func text(_ name: String, in response: String) -> String? {
    response.split(separator: "<\(name)").dropFirst().first?.split(separator: ">", maxSplits: 1).dropFirst().first?
      .split(separator: "<").first.map(String.init)
  }
}
