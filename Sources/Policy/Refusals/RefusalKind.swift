/// One row of the catalogue: all there is to know about an AADSTS number.
package struct RefusalKind: Sendable, Hashable, Identifiable {
  /// The digits after `AADSTS`. Clients branch on them, so they are data and never read out of a message.
  package let code: Int
  /// Our own word for it, unique in the catalogue; scenario files may use it in place of the number.
  package let name: String
  package let section: Section
  /// The word at the v2.0 token endpoint, or the only one there is.
  package let error: OAuthErrorCode
  /// The word on a redirect from the authorize endpoint, where that differs.
  package let redirectError: OAuthErrorCode?
  /// The word at the v1 token endpoint, where that differs.
  package let legacyError: OAuthErrorCode?
  package let suberror: Suberror?
  /// The HTTP status at the token endpoint. An error page is 200 whatever stands here.
  package let status: Int
  package let surfaces: Set<Surface>
  package let template: MessageTemplate
  /// Other texts or words that go under the same number.
  package let variants: [Variant]
  /// Whether answers carry `error_uri`: the number has an entry in the service's public help.
  package let hasErrorURI: Bool
  package let meaning: String
  /// What the developer or tester of an app should do about it.
  package let remedy: String
  /// How a scenario brings it about; nil when only a rule that refuses outright does.
  package let cause: String?
  package let source: Source
  /// Seconds for a `Retry-After` header.
  package let retryAfter: Int?

  package var id: Int { code }

  /// `AADSTS50173`.
  package var label: String { "AADSTS\(code)" }

  init(
    _ code: Int, _ name: String, _ section: Section, _ error: OAuthErrorCode, _ suberror: Suberror? = nil,
    status: Int? = nil, redirect: OAuthErrorCode? = nil, legacy: OAuthErrorCode? = nil, on surfaces: Set<Surface>,
    _ template: MessageTemplate, variants: [Variant] = [], errorURI: Bool = true, meaning: String, remedy: String,
    cause: String? = nil, source: Source, retryAfter: Int? = nil
  ) {
    self.code = code
    self.name = name
    self.section = section
    self.error = error
    redirectError = redirect
    legacyError = legacy
    self.suberror = suberror
    // RFC 6749 §5.2 allows 401 for a failed client authentication, and the service uses it.
    self.status = status ?? (error == .invalidClient ? 401 : 400)
    self.surfaces = surfaces
    self.template = template
    self.variants = variants
    hasErrorURI = errorURI
    self.meaning = meaning
    self.remedy = remedy
    self.cause = cause
    self.source = source
    self.retryAfter = retryAfter
  }
}

extension RefusalKind {
  /// Where the user or the client meets a refusal.
  package enum Surface: String, Sendable, Hashable, CaseIterable {
    /// An error page of the sign-in host; the client hears nothing.
    case page
    /// A redirect to the client's redirect URI.
    case redirect
    /// A redirect that only `prompt=none` gets; with a user at hand there is a page to fill in.
    case silentRedirect
    /// A line of text, or a further step, inside the sign-in page.
    case inPage
    /// JSON from the token endpoint or the device code endpoint.
    case token
    /// JSON from a discovery endpoint.
    case discovery
  }

  /// How sure the row is to match the real service.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    /// Seen in an answer of the real service.
    case observed
    /// Stated by Microsoft's documentation.
    case documented
    /// Our decision, where neither says enough.
    case chosen
  }

  /// The part of the catalogue a row stands in.
  package enum Section: String, Sendable, Hashable, CaseIterable {
    case session = "Sign-in, session and account"
    case policy = "Conditional Access and multifactor authentication"
    case request = "The request"
    case client = "App, tenant and redirect URI"
    case credentials = "Credentials of the app"
    case grants = "Codes, refresh tokens and assertions"
    case device = "Device code"
    case consent = "Scopes, resources and consent"
    case signOut = "Sign-out"
    case service = "The service"
  }

  /// Another text, or another word, under a number that has several.
  package struct Variant: Sendable, Hashable {
    /// When it is used, to follow the word "when".
    package let condition: String
    /// Nil for the row's own text.
    package let template: MessageTemplate?
    /// The word on every surface; nil for the row's own.
    package let error: OAuthErrorCode?
    /// Nil for none, whatever the row has.
    package let suberror: Suberror?

    init(
      when condition: String, _ template: MessageTemplate? = nil, error: OAuthErrorCode? = nil,
      suberror: Suberror? = nil
    ) {
      self.condition = condition
      self.template = template
      self.error = error
      self.suberror = suberror
    }
  }
}
