import Dispatch
import Expectations
import HTTPServer
import HTTPWire
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// What a server at a URL of the scenario's may do to the one that fetches keys from it. Which URLs are fetched at all is in
/// `FetchableURLTests`.
struct DocumentFetchTests {
  struct Closure: PromptHandler {
    let body: @Sendable (HTTPRequest) -> HTTPResponse

    func respond(to request: HTTPRequest) -> HTTPResponse { body(request) }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What the fault's text tells.
    let fault: String
    let answer: @Sendable (HTTPRequest) -> HTTPResponse
  }

  static func delivered(_ response: HTTPResponse, _ delivery: Delivery) -> HTTPResponse {
    var response = response
    response.delivery = delivery
    return response
  }

  /// Waits for what the source fetches elsewhere.
  static func document(at url: String, of source: HTTPDocumentSource) throws -> [UInt8] {
    let result = Mutex<Result<[UInt8], DocumentFault>?>(nil)
    let ended = DispatchSemaphore(value: 0)
    source.perform(url, trace: nil) { (reader) throws(DocumentFault) in
      try reader.document(at: url)
    } _: { given in
      result.withLock { $0 = given }
      ended.signal()
    }
    ended.wait()
    return try #require(result.withLock { $0 }).get()
  }

  @Test(arguments: [
    Row(testDescription: "a redirect", fault: "status 302") { _ in
      HTTPResponse(status: 302, fields: ["Location": "/elsewhere"])
    },
    Row(testDescription: "a permanent redirect to a file", fault: "status 308") { _ in
      HTTPResponse(status: 308, fields: ["Location": "file:///etc/passwd"])
    },
    Row(testDescription: "more than a megabyte", fault: "too large") { _ in
      HTTPResponse(status: 200, body: Array(repeating: 0x20, count: HTTPDocumentSource.maximumBytes + 1))
    },
    Row(testDescription: "a byte now and then", fault: "in time") { _ in
      delivered(
        HTTPResponse(status: 200, body: Array(repeating: 0x20, count: 1_000_000)),
        Delivery(manner: .slow(bytes: 1, every: .milliseconds(100))))
    },
    Row(testDescription: "silence", fault: "in time") { _ in
      delivered(HTTPResponse(status: 200), Delivery(manner: .silent))
    },
    Row(testDescription: "a cut", fault: "ended") { _ in
      delivered(HTTPResponse(status: 200, body: Array("{}".utf8)), Delivery(manner: .cut(afterBodyBytes: 1)))
    },
    Row(testDescription: "an error", fault: "status 500") { _ in HTTPResponse(status: 500) },
  ])
  func isBounded(_ row: Row) throws {
    let paths = Mutex<[String]>([])
    let handler = Closure { request in
      paths.withLock { $0.append(request.path) }
      return request.path == "/elsewhere" ? .plain(200, "Elsewhere.") : row.answer(request)
    }
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)), handler: handler)
    try server.start()
    defer { server.stop(grace: .zero) }
    let source = HTTPDocumentSource(certificateAuthorityPEM: "")
    let url = "http://127.0.0.1:\(try #require(server.httpPort))/keys"
    let fault = #expect(throws: DocumentFault.self) { try Self.document(at: url, of: source) }
    expectEqual(fault?.description.contains(row.fault), true, "\(fault?.description ?? "")")
    expectEqual(paths.withLock { $0 }, ["/keys"])
  }
}
