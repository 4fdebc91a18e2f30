import Directory
import JSON

/// One claim of the tokens that this server makes: which tokens have it, and its value. Tokens, the words of registrations and the tables
/// of the documentation follow from the rows of `all`.
package struct Claim: Sendable {
  /// Who or what decides on the value.
  enum Decider: String {
    case api = "the API"
    case client = "the client"
    case flow = "the user flow"
    case request = "the request"
    case server = "the server"
    case signIn = "the sign-in"
    case tenant = "the tenant"
    case user = "the user"
  }

  /// What a registration that lists the claim gets.
  struct Option: Sendable {
    /// The value, for people.
    let meaning: String
    /// When the claim is absent all the same, for people.
    let absence: String
    /// The words of `additionalProperties` that change its form. Nil: none.
    let properties: [String]?
    /// The value. Nil: that of the row.
    let value: (@Sendable (ClaimSource, OptionalClaim) -> JSONValue?)?
  }

  package let name: String
  let decider: Decider
  /// The tokens that have the claim unasked, whenever there is a value.
  private(set) var carriers: TokenForm
  /// Where it stands in a token that is not ordered by name. In one of a user flow it is counted from the claims that the flow chooses.
  private var places: [TokenForm: Int] = [:]
  /// Whether a user flow may choose it.
  private(set) var isChosen = false
  /// Nil: it is not an optional claim.
  private(set) var option: Option?
  /// What has to be true for a token to have it, for people. Empty: every token of its forms has it.
  private(set) var condition = ""
  /// The tokens of which that is said.
  private(set) var conditionalForms: TokenForm = []
  /// Whether only the service can read the value.
  private(set) var isOpaque = false
  /// Whether the value is a number of seconds since 1970.
  package private(set) var isTime = false
  let value: @Sendable (ClaimSource) -> JSONValue?

  /// A claim that those tokens have, whatever its type.
  static func value(
    _ name: String, by decider: Decider, in carriers: TokenForm = [],
    _ value: @escaping @Sendable (ClaimSource) -> JSONValue?
  ) -> Self {
    Self(name: name, decider: decider, carriers: carriers, value: value)
  }

  /// A text.
  static func text(
    _ name: String, by decider: Decider, in carriers: TokenForm = [],
    _ text: @escaping @Sendable (ClaimSource) -> String?
  ) -> Self {
    .value(name, by: decider, in: carriers) { text($0).map { .string($0) } }
  }

  /// A list of texts; an empty one is left out, as the service does.
  static func list(
    _ name: String, by decider: Decider, in carriers: TokenForm = [],
    _ list: @escaping @Sendable (ClaimSource) -> [String]?
  ) -> Self {
    .value(name, by: decider, in: carriers) { source in
      list(source).flatMap { $0.isEmpty ? nil : .strings($0) }
    }
  }

  /// A number of seconds since 1970, or a text of it.
  static func time(
    _ name: String, by decider: Decider, in carriers: TokenForm = [],
    isText: @escaping @Sendable (ClaimSource) -> Bool = { _ in false },
    _ time: @escaping @Sendable (ClaimSource) -> Int64?
  ) -> Self {
    var claim = Self.value(name, by: decider, in: carriers) { source in
      time(source).map { isText(source) ? .string("\($0)") : .integer($0) }
    }
    claim.isTime = true
    return claim
  }

  /// The claim as one that registrations list. Without a `value` of its own a listed claim has that of the row.
  func optional(
    _ meaning: String, absent absence: String = "", properties: [String]? = nil,
    _ value: (@Sendable (ClaimSource, OptionalClaim) -> JSONValue?)? = nil
  ) -> Self {
    var claim = self
    claim.option = Option(meaning: meaning, absence: absence, properties: properties, value: value)
    return claim
  }

  /// The claim is there when that is true: `a guest`. `forms` are the tokens of which it is said; the others have it always.
  func when(_ condition: String, in forms: TokenForm = TokenForm(TokenForm.each)) -> Self {
    var claim = self
    claim.condition = condition
    claim.conditionalForms = forms
    return claim
  }

  /// The claim with a value that only the service can read.
  var opaque: Self {
    var claim = self
    claim.isOpaque = true
    return claim
  }

  /// The claim in id_tokens of personal accounts, at that place.
  func personal(_ place: Int) -> Self {
    var claim = self
    claim.carriers.insert(.personalIDToken)
    claim.places[.personalIDToken] = place
    return claim
  }

  /// The claim in tokens of user flows, at those places: below zero before the claims that the flow chooses.
  func customers(id: Int? = nil, access: Int? = nil) -> Self {
    var claim = self
    for (form, place) in [(TokenForm.customerIDToken, id), (.customerAccess, access)] {
      guard let place else { continue }
      claim.carriers.insert(form)
      claim.places[form] = place
    }
    return claim
  }

  /// The claim in tokens of user flows that choose it.
  var chosenByFlows: Self {
    var claim = self
    claim.isChosen = true
    return claim
  }

  /// Where it stands in a token that is not ordered by name; 0 in others.
  func place(in form: TokenForm) -> Int { places[form] ?? 0 }
}
