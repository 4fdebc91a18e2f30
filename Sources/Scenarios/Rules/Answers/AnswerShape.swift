package import HTTPWire
package import JOSE
package import Policy

/// What rules want of the answer to one exchange.
package struct AnswerShape: Sendable {
  /// An answer in place of the endpoint's own.
  package struct Replacement: Sendable, Hashable {
    package var status: Int
    package var fields: [Field]
    package var body: String
    package var contentType: String

    package struct Field: Sendable, Hashable {
      package var name: String
      package var value: String

      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    package init(status: Int, fields: [Field], body: String, contentType: String) {
      self.status = status
      self.fields = fields
      self.body = body
      self.contentType = contentType
    }
  }

  /// Refuse with a catalogued code instead of deciding.
  package var refusal: Refusal?
  package var replacement: Replacement?
  /// What of the finished answer is changed.
  package var edits: [AnswerEdit] = []
  package var delay = Duration.zero
  /// How the connection carries the answer out.
  package var manner: Delivery.Manner?
  /// What is wrong with the tokens that are made for it.
  package var accessTokenDamage = TokenDamage()
  package var idTokenDamage = TokenDamage()
  /// Which keys the keys document shows; nil for those it should.
  package var keys: ServedKeys?

  package init() {}
}
