import Bytes
import Crypto
import Directory
import JSON
import Policy
import Time

/// The certificate that an assertion is signed with: one that the app registration holds, or one in `x5c` whose subject
/// name and authority the app trusts.
struct AssertionCertificate {
  /// The longest `x5c` that is looked at.
  private static let longestChain = 10

  let key: PublicKey?
  let startsAt: UnixTime
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
      startsAt = certificate.startsAt
      expiresAt = certificate.expiresAt
      reason = ""
      return
    }
    let chain = Self.chain(header)
    guard let leaf = chain.first, [leaf.sha1Thumbprint, leaf.sha256Thumbprint].contains(thumbprint.bytes),
      let subject = client.trustedSubjects?.first(where: { $0.trusted(chain) != nil })
    else { return nil }
    key = try? leaf.publicKey()
    startsAt = leaf.notBefore
    expiresAt = leaf.notAfter
    reason = ", whose subject name \(subject.subjectName) the app trusts"
  }

  /// Why the certificates in `x5c` do not prove an app that trusts subject names. Nil for an app that trusts none, and without
  /// certificates.
  static func distrust(_ thumbprint: AssertionThumbprint, header: JSONValue, of client: Application) -> Refusal? {
    let chain = chain(header)
    guard let trusted = client.trustedSubjects, !trusted.isEmpty, let leaf = chain.first,
      [leaf.sha1Thumbprint, leaf.sha256Thumbprint].contains(thumbprint.bytes)
    else { return nil }
    let isOfAuthority = trusted.contains { $0.trustsAuthority(of: chain) }
    return isOfAuthority
      ? Refusal(.certificateSubjectNotAuthorized, [.subjects: leaf.subject])
      : Refusal(.certificateChainInvalid)
  }

  private static func chain(_ header: JSONValue) -> [Certificate] {
    (header["x5c"]?.array ?? []).prefix(longestChain).compactMap { der($0).flatMap { try? Certificate.der($0) } }
  }
}
