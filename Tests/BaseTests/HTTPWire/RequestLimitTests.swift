import Expectations
import Testing

@testable import HTTPWire

struct RequestLimitTests {
  struct Case: CustomTestStringConvertible {
    let text: String
    /// 0 for a request that is taken.
    let status: Int
    let testDescription: String

    init(_ testDescription: String, _ text: String, _ status: Int) {
      self.text = text
      self.status = status
      self.testDescription = testDescription
    }
  }

  static let limits = {
    var limits = HTTPSizeLimits()
    limits.headBytes = 200
    limits.fieldCount = 3
    limits.targetBytes = 20
    limits.bodyBytes = 10
    limits.chunkExtensionBytes = 8
    limits.trailerBytes = 16
    return limits
  }()

  static func get(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  static func post(length: String, _ body: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n\(body)"
  }

  static func chunked(_ body: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
  }

  static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test(arguments: [
    Case("a target of 20", get("/" + text(19)), 0),
    Case("a target of 21", get("/" + text(20)), 414),
    Case("a request line without end", "GET /" + text(100), 414),
    Case("a head of 200", get("/", "X: \(text(200 - 32))\r\n"), 0),
    Case("a head of 201", get("/", "X: \(text(201 - 32))\r\n"), 431),
    Case("a head without end", "GET / HTTP/1.1\r\nX: " + text(200), 431),
    Case("three fields", get("/", "A: b\r\nA: b\r\n"), 0),
    Case("four fields", get("/", "A: b\r\nA: b\r\nA: b\r\n"), 431),
    Case("a body of 10", post(length: "10", text(10)), 0),
    Case("a body of 11, before it is sent", post(length: "11"), 413),
    Case("a length past 64 bits", post(length: "99999999999999999999"), 413),
    Case("a length with zeros in front", post(length: "0000000000000000000000001", "x"), 0),
    Case("a chunked body of 10", chunked("5\r\nabcde\r\n5\r\nabcde\r\n0\r\n\r\n"), 0),
    Case("a chunked body of 11", chunked("5\r\nabcde\r\n6\r\nabcdef\r\n0\r\n\r\n"), 413),
    Case("a chunk of 63 bits", chunked("7ffffffffffffff\r\n"), 413),
    Case("extensions of 8", chunked("1;a=b\r\nx\r\n1 ;cd\r\nx\r\n0\r\n\r\n"), 0),
    Case("extensions of 9", chunked("1;a=b\r\nx\r\n1;cdef\r\nx\r\n0\r\n\r\n"), 400),
    Case("a chunk line without end", chunked("1;" + text(60)), 400),
    Case("trailers of 16", chunked("0\r\nA: bcdefghi\r\n\r\n"), 0),
    Case("trailers of 17", chunked("0\r\nA: bcdefghijk\r\n\r\n"), 431),
  ])
  func limits(_ c: Case) {
    var parser = HTTPRequestParser(limits: Self.limits)
    parser.receive(Array(c.text.utf8))
    let outcome = parser.next()
    if c.status == 0 {
      guard case .complete = outcome else {
        Issue.record("\(outcome)")
        return
      }
    } else {
      expectEqual(status(of: outcome), c.status)
    }
  }

  /// What follows the limit is not looked at, so that the verdict does not depend on how the bytes were cut up.
  @Test(arguments: [
    Case("a bare line feed", "GET /\(text(100))\n", 414),
    Case("a bare carriage return", "GET /\(text(100))\r \r\n", 414),
    Case("a control character", "GET / HTTP/1.1\r\nX: \(text(200))\0\r\n", 431),
    Case("a line feed before it", "GET /\(text(50))\n\(text(50))", 400),
  ])
  func linesPastTheLimit(_ c: Case) {
    for size in [1, 7, c.text.utf8.count] {
      var parser = HTTPRequestParser(limits: Self.limits)
      var rest = Array(c.text.utf8)[...]
      while status(of: parser.next()) == 0, !rest.isEmpty {
        parser.receive(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
      }
      expectEqual(status(of: parser.next()), c.status, "in pieces of \(size)")
    }
  }
}

/// The status a failure asks for; 0 for anything else.
private func status(of outcome: HTTPRequestParser.Outcome) -> Int {
  guard case .failed(let error) = outcome else { return 0 }
  return error.status
}
