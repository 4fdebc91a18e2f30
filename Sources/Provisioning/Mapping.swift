import Bytes
import Directory
import JSON
import Policy
import SCIM

/// The mapping of one kind of object, with its paths and expressions read.
struct Mapping: Sendable {
  /// One row, ready for use.
  struct Row: Sendable {
    let path: SCIMPath
    let source: Source
    let defaultValue: String?
    let isForNewAlone: Bool
    /// The row with 1 is asked for first. Nil: none asks by it.
    let matching: Int?
  }

  enum Source: Sendable {
    case attribute(String)
    case constant(JSONValue)
    case expression(MappingExpression)
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
      read.append(
        Row(
          path: path, source: source, defaultValue: row.defaultValue, isForNewAlone: row.flow == .onCreate,
          matching: row.matching))
    }
    self.rows = read
    self.hasManager = hasManager
    self.hasMembers = hasMembers
    hasActive = read.contains { $0.path.description == "active" }
    firstKey = read.filter { $0.matching != nil }.min { $0.matching ?? 0 < $1.matching ?? 0 }?.path.description ?? usual
  }

  private static func source(_ row: MappingRow) -> Source? {
    switch row.source {
    case .attribute(let name): .attribute(name)
    case .constant(let text): .constant(.string(text))
    // A file with an expression that is not one is refused when it is read.
    case .expression(let text): (try? MappingExpression(text)).map { .expression($0) }
    case nil: nil
    }
  }

  /// The values of one object. `source` gives the value of an attribute.
  func values(_ source: (String) -> JSONValue?) -> Values {
    var values = Values()
    var keys: [(order: Int, value: SCIMValue)] = []
    var digest = Digest()
    for row in rows {
      var value = Self.value(row, source)
      if row.path.description == "active" {
        // What `Switch` says is a boolean in a body; what an administrator has written otherwise stays a text.
        if value == "True" || value == "False" { value = .bool(value == "True") }
        values.active = SCIMResource.flag(value)
      }
      if let key = row.matching, let value { keys.append((key, SCIMValue(row.path, value))) }
      if let value, !row.isForNewAlone {
        values.all.append(SCIMValue(row.path, value))
        digest.add(row.path.description)
        digest.add(value)
      }
      if let value = value ?? row.defaultValue.map({ .string($0) }) { values.new.append(SCIMValue(row.path, value)) }
    }
    values.keys = keys.sorted { $0.order < $1.order }.map(\.value)
    values.digest = digest.value
    return values
  }

  private static func value(_ row: Row, _ source: (String) -> JSONValue?) -> JSONValue? {
    let value: JSONValue? =
      switch row.source {
      case .attribute(let name): source(name)
      case .constant(let constant): constant
      case .expression(let expression): expression.value(source)
      }
    // A place of one value gets the first of several, and one of several gets them as they are.
    if case .array(let list) = value, row.path.subAttribute != nil || row.path.description == "userName" { return list.first }
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
    for byte in text.utf8 { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01b3 }
    bits = (bits ^ 0x1F) &* 0x100_0000_01b3
  }

  mutating func add(_ value: JSONValue) {
    if case .string(let text) = value { add(text) } else { add(value.text) }
  }

  var value: Int64 { Int64(bitPattern: bits) }
}
