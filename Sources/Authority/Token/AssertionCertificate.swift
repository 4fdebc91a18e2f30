import Bytes
import Crypto
import Directory
import JSON
import Time

/// The certificate that an assertion is signed with: one that the app registration holds, or one in `x5c` whose subject
/// name and authority the app trusts.
struct AssertionCertificate {
  /// The longest `x5c` that is looked at.
  private static let longestChain = 10

  let key: PublicKey?
  let expiresAt: UnixTime
  /// How the certificate was found, to follow its thumbprint in a reason.
  let reason: String

  /// The bytes of one item of `x5c`. MSAL for Python sends the line feeds of the PEM text (observed).
  static func der(_ item: JSONValue) -> [UInt8]? {
    item.string.flatMap { Base64.decode($0.filter { !$0.isWhitespace }) }
  }

  /// Nil when the app does not know the certificate.
  init?(_ thumbprint: AssertionThumbprint, header: JSONValue, of client: Application) {
    if let certificate = client.certificates.first(where: thumbprint.names) {
      key = try? certificate.publicKey()
      expiresAt = certificate.expiresAt
      reason = ""
      return
    }
    let chain = (header["x5c"]?.array ?? []).prefix(Self.longestChain).compactMap {
      Self.der($0).flatMap { try? Certificate.der($0) }
    }
    guard let leaf = chain.first, [leaf.sha1Thumbprint, leaf.sha256Thumbprint].contains(thumbprint.bytes),
      let subject = client.trustedSubjects?.first(where: { $0.trusted(chain) != nil })
    else { return nil }
    key = try? leaf.publicKey()
    expiresAt = leaf.notAfter
    reason = ", whose subject name \(subject.subjectName) the app trusts"
  }
}
