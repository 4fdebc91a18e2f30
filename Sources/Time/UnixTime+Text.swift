extension UnixTime {
  /// In UTC and whole seconds: `2026-01-31T10:20:30Z`.
  package var iso8601: String { text(separator: "T") + "Z" }

  /// .NET's round-trip form, which Entra prints in refusals: `2026-01-31T10:20:30.1234567Z`.
  package var iso8601Ticks: String {
    text(separator: "T") + "." + Self.padded(CalendarDate(self).fraction, 7) + "Z"
  }

  /// The `timestamp` of an error body: `2026-01-31 10:20:30Z`.
  package var entraTimestamp: String { text(separator: " ") + "Z" }

  /// The `date` of a Graph error, without a zone: `2026-01-31T10:20:30`.
  package var graphErrorDate: String { text(separator: "T") }

  /// The date of HTTP headers: `Sat, 31 Jan 2026 10:20:30 GMT` (RFC 9110 §5.6.7).
  package var httpDate: String { httpDate(dash: " ") }

  /// The date in Entra's cookies: `Sat, 31-Jan-2026 10:20:30 GMT` (observed).
  package var cookieDate: String { httpDate(dash: "-") }

  private func httpDate(dash: String) -> String {
    let date = CalendarDate(self)
    return "\(Self.weekdays[date.weekday]), \(Self.padded(date.day, 2))\(dash)\(Self.months[date.month - 1])\(dash)"
      + "\(Self.padded(date.year, 4)) \(Self.timeOfDay(date)) GMT"
  }

  /// The time as .NET prints it where no culture is set: `01/31/2026 10:20:30`.
  package var americanDate: String {
    let date = CalendarDate(self)
    return
      "\(Self.padded(date.month, 2))/\(Self.padded(date.day, 2))/\(Self.padded(date.year, 4)) \(Self.timeOfDay(date))"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private func text(separator: String) -> String {
    let date = CalendarDate(self)
    return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))\(separator)"
      + Self.timeOfDay(date)
  }

  private static func timeOfDay(_ date: CalendarDate) -> String {
    "\(padded(date.hour, 2)):\(padded(date.minute, 2)):\(padded(date.second, 2))"
  }

  private static let twoDigits = (0..<100).map { $0 < 10 ? "0\($0)" : "\($0)" }

  private static func padded(_ value: Int, _ width: Int) -> String {
    if value >= 0, value < 100, width == 2 { return twoDigits[value] }
    let digits = String(value.magnitude)
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Reads `2026-01-31`, `2026-01-31T10:20`, `2026-01-31T10:20:30.5Z`, or one of these with an offset such as
  /// `+01:00`. A text without a zone is UTC. Nil for any other text, and for years outside of 1…9999.
  package init?(iso8601 text: String) {
    var reader = DigitReader(text)
    guard let year = reader.digits(4), year > 0, reader.take("-"), let month = reader.digits(2),
      (1...12).contains(month),
      reader.take("-"), let day = reader.digits(2), (1...CalendarDate.daysInMonth(month, of: year)).contains(day)
    else { return nil }
    var date = CalendarDate(year: year, month: month, day: day)
    var offset = 0
    if reader.take("T") || reader.take(" ") || reader.take("t") {
      guard let hour = reader.digits(2), hour < 24, reader.take(":"), let minute = reader.digits(2), minute < 60 else {
        return nil
      }
      date.hour = hour
      date.minute = minute
      if reader.take(":") {
        guard let second = reader.digits(2), second < 60 else { return nil }
        date.second = second
        if reader.take(".") {
          guard let fraction = reader.fraction(digits: 7) else { return nil }
          date.fraction = fraction
        }
      }
      if !(reader.take("Z") || reader.take("z")) {
        let sign = reader.take("+") ? 1 : reader.take("-") ? -1 : 0
        if sign != 0 {
          guard let hours = reader.digits(2), hours < 24, reader.take(":"), let minutes = reader.digits(2), minutes < 60
          else { return nil }
          offset = sign * (hours * 60 + minutes)
        }
      }
    }
    guard reader.isAtEnd else { return nil }
    self = date.unixTime - .minutes(offset)
  }
}

/// Reads runs of ASCII digits of a fixed length from a text.
private struct DigitReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = ArraySlice(text.utf8) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      guard byte &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(byte &- 0x30)
    }
    rest = rest.dropFirst(count)
    return value
  }

  /// One or more digits after a point, scaled to `digits` digits. Further digits are dropped.
  mutating func fraction(digits: Int) -> Int? {
    var value = 0
    var count = 0
    while let byte = rest.first, byte &- 0x30 < 10 {
      if count < digits { value = value * 10 + Int(byte &- 0x30) }
      count += 1
      rest = rest.dropFirst()
    }
    guard count > 0 else { return nil }
    for _ in min(count, digits)..<digits { value *= 10 }
    return value
  }
}
