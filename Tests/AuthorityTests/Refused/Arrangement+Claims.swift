import Directory
import TestSupport

/// How an API fails to get tokens with the claims that it wants.
extension Arrangement {
  private static let mapping = ClaimsMapping(claims: [MappedClaim("tier", from: .constant("gold"))])

  /// A daemon asks for a token for the seeded API, which is changed first.
  private static func api(_ code: Int, _ how: String, _ change: @escaping @Sendable (inout Application) -> Void)
    -> Arrangement
  {
    Arrangement(token: code, how, directory: app("api", change)) { _ in
      ClientCredentialsTests.form([("scope", "api://contoso/.default")])
    }
  }

  static let claims: [Arrangement] = [
    api(50146, "an API that does not accept mapped claims") { $0.claimsMapping = mapping },
    api(501_461, "an API whose audience is no one's domain") {
      $0.claimsMapping = mapping
      $0.acceptsMappedClaims = true
      $0.accessTokenVersion = 1
    },
    api(1_100_001, "a custom claims provider where nobody answers") {
      $0.claimsProvider = ClaimsProvider(
        id: ClaimsProvider.id(ofApp: "api"), listener: ClaimsProvider.listener(ofApp: "api"),
        targetURL: "https://claims.test")
    },
  ]
}
