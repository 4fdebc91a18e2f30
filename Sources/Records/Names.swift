import Bytes
import JSON

/// The names in braces that a record may use, with their values: what its steps have taken, and what the world has.
struct Names: Sendable {
  private var taken: [String: JSONValue] = [:]
  private let ofWorld: @Sendable (String) -> String?

  init(ofWorld: @escaping @Sendable (String) -> String?) { self.ofWorld = ofWorld }

  subscript(_ name: String) -> JSONValue? {
    get { taken[name] ?? ofWorld(name).map { .string($0) } }
    set { taken[name] = newValue }
  }

  /// The text with values in the place of the names that are known. Other braces stay, since answers have some.
  func filled(_ text: String) -> String {
    guard text.contains("{") else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      filled += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: "}"),
        let value = self[String(rest[rest.index(after: open)..<close])]
      else {
        filled += "{"
        rest = rest.dropFirst()
        continue
      }
      filled += value.string ?? value.text
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  func filled(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text):
      // A name alone keeps the kind of its value: `exp: "{now}"` is a number.
      if text.hasPrefix("{"), text.hasSuffix("}"), let whole = self[String(text.dropFirst().dropLast())] {
        return whole
      }
      return .string(filled(text))
    case .array(let items): return .array(items.map(filled))
    case .object(let object):
      return .object(JSONObject(object.members.map { .init(name: $0.name, value: filled($0.value)) }))
    default: return value
    }
  }
}
