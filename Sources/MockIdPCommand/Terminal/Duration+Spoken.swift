extension Duration {
  /// The two largest units, for the terminal: `1 d 2 h`, `65 min 3 s`. The sign is dropped.
  var spokenText: String {
    let seconds = components.seconds.magnitude
    let parts: [(UInt64, String)] = [
      (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
    ]
    let shown = parts.drop { $0.0 == 0 }.prefix(2).filter { $0.0 != 0 }
    return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
  }
}
