import Bytes
import Scenarios
import Time

/// The words after a command's name, sorted into options and operands.
struct Arguments: Sendable {
  let command: String
  private var given: [String: [String]] = [:]
  private var operands: ArraySlice<String> = []

  /// Reads `--name value`, `--name=value` and `--name`. After `--` every word is an operand; a single `-` is one too.
  ///
  /// - Throws: `UsageError` for an option that the command does not have, that is given twice, or whose value is
  ///   missing.
  init(_ words: [String], for manual: Manual) throws(UsageError) {
    command = manual.name
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        if manual.takesCommand {
          operands += rest
          break
        }
        continue
      }
      let equals = word.firstIndex(of: "=")
      let name = String(word[..<(equals ?? word.endIndex)])
      guard let option = manual.options.first(where: { $0.name == name }) else {
        throw .unknown("option", name, known: manual.options.map(\.name), in: command)
      }
      let value = equals.map { String(word[word.index(after: $0)...]) }
      try take(option, attached: value, rest: &rest)
    }
  }

  /// Whether `--help` or `-h` is among the words that belong to the command itself.
  static func askForHelp(_ words: [String], of manual: Manual) -> Bool {
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" {
      if ["--help", "-h"].contains(word) { return true }
      let takesValue = manual.options.contains { $0.name == word && $0.takesNextWord }
      if takesValue, rest.first?.hasPrefix("-") == false { _ = rest.popFirst() }
      if manual.takesCommand, !word.hasPrefix("-") { return false }
    }
    return false
  }

  private mutating func take(_ option: Option, attached: String?, rest: inout ArraySlice<String>) throws(UsageError) {
    if given[option.name] != nil, !option.isRepeatable { throw error("\(option.name) is given twice") }
    guard let placeholder = option.placeholder else {
      if attached != nil { throw error("\(option.name) takes no value") }
      given[option.name] = []
      return
    }
    if option.mayStandAlone, attached == nil {
      given[option.name] = []
      return
    }
    guard let value = attached ?? rest.popFirst(), attached != nil || !value.hasPrefix("--") else {
      throw error("\(option.name) needs a value: \(option.name) \(placeholder)")
    }
    guard !value.isEmpty else { throw error("the value of \(option.name) is empty") }
    given[option.name, default: []].append(value)
  }

  func error(_ message: String) -> UsageError { UsageError(message, in: command) }

  // MARK: Options

  func has(_ flag: Option) -> Bool { given[flag.name] != nil }

  func value(_ option: Option) -> String? { given[option.name]?.last }

  func values(_ option: Option) -> [String] { given[option.name] ?? [] }

  /// A whole number in decimal digits, within `range`. Nil when the option is not given.
  func number<Number: FixedWidthInteger & Sendable>(
    _ option: Option, in range: ClosedRange<Number> = .min ... .max
  ) throws(UsageError) -> Number? {
    guard let text = value(option) else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Number(text), range.contains(number) else {
      throw error(
        "\(option.name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
    }
    return number
  }

  /// A duration such as `90d`, never negative. Nil when the option is not given.
  func duration(_ option: Option) throws(UsageError) -> Duration? {
    guard let text = value(option) else { return nil }
    return try Self.duration(text, named: option.name, in: command)
  }

  /// One of the words of a type. Nil when the option is not given.
  ///
  /// - Throws: `UsageError` that says what there is not, and the most similar word.
  func choice<Value: RawRepresentable & CaseIterable>(
    _ option: Option, what: String
  ) throws(UsageError) -> Value? where Value.RawValue == String {
    guard let name = value(option) else { return nil }
    guard let value = Value(rawValue: name) else {
      throw .unknown(what, name, known: Value.allCases.map(\.rawValue), in: command)
    }
    return value
  }

  static func duration(_ text: String, named name: String, in command: String) throws(UsageError) -> Duration {
    guard let duration = Duration(text: text), duration >= .zero else {
      throw UsageError("\(name) takes a span of time such as 30s, 15m, 1h30m or 90d, not \"\(text)\"", in: command)
    }
    return duration
  }

  // MARK: Operands

  var hasOperands: Bool { !operands.isEmpty }

  /// Takes the next operand; nil when there is none left.
  mutating func next() -> String? { operands.popFirst() }

  /// Takes the next operand.
  ///
  /// - Throws: `UsageError` when there is none left.
  mutating func next(_ name: String) throws(UsageError) -> String {
    guard let word = operands.popFirst() else { throw error("\(name) is missing") }
    return word
  }

  /// Takes the next operand, which has to be one of `known`.
  mutating func word(_ what: String, among known: [String], or remedy: String? = nil) throws(UsageError) -> String {
    guard let word = operands.popFirst() else {
      throw error("\(what) is missing: \(known.spoken("or"))")
    }
    guard known.contains(word) else {
      guard let remedy, Suggestion.nearest(to: word, among: known) == nil else {
        throw .unknown(what, word, known: known, in: command)
      }
      throw error("there is no \(what) \(word), only \(known.spoken("and")). \(remedy)")
    }
    return word
  }

  mutating func remaining() -> [String] {
    defer { operands = [] }
    return Array(operands)
  }

  /// - Throws: `UsageError` for operands that the command did not read.
  func finish() throws(UsageError) {
    if let word = operands.first { throw error("\"\(word)\" is one word too many") }
  }
}
