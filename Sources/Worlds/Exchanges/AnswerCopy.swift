import Bytes
package import HTTPWire
import Platform

/// What the client got, as the journal may keep it: header fields and text without secrets. They are taken out before it is kept, so that no
/// part of the process holds an answer's tokens longer than the answer takes.
package struct AnswerCopy: Sendable, Hashable {
  /// So much of a body is kept, in bytes.
  package static let maximumBody = 16_384

  /// The header fields in their order. Cookies have a mark for a value.
  package private(set) var fields: HTTPFields
  /// The text of the body, UTF-8, at most the first `maximumBody` bytes of it, with marks in the place of tokens. Empty for an answer
  /// without a body and for one that is not text.
  package private(set) var body: [UInt8]
  /// The length of the whole body, in bytes.
  package let size: Int

  /// An answer without secrets. The status is that of the exchange.
  package init(fields: HTTPFields, body: [UInt8], size: Int) {
    (self.fields, self.body, self.size) = (fields, body, size)
  }

  /// What is kept of an answer. A body that a stream makes is not kept.
  package init(of response: HTTPResponse, to exchange: Exchange) {
    let hasBody = exchange.method != "HEAD" && response.stream == nil && !exchange.hidesAnswer
    let isText = hasBody && response.fields["Content-Type"].map(Self.isText) ?? true
    let whole = hasBody && isText ? response.body : []
    let kept = whole.count > Self.maximumBody ? Array(whole.prefix(Self.maximumBody)) : whole
    let isPublic = response.status == 200 && Self.documents.contains(exchange.endpoint)
    var fields = HTTPFields()
    for (name, value) in response.fields { fields.append(name, Redaction.answered(field: name, value)) }
    self.fields = fields
    body = isPublic ? kept : SecretText.maskedAnswer(kept)
    size = hasBody ? response.body.count : 0
  }

  /// Has one storage with the other answer for what is equal in both.
  mutating func share(with other: Self) {
    fields.share(with: other.fields)
    if Self.isSame(body, other.body) { body = other.body }
  }

  /// Asks the C library, since `==` goes byte by byte, and a page has thousands of them.
  private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { ours in
      right.withUnsafeBytes { theirs in
        guard let mine = ours.baseAddress, let other = theirs.baseAddress else { return true }
        return mine == other || memcmp(mine, other, ours.count) == 0
      }
    }
  }

  /// How many bytes of the body are kept.
  var keptBytes: Int { body.count }

  /// Whether the body is longer than what is kept of it.
  package var isCut: Bool { size > Self.maximumBody && !body.isEmpty }

  /// Where documents are the same for everybody. They have no secret, and many requests share one document's bytes.
  private static let documents: Set<EndpointName> = [.discovery, .keys, .instanceDiscovery]

  private static func isText(_ type: String) -> Bool {
    // Nearly all answers are one of these.
    if type.hasPrefix("application/json") || type.hasPrefix("text/") || type == "application/scim+json" { return true }
    let bytes = type.utf8.span
    var end = 0
    while end < bytes.count, bytes[end] != 0x3B { end += 1 }
    let name = bytes.text(0..<end)
    return ["json", "xml", "javascript", "urlencoded"].contains { name.hasSuffix($0) }
  }
}
