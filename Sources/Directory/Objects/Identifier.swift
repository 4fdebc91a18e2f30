package import Bytes

/// A GUID that names one kind of thing, so that a user's id is never passed for an app's.
///
/// What is asked of it all the time can be inlined; as a generic type of another module it would not be specialised otherwise.
package struct Identifier<Owner>: Hashable, Sendable, Comparable, CustomStringConvertible, Codable {
  package let guid: GUID

  @inlinable package init(_ guid: GUID) { self.guid = guid }

  @inlinable package init?(_ text: some StringProtocol) {
    guard let guid = GUID(text) else { return nil }
    self.guid = guid
  }

  @inlinable package init?(_ text: String) {
    guard let guid = GUID(text) else { return nil }
    self.guid = guid
  }

  @inlinable package var description: String { guid.description }

  @inlinable package static func == (left: Self, right: Self) -> Bool { left.guid == right.guid }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(guid) }

  @inlinable package static func < (left: Self, right: Self) -> Bool { left.guid < right.guid }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let guid = GUID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no GUID")
    }
    self.guid = guid
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
