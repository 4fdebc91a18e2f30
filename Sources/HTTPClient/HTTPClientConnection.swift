package import HTTPWire
import Platform

/// One connection to a server, for as many requests as the server takes. Two threads must not use it at the same
/// time.
package final class HTTPClientConnection {
  let socket: ClientSocket
  /// Nil in clear text.
  let tls: ClientTLS?
  let origin: HTTPURL
  /// Whether the other side is a proxy, which needs the whole URL as the target (RFC 9112 §3.2.2).
  var sendsWholeURLs = false
  /// Whether another request can be sent. False after the server or the request said that it is the last one.
  package private(set) var isOpen = true

  /// Whether another request can be sent, and the server has neither closed the connection nor said anything unasked.
  package var isQuiet: Bool {
    var state = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return isOpen && poll(&state, 1, 0) == 0
  }

  let limits: HTTPSizeLimits
  /// Where answers are read into, one after the other. Empty before the first.
  private var room: [UInt8] = []

  /// The server's certificate (DER). Nil in clear text.
  package var serverCertificate: [UInt8]? { tls?.serverCertificate }

  init(socket: ClientSocket, tls: ClientTLS?, to origin: HTTPURL, _ maximumBodyBytes: Int) {
    var limits = HTTPSizeLimits()
    limits.headBytes = 65_536
    limits.bodyBytes = maximumBodyBytes
    self.limits = limits
    self.socket = socket
    self.tls = tls
    self.origin = origin
  }

  /// Sends one request and waits for its answer.
  ///
  /// - Parameters:
  ///   - method: the method, in capital letters.
  ///   - url: a URL of the host that this connection was opened to.
  ///   - fields: further header fields; `Host` and `Content-Length` are added.
  ///   - body: the body; empty for none.
  ///   - closes: tells the server that this request is the last one.
  /// - Returns: the answer, with whatever status.
  /// - Throws: `HTTPClientError` when there is no complete answer.
  package func send(
    method: String, url: String, fields: [(String, String)] = [], body: [UInt8] = [], closes: Bool = false
  ) throws(HTTPClientError) -> HTTPClientResponse {
    guard let parts = HTTPURL(url),
      let request = HTTPRequestEncoder.encode(
        method: method, target: sendsWholeURLs ? url : parts.target, authority: parts.hostField,
        fields: HTTPFields(fields), body: body,
        closes: closes)
    else { throw HTTPClient.badURL(url) }
    return try send(request, of: method, closes: closes)
  }

  /// Sends one request with header fields that are written already, and waits for its answer.
  ///
  /// - Parameters:
  ///   - method: the method, in capital letters.
  ///   - target: path and query.
  ///   - fields: made for the host that this connection was opened to.
  ///   - body: the body; empty for none.
  /// - Returns: the answer, with whatever status.
  /// - Throws: `HTTPClientError` when there is no complete answer.
  package func send(
    method: String, target: String, _ fields: HTTPFieldBlock, body: [UInt8] = []
  ) throws(HTTPClientError) -> HTTPClientResponse {
    let place = sendsWholeURLs ? "http://\(origin.hostField)\(target)" : target
    guard let request = HTTPRequestEncoder.encode(method: method, target: place, fields, body: body) else {
      throw HTTPClient.badURL(target)
    }
    return try send(request, of: method, closes: false)
  }

  private func send(_ request: [UInt8], of method: String, closes: Bool) throws(HTTPClientError) -> HTTPClientResponse {
    let message = try exchange(request, answersHead: method == "HEAD")
    isOpen = !closes && message.keepsAlive
    return HTTPClientResponse(status: message.status, fields: message.fields, body: message.body)
  }

  /// Sends a GET and gives the body of an answer with status 200 to `receive` piece by piece, as it arrives. While
  /// such an answer is going on, a wait that exceeds the timeout is not an error. Any other answer is returned whole.
  ///
  /// - Throws: `HTTPClientError`, or what `receive` throws, which is how a caller ends the stream.
  package func follow(
    url: String, fields: [(String, String)] = [], receive: ([UInt8]) throws -> Void
  ) throws -> HTTPClientResponse {
    guard let parts = HTTPURL(url),
      let request = HTTPRequestEncoder.encode(
        method: "GET", target: sendsWholeURLs ? url : parts.target, authority: parts.hostField,
        fields: HTTPFields(fields), body: [], closes: true)
    else { throw HTTPClient.badURL(url) }
    isOpen = false
    if let failure = write(request) { throw failure }
    var parser = HTTPResponseParser(limits: limits)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      switch parser.next() {
      case .complete(let message):
        if message.status == 200 { try receive(message.body) }
        return HTTPClientResponse(status: message.status, fields: message.fields, body: message.body)
      case .failed(.truncated):
        throw lost
      case .failed(let error):
        throw unreadable(error)
      case .incomplete: break
      }
      let hasBegun = parser.head?.status == 200
      if hasBegun {
        let piece = parser.takeBody()
        if !piece.isEmpty { try receive(piece) }
      }
      do throws(HTTPClientError) {
        let count = try read(into: &buffer)
        if count == 0 { parser.receiveEnd() } else { parser.receive(Array(buffer[..<count])) }
      } catch {
        guard error.kind == .timeout, hasBegun else { throw error }
      }
    }
  }

  /// Asks a proxy for a tunnel and returns the status of its answer. After 200 the socket leads to the other server.
  func connect(_ authority: String, _ fields: [(String, String)] = []) throws(HTTPClientError) -> Int {
    guard
      let request = HTTPRequestEncoder.encode(
        method: "CONNECT", target: authority, authority: authority, fields: HTTPFields(fields), body: [], closes: false)
    else { throw HTTPClient.badURL(authority) }
    // An answer to CONNECT has a head only (RFC 9110 §9.3.6), like an answer to HEAD.
    return try exchange(request, answersHead: true).status
  }

  var lost: HTTPClientError {
    HTTPClientError(.connectionLost, "\(origin.place) ended the connection before its answer was complete.")
  }

  func unreadable(_ error: HTTPParseError) -> HTTPClientError {
    // The parser names its limits by the status that a server would answer with.
    HTTPClientError(
      [413, 431].contains(error.status) ? .tooLarge : .badAnswer,
      "The answer of \(origin.place) cannot be read: \(error.message)")
  }

  private func exchange(_ request: [UInt8], answersHead: Bool) throws(HTTPClientError) -> HTTPResponseMessage {
    // A server that refuses early may have answered and closed before the request was sent. Then its answer tells
    // more than the failed write.
    let failure = write(request)
    var parser = HTTPResponseParser(answersHead: answersHead, limits: limits)
    if room.isEmpty { room = [UInt8](repeating: 0, count: 65_536) }
    while true {
      switch parser.next() {
      case .complete(let message): return message
      case .failed(.truncated):
        throw failure ?? lost
      case .failed(let error):
        throw unreadable(error)
      case .incomplete: break
      }
      let count: Int
      do throws(HTTPClientError) {
        count = try read(into: &room)
      } catch {
        throw failure ?? error
      }
      if count == 0 { parser.receiveEnd() } else { parser.receive(room.span.extracting(0..<count)) }
    }
  }

  /// Sends all bytes; the error is returned, so that the caller can still read an answer.
  func write(_ bytes: [UInt8]) -> HTTPClientError? {
    var sent = 0
    while sent < bytes.count {
      do throws(HTTPClientError) {
        let rest = bytes[sent...]
        if let tls { sent += try tls.write(rest) } else { sent += try socket.write(rest) }
      } catch {
        return error
      }
    }
    return nil
  }

  func read(into buffer: inout [UInt8]) throws(HTTPClientError) -> Int {
    if let tls { return try tls.read(into: &buffer) }
    return try socket.read(into: &buffer)
  }
}
