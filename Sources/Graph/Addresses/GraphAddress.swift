import Bytes

/// What a path of Graph's `v1.0` leads to, whether this server serves it or not. It tells a gap of this server from a mistake of the app.
///
/// A path is walked from a root by keys, casts, links, properties and operations; `$count`, `$ref` and `$value` end it. The table knows no
/// methods.
struct GraphAddress: Sendable, Hashable {
  enum Place: Sendable, Hashable {
    case object(type: String)
    case collection(type: String)
    /// A property, bytes or a number.
    case value
    /// `$ref`: the addresses of what a link leads to.
    case reference
    case action
    /// What a function returns is not in the table, so everything may follow it.
    case function
  }

  let place: Place
  /// Whether the path goes through a link to objects that live elsewhere, such as the members of a group. They are linked by `$ref`.
  let isLinked: Bool

  /// The first segment of a path that Graph does not have at its place.
  struct Unknown: Error, Hashable {
    let segment: String
  }

  /// How far a path is walked: each step looks through the table.
  private static let maximumSegments = 100

  /// - Throws: the segment that Graph does not have.
  init(_ segments: [String]) throws(Unknown) {
    guard let first = segments.first else { throw Unknown(segment: "") }
    guard segments.count <= Self.maximumSegments else { throw Unknown(segment: segments[Self.maximumSegments]) }
    guard !["$metadata", "$batch"].contains(ASCII.lowercased(first)) else {
      (place, isLinked) = (.value, false)
      if segments.count > 1 { throw Unknown(segment: segments[1]) }
      return
    }
    guard let root = GraphTable.addresses.row("root", Self.name(first))?.first else { throw Unknown(segment: first) }
    var walk = Walk(
      place: root.hasSuffix("*") ? .collection(type: String(root.dropLast())) : .object(type: root))
    var rest = segments.dropFirst()
    walk.skipPath(behind: first, in: &rest)
    while let segment = rest.popFirst() {
      guard walk.go(Self.name(segment)) else { throw Unknown(segment: segment) }
      walk.skipPath(behind: segment, in: &rest)
    }
    (place, isLinked) = (walk.place, walk.isLinked)
  }

  /// Actions of users and groups that `beta` alone has: `v1.0` finds no such method there (observed 2025-02).
  private static let actionsOfBeta = [
    "createPasswordSingleSignOnCredentials", "deletePasswordSingleSignOnCredentials",
    "getPasswordSingleSignOnCredentials", "updatePasswordSingleSignOnCredentials",
  ]

  /// Whether the path ends with an action that `beta` alone has, at an object of Graph.
  static func isActionOfBeta(_ segments: [String]) -> Bool {
    guard let last = segments.last, actionsOfBeta.contains(where: { ASCII.equalIgnoringCase($0, last) }),
      case .object(let type)? = try? GraphAddress(Array(segments.dropLast())).place
    else { return false }
    return ["user", "group", "servicePrincipal"].contains(type)
  }

  /// A segment without the colon behind which a path of files or sites begins.
  private static func name(_ segment: String) -> String {
    segment.hasSuffix(":") ? String(segment.dropLast()) : segment
  }
}

extension GraphAddress {
  /// A path on its way.
  private struct Walk {
    var place: Place
    var isLinked = false

    /// Whether Graph has the segment here. The walk is behind it then.
    mutating func go(_ segment: String) -> Bool {
      switch place {
      case .object(let type): goOn(segment, from: type)
      case .collection(let type): goOn(segment, fromCollectionOf: type)
      case .value: ASCII.equalIgnoringCase(segment, "$value")
      case .function: true
      case .reference, .action: false
      }
    }

    /// `:/PATH:` names a file or a site by its path: it counts as a key of the same type.
    func skipPath(behind segment: String, in rest: inout ArraySlice<String>) {
      guard segment.hasSuffix(":"), case .object(let name) = place, let type = GraphType(name),
        type.isA("driveItem") || type.isA("site")
      else { return }
      while let next = rest.popFirst(), !next.hasSuffix(":") {}
    }

    private mutating func goOn(_ segment: String, from type: String) -> Bool {
      if let cast = Self.cast(segment, from: type) {
        place = .object(type: cast)
        return true
      }
      let name = Self.operation(segment)
      guard let found = GraphType(type) else { return goToProperty(name, of: type) }
      switch ASCII.lowercased(name) {
      case "$ref":
        place = .reference
        return isLinked
      case "$value" where found.hasBytes:
        place = .value
        return true
      default: break
      }
      switch found.member(name) {
      case .link(let target, let isCollection):
        place = isCollection ? .collection(type: target) : .object(type: target)
        isLinked = target == "directoryObject"
      case .stream: place = .value
      case .action: place = .action
      case .function: place = .function
      case nil: return goToProperty(name, of: type)
      }
      return true
    }

    private mutating func goToProperty(_ name: String, of type: String) -> Bool {
      guard let kind = GraphProperties(of: type)?.kind(of: name) else { return false }
      place = GraphProperties(of: kind.type) != nil && !kind.isCollection ? .object(type: kind.type) : .value
      isLinked = false
      return true
    }

    private mutating func goOn(_ segment: String, fromCollectionOf type: String) -> Bool {
      switch ASCII.lowercased(segment) {
      case "$count": place = .value
      case "$ref": place = .reference
      default:
        if let cast = Self.cast(segment, from: type) {
          place = .collection(type: cast)
          return true
        }
        switch GraphType(type)?.operationOfSet(Self.operation(segment)) {
        case .action: place = .action
        case .function: place = .function
        // A key has no namespace: this is a type or an operation that there is not.
        case nil where Self.withoutNamespace(segment) != nil: return false
        // Everything else is a key.
        case .link, .stream, nil: place = .object(type: type)
        }
      }
      return true
    }

    /// The type of a cast, `microsoft.graph.user` or `graph.user`, which is one of those that are made from `type`.
    private static func cast(_ segment: String, from type: String) -> String? {
      guard let name = withoutNamespace(segment), let found = GraphType(name), found.isA(type) else { return nil }
      return name
    }

    /// The name of an operation, before which clients may write the namespace.
    private static func operation(_ segment: String) -> String { withoutNamespace(segment) ?? segment }

    private static func withoutNamespace(_ segment: String) -> String? {
      let start = ["microsoft.graph.", "graph."].first { ASCII.lowercased(segment).hasPrefix($0) }
      return start.map { String(segment.dropFirst($0.count)) }
    }
  }
}
