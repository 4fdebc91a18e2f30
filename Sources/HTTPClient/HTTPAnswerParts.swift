package import HTTPWire

/// One answer in parts: its head, and the body piece by piece as it arrives. One thread reads it.
package final class HTTPAnswerParts {
  /// Without the body.
  package let head: HTTPResponseMessage
  /// Whether the whole body was read.
  package private(set) var isComplete: Bool
  private let connection: HTTPClientConnection
  private var parser: HTTPResponseParser
  private var first: [UInt8]
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  fileprivate init(
    _ head: HTTPResponseMessage, first: [UInt8], isComplete: Bool, _ parser: HTTPResponseParser,
    _ connection: HTTPClientConnection
  ) {
    self.head = head
    self.first = first
    self.isComplete = isComplete
    self.parser = parser
    self.connection = connection
  }

  /// Sends bytes after a 101, from any thread. Nil over TLS, where one thread at a time may use the connection.
  package var writer: HTTPClientWriter? { connection.tls == nil ? HTTPClientWriter(socket: connection.socket) : nil }

  /// The next piece of the body, or of what follows a 101; never empty. Nil at the end. It waits as long as it takes: an answer
  /// that goes on may be silent.
  ///
  /// - Throws: `HTTPClientError` when the connection breaks or its bytes cannot be read.
  package func next() throws(HTTPClientError) -> [UInt8]? {
    if !first.isEmpty {
      defer { first = [] }
      return first
    }
    while !isComplete {
      let count: Int
      do throws(HTTPClientError) { count = try connection.read(into: &buffer) } catch {
        if error.kind == .timeout { continue }
        throw error
      }
      if head.status == 101 {
        isComplete = count == 0
        return count == 0 ? nil : Array(buffer[..<count])
      }
      if count == 0 { parser.receiveEnd() } else { parser.receive(Array(buffer[..<count])) }
      var piece: [UInt8]
      switch parser.next() {
      case .complete(let message):
        isComplete = true
        piece = message.body
      case .failed(let error): throw connection.unreadable(error)
      case .incomplete: piece = parser.takeBody()
      }
      if !piece.isEmpty { return piece }
    }
    return nil
  }
}

/// Sends bytes on a connection in clear text while another thread reads from it.
package struct HTTPClientWriter: Sendable {
  let socket: ClientSocket

  /// Sends all of it. False when the connection is broken.
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(HTTPClientError) { rest = try rest.dropFirst(socket.write(rest)) } catch { return false }
    }
    return true
  }
}

extension HTTPClientConnection {
  /// Sends one request and waits for the head of its answer. The connection is of no use for another request.
  ///
  /// - Throws: `HTTPClientError` when there is no such head.
  package func begin(method: String, target: String, fields: HTTPFields, body: [UInt8]) throws(HTTPClientError)
    -> HTTPAnswerParts
  {
    guard
      let request = HTTPRequestEncoder.encode(
        method: method, target: target, authority: origin.hostField, fields: fields, body: body, closes: true)
    else { throw HTTPClient.badURL(target) }
    let failure = write(request)
    var parser = HTTPResponseParser(answersHead: method == "HEAD", limits: limits)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      switch parser.next() {
      case .complete(var message):
        let isUpgraded = message.status == 101
        let first = isUpgraded ? parser.takeRest() : message.body
        message.body = []
        return HTTPAnswerParts(message, first: first, isComplete: !isUpgraded, parser, self)
      case .failed(.truncated): throw failure ?? lost
      case .failed(let error): throw unreadable(error)
      case .incomplete: break
      }
      if var head = parser.head {
        head.body = []
        let first = parser.takeBody()
        return HTTPAnswerParts(head, first: first, isComplete: false, parser, self)
      }
      let count: Int
      do throws(HTTPClientError) { count = try read(into: &buffer) } catch { throw failure ?? error }
      if count == 0 { parser.receiveEnd() } else { parser.receive(Array(buffer[..<count])) }
    }
  }
}
