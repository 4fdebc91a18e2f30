import Bytes
import Directory
import JSON
import YAML

/// The words of properties: one follows from each row.
extension Word where Subject: PropertyHolder {
  static func row(_ row: Property<Subject>) -> Self {
    guard row.isAlwaysThere else {
      return .value(
        row.word, get: row.get, set: row.set, .optional(.row(row)), row.sentence, new: row.initial, show: .present,
        unless: nil, synonyms: row.synonyms)
    }
    let isAlwaysShown = row.traits.contains(.isRequired)
    return .value(
      row.word, get: { row.value(of: $0) ?? .null }, set: { row.set(&$0, $1) }, .row(row), row.sentence,
      new: row.initial, show: isAlwaysShown ? .always : .present, unless: row.standard, synonyms: row.synonyms)
  }

  /// `extension_APPID_NAME`, for any app and name.
  static var directoryExtensions: Self {
    .family(
      PlainProperties.extensionForm,
      NameFamily(
        prefix: "extension_", pattern: PlainProperties.extensionPattern,
        example: "extension_0123456789abcdef0123456789abcdef_color"),
      .either(
        [.text(.plainOrEmpty), .list(.text(.plainOrEmpty)), .null],
        expected: "a text, a number, true or false, or a list of these"),
      "A directory extension. `APPID` is the client id of an app without its hyphens.", label: "text, or list of texts",
      read: { entry throws(ScenarioError) in
        guard PlainProperties.application(ofExtension: entry.key) != nil else {
          throw entry.error(
            "'\(entry.key)' is not a directory extension; write \(PlainProperties.extensionForm), "
              + "with the client id of an app without its hyphens")
        }
        return try entry.scalars()
      },
      set: { subject, members in subject.properties.merge(members) },
      shown: { subject in JSONObject(subject.properties.extensions) })
  }

  /// `extensionAttribute1` to `extensionAttribute15`, which Graph keeps within `onPremisesExtensionAttributes`.
  static var extensionAttributes: Self {
    .family(
      "extensionAttributeN",
      NameFamily(
        prefix: "extensionAttribute", pattern: "^extensionAttribute([1-9]|1[0-5])$", example: "extensionAttribute1"),
      .either([.text(.plain), .null], expected: "a text"),
      "`extensionAttribute1` to `extensionAttribute15`: one text of `onPremisesExtensionAttributes`, where answers show it.",
      label: "text",
      read: { entry throws(ScenarioError) in
        guard PropertyKind.extensionAttributes.contains(entry.key) else {
          throw entry.error("'\(entry.key)' does not exist; there are extensionAttribute1 to extensionAttribute15")
        }
        return .string(try entry.text())
      },
      set: { subject, members in
        var attributes = subject.properties["onPremisesExtensionAttributes"]?.object ?? [:]
        attributes.merge(members)
        // In the order of their numbers, as the whole record is read.
        let ordered = PropertyKind.extensionAttributes.compactMap { name -> JSONObject.Member? in
          guard let value = attributes[name], value != .null else { return nil }
          return JSONObject.Member(name: name, value: value)
        }
        subject.properties["onPremisesExtensionAttributes"] = ordered.isEmpty ? nil : .object(JSONObject(ordered))
      }, shown: nil)
  }

  /// A word for many keys. Each of them is read alone, all are set together, and null takes a value away. Without `shown` another word
  /// shows and exports the values.
  private static func family(
    _ name: String, _ family: NameFamily, _ shape: Shape, _ sentence: String, label: String,
    read: @escaping @Sendable (FileValue) throws(ScenarioError) -> JSONValue,
    set: @escaping @Sendable (inout Subject, [JSONObject.Member]) -> Void,
    shown: (@Sendable (Subject) -> JSONObject)?
  ) -> Self {
    var word = Self(
      name: name, synonyms: [], sentence: sentence, label: label, initial: "none", written: shape,
      shown: shown == nil ? nil : shape, isAlwaysShown: false, isRequired: false, isForNew: false,
      read: { value, _, _ throws(ScenarioError) in
        var values = JSONObject()
        for entry in try FileMapping(value).entries {
          values.append(entry.key.node.text ?? "", entry.value.node.isNull ? .null : try read(entry.value))
        }
        let read = values
        return Setting(
          name: name, value: .object(read),
          effect: .object { set(&$0, read.members) })
      },
      difference: { now, base, _ in
        guard let shown else { return Optional.none }
        let (now, base) = (shown(now), shown(base))
        let before = Dictionary(base.members.map { ($0.name, $0.value) }) { first, _ in first }
        let names = SeenWords(now.names)
        var changes = JSONObject(now.members.filter { before[$0.name] != $0.value })
        for gone in base.members where !names.contains(gone.name) { changes.append(gone.name, .null) }
        return said(.object(changes), unless: changes.members.isEmpty)
      },
      show: { subject, _ in
        guard let values = shown?(subject) else { return Optional.none }
        return said(.object(values), unless: values.members.isEmpty)
      },
      own: nil)
    word.family = family
    return word
  }
}

extension FileValue {
  /// A text, a number or a boolean as JSON has it, or a list of these.
  fileprivate func scalars() throws(ScenarioError) -> JSONValue {
    let wanted = "a text, a number, true or false, or a list of these"
    var values: [JSONValue] = []
    for item in oneOrMany() {
      _ = try item.anyText(wanted)
      values.append(JSONValue(item.node))
    }
    return node.items == nil ? values.first ?? .null : .array(values)
  }
}
