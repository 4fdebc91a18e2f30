import Bytes

/// A request as one server relays it to another: the body of a request of its own, so that no field of the client's request can
/// mean anything on the connection between the two.
package enum RelayedRequestRecord {
  /// The path of every relayed request. It has the version of the form, which changes when what was there before is read differently;
  /// new members at the end of a record do not change it.
  package static let path = "/relay/1"

  /// The bytes of a whole request that carries this one. `host` is the name by which servers ask each other for their own certificates.
  package static func encode(_ request: HTTPRequest, note: String, host: String) -> [UInt8] {
    var record = RecordWriter(capacity: 2_048 + request.body.count)
    record.text(note)
    record.text(request.peer)
    record.flag(request.isSecure)
    record.number(request.minorVersion)
    record.text(request.authority)
    record.text(request.method)
    record.text(request.path)
    record.optionalText(request.query)
    record.fields(request.fields)
    record.flag(request.tunnel != nil)
    if let tunnel = request.tunnel { record.fields(tunnel) }
    if request.clusterNumber > 0 { record.number(request.clusterNumber) }
    let bytes = record.finish()
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + request.body.count + 128)
    for text in ["POST ", path, " HTTP/1.1\r\nHost: ", host, "\r\nContent-Length: "] { output.append(bytesOf: text) }
    output.append(bytesOf: String(bytes.count + request.body.count))
    output.append(bytesOf: "\r\n\r\n")
    output.append(contentsOf: bytes)
    output.append(contentsOf: request.body)
    return output
  }

  /// Reads the body of a relayed request. All that the request's reader makes sure of holds for the result.
  ///
  /// - Throws: `HTTPParseError` when it is none.
  package static func decode(_ bytes: [UInt8]) throws(HTTPParseError) -> HTTPRequest {
    guard let end = try RecordReader.end(of: bytes[...], limit: bytes.count) else { throw .relayRecord }
    var record = RecordReader(bytes[..<end])
    var request = HTTPRequest()
    request.relayNote = try record.text()
    request.peer = try record.text()
    request.isSecure = try record.flag()
    request.minorVersion = try record.integer()
    request.authority = try record.text()
    request.method = try record.text()
    request.path = try record.text()
    request.query = try record.optionalText()
    request.fields = try record.fields()
    if try record.flag() { request.tunnel = try record.fields() }
    if !record.isAtEnd { request.clusterNumber = try record.number() }
    request.body = Array(bytes[end...])
    guard isPossible(request) else { throw .relayRecord }
    return request
  }

  private static func isPossible(_ request: HTTPRequest) -> Bool {
    request.minorVersion < 2 && HTTPSyntax.isToken(request.method) && !HTTPSyntax.hasControl(request.peer)
      && (request.authority.isEmpty || HTTPAuthority(request.authority) != nil)
      && (request.path == "*" || request.path.utf8.first == HTTPSyntax.slash)
      && isVisible(request.path, without: HTTPSyntax.questionMark) && isVisible(request.query ?? "", without: 0x23)
  }

  /// Whether a text has visible ASCII alone, without `#` and without `other`.
  private static func isVisible(_ text: String, without other: UInt8) -> Bool {
    text.utf8.span.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 && $0 != other }
  }
}
