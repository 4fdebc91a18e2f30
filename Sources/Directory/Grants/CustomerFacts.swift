import Bytes

/// What the sign-in of a customer has beside the facts of every sign-in.
package struct CustomerFacts: Codable, Sendable, Hashable {
  /// The user flow of Azure AD B2C in small letters. Nil for a session, which may count for several, and in a tenant of External ID.
  package var flow: String?
  /// The other identity provider that the customer came from, which tokens state as `idp`. Nil for an account of the tenant itself.
  package var provider: String?
  /// Whether this sign-in made the account.
  package var isNew: Bool

  package init(flow: String? = nil, provider: String? = nil, isNew: Bool = false) {
    self.flow = flow
    self.provider = provider
    self.isNew = isNew
  }

  /// Nil for facts that say nothing.
  private init?(saying flow: String?, _ provider: String?, _ isNew: Bool) {
    guard flow != nil || provider != nil || isNew else { return nil }
    self.init(flow: flow, provider: provider, isNew: isNew)
  }
}

// Rows of the store have one list of words for the methods of a sign-in and for what a customer's has beside them.
extension CustomerFacts {
  private static let new = "new"
  private static let flowMark = "flow:"
  private static let providerMark = "idp:"

  /// The list of a row.
  static func list(_ methods: [String], _ customer: CustomerFacts?) -> [String] {
    guard let customer else { return methods }
    var words = methods
    if customer.isNew { words.append(new) }
    if let flow = customer.flow { words.append(flowMark + flow) }
    if let provider = customer.provider { words.append(providerMark + provider) }
    return words
  }

  /// Reads the list of a row.
  static func read(_ list: String) -> (methods: [String], customer: CustomerFacts?) {
    var methods: [String] = []
    var (flow, provider, isNew): (String?, String?, Bool) = (nil, nil, false)
    for word in ASCII.words(list) {
      if word.hasPrefix(flowMark) {
        flow = String(word.dropFirst(flowMark.count))
      } else if word.hasPrefix(providerMark) {
        provider = String(word.dropFirst(providerMark.count))
      } else if word == new {
        isNew = true
      } else {
        methods.append(word)
      }
    }
    return (methods, CustomerFacts(saying: flow, provider, isNew))
  }
}
