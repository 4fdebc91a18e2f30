package import HTTPWire
package import JOSE
package import Policy

/// What the rules that fired want of the answer to one exchange. It begins empty, and each `AnswerAction` adds to it.
package struct AnswerShape: Sendable {
  /// An answer in the place of the endpoint's own.
  package struct Replacement: Sendable, Hashable {
    /// From 200 to 599, as a file may say.
    package var status: Int
    /// Sent in this order; a name may occur more than once.
    package var fields: [Field]
    /// In UTF-8 when it is sent.
    package var body: String
    /// The value of `Content-Type`; it is not among `fields`.
    package var contentType: String

    /// A header field of the answer.
    package struct Field: Sendable, Hashable {
      package var name: String
      package var value: String

      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    /// The answer on the wire. It begins with `fields`; a field of the rule replaces one of them.
    package func response(beginning fields: HTTPFields = [:]) -> HTTPResponse {
      var fields = fields
      fields.set("Content-Type", contentType)
      for field in self.fields { fields.set(field.name, field.value) }
      return HTTPResponse(status: status, fields: fields, body: Array(body.utf8))
    }

    package init(status: Int, fields: [Field], body: String, contentType: String) {
      self.status = status
      self.fields = fields
      self.body = body
      self.contentType = contentType
    }
  }

  /// The endpoint refuses with this instead of deciding. It wins over `replacement`.
  package var refusal: Refusal?
  /// JSON, as text: the claims that Microsoft Graph demands in the place of its own answer. Nil: it demands none.
  package var challenge: String?
  /// Sent in the place of the endpoint's own answer.
  package var replacement: Replacement?
  /// Changes of the finished answer, in the order in which they are made.
  package var edits: [AnswerEdit] = []
  /// How long the answer waits before it is sent.
  package var delay = Duration.zero
  /// How the connection carries the answer. Nil: as a whole.
  package var manner: Delivery.Manner?
  /// What is wrong with the access token that is issued in this answer.
  package var accessTokenDamage = TokenDamage()
  /// What is wrong with the ID token that is issued in this answer.
  package var idTokenDamage = TokenDamage()
  /// What is wrong with the SAML Response of this answer.
  package var samlDamage = SAMLDamage()
  /// Whether a refusal of SAML goes to the app or to a page, whatever the service would do. Nil: as the service does.
  package var samlChannel: SAMLChannel?
  /// What the keys document shows. Nil: the published keys.
  package var keys: ServedKeys?

  /// What is wrong with the way in which provisioning sends a change.
  package var sending: Set<SendAction.Fault> = []

  package init() {}
}

/// Who hears of a refusal of a SAML request. The raw values are the words of `as` in files.
package enum SAMLChannel: String, Sendable, CaseIterable {
  /// The person, on an error page.
  case page
  /// The app, in a Response without an assertion.
  case response
}
