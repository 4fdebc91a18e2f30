import Expectations
import Testing

@testable import HTTPWire

struct ResponseParserTests {
  struct Case: CustomTestStringConvertible {
    var text: String
    var answersHead = false
    /// `status body`, or nil for an answer that cannot be read.
    var result: String?
    var keepsAlive = true
    var testDescription: String
  }

  @Test(arguments: [
    Case(text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", result: "200 ab", testDescription: "a length"),
    Case(text: "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", result: "200 ", testDescription: "no reason"),
    Case(
      text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", result: "200 ab",
      testDescription: "chunks"),
    Case(text: "HTTP/1.1 200 OK\r\n\r\nabc", result: "200 abc", keepsAlive: false, testDescription: "up to the end"),
    Case(text: "HTTP/1.0 200 OK\r\n\r\nabc", result: "200 abc", keepsAlive: false, testDescription: "HTTP/1.0"),
    Case(text: "HTTP/1.1 204 No Content\r\n\r\n", result: "204 ", testDescription: "never a body"),
    Case(
      text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", answersHead: true, result: "200 ", testDescription: "HEAD"),
    Case(
      text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
      result: "201 x", keepsAlive: false, testDescription: "an interim answer first"),
    Case(text: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", testDescription: "cut in the body"),
    Case(text: "HTTP/1.1 200 OK\r\nConte", testDescription: "cut in the head"),
    Case(text: "", testDescription: "nothing"),
    Case(text: "HTTP/1.1 2000 OK\r\n\r\n", testDescription: "a status of four digits"),
    Case(text: "HTTP/1.1 2x0 OK\r\n\r\n", testDescription: "a status that is not a number"),
    Case(text: "HTTP/1.1 099 OK\r\n\r\n", testDescription: "a status below 100"),
    Case(text: "HTTP/1.1\r\n\r\n", testDescription: "no status"),
    Case(text: "SSH-2.0-x\r\n", testDescription: "another protocol"),
    Case(
      text: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx", testDescription: "two lengths"),
  ])
  func reads(_ c: Case) {
    for pieces in [[Array(c.text.utf8)], c.text.utf8.map { [$0] }] {
      var parser = HTTPResponseParser(answersHead: c.answersHead)
      var outcome = HTTPResponseParser.Outcome.incomplete
      for piece in pieces {
        parser.receive(piece)
        outcome = parser.next()
        guard case .incomplete = outcome else { break }
      }
      if case .incomplete = outcome {
        parser.receiveEnd()
        outcome = parser.next()
      }
      switch outcome {
      case .complete(let message):
        expectEqual("\(message.status) \(String(decoding: message.body, as: UTF8.self))", c.result)
        expectEqual(message.keepsAlive, c.keepsAlive)
      case .failed: expectNil(c.result)
      case .incomplete: Issue.record("still incomplete at the end")
      }
    }
  }
}
