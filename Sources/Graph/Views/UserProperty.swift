import Bytes
import JSON

/// A property of `microsoft.graph.user` and its value here. A property that users here do not have is null, or an empty
/// collection.
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

  private init(_ name: String, _ kind: Kind, _ value: @escaping @Sendable (UserView) -> JSONValue) {
    self.name = name
    self.kind = kind
    self.value = value
  }

  static func scalar(_ name: String, _ value: @escaping @Sendable (UserView) -> JSONValue) -> Self {
    Self(name, .scalar, value)
  }

  static func text(_ name: String, _ value: @escaping @Sendable (UserView) -> String?) -> Self {
    Self(name, .scalar) { value($0).map(JSONValue.string) ?? .null }
  }

  /// Scalars that no user here has.
  static func unset(_ names: String...) -> [Self] { names.map { Self($0, .scalar) { _ in .null } } }

  static func complex(_ names: String...) -> [Self] { names.map { Self($0, .complex) { _ in .null } } }

  static func collection(_ name: String, _ value: @escaping @Sendable (UserView) -> JSONValue = { _ in [] }) -> Self {
    Self(name, .collection, value)
  }

  static func empty(_ names: String...) -> [Self] { names.map { collection($0) } }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { (ASCII.lowercased($0.name), $0) })

  /// The property of that name; ASCII case does not count.
  static func named(_ name: String) -> Self? { byName[ASCII.lowercased(name)] }

  /// The declared spelling of a property or a relationship. Nil when the version has none of that name.
  static func declaredName(of name: String, _ version: GraphVersion) -> String? {
    if let property = named(name), version == .beta || !betaOnly.contains(property.name) { return property.name }
    return navigation.first { ASCII.equalIgnoringCase($0, name) }
  }
}
