/// A GUID is kept as its text.
extension GUID: Codable {
  /// - Throws: `DecodingError` when the text is not a GUID.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let guid = GUID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a GUID")
    }
    self = guid
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
