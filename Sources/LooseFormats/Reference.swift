import Bytes

/// References to variables in a value: `${NAME}`, `${NAME:-default}` of shells and of this target's readers, and
/// `${NAME:default}` of Spring.
package enum Reference {
  /// Whether a text can have a reference in any spelling, or be the name of a variable.
  package static func mayStand(in text: String) -> Bool {
    text.utf8.contains { $0 == 0x5F || $0 == 0x5B || isOpening($0) }
  }

  /// Whether a reference can begin with this byte. It is asked of every byte of a file.
  private static func isOpening(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x23, 0x24, 0x25, 0x3C, 0x7B: true
    default: false
    }
  }

  /// The other spellings of a reference as `${NAME}`: `$NAME`, `%NAME%`, `#{NAME}#`, `$(NAME)`, `{{ .Values.name }}`, `<%= name %>`, `[parameters('name')]`.
  /// `isVariable`: whether a text in capital letters is the name of a variable in the place of its value.
  package static func normalized(_ text: String, isVariable: (String) -> Bool) -> String {
    for open in ["[parameters('", "[variables('"] where text.hasPrefix(open) && text.hasSuffix("')]") {
      return "${\(text.dropFirst(open.utf8.count).dropLast(3))}"
    }
    let bytes = Array(text.utf8)
    if bytes.count > 8, bytes.contains(0x5F),
      bytes.allSatisfy({ ASCII.isUppercase($0) || ASCII.isDigit($0) || $0 == 0x5F }),
      isVariable(text)
    {
      return "${\(text)}"
    }
    func isName(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte == 0x5F || byte == 0x2E }
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard isOpening(bytes[index]) else {
        output.append(bytes[index])
        index += 1
        continue
      }
      var taken = false
      for (open, close) in [("$(", ")"), ("#{", "}#"), ("{{", "}}"), ("<%=", "%>"), ("%", "%"), ("$", "")]
      where bytes.has(open, at: index) {
        var at = index + open.utf8.count
        let isLoose = open == "{{" || open == "<%="
        while isLoose, at < bytes.count, [0x20, 0x2E, 0x2D].contains(bytes[at]) { at += 1 }
        let start = at
        while at < bytes.count, isName(bytes[at]), open != "$" || bytes[at] != 0x2E { at += 1 }
        let name = bytes[start..<at]
        while isLoose, at < bytes.count, bytes[at] != close.utf8.first { at += 1 }
        // A part of another reference, or a percent sign of an address.
        guard name.count > 1, !ASCII.isDigit(name[start]), bytes.has(close, at: at),
          open != "{{" || index == 0 || bytes[index - 1] != 0x24
        else { continue }
        output += Array("${".utf8) + name + [0x7D]
        index = at + close.utf8.count
        taken = true
        break
      }
      if taken { continue }
      output.append(bytes[index])
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The name and the default of a text that is one reference as a whole.
  package static func parts(of text: String) -> (name: String, fallback: String?)? {
    guard text.hasPrefix("${"), text.hasSuffix("}"),
      close(of: text[...], from: text.startIndex) == text.index(before: text.endIndex)
    else { return nil }
    let inner = text.dropFirst(2).dropLast()
    if inner.hasPrefix("{"), inner.hasSuffix("}") {
      // `${{ secrets.NAME }}` of a workflow.
      let name = ASCII.trimmed(inner.dropFirst().dropLast())
      return (name.split(separator: ".").last.map(String.init) ?? name, nil)
    }
    guard let colon = inner.firstIndex(of: ":") else { return (String(inner), nil) }
    var fallback = inner[inner.index(after: colon)...]
    if fallback.hasPrefix("-") { fallback = fallback.dropFirst() }
    return (String(inner[..<colon]), String(fallback))
  }

  /// Where the braces that begin at `start` (the place of `${`) are closed again.
  private static func close(of text: Substring, from start: String.Index) -> String.Index? {
    var depth = 0
    var index = start
    while index < text.endIndex {
      let byte = text.utf8[index]
      if byte == 0x7B || byte == 0x7D { depth += byte == 0x7B ? 1 : -1 }
      if byte == 0x7D, depth == 0 { return index }
      text.utf8.formIndex(after: &index)
    }
    return nil
  }

  /// Values that refer to others again and again grow without end. Behind so many bytes references stay as they are.
  private static let longest = 64 << 10

  /// The text with every reference replaced by its value. A reference without a value and without a default stays.
  /// `keepingDefaults`: whether a reference without a value stays with its default, because another file may have
  ///   the value.
  package static func resolve(
    _ text: String, keepingDefaults: Bool = false, depth: Int = 0, _ value: (String) -> String?
  ) -> String {
    guard depth < 8, text.firstPlace(of: "${") != nil else { return text }
    var output = ""
    var rest = text[...]
    while output.utf8.count < longest, let place = rest.firstPlace(of: "${"),
      let end = close(of: rest, from: place.lowerBound)
    {
      output += rest[..<place.lowerBound]
      let whole = String(rest[place.lowerBound...end])
      if let parts = parts(of: whole) {
        if let found = value(parts.name), !found.isEmpty, found != whole {
          output += resolve(found, keepingDefaults: keepingDefaults, depth: depth + 1, value)
        } else if let fallback = parts.fallback, !fallback.isEmpty {
          let resolved = resolve(fallback, keepingDefaults: keepingDefaults, depth: depth + 1, value)
          output += keepingDefaults ? "${\(parts.name):-\(resolved)}" : resolved
        } else {
          output += "${\(parts.name)}"
        }
      }
      rest = rest[rest.index(after: end)...]
    }
    return output + rest
  }
}
