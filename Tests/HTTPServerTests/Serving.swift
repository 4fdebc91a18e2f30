import HTTPWire
import Platform
import Time

@testable import HTTPServer

/// Answers with a closure.
struct ClosureHandler: PromptHandler {
  let body: @Sendable (HTTPRequest) -> HTTPResponse

  func respond(to request: HTTPRequest) -> HTTPResponse { body(request) }
}

/// Says back what it understood: `GET /path?query host body`.
let echo = ClosureHandler { request in
  let query = request.query.map { "?" + $0 } ?? ""
  return HTTPResponse(
    status: 200, fields: ["Content-Type": "text/plain"],
    body: Array("\(request.method) \(request.path)\(query) \(request.authority) ".utf8) + request.body)
}

/// The date of every answer of a test server.
let testTime = UnixTime(seconds: 1_770_000_000)

func testConfiguration() -> HTTPServerConfiguration {
  HTTPServerConfiguration(clock: ManualClock(testTime))
}

/// Runs a server on a free port for as long as `body` takes.
func withServer(
  _ configuration: HTTPServerConfiguration = testConfiguration(), _ handler: any HTTPHandler = echo,
  _ body: (HTTPServer) throws -> Void
) throws {
  let server = HTTPServer(configuration: configuration, handler: handler)
  try server.start()
  defer { server.stop(grace: .zero) }
  try body(server)
}

/// Sends `text` and reads to the end of the connection.
func exchange(_ server: HTTPServer, _ text: String) -> (text: String, end: RawClient.End) {
  guard let client = RawClient(port: server.httpPort) else { return ("", .reset) }
  client.send(text)
  return client.readToEnd()
}

/// The status lines of the answers in `text`, in order. Looked for by the system's library: the answers may be megabytes.
func statuses(_ text: String) -> [Int] {
  text.withCString { start in
    var statuses: [Int] = []
    var rest = start
    while let found = strstr(rest, "HTTP/1.1 ") {
      rest = UnsafePointer(found + 9)
      let digits = UnsafeRawBufferPointer(start: rest, count: strnlen(rest, 3))
      if let status = Int(String(decoding: digits, as: UTF8.self)) { statuses.append(status) }
    }
    return statuses
  }
}

/// What follows the first head in `text`.
func body(_ text: String) -> String {
  guard let end = text.utf8.firstRange(of: Array("\r\n\r\n".utf8)) else { return "" }
  return String(text[end.upperBound...])
}

/// Whether a server stops before its time of grace, which is longer than any machine is busy.
func stopsAtOnce(_ server: HTTPServer) -> Bool {
  let grace = Duration.seconds(600)
  return ContinuousClock().measure { server.stop(grace: grace) } < grace
}
