package import Time

extension Refusal {
  /// A confidential client without secret or assertion.
  package static let credentialMissing = Refusal(.credentialMissing)

  /// The client credentials grant without secret or assertion.
  package static let clientCredentialsMissing = Refusal(.clientCredentialsMissing)

  /// A secret that is not one of the app's.
  package static func invalidClientSecret(clientID: String) -> Refusal {
    Refusal(.invalidClientSecret, [.app: clientID])
  }

  /// The right secret after its end.
  package static func clientSecretExpired(clientID: String) -> Refusal {
    Refusal(.clientSecretExpired, [.app: clientID])
  }

  /// A secret or assertion with a grant of a native or single-page redirect URI.
  package static let credentialFromPublicClient = Refusal(.credentialFromPublicClient)

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

  /// An assertion whose `aud` is not this tenant's token endpoint.
  package static let assertionAudienceMismatch = Refusal(.assertionAudienceMismatch)

  /// An assertion of another app than `client_id`.
  package static let assertionClientMismatch = Refusal(.assertionClientMismatch)

  /// An assertion whose `sub` is not its `iss`.
  package static let assertionSubjectMismatch = Refusal(.assertionSubjectMismatch)

  /// An assertion that is no JWT.
  package static let assertionMalformed = Refusal(.assertionMalformed)

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

  /// An issuer whose keys cannot be had.
  package static let federatedKeysUnreachable = Refusal(.federatedKeysUnreachable)

  /// An app token of this service where it is not allowed.
  package static let federatedAssertionFromEntra = Refusal(.federatedAssertionFromEntra)

  /// A user's token of this service.
  package static let federatedAssertionOfUser = Refusal(.federatedAssertionOfUser)
}
