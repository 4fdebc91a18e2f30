package import Time

/// What an app that signs in by SAML 2.0 has beside its registration (Microsoft: "SAML-based single sign-on: Configuration and limitations").
package struct SAMLSettings: Sendable, Hashable, Codable {
  /// What is signed (Graph: `tokenIssuancePolicy`, `TokenResponseSigningPolicy`).
  package enum Signing: String, Sendable, Codable, CaseIterable {
    case assertion
    case response
    case both
  }

  /// The digest of signatures (`SigningAlgorithm`).
  package enum Algorithm: String, Sendable, Codable, CaseIterable {
    case sha256
    case sha1
  }

  /// The format of `NameID`, by the last part of its URI.
  package enum NameFormat: String, Sendable, Codable, CaseIterable {
    case emailAddress
    case unspecified
    case persistent
    case transient
    case windowsDomainQualifiedName = "WindowsDomainQualifiedName"
  }

  /// The name that Responses have for the identity provider.
  package enum IssuerName: String, Sendable, Codable, CaseIterable {
    /// `https://sts.windows.net/TENANT/`, whatever name the server was called by.
    case service
    /// The same, behind the name that the server was called by.
    case own
    /// `https://sts.windows.net/TENANT/CLIENTID`.
    case withApplication
  }

  /// The name in a `LogoutResponse`.
  package enum LogoutIssuer: String, Sendable, Codable, CaseIterable {
    /// The login host, as Microsoft's page has it.
    case host
    /// That of Responses.
    case entityId
  }

  /// The order of certificates in the metadata.
  package enum MetadataOrder: String, Sendable, Codable, CaseIterable {
    case activeFirst
    case newestFirst
    case oldestFirst
  }

  /// The format where the request asks for none.
  package var nameFormat = NameFormat.emailAddress
  /// The property of the user that is the `NameID`, such as `mail`. Nil: `userprincipalname`, or what the claims mapping says.
  package var nameSource: String?
  package var signing = Signing.assertion
  package var algorithm = Algorithm.sha256
  package var issuer = IssuerName.service
  package var logoutIssuer = LogoutIssuer.host
  package var metadataOrder = MetadataOrder.activeFirst
  /// Whether OAuth 2.0 serves the app, too.
  package var alsoOAuth = false
  /// How old a request may be. Nil: any age, as with the service.
  package var requestLifetime: TimeSpan?
  /// Whether a `Destination` that is not this server's address is refused.
  package var checksDestination = false
  /// In the order in which they were made.
  package var certificates: [SAMLCertificate] = []

  package init() {}
}

extension Application {
  /// Whether OAuth 2.0 and OpenID Connect serve the app: an app that signs in by SAML has nothing else, unless its settings say so.
  package var admitsOAuth: Bool { saml.map(\.alsoOAuth) ?? true }

  /// The certificate that signs for the app at that moment. `preferred` is the thumbprint that its service principal names.
  ///
  /// The preferred one signs as long as it is valid. When its time is over, a valid one takes its place by itself; without one it goes on
  /// (Microsoft: "Tutorial: Manage federation certificates"; azure-docs 15255). A name of no certificate means the newest valid one.
  package func samlCertificate(preferring preferred: String?, at now: UnixTime) -> SAMLCertificate? {
    let certificates = saml?.certificates ?? []
    let newest = certificates.filter { $0.isValid(at: now) }.max { $0.endsAt < $1.endsAt }
    guard let chosen = certificates.first(where: { $0.thumbprint == preferred }) else {
      return newest ?? certificates.last
    }
    return chosen.isValid(at: now) ? chosen : newest ?? chosen
  }
}
