import HTTPClient
import HTTPServer
import HTTPWire
import MockIdP
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Carries the HTTPS requests of the sessions that `Server.makeURLSession` made. It verifies the certificate with the
/// server's authority.
public final class ServerProtocol: URLProtocol {
  /// Carries a loader to the thread that sends its request. Sendable because the loader has no state of its own, and
  /// Foundation's `client` may be called from any thread.
  private struct Carried: @unchecked Sendable {
    let loader: ServerProtocol
  }

  /// What a client needs to reach one server.
  private struct Place: Sendable {
    let certificateAuthorityPEM: String
    let proxyURL: String
  }

  /// The servers that sessions were made for.
  private struct Known: Sendable {
    /// By the HTTPS port of the server.
    var byPort: [Int: Place] = [:]
    /// The server that answers for Microsoft's names: the one that the last session was made for.
    var newest: Place?
  }

  private static let known = Mutex(Known())
  /// The client blocks, and a server in the same process needs the threads of Dispatch.
  private static let line = ThreadLine(places: 64)

  /// Notes a server, so that requests to its port reach it.
  static func know(_ server: Server) {
    guard let port = URLComponents(string: server.baseURL)?.port else { return }
    let place = Place(certificateAuthorityPEM: server.certificateAuthority.pem, proxyURL: server.proxyURL)
    known.withLock { known in
      known.byPort[port] = place
      known.newest = place
    }
  }

  /// Every HTTPS request of the session; plain HTTP is left to Foundation.
  override public class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "https" }

  /// The request itself; answers are never cached.
  override public class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Sends the request on another thread, since the client blocks.
  override public func startLoading() {
    let carried = Carried(loader: self)
    Self.line.add { carried.loader.load() }
  }

  private func load() {
    do {
      try finish(Self.send(request))
    } catch let error as HTTPClientError {
      client?.urlProtocol(self, didFailWithError: Self.error(error, request.url))
    } catch {
      client?.urlProtocol(self, didFailWithError: error)
    }
  }

  /// Does nothing: a request that has begun runs to its end, and Foundation ignores the answer.
  override public func stopLoading() {}

  private func finish(_ answer: HTTPClientResponse) throws {
    var fields: [String: String] = [:]
    for field in answer.fields {
      // Foundation folds repeated fields in the same way (RFC 9110 §5.2).
      fields[field.name] = fields[field.name].map { "\($0), \(field.value)" } ?? field.value
    }
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: fields)
    else { throw URLError(.badServerResponse) }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(answer.body))
    client?.urlProtocolDidFinishLoading(self)
  }

  private static func send(_ request: URLRequest) throws -> HTTPClientResponse {
    guard let url = request.url else { throw URLError(.badURL) }
    var fields = (request.allHTTPHeaderFields ?? [:]).filter { $0.key.lowercased() != "content-length" }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if request.httpShouldHandleCookies, !fields.contains(where: { $0.0.lowercased() == "cookie" }),
      let cookies = HTTPCookieStorage.shared.cookies(for: url), !cookies.isEmpty
    {
      fields += HTTPCookie.requestHeaderFields(with: cookies).map { ($0.key, $0.value) }
    }
    return try client(for: url).send(
      method: request.httpMethod ?? "GET", url: url.absoluteString, fields: fields, body: body(of: request))
  }

  private static func client(for url: URL) throws -> HTTPClient {
    let known = known.withLock { $0 }
    if let port = url.port, let place = known.byPort[port] {
      return HTTPClient(
        certificateAuthorityPEM: place.certificateAuthorityPEM, timeout: .seconds(60), connectTo: "127.0.0.1")
    }
    guard let place = known.newest else { throw URLError(.cannotConnectToHost) }
    // The proxy answers for Microsoft's names and refuses all others.
    return HTTPClient(
      certificateAuthorityPEM: place.certificateAuthorityPEM, timeout: .seconds(60), proxy: place.proxyURL)
  }

  private static func body(of request: URLRequest) -> [UInt8] {
    if let data = request.httpBody { return Array(data) }
    guard let stream = request.httpBodyStream else { return [] }
    stream.open()
    defer { stream.close() }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func error(_ error: HTTPClientError, _ url: URL?) -> URLError {
    let code: URLError.Code =
      switch error.kind {
      case .tls: .serverCertificateUntrusted
      case .timeout: .timedOut
      case .unknownHost: .cannotFindHost
      case .refused: .cannotConnectToHost
      case .connectionLost: .networkConnectionLost
      default: .badServerResponse
      }
    var information: [String: Any] = [NSLocalizedDescriptionKey: error.description]
    if let url { information[NSURLErrorFailingURLErrorKey] = url }
    return URLError(code, userInfo: information)
  }
}
