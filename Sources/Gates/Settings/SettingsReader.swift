import JSON

/// A mistake in a file of settings: the place and what belongs there.
package struct SettingsFault: Error, Hashable, CustomStringConvertible {
  package let description: String
}

/// Reads members of a file of settings by their paths, such as `login.tokenStore.enabled`. A member that is missing or null
/// leaves the setting as it is.
struct SettingsReader {
  let root: JSONValue
  private let place: String

  init(_ root: JSONValue, at place: String = "") {
    self.root = root
    self.place = place
  }

  func value(_ path: String) -> JSONValue? {
    var value = root
    for name in path.split(separator: ".") {
      guard let member = value[String(name)] else { return nil }
      value = member
    }
    return value == .null ? nil : value
  }

  func reader(_ path: String) -> SettingsReader { SettingsReader(value(path) ?? .null, at: place + path + ".") }

  func string(_ path: String) throws(SettingsFault) -> String? { try read(path, "a text", \.string) }

  func flag(_ path: String) throws(SettingsFault) -> Bool? { try read(path, "true or false", \.bool) }

  func integer(_ path: String) throws(SettingsFault) -> Int? {
    try read(path, "a whole number") { $0.integer.flatMap { Int(exactly: $0) } }
  }

  func strings(_ path: String) throws(SettingsFault) -> [String]? { try read(path, "a list of texts", \.strings) }

  /// A time span of .NET, `hh:mm:ss`.
  func duration(_ path: String) throws(SettingsFault) -> Duration? {
    try read(path, "a time span such as 08:00:00") { value in
      let parts = value.string?.split(separator: ":").compactMap { Int($0) } ?? []
      guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 < 1_000_000 }) else { return nil }
      return .seconds(parts[0] * 3_600 + parts[1] * 60 + parts[2])
    }
  }

  func fault(_ path: String, _ expected: String) -> SettingsFault {
    SettingsFault(description: "\(place)\(path) has to be \(expected)")
  }

  private func read<Value>(
    _ path: String, _ expected: String, _ convert: (JSONValue) -> Value?
  ) throws(SettingsFault) -> Value? {
    guard let value = value(path) else { return nil }
    guard let read = convert(value) else { throw fault(path, expected) }
    return read
  }
}
