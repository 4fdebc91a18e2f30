import Directory
import JSON
import Time
import YAML

extension WordType where Value == JSONValue {
  /// The value of a property in the form that Graph shows.
  static func row<Object>(_ row: Property<Object>) -> Self {
    // A file may write a number where a text is meant, and what decides nothing is shown as it came.
    let empty = row.takesEmptyText
    return plain(
      row.kind, takingEmptyTexts: empty,
      shown: row.isPlain ? row.kind.shape(takingEmptyTexts: empty) : row.kind.shown(takingEmptyTexts: empty))
  }

  /// A value of that kind.
  static func plain(_ kind: PropertyKind, takingEmptyTexts empty: Bool = false, shown: Shape? = nil) -> Self {
    let shape = kind.shape(takingEmptyTexts: empty)
    guard kind.hasDomains else {
      return Self(
        shape, shown: shown, label: kind.label,
        read: { value, _ throws(ScenarioError) in try value.plain(kind, takingEmptyTexts: empty) },
        write: { value, _ in value })
    }
    return Self(
      shape, shown: shown, label: kind.label,
      owned: { value, ownership in value.mappingTexts { ownership.own($0) } },
      read: { value, _ throws(ScenarioError) in try value.plain(kind, takingEmptyTexts: empty) },
      write: { value, names in value.mappingTexts { $0.contains("@") ? names.signInName($0) : names.domain($0) } })
  }
}

extension Ownership {
  /// A mail address or a domain in a world of its own.
  fileprivate func own(_ text: String) -> String {
    if text.contains("@") { return identity.own(name: text, domains: domains) }
    return domains.contains(text) ? identity.own(domain: text) : text
  }
}

extension JSONValue {
  /// The value with other texts in it.
  fileprivate func mappingTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let items): .array(items.map { $0.mappingTexts(change) })
    case .object(let object):
      .object(
        JSONObject(object.members.map { JSONObject.Member(name: $0.name, value: $0.value.mappingTexts(change)) }))
    default: self
    }
  }
}

extension PropertyKind {
  /// Whether domains of the tenant may be in it, which are others in a world of its own.
  fileprivate var hasDomains: Bool {
    switch self {
    case .address, .addresses, .records: true
    default: false
    }
  }

  func shape(takingEmptyTexts empty: Bool) -> Shape {
    let text = Shape.text(empty ? .plainOrEmpty : .plain)
    return switch self {
    case .text, .address: text
    case .webAddress: WordType.webURL.shape
    case .flag: .flag
    case .number(let range): .number(range)
    case .time: .time
    case .texts, .addresses: .list(text)
    case .choice(let words): .choice(words)
    case .record(let names): .object(names.map { .init($0, .either([text, .null], expected: "a text"), "a text") })
    case .records(let names): .list(.object(names.map { .required($0, text, "a text") }))
    case .times(let names):
      .object(names.map { .init($0, .either([.time, .null], expected: Shape.time.expected), "a time") })
    case .products: .map(.number(0...1_000_000))
    case .licenses: .list(.either([.text(.plain), .object(LicenseText.members)], expected: LicenseText.example))
    case .openExtensions: .map(.map(.anything))
    case .anything: .anything
    case .graphMembers: .map(.anything)
    }
  }

  /// What answers show of a member.
  fileprivate func shown(takingEmptyTexts empty: Bool) -> Shape {
    switch self {
    case .text, .address, .webAddress: empty ? .text(.free) : .word
    case .texts, .addresses: .list(empty ? .text(.free) : .word)
    default: shape(takingEmptyTexts: empty)
    }
  }

  fileprivate var label: String {
    switch self {
    case .webAddress: WordType.webURL.label
    case .text: "text"
    case .address: "mail address"
    case .flag: "boolean"
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .time: "time"
    case .texts: "list of texts"
    case .addresses: "list of mail addresses"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .record(let names): "mapping of `\(names.prefix(2).joined(separator: "`, `"))`" + (names.count > 2 ? " …" : "")
    case .records(let names): "list of mappings of `\(names.joined(separator: "`, `"))`"
    case .times(let names): "mapping of `\(names.joined(separator: "`, `"))`"
    case .products: "mapping of numbers"
    case .licenses: "list of products, or of mappings of `skuId` and `disabledPlans`"
    case .openExtensions: "mapping of mappings"
    case .anything: "anything"
    case .graphMembers: "mapping"
    }
  }
}

extension FileValue {
  /// The value of a plain property.
  func plain(_ kind: PropertyKind, takingEmptyTexts empty: Bool = false) throws(ScenarioError) -> JSONValue {
    switch kind {
    case .text: return .string(try text("a text", orEmpty: empty))
    case .address: return .string(try text("a mail address such as carol@contoso.com", orEmpty: empty))
    case .webAddress: return .string(try webURL())
    case .flag: return .bool(try bool())
    case .number(let range): return .integer(Int64(try number(in: Int(range.lowerBound)...Int(range.upperBound))))
    case .time: return .string(try time().iso8601)
    case .texts: return try texts("a list of texts", orEmpty: empty)
    case .addresses: return try texts("a list such as [carol@contoso.com]", orEmpty: empty)
    case .choice(let words): return .string(try choice(among: words) { $0 })
    case .record(let names): return try record(names, isWhole: false, orEmpty: empty)
    case .records(let names):
      var records: [JSONValue] = []
      for item in try list("a list of mappings of \(names.joined(separator: ", "))") {
        records.append(try item.record(names, isWhole: true, orEmpty: empty))
      }
      return .array(records)
    case .times(let names): return try times(names)
    case .products: return try products()
    case .licenses:
      var licenses: [JSONValue] = []
      for item in try list("a list such as [ENTERPRISEPACK]") { licenses.append(try item.license()) }
      return .array(licenses)
    case .openExtensions:
      let fields = try FileMapping(self, "a mapping such as { com.contoso.roaming: { theme: dark } }")
      for entry in fields.entries { _ = try FileMapping(entry.value, "a mapping such as { theme: dark }") }
      return JSONValue(node)
    case .anything: return JSONValue(node)
    case .graphMembers:
      guard case .object(let members) = JSONValue(node) else { throw mismatch("a mapping of Graph's members") }
      return .object(members)
    }
  }

  private func text(_ wanted: String, orEmpty: Bool) throws(ScenarioError) -> String {
    orEmpty ? try anyText(wanted) : try text(wanted)
  }

  private func texts(_ wanted: String, orEmpty: Bool) throws(ScenarioError) -> JSONValue {
    var texts: [String] = []
    for item in try list(wanted) { texts.append(try item.text(wanted, orEmpty: orEmpty)) }
    return .strings(texts)
  }

  private func record(_ names: [String], isWhole: Bool, orEmpty: Bool) throws(ScenarioError) -> JSONValue {
    var fields = try FileMapping(self, "a mapping such as { \(names.first ?? ""): text }")
    var members = JSONObject()
    for name in names {
      if isWhole {
        let value = try fields.require(name, else: "'\(key)' needs '\(name)' in each of its mappings")
        members.append(name, .string(try value.text("a text", orEmpty: orEmpty)))
      } else if let value = fields.take(name) {
        members.append(name, .string(try value.text("a text", orEmpty: orEmpty)))
      }
    }
    try fields.finish()
    return .object(members)
  }
}
