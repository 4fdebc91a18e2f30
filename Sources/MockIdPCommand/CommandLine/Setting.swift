import JSON

/// A key of a scenario file with its value, as the command line has it: `mfa=required`.
struct Setting: Sendable, Hashable {
  let key: String
  let value: String

  /// The settings of a repeatable option.
  ///
  /// - Throws: `UsageError` for a value without `=`, and for a key that is given twice.
  static func all(_ option: Option, _ arguments: Arguments) throws(UsageError) -> [Setting] {
    var settings: [Setting] = []
    for text in arguments.values(option) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw arguments.error("\(option.name) takes \(option.placeholder ?? "KEY=VALUE"), not \"\(text)\"")
      }
      let setting = Setting(key: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
      guard !settings.contains(where: { $0.key == setting.key }) else {
        throw arguments.error("\(option.name) \(setting.key) is given twice")
      }
      settings.append(setting)
    }
    return settings
  }

  /// The settings as a mapping in YAML.
  static func mapping(_ settings: [Setting], alias: String? = nil) -> [UInt8] {
    var entries = alias.map { ["\"alias\": \(JSONValue.string($0).text)"] } ?? []
    entries += settings.map { "\(JSONValue.string($0.key).text): \($0.yaml)" }
    return Array("{\(entries.joined(separator: ", "))}".utf8)
  }

  /// Lists, mappings, booleans and null stay as they are; other values get quotation marks.
  private var yaml: String {
    if value.hasPrefix("[") || value.hasPrefix("{") || ["true", "false", "null"].contains(value) { return value }
    return JSONValue.string(value).text
  }

  /// The value as JSON; a text that is not JSON becomes a JSON string.
  var json: JSONValue { (try? JSONValue.parse(value)) ?? .string(value) }
}
