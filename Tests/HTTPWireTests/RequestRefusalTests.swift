import Testing

@testable import HTTPWire

@Suite struct RequestRefusalTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    let status: Int
    let testDescription: String

    init(_ testDescription: String, _ text: String, _ status: Int = 400) {
      self.text = text
      self.status = status
      self.testDescription = testDescription
    }
  }

  static let lines = [
    Case("a bare line feed ends the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
    Case("a bare line feed ends a field", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"),
    Case("a bare carriage return in a field", "GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n"),
    Case("a NUL in a field", "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n"),
    Case("DEL in a field", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7F}c\r\n\r\n"),
    Case("a control character in the target", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a TLS handshake on a plain port", "\u{16}\u{3}\u{1}"),
    Case("an empty method", " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a method that is no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("no version (HTTP/0.9)", "GET /\r\n\r\n"),
    Case("two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a space after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    Case("a tab for a space", "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a space inside the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a version that is none", "GET / HTTP/1.x\r\nHost: a\r\n\r\n"),
    Case("a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n"),
    Case("a version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    Case("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
    Case("HTTP/0.9 spelled out", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505),
    Case("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
  ]

  static let targets = [
    Case("a target without a slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("bytes beyond ASCII", "GET /\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("* for a method other than OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("an absolute URL of another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("an absolute URL without a host", "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("an absolute URL with a user", "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a CONNECT to a path", "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Case("a CONNECT to a port past 65535", "CONNECT a:65536 HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]

  static let fields = [
    Case("no Host in HTTP/1.1", "GET / HTTP/1.1\r\n\r\n"),
    Case("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n"),
    Case("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    Case("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    Case("a Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    Case("a Host whose port is no number", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
    Case("no Host beside an absolute URL", "GET http://a/ HTTP/1.1\r\n\r\n"),
    Case("a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    Case("an empty name", "GET / HTTP/1.1\r\n: a\r\n\r\n"),
    Case("a line without a colon", "GET / HTTP/1.1\r\nHost\r\n\r\n"),
    Case("a name that is no token", "GET / HTTP/1.1\r\nHost: a\r\nX(: b\r\n\r\n"),
    Case("a folded field", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n"),
    Case("a first field that begins with a space", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    Case("another expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n", 417),
  ]

  static let framing = [
    Case("two lengths, though equal", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx"),
    Case("a list of lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx"),
    Case("a length with a sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx"),
    Case("a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx"),
    Case("an empty length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\nx"),
    Case("a hexadecimal length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx"),
    Case("a length and a coding", chunked("0\r\n\r\n", more: "Content-Length: 5\r\n")),
    Case("a coding twice", chunked("0\r\n\r\n", more: "Transfer-Encoding: chunked\r\n")),
    Case("another coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n"),
    Case("a coding before chunked", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"),
    Case("a coding with a parameter", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked;a=b\r\n\r\n"),
    Case("a coding with a vertical tab", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n"),
    Case("a coding in HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Case("a chunk without a size", chunked("\r\nabc\r\n0\r\n\r\n")),
    Case("a chunk size that is no number", chunked("x\r\nabc\r\n0\r\n\r\n")),
    Case("a chunk size with a prefix", chunked("0x3\r\nabc\r\n0\r\n\r\n")),
    Case("a chunk size with a sign", chunked("+3\r\nabc\r\n0\r\n\r\n")),
    Case("a chunk size with a space behind it", chunked("3 \r\nabc\r\n0\r\n\r\n")),
    Case("a chunk size past 64 bits", chunked("10000000000000003\r\nabc\r\n0\r\n\r\n")),
    Case("a chunk longer than its size", chunked("2\r\nabc\r\n0\r\n\r\n")),
    Case("a chunk size ended by a bare line feed", chunked("3\nabc\r\n0\r\n\r\n")),
    Case("an extension with a bare line feed", chunked("3;a\nabc\r\n0\r\n\r\n")),
    Case("chunk data ended by a bare line feed", chunked("3\r\nabc\n0\r\n\r\n")),
    Case("a trailer that is no field", chunked("0\r\nabc\r\n\r\n")),
    Case("a folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n")),
  ]

  static func chunked(_ body: String, more: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\(more)\r\n\(body)"
  }

  @Test(arguments: lines + targets + fields + framing)
  func refuses(_ c: Case) {
    var parser = HTTPRequestParser()
    parser.receive(Array(c.text.utf8))
    #expect(status(of: parser.next()) == c.status)
    #expect(status(of: parser.next()) == c.status, "and stays refused")
  }

  /// However the bytes are cut up, the verdict is the same.
  @Test(arguments: lines + targets + fields + framing)
  func refusesByteByByte(_ c: Case) {
    var parser = HTTPRequestParser()
    var outcome = HTTPRequestParser.Outcome.incomplete
    for byte in c.text.utf8 {
      parser.receive([byte])
      outcome = parser.next()
      if case .incomplete = outcome { continue }
      break
    }
    #expect(status(of: outcome) == c.status)
  }

  @Test func refusesFieldsThatAreNotUTF8() {
    var parser = HTTPRequestParser()
    parser.receive(Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8))
    #expect(status(of: parser.next()) == 400)
  }
}

/// The status a failure asks for; 0 for anything else.
func status(of outcome: HTTPRequestParser.Outcome) -> Int {
  guard case .failed(let error) = outcome else { return 0 }
  return error.status
}
