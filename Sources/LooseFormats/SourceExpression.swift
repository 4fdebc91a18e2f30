import Bytes

/// The value of an expression in source, as far as it stands there: texts, sums of texts, defaults after `||`, formats, and
/// `${NAME}` for what is taken from the environment or from another constant.
package struct SourceExpression {
  private let tokens: [SourceToken]
  private let start: Int
  private let most: Int
  private var at: Int

  /// The tokens that a statement has at most: one with more sets nothing, as its brackets do not close.
  package static let longest = 600

  /// `at`: the number of its first token. `most`: so many tokens are looked at, and no text behind them counts.
  package init(tokens: [SourceToken], at: Int, most: Int = Self.longest) {
    self.tokens = tokens
    self.most = most
    (start, self.at) = (at, at)
  }

  /// The token after the expression.
  package var end: Int { at }

  private static let passed = Set(
    """
    new await return as String string const let var listOf arrayOf setOf of URL Uri Arrays Collections singleton \
    singletonList asList Set List List_of object lambda CultureInfo InvariantCulture true false null nil None \
    undefined self this parse str mutableListOf emptyList Format format Optional
    """.blankParts)
  private static let readers: Set<String> = [
    "env", "environ", "getenv", "Getenv", "GetEnvironmentVariable", "LookupEnv",
  ]
  /// A call of this name, with a text, reads the setting of that name.
  private static func isReader(_ name: String) -> Bool {
    readers.contains(name) || name == "config"
      || ["get", "Get", "read", "find", "require", "Value", "value", "property", "setting"].contains {
        name.hasPrefix($0)
      }
  }
  /// So many parts the value of a setting has at most.
  private static let mostParts = 24
  private static let operators: Set<String> = ["+", "||", "??", ".", "(", "[", "{", "=", ":", "&", "?"]

  /// The values between commas. A single expression is one value.
  package mutating func values() -> [String] {
    // An object literal is not a value; its members are found by themselves. `{ "a", "b" }` is an array of C# or Java.
    if sign(at, "{"), !(kind(at + 1) == .text && (sign(at + 2, ",") || sign(at + 2, "}"))) { return [] }
    var pieces: [String?] = [nil]
    // The value that is put together, and of how many parts.
    var parts = (of: 0, count: 0)
    func add(_ text: String) {
      pieces[pieces.count - 1] = (pieces[pieces.count - 1] ?? "") + text
      parts = parts.of == pieces.count ? (pieces.count, parts.count + 1) : (pieces.count, 1)
    }
    var depth = 0
    var isFormat = false
    var isCondition = false
    let isURL = sign(at + 1, "(") && tokens[at].text == "URL" || sign(at + 2, "(") && tokens[at + 1].text == "URL"
    var last = at
    loop: while at < tokens.count {
      let token = tokens[at]
      if depth == 0, token.line > tokens[last].line, at > last, !Self.operators.contains(token.text),
        !(tokens[last].kind == .sign && Self.operators.contains(tokens[last].text)), token.text != "or"
      {
        break
      }
      // What follows a condition is not part of the value, and neither is what is put in the place of a part.
      if depth == 0, token.kind == .name, ["else", "if", "guard", "replace", "Replace"].contains(token.text) { break }
      // Neither is what follows the value of an attribute of markup: `clientId="…" authority="…">`.
      if depth == 0, at > start, tokens[at - 1].kind == .text, isBehindAttribute(token) { break }
      last = at
      if token.kind == .sign {
        switch token.text {
        case "(", "[", "{": depth += 1
        case ")", "]", "}":
          depth -= 1
          if depth < 0 { break loop }
        case ",":
          if depth == 0 { break loop }
          pieces.append(nil)
        case ";", "=>", "->": break loop
        case "?" where depth == 0 && !sign(at + 1, ".") && at > start:
          if takeDefault(into: &pieces) { break loop }
          (pieces, isCondition) = ([nil], true)
        case ":" where depth > 0 || isCondition: pieces.append(nil)
        case "||", "??": if takeDefault(into: &pieces) { break loop }
        default: break
        }
        at += 1
      } else if token.kind == .text {
        add(token.text)
        at += 1
      } else if token.text == "or", takeDefault(into: &pieces) {
        break
      } else if Self.readers.contains(token.text)
        || kind(at + 2) == .text
          && (sign(at + 1, "[") || sign(at + 1, "(") && (Self.isReader(token.text) || isFetch(token.text)))
      {
        add(variable())
      } else {
        if token.text == "Format" || token.text == "format" { isFormat = true }
        if token.text == "format", at > start { pieces.append(nil) }
        if let name = constant() { add("${\(name)}") }
        at += 1
      }
      if pieces.count > 200 || at - start > most { break }
      // Neither does a sum of so many parts: a quote is missing, and each statement would have all texts behind it for its value.
      if parts.count > Self.mostParts { return [] }
    }
    let values = pieces.compactMap(\.self)
    // `new URL(path, base)`
    if isURL, values.count == 2 {
      let path = values[0].hasPrefix("/") ? values[0] : "/" + values[0]
      return [(values[1].hasSuffix("/") ? String(values[1].dropLast()) : values[1]) + path]
    }
    guard isFormat, let format = values.first, format.utf8.contains(0x7B) else { return values }
    var text = format
    for (number, value) in values.dropFirst().enumerated() {
      let place = text.firstPlace(of: "{\(number)}") ?? text.firstPlace(of: "{}")
      if let place { text.replaceSubrange(place, with: value) }
    }
    return [text]
  }

  /// Whether the token ends the text before it: a name that is not an operator, or the end of a tag.
  private func isBehindAttribute(_ token: SourceToken) -> Bool {
    token.kind == .name ? token.text != "or" : token.kind == .sign && ["<", ">", "/"].contains(token.text)
  }

  /// Where the last `${` of the text begins.
  private static func lastReference(in text: String) -> String.Index? {
    var found: String.Index?
    var rest = text[...]
    while let place = rest.firstPlace(of: "${") {
      found = place.lowerBound
      rest = rest[place.upperBound...]
    }
    return found
  }

  private func sign(_ index: Int, _ text: String) -> Bool { tokens.has(text, at: index) }

  private func kind(_ index: Int) -> SourceToken.Kind? { index < tokens.count ? tokens[index].kind : nil }

  /// The name of another constant: the last of `config.auth.clientId`. Nil for words of the language and for calls.
  private mutating func constant() -> String? {
    while sign(at + 1, "."), kind(at + 2) == .name, !Self.readers.contains(tokens[at + 2].text),
      !sign(at + 3, "("), !sign(at + 3, "[")
    {
      at += 2
    }
    let name = tokens[at].text
    if sign(at + 1, ".") || sign(at + 1, "(") || sign(at + 1, "[") || sign(at + 1, "{") { return nil }
    // A member of what a call gives.
    if sign(at - 1, "."), sign(at - 2, ")") { return nil }
    // The label of an argument: `URL(string: "…")`.
    if sign(at + 1, ":") || sign(at + 1, "=") { return nil }
    guard !Self.passed.contains(name), name.utf8.first.map(ASCII.isDigit) == false else { return nil }
    return name
  }

  /// `process.env.X`, `process.env["X"]`, `os.getenv("X", "default")` and their kin, as `${X}` or `${X:-default}`.
  private mutating func variable() -> String {
    at += 1
    while sign(at, ".") || sign(at, "?") || sign(at, "!") || sign(at, "(") || sign(at, "[") || isWord(at, "get") {
      if sign(at, "(") || sign(at, "[") {
        at += 1
        guard kind(at) == .text else { return "" }
        let name = String(tokens[at].text.map { $0 == ":" ? "." : $0 })
        at += 1
        var value = "${\(name)}"
        if sign(at, ","), kind(at + 1) == .text {
          value = "${\(name):-\(tokens[at + 1].text)}"
          at += 2
        }
        if sign(at, ")") || sign(at, "]") { at += 1 }
        return value
      }
      at += 1
      if kind(at) == .name, !isWord(at, "get") {
        let name = tokens[at].text
        at += 1
        return "${\(name)}"
      }
    }
    return ""
  }

  /// `ENV.fetch("X")` of Ruby.
  private func isFetch(_ name: String) -> Bool { name == "fetch" && sign(at - 1, ".") && isWord(at - 2, "ENV") }

  private func isWord(_ index: Int, _ word: String) -> Bool { tokens.name(at: index) == word }

  /// What follows `||`, `??` or `or` is the default of the variable before it. False when there is none before.
  private mutating func takeDefault(into pieces: inout [String?]) -> Bool {
    guard let before = pieces[pieces.count - 1], before.hasSuffix("}"), let start = Self.lastReference(in: before)
    else { return false }
    let reference = before[start...]
    guard reference.firstPlace(of: ":-") == nil else { return false }
    // Of a condition what holds without the variable of the environment.
    if sign(at, "?") {
      guard !reference.dropFirst(2).contains(where: \.isLowercase) else { return false }
      var other = at
      while other < min(at + 60, tokens.count), !sign(other, ":") { other += 1 }
      guard sign(other, ":") else { return false }
      at = other
    }
    at += 1
    // Defaults of defaults are a part of the statement.
    var rest = SourceExpression(tokens: tokens, at: at, most: most - (at - self.start))
    let value = rest.values().joined(separator: " ")
    at = rest.end
    pieces[pieces.count - 1] = String(before[..<start]) + reference.dropLast() + ":-" + value + "}"
    return true
  }
}
