package import HTTPWire

/// What the client got, as the journal may keep it: header fields and text without secrets.
package struct AnswerCopy: Sendable, Hashable {
  /// So much of a body is kept, in bytes.
  package static let maximumBody = 16_384

  /// The header fields in their order. Cookies have a mark for a value.
  package var fields: HTTPFields
  /// The text of the body, UTF-8, at most the first `maximumBody` bytes of it, with marks in the place of tokens. Empty for an answer
  /// without a body and for one that is not text.
  package var body: [UInt8]
  /// The length of the whole body, in bytes.
  package var size: Int

  /// The status is that of the exchange.
  package init(fields: HTTPFields, body: [UInt8], size: Int) {
    self.fields = fields
    self.body = body
    self.size = size
  }

  /// Whether the body is longer than what is kept of it.
  package var isCut: Bool { size > Self.maximumBody && !body.isEmpty }

  /// What is kept of an answer. A body that a stream makes is not kept.
  package init(of response: HTTPResponse, to exchange: Exchange) {
    var fields = HTTPFields()
    for (name, value) in response.fields { fields.append(name, Redaction.answered(field: name, value)) }
    let hasBody = exchange.method != "HEAD" && response.stream == nil && !exchange.hidesAnswer
    let isText = response.fields["Content-Type"].map(Self.isText) ?? true
    let isPublic = response.status == 200 && Self.documents.contains(exchange.endpoint)
    self.init(
      fields: fields, body: hasBody && isText ? Self.kept(response.body, isPublic: isPublic) : [],
      size: hasBody ? response.body.count : 0)
  }

  /// Where documents are the same for everybody. They have no secret, and many requests share one document's bytes.
  private static let documents: Set<EndpointName> = [.discovery, .keys, .instanceDiscovery]

  private static func kept(_ body: [UInt8], isPublic: Bool) -> [UInt8] {
    let whole = body.count > maximumBody ? Array(body.prefix(maximumBody)) : body
    return isPublic ? whole : SecretText.maskedAnswer(whole)
  }

  private static func isText(_ type: String) -> Bool {
    let type = type.prefix { $0 != ";" }
    return type.hasPrefix("text/")
      || ["json", "xml", "javascript", "urlencoded"].contains { type.hasSuffix($0) }
  }
}
