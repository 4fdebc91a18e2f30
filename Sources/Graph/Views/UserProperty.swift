import Bytes
import Directory
import JSON
import Scenarios

/// A property of `microsoft.graph.user` and its value here.
///
/// The names are Microsoft's. Where scenario files have a word of that name (`User.words`), the value is the word's, and nothing here says
/// it again. A property that users here do not have is null, or an empty collection.
struct UserProperty: Sendable {
  /// The kind decides the place of a selected property in the answer: scalars come first (observed).
  enum Kind: Sendable {
    case scalar
    case complex
    case collection
  }

  let name: String
  let kind: Kind
  let value: @Sendable (UserView) -> JSONValue

  /// Gives a user the value that a call says; false where the value is of another type. Nil for a property that no call can set.
  private(set) var set: (@Sendable (JSONValue, inout User) -> Bool)?
  /// Whether users here have the property at all.
  let isKnown: Bool

  private init(_ name: String, _ kind: Kind, _ value: @escaping @Sendable (UserView) -> JSONValue) {
    self.name = name
    self.kind = kind
    self.value = value
    isKnown = true
  }

  /// The property that is the word of that name. `absent` is its value as long as there is no such word.
  private init(_ name: String, _ kind: Kind, absent: JSONValue) {
    let word = User.words.first { $0.names.contains(name) }?.property
    self.name = name
    self.kind = kind
    if let word { value = { word.value($0.user) } } else { value = { _ in absent } }
    set = word?.set
    isKnown = word != nil
  }

  static func text(_ name: String, _ value: @escaping @Sendable (UserView) -> String?) -> Self {
    Self(name, .scalar) { value($0).map(JSONValue.string) ?? .null }
  }

  static func collection(_ name: String, _ value: @escaping @Sendable (UserView) -> JSONValue) -> Self {
    Self(name, .collection, value)
  }

  static func scalars(_ names: String...) -> [Self] { names.map { Self($0, .scalar, absent: .null) } }

  static func complex(_ names: String...) -> [Self] { names.map { Self($0, .complex, absent: .null) } }

  static func collections(_ names: String...) -> [Self] { names.map { Self($0, .collection, absent: []) } }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { (ASCII.lowercased($0.name), $0) })

  /// The property of that name; ASCII case does not count.
  static func named(_ name: String) -> Self? { byName[ASCII.lowercased(name)] }

  /// The declared spelling of a property or a relationship. Nil when the version has none of that name.
  static func declaredName(of name: String, _ version: GraphVersion) -> String? {
    if let property = named(name), version == .beta || !betaOnly.contains(property.name) { return property.name }
    return navigation.first { ASCII.equalIgnoringCase($0, name) }
  }
}
