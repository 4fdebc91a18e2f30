/// What `$filter` may do with a property (Microsoft: "Advanced query capabilities on Microsoft Entra ID objects"). Empty: `$filter` may not
/// name it.
package struct FilterOperators: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let equal = Self(rawValue: 1)
  package static let notEqual = Self(rawValue: 2)
  package static let not = Self(rawValue: 4)
  package static let atLeast = Self(rawValue: 8)
  package static let atMost = Self(rawValue: 16)
  package static let among = Self(rawValue: 32)
  package static let startsWith = Self(rawValue: 64)
  package static let endsWith = Self(rawValue: 128)
  package static let null = Self(rawValue: 256)
  /// `/$count eq 0` of a list, and `ne 0`.
  package static let isEmpty = Self(rawValue: 512)
  /// `/$count eq 1` of a list, and `ne 1`.
  package static let isOne = Self(rawValue: 1024)
  /// The documentation says nothing of the property, and this server takes every operator.
  package static let undocumented = Self(rawValue: 2048)

  /// The operators as the documentation writes them, in its order. Empty for none.
  package var names: [String] {
    let all: [(Self, String)] = [
      (.equal, "eq"), (.notEqual, "ne"), (.not, "not"), (.atLeast, "ge"), (.atMost, "le"), (.among, "in"),
      (.startsWith, "startsWith"), (.endsWith, "endsWith"), (.null, "eq null"), (.isEmpty, "$count eq 0"),
      (.isOne, "$count eq 1"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }

  /// What most times have.
  package static let ordered: Self = [.equal, .notEqual, .not, .atLeast, .atMost, .among]
  /// What most texts have.
  package static let text: Self = [.ordered, .startsWith, .null]
  /// What most choices have.
  package static let choice: Self = [.equal, .notEqual, .not, .among]
}
