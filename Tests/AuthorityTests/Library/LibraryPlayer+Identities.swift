import Crypto
import HTTPWire
import JOSE
import JSON
import TestSupport
import Time
import Worlds

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

  /// The token of a pod of a shop, signed by this world in the place of its cluster.
  func podToken(_ account: String) throws -> String {
    var payload = try ClientAssertionTests.federated().payload
    let now = test.world.now.seconds
    for (name, value) in [
      ("iss", JSONValue.string("https://cluster.test/shop/")), ("mockidp", "standIn"), ("nbf", .integer(now)),
      ("iat", .integer(now)),
      ("sub", .string("system:serviceaccount:shop:\(account)")), ("exp", .integer(now + 86_400)),
    ] { payload[name] = value }
    let key = try test.world.keys.current
    return try JWS.compact(
      header: ["alg": "RS256", "kid": .string(key.id)], payload: .object(payload), key: key.privateKey,
      algorithm: .rs256)
  }

  /// Proves the daemon by a token of a pod.
  func pod(proving token: String) throws {
    note("pod", try test.token(ClientAssertionTests.form(token), tenant: TestWorld.contoso))
  }

  /// Proves the daemon by a new token of that service account.
  func pod(_ account: String) throws { try pod(proving: podToken(account)) }
}
