import Bytes
import Directory
import JSON

/// A block of Terraform's language, such as `resource "azuread_user" "alice" { … }` (HashiCorp: "Terraform language, style guide"). Its
/// text is as `terraform fmt` leaves it.
struct TerraformBlock {
  /// The value of an attribute.
  enum Value {
    case text(String)
    case flag(Bool)
    case number(Int64)
    /// The address of an attribute of another block.
    case reference(String)
    case list([Value])
    /// A list without values, which is said.
    case empty
  }

  private enum Line {
    case attribute(name: String, Value, note: String?)
    case block(TerraformBlock)
    case comment(String)
  }

  /// What stands before the brace: `resource "azuread_user" "alice"`.
  private let head: String
  private var lines: [Line] = []

  init(_ kind: String, _ labels: String...) {
    head = ([kind] + labels.map { Self.quoted($0) }).joined(separator: " ")
  }

  var isEmpty: Bool { lines.isEmpty }

  /// Adds an attribute. Nil and an empty list add none. The note is a comment behind it.
  mutating func set(_ name: String, _ value: Value?, note: String? = nil) {
    if case .list(let items)? = value, items.isEmpty { return }
    if let value { lines.append(.attribute(name: name, value, note: note)) }
  }

  /// Adds a text. Nil and an empty text add none.
  mutating func set(_ name: String, _ text: String?, note: String? = nil) {
    set(name, text.flatMap { $0.isEmpty ? nil : Value.text($0) }, note: note)
  }

  /// Adds a list of texts; an empty one adds nothing.
  mutating func set(_ name: String, _ texts: [String]) { set(name, .list(texts.map { .text($0) })) }

  /// Adds a text or a list of texts; nil, and what is empty, add nothing.
  mutating func set(_ name: String, _ value: JSONValue?) {
    if let texts = value?.strings { set(name, texts) } else { set(name, value?.string) }
  }

  /// Adds the value of a property. A flag that has its usual value adds nothing, and of several words each is one of a list.
  mutating func set(_ name: String, _ row: Property<Application>, of app: Application) {
    switch row.get(app) {
    case .bool(let isOn)?: if isOn { set(name, .flag(true)) }
    case .integer(let number)?: set(name, .number(number))
    case let value? where row.name == Application.groupClaimsRow.name:
      set(name, (value.string ?? "").split(separator: ",").map { ASCII.trimmed($0) })
    case let value: set(name, value)
    }
  }

  /// Adds a flag, where it differs from what the provider supposes.
  mutating func set(_ name: String, _ flag: Bool, unless usual: Bool) { if flag != usual { set(name, .flag(flag)) } }

  /// Adds a block, unless it is empty.
  mutating func add(_ block: TerraformBlock) { if !block.isEmpty { lines.append(.block(block)) } }

  /// Adds a comment on a line of its own.
  mutating func add(comment: String) { lines.append(.comment(comment)) }

  /// The text, with a line break at its end.
  func text(indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    guard !lines.isEmpty else { return "\(margin)\(head) {}\n" }
    var text = "\(margin)\(head) {\n"
    var width = 0
    for index in lines.indices {
      switch lines[index] {
      case .attribute(let name, let value, let note):
        if !isShort(index - 1) || !isShort(index) { width = widthOfGroup(at: index) }
        let padding = String(repeating: " ", count: max(0, width - name.utf8.count))
        text += "\(margin)  \(name)\(padding) = \(Self.text(of: value, indent: indent + 2))"
        text += note.map { " # \($0)\n" } ?? "\n"
      case .block(let block):
        if index > 0 { text += "\n" }
        text += block.text(indent: indent + 2)
      case .comment(let comment): text += "\(margin)  # \(comment)\n"
      }
    }
    return text + "\(margin)}\n"
  }

  /// Whether that line is an attribute on one line. Only the equals signs of such neighbours stand below each other.
  private func isShort(_ index: Int) -> Bool {
    guard lines.indices.contains(index), case .attribute(_, let value, _) = lines[index] else { return false }
    return Self.fitsOneLine(value)
  }

  private func widthOfGroup(at first: Int) -> Int {
    var width = 0
    for index in first..<lines.count {
      guard case .attribute(let name, _, _) = lines[index], index == first || isShort(index) else { break }
      width = max(width, name.utf8.count)
      if !isShort(index) { break }
    }
    return width
  }

  private static func fitsOneLine(_ value: Value) -> Bool {
    guard case .list(let items) = value else { return true }
    return items.count <= 1 || items.reduce(0) { $0 + text(of: $1, indent: 0).utf8.count + 2 } <= 90
  }

  private static func text(of value: Value, indent: Int) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): "\(number)"
    case .empty: "[]"
    case .reference(let address): address
    case .list(let items):
      if fitsOneLine(value) {
        "[" + items.map { text(of: $0, indent: indent) }.joined(separator: ", ") + "]"
      } else {
        "[\n"
          + items.map { String(repeating: " ", count: indent + 2) + text(of: $0, indent: indent + 2) + ",\n" }.joined()
          + String(repeating: " ", count: indent) + "]"
      }
    }
  }

  /// A text in quotes. `${` and `%{` would begin a template.
  static func quoted(_ text: String) -> String {
    var result = "\""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "{" where last == "$" || last == "%":
        result.unicodeScalars.append(last ?? "$")
        result += "{"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "\\u" + Hex.encode([0, UInt8(scalar.value)])
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      last = scalar
    }
    return result + "\""
  }
}
