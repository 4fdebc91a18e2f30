package import Time

extension Refusal {
  /// The secret is not one of the app's.
  package static func invalidClientSecret(clientID: String) -> Refusal {
    Refusal(.invalidClientSecret, [.app: clientID])
  }

  /// The secret is right but has expired.
  package static func clientSecretExpired(clientID: String) -> Refusal {
    Refusal(.clientSecretExpired, [.app: clientID])
  }

  /// The header of the assertion names no certificate of the app. `thumbprint` is in capital hexadecimal digits.
  package static func assertionCertificateUnknown(
    clientID: String, thumbprint: String, reason: String = "The key was not found."
  ) -> Refusal {
    Refusal(.assertionCertificateUnknown, [.app: clientID, .thumbprint: thumbprint, .reason: reason])
  }

  /// The header of the assertion has a `kid` and no thumbprint.
  package static func assertionCertificateUnnamed(clientID: String) -> Refusal {
    Refusal(
      .assertionCertificateUnknown, [.app: clientID, .reason: "The key was not found."],
      as: .assertionCertificateUnnamed)
  }

  /// The assertion names a certificate of the app, but its signature is wrong.
  package static func assertionSignatureInvalid(thumbprint: String, reason: String) -> Refusal {
    Refusal(
      .assertionCertificateUnknown, [.thumbprint: thumbprint, .reason: reason], as: .assertionSignatureInvalid)
  }

  /// The assertion came before its `nbf` or after its `exp`.
  package static func assertionOutsideValidTime(now: UnixTime, validFrom: UnixTime, expires: UnixTime) -> Refusal {
    Refusal(
      .assertionOutsideValidTime,
      [.now: now.iso8601Ticks, .validFrom: validFrom.iso8601Ticks, .expires: expires.iso8601Ticks])
  }

  /// The header of the assertion has neither `x5t` nor `x5t#S256`.
  package static let assertionWithoutThumbprint = Refusal(.assertionMalformed, as: .assertionWithoutThumbprint)
}

// MARK: - Federated credentials

extension Refusal {
  /// The issuer of a federated credential publishes no key of that name.
  package static func federatedKeyNotPublished(_ name: String, issuer: String) -> Refusal {
    Refusal(.federatedKeyNotPublished, [.thumbprint: name, .issuer: issuer])
  }

  /// The app has no federated credential.
  package static func federatedCredentialsMissing(clientID: String, name: String) -> Refusal {
    Refusal(.federatedCredentialsMissing, [.app: clientID, .appName: name])
  }

  /// A token of this service proves another subject than the one that is needed.
  package static func federatedSubjectNotEqual(_ subject: String, needed: String) -> Refusal {
    Refusal(.federatedSubjectNotEqual, [.subject: subject, .reason: needed])
  }

  /// A blueprint asked for a token of its own.
  package static func blueprintNotPermitted(clientID: String, resource: String) -> Refusal {
    Refusal(.blueprintNotPermitted, [.app: clientID, .resource: resource])
  }

  /// The assertion is of a managed identity of another tenant of this server.
  package static func federatedAssertionOfOtherTenant(_ issuer: String) -> Refusal {
    Refusal(.federatedAssertionOfOtherTenant, [.issuer: issuer])
  }

  /// Issuer and audience fit, and the subject but for capital letters.
  package static func federatedSubjectNotMatching(_ subject: String) -> Refusal {
    Refusal(.federatedSubjectNotMatching, [.subject: subject])
  }

  /// The token of the other issuer lives for more than 25 hours.
  package static func federatedAssertionLivesTooLong(issuedAt: UnixTime, expires: UnixTime) -> Refusal {
    Refusal(.federatedAssertionLivesTooLong, [.issuedAt: issuedAt.iso8601Ticks, .expires: expires.iso8601Ticks])
  }

  /// No federated credential of the app names the issuer of the assertion.
  package static func federatedIssuerMismatch(_ issuer: String) -> Refusal {
    Refusal(.federatedIssuerMismatch, [.issuer: issuer])
  }

  /// The issuer of the assertion fits, its audience does not. Tokens of Entra itself have a number of their own.
  package static func federatedAudienceMismatch(_ audience: String, ofEntra: Bool) -> Refusal {
    Refusal(ofEntra ? .federatedEntraAudienceMismatch : .federatedAudienceMismatch, [.audience: audience])
  }

  /// Issuer and audience of the assertion fit, its subject does not.
  package static func federatedSubjectMismatch(_ subject: String) -> Refusal {
    Refusal(.federatedSubjectMismatch, [.subject: subject])
  }
}
