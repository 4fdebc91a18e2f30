import Bytes
package import JSON

/// The plain properties of one object that have a value, and its directory extensions. Most objects have none.
package struct PlainProperties: Sendable, Hashable, Codable {
  /// Sorted by name, so that objects with the same values are equal.
  private var values = JSONObject()

  package init() {}

  package var isEmpty: Bool { values.members.isEmpty }

  /// The value of a property in the form that Graph shows. Nil: the object has none.
  package subscript(_ name: String) -> JSONValue? {
    get { values[name] }
    set {
      if newValue == nil || values[name] != nil {
        values[name] = newValue
      } else if let newValue {
        var members = values.members
        let place = members.firstIndex { name < $0.name } ?? members.endIndex
        members.insert(JSONObject.Member(name: name, value: newValue), at: place)
        values = JSONObject(members)
      }
    }
  }

  /// Sets each of the values as the subscript does; null takes a value away. Each costs the same, however many there are.
  package mutating func merge(_ members: [JSONObject.Member]) {
    guard members.count > 1 else {
      for member in members { self[member.name] = member.value == .null ? Optional.none : member.value }
      return
    }
    var all = values
    all.merge(members)
    values = JSONObject(all.members.filter { $0.value != .null }.sorted { $0.name < $1.name })
  }

  /// What a client of Microsoft Graph wrote that has no row. An empty object takes the value away.
  package var graphMembers: JSONObject {
    get { values[Self.graph]?.object ?? [:] }
    set { self[Self.graph] = newValue.members.isEmpty ? nil : .object(newValue) }
  }

  /// The name of the row for `graphMembers`.
  package static let graph = "graph"

  package func text(_ name: String) -> String? { values[name]?.string }

  package func flag(_ name: String) -> Bool { values[name]?.bool ?? false }

  /// Every value, in the order of the names.
  package var all: [JSONObject.Member] { values.members }

  /// The directory extensions, in the order of their names.
  package var extensions: [JSONObject.Member] { values.members.filter { Self.looksLikeExtension($0.name) } }

  package init(from decoder: any Decoder) throws { values = try JSONObject(from: decoder) }

  package func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

  // MARK: Directory extensions

  /// How the name of a directory extension is written, for messages.
  package static let extensionForm = "extension_APPID_NAME"
  /// The name of a directory extension as a regular expression.
  package static let extensionPattern = "^extension_[0-9A-Fa-f]{32}_[A-Za-z0-9_]+$"

  /// Whether a name begins as those of directory extensions do.
  package static func looksLikeExtension(_ name: String) -> Bool { name.hasPrefix("extension_") }

  /// The client id in the name of a directory extension, `extension_APPID_NAME`, where it stands without hyphens. Nil for any other name
  /// (Microsoft: "extensionProperty resource type").
  package static func application(ofExtension name: String) -> Application.ID? {
    let parts = name.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "extension", !parts[2].isEmpty,
      parts[2].utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x5F }), parts[1].utf8.count == 32,
      let bytes = Hex.decode(String(parts[1]))
    else { return nil }
    return GUID(bytes: bytes).map { Application.ID($0) }
  }
}
