extension Duration {
  /// Reads a time span that a person types: a whole number and a unit (`ms`, `s`, `m`, `h`, `d`), or several of them
  /// such as `1h30m`. A `-` before it makes it negative. Nil for any other text, and for more than about 290 years.
  package init?(text: String) {
    var rest = Substring(text)
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    guard !rest.isEmpty else { return nil }
    var total = Duration.zero
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
      guard !digits.isEmpty, digits.utf8.count <= 12, let count = Int64(digits) else { return nil }
      let milliseconds: Int64
      switch unit {
      case "ms": milliseconds = 1
      case "s": milliseconds = 1_000
      case "m": milliseconds = 60_000
      case "h": milliseconds = 3_600_000
      case "d": milliseconds = 86_400_000
      default: return nil
      }
      let (product, overflow) = count.multipliedReportingOverflow(by: milliseconds)
      guard !overflow else { return nil }
      total += .milliseconds(product)
      guard total < .days(36_500) * 3 else { return nil }
      rest = rest.dropFirst(digits.count + unit.count)
    }
    self = isNegative ? .zero - total : total
  }

  /// The text that `init(text:)` reads, with units from large to small: `90d`, `1h30m`, `1s500ms`. Parts of a
  /// millisecond are dropped.
  package var shortText: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds == 0 { return "0s" }
    var rest = milliseconds.magnitude
    var text = milliseconds < 0 ? "-" : ""
    for (unit, size) in [("d", UInt64(86_400_000)), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)] {
      if rest >= size { text += "\(rest / size)\(unit)" }
      rest %= size
    }
    return text
  }

  /// In words, as reasons for people say it, with the two largest units: `91 days`, `1 hour 5 minutes`, `less than a second`. The sign is
  /// dropped.
  package var words: String {
    let seconds = components.seconds.magnitude
    let parts: [(count: UInt64, unit: String)] = [
      (seconds / 86_400, "day"), (seconds / 3_600 % 24, "hour"), (seconds / 60 % 60, "minute"),
      (seconds % 60, "second"),
    ]
    let shown = parts.drop { $0.count == 0 }.prefix(2).filter { $0.count != 0 }
    guard !shown.isEmpty else { return "less than a second" }
    return shown.map { "\($0.count) \($0.unit)\($0.count == 1 ? "" : "s")" }.joined(separator: " ")
  }

  /// The form of .NET's `TimeSpan`, `d.hh:mm:ss`, which Entra prints in refusals (observed: `90.00:00:00`).
  package var timeSpan: String {
    let seconds = components.seconds.magnitude
    func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(components.seconds < 0 ? "-" : "")\(seconds / 86_400).\(two(seconds / 3_600 % 24)):"
      + "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
