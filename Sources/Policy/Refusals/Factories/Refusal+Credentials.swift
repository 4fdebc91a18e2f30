package import Time

extension Refusal {
  /// A secret that is not one of the app's.
  package static func invalidClientSecret(clientID: String) -> Refusal {
    Refusal(.invalidClientSecret, [.app: clientID])
  }

  /// The right secret after its end.
  package static func clientSecretExpired(clientID: String) -> Refusal {
    Refusal(.clientSecretExpired, [.app: clientID])
  }

  /// An assertion whose header names no certificate of the app. `thumbprint` is upper-case hexadecimal.
  package static func assertionCertificateUnknown(
    clientID: String, thumbprint: String, reason: String = "The key was not found."
  ) -> Refusal {
    Refusal(.assertionCertificateUnknown, [.app: clientID, .thumbprint: thumbprint, .reason: reason])
  }

  /// An assertion with a known certificate and a wrong signature, or a certificate past its end.
  package static func assertionSignatureInvalid(thumbprint: String, reason: String) -> Refusal {
    Refusal(
      .assertionCertificateUnknown, [.thumbprint: thumbprint, .reason: reason], as: .assertionSignatureInvalid)
  }

  /// An assertion before its `nbf` or after its `exp`.
  package static func assertionOutsideValidTime(now: UnixTime, validFrom: UnixTime, expires: UnixTime) -> Refusal {
    Refusal(
      .assertionOutsideValidTime,
      [.now: now.iso8601Ticks, .validFrom: validFrom.iso8601Ticks, .expires: expires.iso8601Ticks])
  }

  /// An assertion whose header has neither `x5t` nor `x5t#S256`.
  package static let assertionWithoutThumbprint = Refusal(.assertionMalformed, as: .assertionWithoutThumbprint)
}

// MARK: - Federated credentials

extension Refusal {
  /// An assertion of an issuer that no federated credential of the app names.
  package static func federatedIssuerMismatch(_ issuer: String) -> Refusal {
    Refusal(.federatedIssuerMismatch, [.issuer: issuer])
  }

  /// An assertion whose issuer fits and whose audience does not.
  package static func federatedAudienceMismatch(_ audience: String) -> Refusal {
    Refusal(.federatedAudienceMismatch, [.audience: audience])
  }

  /// An assertion whose issuer and audience fit and whose subject does not.
  package static func federatedSubjectMismatch(_ subject: String) -> Refusal {
    Refusal(.federatedSubjectMismatch, [.subject: subject])
  }
}
