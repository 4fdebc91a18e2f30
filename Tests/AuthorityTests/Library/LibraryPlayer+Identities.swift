import HTTPWire
import TestSupport

/// A program on a machine with a managed identity.
extension LibraryPlayer {
  private static let resource = "&resource=https://graph.microsoft.com"

  /// Asks a virtual machine for a token.
  func identity() throws {
    note(
      "identity",
      try test.send(
        "GET", "/metadata/identity/oauth2/token?api-version=2018-02-01\(Self.resource)", fields: [("Metadata", "true")])
    )
  }

  /// Asks the agent of Azure Arc, and answers its challenge when that names a file of the agent's.
  func arcIdentity() throws {
    let target = "/arc/metadata/identity/oauth2/token?api-version=2020-06-01\(Self.resource)"
    let challenge = try test.send("GET", target, fields: [("Metadata", "true")])
    note("challenge", challenge)
    let path = (challenge.fields["WWW-Authenticate"] ?? "").split(separator: "=").last.map(String.init) ?? ""
    guard let key = (test.challengeFiles as? MemoryChallengeFiles)?.key(at: path) else { return }
    note(
      "identity",
      try test.send("GET", target, fields: [("Metadata", "true"), ("Authorization", "Basic \(key)")]))
  }
}
