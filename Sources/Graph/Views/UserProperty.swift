import Bytes
import Directory
import JSON

/// A property of `microsoft.graph.user` and its value here. A property that users here do not have is null, or an empty
/// collection.
struct UserProperty: Sendable {
  /// The kind decides the place of a selected property in the answer: scalars and lists of scalars come first, in the order of the
  /// request (observed).
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

  /// The value that the user was given, else the one that follows from other things.
  static func row(_ row: Property<User>) -> Self {
    var kind = Kind.scalar
    if case .records = row.kind { kind = .collection }
    if case .licenses = row.kind { kind = .collection }
    if case .times = row.kind { kind = .complex }
    if case .record = row.kind { kind = .complex }
    if case .anything = row.kind { kind = .complex }
    let (without, nothing): (_, JSONValue) = (withoutValue[row.name], row.kind.isCollection ? [] : .null)
    return Self(row.name, kind) { view in
      row.value(of: view.user).map(row.whole) ?? without?(view) ?? nothing
    }
  }

  /// Scalars that no user here has.
  static func unset(_ names: String...) -> [Self] { names.map { Self($0, .scalar) { _ in .null } } }

  static func complex(_ name: String, _ value: @escaping @Sendable (UserView) -> JSONValue) -> Self {
    Self(name, .complex, value)
  }

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
    if PlainProperties.application(ofExtension: name) != nil { return name }
    return navigation.first { ASCII.equalIgnoringCase($0, name) }
  }

  /// What `$filter` may name beside properties: a directory extension, and a member of a property that is an object, such as
  /// `onPremisesExtensionAttributes/extensionAttribute1`. Nil for anything else.
  static func filterablePath(_ name: String) -> String? {
    if PlainProperties.application(ofExtension: name) != nil { return name }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let property = named(parts[0]),
      let members = User.row(property.name)?.kind.members,
      let member = members.first(where: { ASCII.equalIgnoringCase($0, parts[1]) })
    else { return nil }
    return "\(property.name)/\(member)"
  }
}

extension PropertyKind {
  /// The names of the members of an object; nil for a value that is not an object of known members.
  fileprivate var members: [String]? {
    switch self {
    case .record(let names), .times(let names): names
    default: nil
    }
  }
}

extension Property {
  /// Whether it is not a property of Graph's, but has a form of its own there.
  var hasOwnForm: Bool { kind == .openExtensions || kind == .graphMembers }

  /// A value as Graph shows it: an object has all its members, in their order.
  func whole(_ value: JSONValue) -> JSONValue {
    guard case .record(let members) = kind else { return value }
    return .object(JSONObject(members.map { JSONObject.Member(name: $0, value: value[$0] ?? .null) }))
  }
}

extension JSONValue {
  /// The text, or null.
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
