import Expectations
import Testing

@testable import HTTPWire

struct ResponseEncoderTests {
  struct Case: CustomTestStringConvertible {
    var response = HTTPResponse(status: 200, body: Array("abc".utf8))
    var encoder = HTTPResponseEncoder(date: "D")
    var head: String
    var sendsBody = true
    var testDescription: String
  }

  private struct NoStream: ResponseStream {
    func start(_ sink: any ResponseSink) {}
    func ended() {}
  }

  private static var streamed: HTTPResponse {
    var response = HTTPResponse(status: 200)
    response.stream = NoStream()
    return response
  }

  @Test(arguments: [
    Case(head: "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 3\r\n\r\n", testDescription: "length and date are added"),
    Case(
      response: HTTPResponse(status: 200, fields: ["date": "E", "X": "y"]),
      head: "HTTP/1.1 200 OK\r\ndate: E\r\nX: y\r\nContent-Length: 0\r\n\r\n",
      testDescription: "a date of its own stays"),
    Case(
      response: HTTPResponse(status: 299), head: "HTTP/1.1 299 \r\nDate: D\r\nContent-Length: 0\r\n\r\n",
      testDescription: "a status without a name keeps the space"),
    Case(
      response: HTTPResponse(
        status: 200, fields: ["content-length": "9", "Transfer-Encoding": "chunked", "Connection": "x"], body: [0x61]),
      head: "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 1\r\n\r\n", testDescription: "framing is not the handler's"),
    Case(
      response: HTTPResponse(status: 200, fields: ["X": "a\r\nSet-Cookie: b\0", "Y: z\r\nZ": "w"]),
      head: "HTTP/1.1 200 OK\r\nX: a  Set-Cookie: b \r\nDate: D\r\nContent-Length: 0\r\n\r\n",
      testDescription: "no value or name ends the head"),
    Case(
      response: HTTPResponse(status: 204, body: [0x61]), head: "HTTP/1.1 204 No Content\r\nDate: D\r\n\r\n",
      sendsBody: false, testDescription: "204 has no body and no length"),
    Case(
      encoder: HTTPResponseEncoder(answersHead: true, date: "D"),
      head: "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 3\r\n\r\n", sendsBody: false,
      testDescription: "HEAD gets the length of the body it does not get"),
    Case(
      response: HTTPResponse(status: 200, fields: ["Content-Length": "7"]),
      encoder: HTTPResponseEncoder(answersHead: true, date: "D"),
      head: "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 7\r\n\r\n", sendsBody: false,
      testDescription: "HEAD with a length that was worked out"),
    Case(
      encoder: HTTPResponseEncoder(closes: true, date: "D"),
      head: "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 3\r\nConnection: close\r\n\r\n",
      testDescription: "the end is announced"),
    Case(
      encoder: HTTPResponseEncoder(minorVersion: 0, date: "D"),
      head: "HTTP/1.1 200 OK\r\nDate: D\r\nContent-Length: 3\r\nConnection: keep-alive\r\n\r\n",
      testDescription: "HTTP/1.0 is told that it may go on"),
    Case(
      response: streamed, head: "HTTP/1.1 200 OK\r\nDate: D\r\nTransfer-Encoding: chunked\r\n\r\n", sendsBody: false,
      testDescription: "a stream is chunked"),
    Case(
      response: streamed, encoder: HTTPResponseEncoder(minorVersion: 0, closes: true, date: "D"),
      head: "HTTP/1.1 200 OK\r\nDate: D\r\nConnection: close\r\n\r\n", sendsBody: false,
      testDescription: "a stream for HTTP/1.0 goes on to the end"),
  ])
  func writesHeads(_ c: Case) {
    var output: [UInt8] = []
    c.encoder.appendHead(of: c.response, to: &output)
    expectEqual(String(decoding: output, as: UTF8.self), c.head)
    expectEqual(c.encoder.sendsBody(c.response), c.sendsBody)
  }

  @Test func writesChunksAndNeverAnEmptyOne() {
    var output: [UInt8] = []
    HTTPResponseEncoder.appendChunk(Array(repeating: 0x61, count: 17), to: &output)
    HTTPResponseEncoder.appendChunk([], to: &output)
    expectEqual(String(decoding: output, as: UTF8.self), "11\r\naaaaaaaaaaaaaaaaa\r\n")
  }
}
