package import Bytes

/// A GUID that names one kind of thing, so that a user's id is never passed for an app's.
package struct Identifier<Owner>: Hashable, Sendable, Comparable, CustomStringConvertible, Codable {
  package let guid: GUID

  package init(_ guid: GUID) { self.guid = guid }

  package init?(_ text: some StringProtocol) {
    guard let guid = GUID(text) else { return nil }
    self.guid = guid
  }

  package var description: String { guid.description }

  package static func < (left: Self, right: Self) -> Bool { left.guid < right.guid }

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
