/// One row of the catalogue: the facts about one number of a service, such as AADSTS50173. Every function that
/// refuses carries a refusal, so it holds one reference to its row.
package final class RefusalKind: Sendable, Hashable, Identifiable {
  /// The service that numbers it.
  package let family: Family
  /// The digits after `AADSTS` or `AADB2C`. Clients decide by them, so they are data and are never read from a message.
  package let code: Int
  /// Mockidp's own name for the refusal, unique in the catalogue. Scenario files may use it in the place of the
  /// number.
  package let name: String
  package let section: Section
  /// `error` at the v2.0 token endpoint.
  package let error: OAuthErrorCode
  /// `error` on a redirect from authorize; nil when it is the same.
  package let redirectError: OAuthErrorCode?
  /// `error` at the v1.0 token endpoint; nil when it is the same.
  package let legacyError: OAuthErrorCode?
  /// Nil when the answer has no `suberror`.
  package let suberror: Suberror?
  /// The HTTP status at the token endpoint. Error pages always have status 200.
  package let status: Int
  /// The HTTP status at the v1.0 token endpoint; nil when it is the same.
  package let legacyStatus: Int?
  /// Whether answers of the v1.0 token endpoint leave the `suberror` out.
  package let legacyHasNoSuberror: Bool
  /// Where the server gives this refusal.
  package let surfaces: Set<Surface>
  /// The text after the number, with a place for each fact.
  package let template: MessageTemplate
  /// Other texts or error words with the same number.
  package let variants: [Variant]
  /// Whether JSON answers have `error_uri`, because the service's public help has an entry for the number.
  package let hasErrorURI: Bool
  /// The same for a redirect from authorize.
  package let hasErrorURIOnRedirect: Bool
  /// What JSON and redirects say in the place of the user's name, which a page shows (observed: two words).
  package let hiddenName: String
  /// One sentence for developers, which the documentation prints.
  package let meaning: String
  /// What the developer or tester of the app should do about it.
  package let remedy: String
  /// How a scenario brings the refusal about. Nil when only a rule with `refuse` gives it.
  package let cause: String?
  /// Where the row's facts come from.
  package let source: Source
  /// The value of the `Retry-After` header in seconds; nil for no header.
  package let retryAfter: Int?

  package var id: String { label }

  /// The name in messages: `AADSTS50173`.
  package var label: String { "\(family.rawValue)\(code)" }

  init(
    in family: Family = .entra,
    _ code: Int, _ name: String, _ section: Section, _ error: OAuthErrorCode, _ suberror: Suberror? = nil,
    status: Int? = nil, redirect: OAuthErrorCode? = nil, legacy: OAuthErrorCode? = nil, legacyStatus: Int? = nil,
    legacyHasNoSuberror: Bool = false, on surfaces: Set<Surface>,
    _ template: MessageTemplate, variants: [Variant] = [], errorURI: Bool = true, redirectURI: Bool? = nil,
    hiding hiddenName: String = Refusal.hiddenUser, meaning: String, remedy: String,
    cause: String? = nil, source: Source, retryAfter: Int? = nil
  ) {
    self.family = family
    self.code = code
    self.name = name
    self.section = section
    self.error = error
    redirectError = redirect
    legacyError = legacy
    self.suberror = suberror
    // RFC 6749 §5.2 allows 401 for a failed client authentication, and the service uses it.
    self.status = status ?? (error == .invalidClient && family == .entra ? 401 : 400)
    self.legacyStatus = legacyStatus
    self.legacyHasNoSuberror = legacyHasNoSuberror
    self.surfaces = surfaces
    self.template = template
    self.variants = variants
    hasErrorURI = errorURI
    hasErrorURIOnRedirect = redirectURI ?? errorURI
    self.hiddenName = hiddenName
    self.meaning = meaning
    self.remedy = remedy
    self.cause = cause
    self.source = source
    self.retryAfter = retryAfter
  }

  /// One row of the catalogue has one name.
  package static func == (left: RefusalKind, right: RefusalKind) -> Bool { left === right || left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension RefusalKind {
  /// A service with numbers of its own. The raw value stands before the digits.
  package enum Family: String, Sendable, Hashable, CaseIterable {
    /// Microsoft Entra ID and External ID.
    case entra = "AADSTS"
    /// Azure AD B2C. The same digits mean something else there.
    case b2c = "AADB2C"
  }

  /// The place where the user or the client gets a refusal.
  package enum Surface: String, Sendable, Hashable, CaseIterable {
    /// An error page of the sign-in host. The client gets no answer.
    case page
    /// A redirect to the client's redirect URI.
    case redirect
    /// A redirect with `prompt=none` only. Otherwise the user gets a page to fill in.
    case silentRedirect
    /// A message or a further step inside the sign-in page.
    case inPage
    /// JSON from the token endpoint or the device code endpoint.
    case token
    /// JSON from a discovery endpoint.
    case discovery
    /// JSON from the native authentication API of External ID.
    case native
  }

  /// Where the facts of the row come from, and so how surely it matches the real service.
  package typealias Source = Knowledge

  /// The part of the catalogue, a heading in the documentation.
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
    case saml = "SAML 2.0"
    case native = "External ID and native authentication"
    case userFlows = "Azure AD B2C"
  }

  /// Another text or error word with the same number.
  package struct Variant: Sendable, Hashable {
    /// When the server uses it; the text follows the word "when".
    package let condition: String
    /// Nil: the row's own text.
    package let template: MessageTemplate?
    /// `error` on every surface. Nil: the row's own words.
    package let error: OAuthErrorCode?
    /// Nil: no suberror, even when the row has one.
    package let suberror: Suberror?
    /// Whether the answer has the number and the ids. The pages of personal accounts send refusals without them.
    package let isNumbered: Bool
    /// Whether a JSON answer may have `error_uri`. The service of personal accounts leaves it out.
    package let mayHaveErrorURI: Bool

    init(
      when condition: String, _ template: MessageTemplate? = nil, error: OAuthErrorCode? = nil,
      suberror: Suberror? = nil, isNumbered: Bool = true, mayHaveErrorURI: Bool = true
    ) {
      self.condition = condition
      self.template = template
      self.error = error
      self.suberror = suberror
      self.isNumbered = isNumbered
      self.mayHaveErrorURI = mayHaveErrorURI
    }
  }
}
