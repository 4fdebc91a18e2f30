import Bytes
import Crypto
import JOSE
import Time
import YAML

/// The key with which clients of records sign, and its certificates: `{certificate}`, and `{expiredCertificate}` of the same key.
struct ClientKey: Sendable {
  let key: PrivateKey
  /// PEM and the thumbprint for `x5t`, by name.
  let certificates: [String: Certificate]

  /// Nil when the key in the source cannot be read.
  static let shared: ClientKey? = {
    guard let made = DevelopmentKeys.unpublished else { return nil }
    let entropy = SeededEntropy(seed: 7)
    let old = UnixTime(seconds: Stage.start.seconds - 40 * 365 * 86_400)
    guard let current = try? Certificate.tokenSigning(for: made.privateKey, now: Stage.start, entropy: entropy),
      let expired = try? Certificate.tokenSigning(for: made.privateKey, now: old, entropy: entropy)
    else { return nil }
    return ClientKey(key: made.privateKey, certificates: ["certificate": current, "expiredCertificate": expired])
  }()

  /// What a name in braces stands for: a certificate as PEM, or its thumbprint as `certificate.x5t` and `certificate.x5t#S256`.
  func value(of name: String) -> String? {
    let parts = name.split(separator: ".").map(String.init)
    guard let certificate = certificates[parts.first ?? ""] else { return nil }
    switch parts.count > 1 ? parts[1] : nil {
    case nil: return try? certificate.pem()
    case "x5t": return Base64.encodeURL(certificate.sha1Thumbprint)
    case "x5t#S256": return Base64.encodeURL(Array(SHA256.hash(certificate.der)))
    default: return nil
    }
  }

  /// Puts certificates into the text of a world.
  static func filling(_ node: YAMLNode) -> YAMLNode {
    var node = node
    switch node.kind {
    case .scalar(let text, _):
      if text.hasPrefix("{"), text.hasSuffix("}"), let pem = shared?.value(of: String(text.dropFirst().dropLast())) {
        node.kind = .scalar(pem, isQuoted: true)
      }
    case .sequence(let items): node.kind = .sequence(items.map(filling))
    case .mapping(let entries): node.kind = .mapping(entries.map { .init(key: $0.key, value: filling($0.value)) })
    }
    return node
  }
}
