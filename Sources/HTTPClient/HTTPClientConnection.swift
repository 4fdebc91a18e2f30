import HTTPWire

/// One connection to a server, kept for as many requests as the server takes. Not for use from two threads at once.
package final class HTTPClientConnection {
  private let socket: ClientSocket
  /// Nil in clear text.
  let tls: ClientTLS?
  private let origin: HTTPURL
  /// Whether the other side is a proxy that is asked for whole URLs (RFC 9112 §3.2.2).
  var sendsWholeURLs = false
  /// False once the server has said that it ends the connection.
  package private(set) var isOpen = true

  private let limits: HTTPSizeLimits

  init(socket: ClientSocket, tls: ClientTLS?, to origin: HTTPURL, _ maximumBodyBytes: Int) {
    var limits = HTTPSizeLimits()
    limits.headBytes = 65_536
    limits.bodyBytes = maximumBodyBytes
    self.limits = limits
    self.socket = socket
    self.tls = tls
    self.origin = origin
  }

  /// Sends one request and waits for its answer. `url` is one of the host this connection was opened to; `closes` tells
  /// the server that this request is the last one.
  package func send(
    method: String, url: String, fields: [(String, String)] = [], body: [UInt8] = [], closes: Bool = false
  ) throws(HTTPClientError) -> HTTPClientResponse {
    guard let parts = HTTPURL(url),
      let request = HTTPRequestEncoder.encode(
        method: method, target: sendsWholeURLs ? url : parts.target, authority: parts.hostField,
        fields: HTTPFields(fields), body: body,
        closes: closes)
    else { throw HTTPClient.badURL(url) }
    let message = try exchange(request, answersHead: method == "HEAD")
    isOpen = !closes && message.keepsAlive
    return HTTPClientResponse(status: message.status, fields: message.fields, body: message.body)
  }

  /// Sends a GET and hands over the body of a successful answer piece by piece, as it comes; that it does not come for a while is no
  /// error. Any other answer is given back whole. `receive` ends it by throwing.
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
        throw HTTPClientError(.connectionLost, "\(origin.place) ended the connection before its answer was complete.")
      case .failed(let error):
        throw HTTPClientError(.badAnswer, "The answer of \(origin.place) cannot be read: \(error.message)")
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

  /// Asks a proxy for a tunnel; its status. At 200 the socket leads to the other server.
  func connect(_ authority: String) throws(HTTPClientError) -> Int {
    guard
      let request = HTTPRequestEncoder.encode(
        method: "CONNECT", target: authority, authority: authority, fields: HTTPFields(), body: [], closes: false)
    else { throw HTTPClient.badURL(authority) }
    // The head of an answer to CONNECT is all of it (RFC 9110 §9.3.6), as after HEAD.
    return try exchange(request, answersHead: true).status
  }

  private func exchange(_ request: [UInt8], answersHead: Bool) throws(HTTPClientError) -> HTTPResponseMessage {
    // A server that refuses early may have answered and gone; its answer is worth more than the failed write.
    let failure = write(request)
    var parser = HTTPResponseParser(answersHead: answersHead, limits: limits)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      switch parser.next() {
      case .complete(let message): return message
      case .failed(.truncated):
        throw failure
          ?? HTTPClientError(
            .connectionLost, "\(origin.place) ended the connection before its answer was complete.")
      case .failed(let error):
        throw HTTPClientError(.badAnswer, "The answer of \(origin.place) cannot be read: \(error.message)")
      case .incomplete: break
      }
      let count: Int
      do throws(HTTPClientError) {
        count = try read(into: &buffer)
      } catch {
        throw failure ?? error
      }
      if count == 0 { parser.receiveEnd() } else { parser.receive(Array(buffer[..<count])) }
    }
  }

  private func write(_ bytes: [UInt8]) -> HTTPClientError? {
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

  private func read(into buffer: inout [UInt8]) throws(HTTPClientError) -> Int {
    if let tls { return try tls.read(into: &buffer) }
    return try socket.read(into: &buffer)
  }
}
