import Bytes

@testable import HTTPWire

extension FuzzTarget {
  /// Answers of other servers, and of this one to its own client.
  static let response = FuzzTarget(
    name: "response", summary: "the bytes of an answer as a client reads it", maximumBytes: 1_024
  ) { bytes in
    for answersHead in [false, true] {
      let whole = Reading(bytes, in: bytes.count, answersHead)
      for size in [1, 5, bytes.count / 2 + 1] {
        let pieces = Reading(bytes, in: size, answersHead)
        try require(pieces == whole, "in pieces of \(size) it is \(pieces), whole \(whole)")
      }
      guard let message = whole.message else { continue }
      try require(message.body.count <= HTTPSizeLimits().bodyBytes, "a body of \(message.body.count) bytes")
      for (name, value) in message.fields {
        try require(HTTPSyntax.isToken(name), "the field name '\(name)'")
        try require(!value.utf8.contains(where: HTTPSyntax.isControl), "a control character in '\(name)'")
      }
      try checkRoundTrip(message)
    }
  }

  /// Our own server sends it on, and our own client reads the same.
  private static func checkRoundTrip(_ message: HTTPResponseMessage) throws(FuzzFinding) {
    guard message.status >= 200 else { return }
    let response = HTTPResponse(status: message.status, fields: message.fields, body: message.body)
    let encoder = HTTPResponseEncoder(date: "Sat, 31 Jan 2026 10:20:30 GMT")
    var bytes: [UInt8] = []
    encoder.appendHead(of: response, to: &bytes)
    if encoder.sendsBody(response) { bytes += response.body }
    guard let again = Reading(bytes, in: bytes.count, false).message else {
      throw FuzzFinding("written anew it cannot be read: \(FuzzInput.text(bytes))")
    }
    try require(again.status == message.status, "written anew, the status is \(again.status)")
    try require(
      again.body == (encoder.sendsBody(response) ? message.body : []), "written anew, the body is another one")
  }
}

/// What a client takes out of the bytes of a connection that then ends.
private struct Reading: Equatable {
  var message: HTTPResponseMessage?
  var error: HTTPParseError?

  init(_ bytes: [UInt8], in size: Int, _ answersHead: Bool) {
    var parser = HTTPResponseParser(answersHead: answersHead)
    var rest = bytes[...]
    while true {
      switch parser.next() {
      case .complete(let message):
        self.message = message
        return
      case .failed(let failure):
        error = failure
        return
      case .incomplete:
        if rest.isEmpty { parser.receiveEnd() } else { parser.receive(Array(rest.prefix(max(1, size)))) }
        rest = rest.dropFirst(max(1, size))
      }
    }
  }
}
