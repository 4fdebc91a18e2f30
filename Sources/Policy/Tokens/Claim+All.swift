import Directory
import JSON

extension Claim {
  /// Every claim that this server makes. The first ones stand first in each token, in this order; all others follow by name, as the service
  /// has them (observed). Tokens of user flows have an order of their own.
  package static let all: [Claim] =
    heads + ofParties + ofAgents + ofTenants + ofPeople + ofAddresses + ofSignIns + ofMemberships + ofServers

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

  /// The claim of that name.
  static func named(_ name: String) -> Claim? { byName[name] }

  /// One claim in tokens of one form: what the many tokens of a running server need of the row.
  final class Entry: Sendable {
    let name: String
    /// Where it stands in a token that is not ordered by name.
    let place: Int
    /// Whether the token has it unasked.
    let isUnasked: Bool
    private let option: Option?
    private let value: @Sendable (ClaimSource) -> JSONValue?

    init(_ claim: Claim, in form: TokenForm) {
      name = claim.name
      place = claim.place(in: form)
      isUnasked = claim.carriers.contains(form)
      option = claim.option
      value = claim.value
    }

    /// What a token states: what it has unasked, else what its reader lists. Nil: it has no such claim.
    func stated(_ source: ClaimSource) -> JSONValue? {
      if isUnasked, let value = value(source) { return value }
      guard let option, let listed = source.option(name) else { return nil }
      return option.value.map { $0(source, listed) } ?? value(source)
    }
  }

  private static let byForm = Dictionary(
    uniqueKeysWithValues: TokenForm.each.map { form in
      let all = ordered(form).map { Entry($0, in: form) }
      return (form, (all: all, unasked: all.filter(\.isUnasked)))
    })

  /// The claims that a token of that form may have, in its order.
  static func entries(of form: TokenForm) -> [Entry] { byForm[form]?.all ?? [] }

  /// The same without those that only a registration that lists them gets. Most list none.
  static func unasked(of form: TokenForm) -> [Entry] { byForm[form]?.unasked ?? [] }

  private static func ordered(_ form: TokenForm) -> [Claim] {
    if TokenForm.customers.contains(form) {
      return all.filter { $0.carriers.contains(form) }.sorted { $0.place(in: form) < $1.place(in: form) }
    }
    if form == .personalIDToken {
      let own = all.filter { $0.carriers.contains(form) }.sorted { $0.place(in: form) < $1.place(in: form) }
      return own + all.filter { $0.option != nil && !$0.carriers.contains(form) }.sorted { $0.name < $1.name }
    }
    let rest = (ofParties + ofAgents + ofTenants + ofPeople + ofAddresses + ofSignIns + ofMemberships + ofServers)
      .filter { $0.carriers.contains(form) || $0.option != nil }
    return heads + rest.sorted { $0.name < $1.name }
  }

  /// The names that an app without a user has in its tokens, beside those that every issuer states (RFC 7519 §4.1).
  package static let namesOfService =
    all.filter { !$0.carriers.isDisjoint(with: .apps) }.map(\.name).filter { name in
      !(heads.map(\.name) + ["sub"]).contains(name)
    }
}

extension OptionalClaims {
  /// The predefined claims (Microsoft: "Optional claims reference"), by name.
  package static let known = Claim.all.filter { $0.option != nil }.map(\.name).sorted()

  /// Whether a registration may list the name: a predefined claim, a directory extension, or one of the fifteen extension attributes.
  package static func admits(_ name: String) -> Bool {
    Claim.named(name)?.option != nil || PlainProperties.application(ofExtension: name) != nil
      || PropertyKind.extensionAttributes.contains(name)
  }
}

extension OptionalClaim {
  /// The additional properties that the predefined claim of that name knows. Nil for a claim that knows none.
  package static func properties(of name: String) -> [String]? { Claim.named(name)?.option?.properties }
}
