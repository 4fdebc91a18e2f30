import Bytes
package import Crypto

/// A subject name that an app trusts together with an authority (subject name and issuer authentication). The app may
/// prove itself with any certificate of that name that the authority issued, so that certificates can be renewed
/// without a change of the registration.
package struct TrustedSubject: Sendable, Hashable, Codable {
  /// The common name of the certificate, or its whole subject as RFC 2253 writes it: `CN=daemon.contoso.test,O=Contoso`.
  package let subjectName: String
  /// The certificate of the authority in DER, base64.
  package let authority: String

  /// Certificates of that name are trusted when `authority` issued them.
  package init(subjectName: String, authority: Certificate) {
    self.subjectName = subjectName
    self.authority = Base64.encode(authority.der)
  }

  /// The first certificate of `chain` if it has the name and the authority issued it, directly or by way of the
  /// others. Nil otherwise.
  package func trusted(_ chain: [Certificate]) -> Certificate? {
    guard let leaf = chain.first, names(leaf), trustsAuthority(of: chain) else { return nil }
    return leaf
  }

  /// Whether the authority issued the first certificate of `chain`, directly or by way of the others, whatever its name is.
  package func trustsAuthority(of chain: [Certificate]) -> Bool {
    guard let leaf = chain.first, let authority = Base64.decode(authority).flatMap({ try? Certificate.der($0) })
    else { return false }
    // A certificate that signed itself is its own authority.
    if leaf.der == authority.der { return true }
    var current = leaf
    for next in chain.dropFirst() {
      if current.isIssued(by: authority) { return true }
      guard next.mayIssue, current.isIssued(by: next) else { return false }
      current = next
    }
    return current.isIssued(by: authority)
  }

  private func names(_ certificate: Certificate) -> Bool {
    let subject = certificate.subject
    return ASCII.equalIgnoringCase(subject, subjectName)
      || subject.split(separator: ",").contains { ASCII.equalIgnoringCase(String($0), "CN=" + subjectName) }
  }
}
