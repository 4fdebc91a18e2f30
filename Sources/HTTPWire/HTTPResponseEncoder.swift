import Bytes

/// Writes one answer. Its properties are what the request and the connection, not the handler, decide about the head.
package struct HTTPResponseEncoder: Sendable {
  /// The request was HEAD, so no body follows.
  package var answersHead = false
  /// The version of the request: 1 for HTTP/1.1, 0 for HTTP/1.0.
  package var minorVersion = 1
  /// The connection ends after this answer.
  package var closes = false
  /// The `Date` field for an answer that has none. The server sets it when the head is sent.
  package var date: String

  package init(answersHead: Bool = false, minorVersion: Int = 1, closes: Bool = false, date: String) {
    self.answersHead = answersHead
    self.minorVersion = minorVersion
    self.closes = closes
    self.date = date
  }

  /// Whether the bytes of `response.body` follow the head: not for HEAD, not for a status without a body, and not
  /// when a stream produces the body.
  package func sendsBody(_ response: HTTPResponse) -> Bool {
    !answersHead && response.stream == nil && !HTTPStatus.isBodiless(response.status)
  }

  /// Whether the bytes of a stream are sent as chunks. HTTP/1.0 has no chunks; the end of the connection ends the
  /// body there.
  package var chunksStreams: Bool { minorVersion == 1 }

  /// Appends the status line, the fields and the empty line. Control characters in values become spaces, and fields
  /// whose names are not tokens are left out. So no value can end the head or add a field.
  package func appendHead(of response: HTTPResponse, to output: inout [UInt8]) {
    output.append(contentsOf: "HTTP/1.1 ".utf8)
    output.append(contentsOf: String(response.status).utf8)
    output.append(HTTPSyntax.space)
    output.append(bytesOf: HTTPStatus.reason(response.status))
    Self.endLine(&output)
    var hasDate = false
    var ownLength: String?
    for (name, value) in response.fields {
      switch name.utf8.count {
      case 4 where HTTPSyntax.isSameName(name, "Date"): hasDate = true
      case 10 where HTTPSyntax.isSameName(name, "Connection") && response.status != 101: continue
      case 14 where HTTPSyntax.isSameName(name, "Content-Length"):
        ownLength = value
        continue
      case 17 where HTTPSyntax.isSameName(name, "Transfer-Encoding"): continue
      default: break
      }
      Self.appendField(name, value, to: &output)
    }
    if !hasDate { Self.appendField("Date", date, to: &output) }
    if response.status == 101 {
      // What follows has no framing of HTTP.
    } else if response.stream != nil {
      if chunksStreams { Self.appendField("Transfer-Encoding", "chunked", to: &output) }
    } else if answersHead, response.body.isEmpty, let ownLength {
      Self.appendField("Content-Length", ownLength, to: &output)
    } else if !HTTPStatus.isBodiless(response.status) {
      Self.appendField("Content-Length", String(response.body.count), to: &output)
    }
    if response.status == 101 {
      // `Connection` names the upgrade.
    } else if closes {
      Self.appendField("Connection", "close", to: &output)
    } else if minorVersion == 0 {
      Self.appendField("Connection", "keep-alive", to: &output)
    }
    Self.endLine(&output)
  }

  /// Appends one chunk. Appends nothing for an empty array, since an empty chunk would end the body.
  package static func appendChunk(_ bytes: [UInt8], to output: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    output.append(contentsOf: String(bytes.count, radix: 16).utf8)
    endLine(&output)
    output.append(contentsOf: bytes)
    endLine(&output)
  }

  /// The empty chunk that ends a chunked body, without trailers.
  package static let lastChunk = Array("0\r\n\r\n".utf8)
  /// The interim answer that lets a client send its body (RFC 9110 §15.2.1).
  package static let continueHead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  static func appendField(_ name: String, _ value: String, to output: inout [UInt8]) {
    guard HTTPSyntax.isToken(name) else { return }
    output.append(bytesOf: name)
    output.append(HTTPSyntax.colon)
    output.append(HTTPSyntax.space)
    let bytes = value.utf8.span
    if bytes.firstControl(from: 0, to: bytes.count) < bytes.count {
      for byte in value.utf8 { output.append(HTTPSyntax.isControl(byte) ? HTTPSyntax.space : byte) }
    } else {
      output.append(bytesOf: value)
    }
    endLine(&output)
  }

  static func endLine(_ output: inout [UInt8]) {
    output.append(HTTPSyntax.carriageReturn)
    output.append(HTTPSyntax.lineFeed)
  }
}
