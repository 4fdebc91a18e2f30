import Expectations
import Testing

@testable import HTTPWire

struct RequestParserTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    /// `method path?query authority body`, `-` for what is not there.
    let requests: [String]
    let testDescription: String

    init(_ testDescription: String, _ text: String, _ requests: String...) {
      self.text = text
      self.requests = requests
      self.testDescription = testDescription
    }
  }

  static let accepted = [
    Case("the least there can be", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / a -"),
    Case("HTTP/1.0 without Host", "GET /a HTTP/1.0\r\n\r\n", "GET /a - -"),
    Case("a query, empty", "GET /a? HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a? a -"),
    Case("a query with a second question mark", "GET /a?b?c HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a?b?c a -"),
    Case(
      "characters browsers leave", "GET /a|b?{\"c\":[1]}^` HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a|b?{\"c\":[1]}^` a -"),
    Case("escapes stay", "GET /%2F%41 HTTP/1.1\r\nHost: a\r\n\r\n", "GET /%2F%41 a -"),
    Case("two slashes at the start", "GET //a HTTP/1.1\r\nHost: b\r\n\r\n", "GET //a b -"),
    Case("a host with capitals and a port", "GET / HTTP/1.1\r\nHost: A.Test:443\r\n\r\n", "GET / a.test:443 -"),
    Case("an IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET / [::1]:80 -"),
    Case("an absolute URL rules over Host", "GET http://B:1/c?d HTTP/1.1\r\nHost: a\r\n\r\n", "GET /c?d b:1 -"),
    Case("an absolute URL without path", "GET http://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET / b -"),
    Case("an absolute URL with a query only", "GET http://b?c HTTP/1.1\r\nHost: a\r\n\r\n", "GET /?c b -"),
    Case("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * a -"),
    Case("OPTIONS of an absolute URL", "OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * b -"),
    Case("a method of one's own", "Brew_1 / HTTP/1.1\r\nHost: a\r\n\r\n", "Brew_1 / a -"),
    Case("CONNECT without a port", "CONNECT b HTTP/1.1\r\nHost: b\r\n\r\n", "CONNECT - b -"),
    Case("CONNECT", "CONNECT b:443 HTTP/1.1\r\nHost: b:443\r\n\r\n", "CONNECT - b:443 -"),
    Case(
      "CONNECT with the length of what follows", "CONNECT b:1 HTTP/1.1\r\nHost: b\r\nContent-Length: 9\r\n\r\n",
      "CONNECT - b:1 -"),
    Case("empty lines in front", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / a -"),
    Case("a body", "POST / HTTP/1.1\r\nHost: a\r\ncontent-length: 3\r\n\r\nabc", "POST / a abc"),
    Case("an empty body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", "POST / a -"),
    Case(
      "two chunks, an extension, a trailer",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3;a=\"b\"\r\nabc\r\nA\r\n0123456789\r\n00\r\nT: u\r\n\r\n",
      "POST / a abc0123456789"),
    Case(
      "CR LF inside a chunk",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\na\r\nb\r\n0\r\n\r\n",
      "POST / a a\r\nb"),
    Case(
      "three in a row",
      "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nxyPOST /2 HTTP/1.1\r\nHost: a\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n1\r\nz\r\n0\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST /1 a xy", "POST /2 a z", "GET /3 a -"),
  ]

  @Test(arguments: accepted)
  func reads(_ c: Case) {
    var parser = HTTPRequestParser()
    parser.receive(Array(c.text.utf8))
    expectEqual(drain(&parser), c.requests)
    expectEqual(parser.progress, .nothing)
  }

  @Test(arguments: accepted)
  func readsWhateverTheSplit(_ c: Case) {
    let bytes = Array(c.text.utf8)
    for cut in 0...bytes.count {
      var parser = HTTPRequestParser()
      parser.receive(Array(bytes[..<cut]))
      var requests = drain(&parser)
      parser.receive(Array(bytes[cut...]))
      requests += drain(&parser)
      expectEqual(requests, c.requests, "split at \(cut)")
    }
  }

  @Test(arguments: accepted)
  func readsByteByByte(_ c: Case) {
    var parser = HTTPRequestParser()
    var requests: [String] = []
    for byte in c.text.utf8 {
      parser.receive([byte])
      requests += drain(&parser)
    }
    expectEqual(requests, c.requests)
  }

  /// Damaged requests come to the same however they are cut up: what one reader takes in two ways, two readers take
  /// differently.
  @Test(arguments: accepted)
  func readsDamagedRequestsOneWay(_ c: Case) {
    let bytes = Array(c.text.utf8)
    for index in bytes.indices {
      for byte in [0x00, 0x09, 0x0A, 0x0D, 0x20, 0x3A, 0x66, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] = byte
        var whole = HTTPRequestParser()
        whole.receive(damaged)
        var split = HTTPRequestParser()
        split.receive(Array(damaged[...index]))
        var requests = drain(&split)
        split.receive(Array(damaged[(index + 1)...]))
        // A line that begins with a figure is a refusal, which would only be repeated.
        if requests.last?.first?.isNumber != true { requests += drain(&split) }
        expectEqual(drain(&whole), requests, "byte \(byte) at \(index)")
      }
    }
  }

  @Test func trimsFieldValuesAndKeepsTheirOrder() throws {
    var parser = HTTPRequestParser()
    parser.receive(Array("GET / HTTP/1.1\r\nHost:a\r\nX: \t b c\t \r\nx:\r\nY: \u{E9}\r\n\r\n".utf8))
    guard case .complete(let head, _) = parser.next() else { return #expect(Bool(false)) }
    expectEqual(head.fields, HTTPFields([("Host", "a"), ("X", "b c"), ("x", ""), ("Y", "\u{E9}")]))
    expectEqual(head.fields.all("x"), ["b c", ""])
  }

  @Test(arguments: [
    ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
    ("HTTP/1.1", "Connection: upgrade , Close\r\n", false), ("HTTP/1.0", "", false),
    ("HTTP/1.0", "Connection: Keep-Alive\r\n", true),
  ])
  func knowsWhetherTheConnectionGoesOn(version: String, fields: String, keepsAlive: Bool) {
    var parser = HTTPRequestParser()
    parser.receive(Array("GET / \(version)\r\nHost: a\r\n\(fields)\r\n".utf8))
    guard case .complete(let head, _) = parser.next() else { return #expect(Bool(false)) }
    expectEqual(head.keepsAlive, keepsAlive)
  }

  @Test func asksForContinueOnceAndOnlyBeforeTheBody() {
    let head = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n".utf8)
    var waiting = HTTPRequestParser()
    waiting.receive(head)
    #expect(drain(&waiting).isEmpty)
    expectEqual(waiting.progress, .body)
    expectEqual([waiting.takeContinue(), waiting.takeContinue()], [true, false])
    var sending = HTTPRequestParser()
    sending.receive(head + [0x78])
    #expect(drain(&sending).isEmpty)
    let isAsked = sending.takeContinue()
    #expect(!isAsked, "the client did not wait")
  }

  @Test func handsOverWhatFollowsARequest() {
    var parser = HTTPRequestParser()
    parser.receive(Array("CONNECT b:1 HTTP/1.1\r\nHost: b\r\n\r\nrest".utf8))
    guard case .complete = parser.next() else { return #expect(Bool(false)) }
    let rest = parser.takeBacklog()
    expectEqual(rest, Array("rest".utf8))
  }

  private func drain(_ parser: inout HTTPRequestParser) -> [String] {
    var requests: [String] = []
    while true {
      switch parser.next() {
      case .incomplete: return requests
      case .failed(let error): return requests + ["\(error.status) \(error.message)"]
      case .complete(let head, let body):
        let request = HTTPRequest(head, body: body, isSecure: false, peer: "")
        let target = request.path + (request.query.map { "?" + $0 } ?? "")
        let parts = [request.method, target, request.authority, String(decoding: request.body, as: UTF8.self)]
        requests.append(parts.map { $0.isEmpty ? "-" : $0 }.joined(separator: " "))
      }
    }
  }
}
