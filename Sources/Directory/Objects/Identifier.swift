package import Bytes

/// A GUID with the type of its owner, so that the compiler refuses a user's id in the place of an app's.
///
/// The frequent operations are inlinable. The compiler does not specialise a generic type of another module
/// otherwise.
package struct Identifier<Owner>: Hashable, Sendable, Comparable, CustomStringConvertible, Codable {
  package let guid: GUID

  @inlinable package init(_ guid: GUID) { self.guid = guid }

  /// Nil when the text is not a GUID; both letter cases will do.
  @inlinable package init?(_ text: some StringProtocol) {
    guard let guid = GUID(text) else { return nil }
    self.guid = guid
  }

  /// Nil when the text is not a GUID. This overload spares a `String` the generic path.
  @inlinable package init?(_ text: String) {
    guard let guid = GUID(text) else { return nil }
    self.guid = guid
  }

  /// The canonical form: small letters, with hyphens and without braces.
  @inlinable package var description: String { guid.description }

  @inlinable package static func == (left: Self, right: Self) -> Bool { left.guid == right.guid }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(guid) }

  @inlinable package static func < (left: Self, right: Self) -> Bool { left.guid < right.guid }

  /// - Throws: `DecodingError` when the text is not a GUID.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let guid = GUID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a GUID")
    }
    self.guid = guid
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
