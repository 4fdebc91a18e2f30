package import HTTPWire

/// What the client got, as people may read it: header fields and text without secrets.
///
/// The answer stays in memory as it went out, and nothing gives it out so. Whoever reads it gets marks in the place of its secrets: they are
/// looked for then, since most answers are read by nobody.
package struct AnswerCopy: Sendable, Hashable {
  /// So much of a body is kept, in bytes.
  package static let maximumBody = 16_384

  /// Where secrets may stand.
  private enum Secrets: Sendable, Hashable {
    case nowhere
    case inFields
    case everywhere
  }

  private let sentFields: HTTPFields
  private let sentBody: [UInt8]
  private let secrets: Secrets
  /// The length of the whole body, in bytes.
  package let size: Int

  /// An answer without secrets. The status is that of the exchange.
  package init(fields: HTTPFields, body: [UInt8], size: Int) {
    (sentFields, sentBody, self.size) = (fields, body, size)
    secrets = .nowhere
  }

  /// What is kept of an answer. A body that a stream makes is not kept.
  package init(of response: HTTPResponse, to exchange: Exchange) {
    let hasBody = exchange.method != "HEAD" && response.stream == nil && !exchange.hidesAnswer
    let isText = hasBody && response.fields["Content-Type"].map(Self.isText) ?? true
    let body = hasBody && isText ? response.body : []
    sentFields = response.fields
    sentBody = body.count > Self.maximumBody ? Array(body.prefix(Self.maximumBody)) : body
    size = hasBody ? response.body.count : 0
    let isPublic = response.status == 200 && Self.documents.contains(exchange.endpoint)
    secrets = isPublic ? .inFields : .everywhere
  }

  /// The header fields in their order. Cookies have a mark for a value.
  package var fields: HTTPFields {
    guard secrets != .nowhere else { return sentFields }
    var fields = HTTPFields()
    for (name, value) in sentFields { fields.append(name, Redaction.answered(field: name, value)) }
    return fields
  }

  /// The text of the body, UTF-8, at most the first `maximumBody` bytes of it, with marks in the place of tokens. Empty for an answer
  /// without a body and for one that is not text.
  package var body: [UInt8] { secrets == .everywhere ? SecretText.maskedAnswer(sentBody) : sentBody }

  /// How many bytes of the body are kept.
  var keptBytes: Int { sentBody.count }

  /// Whether the body is longer than what is kept of it.
  package var isCut: Bool { size > Self.maximumBody && !sentBody.isEmpty }

  /// Where documents are the same for everybody. They have no secret, and many requests share one document's bytes.
  private static let documents: Set<EndpointName> = [.discovery, .keys, .instanceDiscovery]

  private static func isText(_ type: String) -> Bool {
    // Nearly all answers are one of these.
    if type.hasPrefix("application/json") || type.hasPrefix("text/") { return true }
    let name = type.prefix { $0 != ";" }
    return ["json", "xml", "javascript", "urlencoded"].contains { name.hasSuffix($0) }
  }
}
