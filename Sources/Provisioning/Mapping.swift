import Bytes
import Directory
import JSON
import Policy
import SCIM

/// The mapping of one kind of object, with its paths and expressions read.
struct Mapping: Sendable {
  /// One row, ready for use: what can be said of it before there is an object is found out once.
  final class Row: Sendable {
    let path: SCIMPath
    let source: Source
    let defaultValue: JSONValue?
    let isForNewAlone: Bool
    /// The row with 1 is asked for first. Nil: none asks by it.
    let matching: Int?
    let isActive: Bool
    let isRoles: Bool
    /// Whether it is a place of one value: it gets the first of several.
    let takesOne: Bool

    init(_ row: MappingRow, _ path: SCIMPath, _ source: Source) {
      (self.path, self.source, matching) = (path, source, row.matching)
      defaultValue = row.defaultValue.map { .string($0) }
      isForNewAlone = row.flow == .onCreate
      isActive = path.description == "active"
      isRoles = path.attribute == "roles"
      takesOne = path.attribute != "roles" && (path.subAttribute != nil || path.description == "userName")
    }
  }

  /// An attribute of the directory, by its name and by what reads it of a user.
  struct Attribute: Sendable {
    let name: String
    let ofUser: SourceAttribute.Reader

    init(_ name: String) { (self.name, ofUser) = (name, SourceAttribute.reader(name)) }
  }

  enum Source: Sendable {
    case attribute(Attribute)
    case constant(JSONValue)
    /// With the attributes that it reads, found once.
    case expression(MappingExpression, [Attribute])
  }

  /// What the mapping says of one object.
  struct Values: Sendable {
    /// For an object that is there.
    var all: [SCIMValue] = []
    /// For a new one: with defaults and what is for new objects alone.
    var new: [SCIMValue] = []
    /// By what the object is looked up, in order.
    var keys: [SCIMValue] = []
    /// A digest of `all`.
    var digest: Int64 = 0
    /// What `active` is to be; nil when the mapping says nothing of it.
    var active: Bool?
    /// The roles that the user holds on the app, where a row is about them.
    var roles: RoleValues?
  }

  let rows: [Row]
  /// Whether managers are sent.
  let hasManager: Bool
  /// Whether members are sent.
  let hasMembers: Bool
  /// Whether a row writes `active`.
  let hasActive: Bool
  /// The attribute that is asked for first, as a filter names it.
  let firstKey: String

  init(_ rows: [MappingRow], firstKey usual: String) {
    var read: [Row] = []
    var (hasManager, hasMembers) = (false, false)
    for row in rows {
      if ASCII.equalIgnoringCase(row.target, SCIMNames.manager) {
        hasManager = true
        continue
      }
      if row.target == "members" {
        hasMembers = true
        continue
      }
      guard let path = SCIMPath(row.target), let source = Self.source(row) else { continue }
      read.append(Row(row, path, source))
    }
    self.rows = read
    self.hasManager = hasManager
    self.hasMembers = hasMembers
    hasActive = read.contains(where: \.isActive)
    firstKey = read.filter { $0.matching != nil }.min { $0.matching ?? 0 < $1.matching ?? 0 }?.path.description ?? usual
  }

  private static func source(_ row: MappingRow) -> Source? {
    switch row.source {
    case .attribute(let name): .attribute(Attribute(name))
    case .constant(let text): .constant(.string(text))
    // A file with an expression that is not one is refused when it is read.
    case .expression(let text):
      (try? MappingExpression(text)).map { .expression($0, $0.attributes.map(Attribute.init)) }
    case nil: nil
    }
  }

  /// The values of one object. `source` gives the value of an attribute.
  func values(_ source: (Attribute) -> JSONValue?) -> Values {
    var values = Values()
    values.all.reserveCapacity(rows.count)
    values.new.reserveCapacity(rows.count)
    var keys: [(order: Int, value: SCIMValue)] = []
    var digest = Digest()
    for row in rows {
      var value = Self.value(row, source)
      if row.isActive {
        // What `Switch` says is a boolean in a body; what an administrator has written otherwise stays a text.
        if value == "True" || value == "False" { value = .bool(value == "True") }
        values.active = SCIMResource.flag(value)
      }
      if row.isRoles, let roles = RoleValues(value, of: row) {
        values.roles = roles
        values.new.append(roles.ofNewUser)
        digest.add(roles.text)
        continue
      }
      if let key = row.matching, let value { keys.append((key, SCIMValue(row.path, value))) }
      if let value, !row.isForNewAlone {
        values.all.append(SCIMValue(row.path, value))
        digest.add(row.path.description)
        digest.add(value)
      }
      if let value = value ?? row.defaultValue { values.new.append(SCIMValue(row.path, value)) }
    }
    values.keys = keys.sorted { $0.order < $1.order }.map(\.value)
    values.digest = digest.value
    return values
  }

  private static func value(_ row: Row, _ source: (Attribute) -> JSONValue?) -> JSONValue? {
    let value: JSONValue? =
      switch row.source {
      case .attribute(let attribute): source(attribute)
      case .constant(let constant): constant
      case .expression(let expression, let attributes):
        expression.value { name in attributes.first { $0.name == name }.flatMap(source) }
      }
    if case .array(let list) = value, row.takesOne { return list.first }
    return switch value {
    case .null, .string(""), .array([]): nil
    case let value: value
    }
  }
}

/// FNV-1a over texts: tells whether what was sent has changed. It protects nothing.
struct Digest {
  private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ text: String) {
    let bytes = text.utf8.span
    for index in bytes.indices { bits = (bits ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    bits = (bits ^ 0x1F) &* 0x100_0000_01b3
  }

  mutating func add(_ value: JSONValue) {
    switch value {
    case .string(let text): add(text)
    case .bool(let flag): add(flag ? "true" : "false")
    default: add(value.text)
    }
  }

  /// Member by member, with a mark for each kind: a description of the row is a hundred times as much work, and each cycle asks for all rows.
  mutating func add(_ row: MappingRow) {
    add(row.target)
    switch row.source {
    case .attribute(let name): add("attribute", name)
    case .constant(let text): add("constant", text)
    case .expression(let text): add("expression", text)
    case nil: add("none", "")
    }
    add(row.defaultValue == nil ? "no default" : "default", row.defaultValue ?? "")
    add(row.flow.rawValue, String(row.matching ?? 0))
  }

  mutating func add(_ clause: ScopingClause) {
    add(clause.attribute, clause.operation.rawValue)
    for value in clause.values { add("value", value) }
  }

  private mutating func add(_ mark: String, _ text: String) {
    add(mark)
    add(text)
  }

  var value: Int64 { Int64(bitPattern: bits) }
}
