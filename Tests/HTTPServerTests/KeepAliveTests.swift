import HTTPWire
import Testing

@testable import HTTPServer

@Suite struct KeepAliveTests {
  static let date = "Mon, 02 Feb 2026 02:40:00 GMT"

  @Test func answersWithLengthDateAndBody() throws {
    try withServer { server in
      let client = try #require(RawClient(port: server.httpPort))
      client.send("GET /a?b=c HTTP/1.1\r\nHost: Localhost:81\r\nConnection: close\r\n\r\n")
      let (text, end) = client.readToEnd()
      #expect(
        text == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: \(Self.date)\r\nContent-Length: 24\r\n"
          + "Connection: close\r\n\r\nGET /a?b=c localhost:81 ")
      #expect(end == .orderly)
    }
  }
}
