import Bytes
import Crypto
import JSON
package import Time

/// What a file or a call says of a certificate that is to be made or taken in.
package struct NewSAMLCertificate: Sendable, Hashable {
  package var name: String
  /// The key and the certificate. Nil: both are made.
  package var pem: String?
  /// The common name of a new one.
  package var subject = SAMLCertificate.usualSubject
  /// When a new one ends: a time, or a while from now. Nil for both: three years after it begins.
  package var endsAt: UnixTime?
  package var expiresIn: TimeSpan?
  /// When a new one begins. Nil: now, and a year ago for an app that begins with its world.
  package var startsAt: UnixTime?
  package var isActive = false
  /// The id of the key among the credentials of the service principal, that of the certificate, and `customKeyIdentifier` of both. Nil: each
  /// follows from the certificate.
  package var keyID: Identifier<SAMLCertificate>?
  package var certificateID: Identifier<SAMLCertificate>?
  package var customIdentifier: String?

  package init(_ name: String) { self.name = name }
}

extension DirectoryEditor {
  /// The time of the world. What a scenario makes is a year old when the world begins, and no chance is in it.
  private var worldTime: UnixTime { entropy == nil ? now + .days(365) : now }

  /// Gives an app these settings of SAML, with new certificates in the place of those that it has. Nil: it keeps them.
  package mutating func setSAML(
    _ settings: SAMLSettings?, certificates: [NewSAMLCertificate]?, relayState: String?, of id: Application.ID
  ) throws(NoSuchObject) {
    let kept = try application(id).saml?.certificates ?? []
    try update(id) { app in
      app.saml = settings
      app.saml?.certificates = kept
    }
    for var principal in state.servicePrincipals(of: id) {
      principal.properties["preferredSingleSignOnMode"] = settings.map { _ in .string("saml") }
      principal.properties["samlSingleSignOnSettings"] = relayState.map { ["relayState": .string($0)] }
      state.put(principal)
    }
    guard let certificates, settings != nil else { return }
    try update(id) { $0.saml?.certificates = [] }
    for new in certificates { _ = try addSAMLCertificate(new, to: id) }
  }

  /// Adds a certificate, and makes it the one that signs if it says so or is the first. Nil, for OpenSSL that makes none, changes nothing.
  package mutating func addSAMLCertificate(
    _ new: NewSAMLCertificate, to id: Application.ID
  ) throws(NoSuchObject) -> SAMLCertificate? {
    let app = try application(id)
    // A reader of names needs no keys.
    guard !isForNames, var made = certificate(new, of: app) else { return nil }
    if let id = new.keyID { made.keyID = id }
    made.certificateID = new.certificateID
    made.customIdentifier = new.customIdentifier
    var settings = app.saml ?? SAMLSettings()
    settings.certificates.append(made)
    try update(id) { $0.saml = settings }
    if new.isActive || settings.certificates.count == 1 { try activateSAMLCertificate(made.thumbprint, of: id) }
    return made
  }

  private func certificate(_ new: NewSAMLCertificate, of app: Application) -> SAMLCertificate? {
    if let pem = new.pem { return try? SAMLCertificate(named: new.name, pem: pem) }
    let number = app.saml?.certificates.count ?? 0
    let end = new.endsAt ?? new.expiresIn.map { worldTime + $0.duration }
    let start = new.startsAt ?? min(now, end.map { $0 - .days(1) } ?? now)
    let name = "\(app.id)/\(new.name)/\(start.seconds)"
    return try? SAMLCertificate(
      named: new.name, subject: new.subject, number: number, from: start,
      to: end ?? start + SAMLCertificate.usualLifetime, entropy: entropy ?? NamedEntropy(name))
  }

  /// Makes the certificate of that thumbprint the one that signs, in every tenant that has the app.
  package mutating func activateSAMLCertificate(_ thumbprint: String?, of id: Application.ID) throws(NoSuchObject) {
    _ = try application(id)
    for var principal in state.servicePrincipals(of: id) {
      principal.properties["preferredTokenSigningKeyThumbprint"] = thumbprint.map { .string($0) }
      state.put(principal)
    }
  }

  /// Puts a certificate of the same name and the same key that ended an hour ago in the place of that one.
  package mutating func expireSAMLCertificate(_ known: SAMLCertificate, of id: Application.ID) throws(NoSuchObject) {
    guard let ended = try? known.ended(at: worldTime - .hours(1), entropy: entropy ?? NamedEntropy(known.thumbprint))
    else { return }
    try update(id) { app in
      let changed = (app.saml?.certificates ?? []).map { $0.thumbprint == known.thumbprint ? ended : $0 }
      app.saml?.certificates = changed
    }
    for var principal in state.servicePrincipals(of: id)
    where principal.properties.text("preferredTokenSigningKeyThumbprint") == known.thumbprint {
      principal.properties["preferredTokenSigningKeyThumbprint"] = .string(ended.thumbprint)
      state.put(principal)
    }
  }

  /// Takes the certificate of that name or thumbprint away.
  package mutating func removeSAMLCertificate(_ name: String, of id: Application.ID) throws(NoSuchObject) {
    try update(id) { $0.saml?.certificates.removeAll { $0.name == name || $0.thumbprint == name } }
  }
}

/// Bytes that follow from a name, the same in every run.
private struct NamedEntropy: Entropy {
  let name: String

  init(_ name: String) { self.name = name }

  func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<(count + 31) / 32 { bytes += SHA256.hash(Array("mockidp SAML \(number) \(name)".utf8)) }
    return Array(bytes.prefix(count))
  }
}
