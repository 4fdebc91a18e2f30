import Bytes

/// Reads the answer to one request, in whatever pieces it arrives (RFC 9112 §6.3). Interim answers (1xx, except 101)
/// are skipped. Each request needs a new parser.
package struct HTTPResponseParser: Sendable {
  /// What `next` found.
  package enum Outcome: Sendable {
    /// All bytes that arrived are used, and the answer is not complete.
    case incomplete
    case complete(HTTPResponseMessage)
    case failed(HTTPParseError)
  }

  private enum State {
    case statusLine
    case fields(HTTPResponseMessage, HeadReader)
    case fixedBody(HTTPResponseMessage, remaining: Int)
    case chunkedBody(HTTPResponseMessage, ChunkedBody)
    case bodyToEnd(HTTPResponseMessage)
    case done
  }

  private let answersHead: Bool
  private let limits: HTTPSizeLimits
  private var queue = ByteQueue()
  private var state = State.statusLine
  private var inputEnded = false

  /// - Parameters:
  ///   - answersHead: the request was HEAD, so no body follows, whatever the head says.
  ///   - limits: most callers raise the limit of the body, which is made for requests.
  package init(answersHead: Bool = false, limits: HTTPSizeLimits = HTTPSizeLimits()) {
    self.answersHead = answersHead
    self.limits = limits
  }

  /// Adds bytes that arrived. `next` reads them.
  package mutating func receive(_ bytes: [UInt8]) { queue.append(bytes.span) }

  package mutating func receive(_ bytes: Span<UInt8>) { queue.append(bytes) }

  /// How many bytes have arrived that were not read yet. After a complete answer they belong to none.
  package var backlog: Int { queue.count }

  /// The server has ended the connection. That completes a body without a length, and truncates every other one.
  package mutating func receiveEnd() { inputEnded = true }

  /// Reads on from the bytes that have arrived.
  package mutating func next() -> Outcome {
    do throws(HTTPParseError) {
      if let message = try advance() {
        state = .done
        return .complete(message)
      }
      return inputEnded ? .failed(.truncated) : .incomplete
    } catch {
      return .failed(error)
    }
  }

  /// The answer without its body. Nil before the head is complete, and again after the whole answer was read.
  package var head: HTTPResponseMessage? {
    switch state {
    case .fixedBody(let message, _), .chunkedBody(let message, _), .bodyToEnd(let message): message
    case .statusLine, .fields, .done: nil
    }
  }

  /// Gives out the body so far and empties it, for an answer without an end such as server-sent events.
  package mutating func takeBody() -> [UInt8] {
    switch state {
    case .fixedBody(var message, let remaining):
      defer {
        message.body = []
        state = .fixedBody(message, remaining: remaining)
      }
      return message.body
    case .chunkedBody(let message, var body):
      defer { state = .chunkedBody(message, body) }
      return body.take()
    case .bodyToEnd(var message):
      defer {
        message.body = []
        state = .bodyToEnd(message)
      }
      return message.body
    case .statusLine, .fields, .done: return []
    }
  }

  /// The bytes that follow a complete answer; after a 101 they are not HTTP any more.
  package mutating func takeRest() -> [UInt8] { Array(queue.bytes[queue.take(upTo: queue.count)]) }

  private mutating func advance() throws(HTTPParseError) -> HTTPResponseMessage? {
    while true {
      switch state {
      case .statusLine:
        guard let line = try queue.line(limit: limits.headBytes, tooLong: .headTooLarge) else { return nil }
        state = .fields(try Self.statusLine(queue.bytes[line]), HeadReader())
      case .fields(var message, var reader):
        // The state holds none of it meanwhile, so that nothing is copied.
        state = .done
        let isComplete = try reader.read(
          from: &queue, bytes: limits.headBytes, fieldCount: limits.fieldCount, tooLarge: .headTooLarge)
        guard isComplete else {
          state = .fields(message, reader)
          return nil
        }
        message.fields = reader.fields
        if message.status < 200, message.status != 101 {
          state = .statusLine
        } else if answersHead || HTTPStatus.isBodiless(message.status) {
          return message
        } else {
          state = try Self.body(of: message, limits: limits)
        }
      case .fixedBody(var message, let remaining):
        state = .done
        let run = queue.take(upTo: remaining)
        message.body.append(contentsOf: queue.bytes[run])
        if run.count == remaining { return message }
        state = .fixedBody(message, remaining: remaining - run.count)
        return nil
      case .chunkedBody(var message, var body):
        state = .done
        guard try body.read(from: &queue, limits: limits) else {
          state = .chunkedBody(message, body)
          return nil
        }
        message.body = body.bytes
        return message
      case .bodyToEnd(var message):
        state = .done
        guard queue.count <= limits.bodyBytes - message.body.count else { throw .bodyTooLarge }
        message.body.append(contentsOf: queue.bytes[queue.take(upTo: queue.count)])
        if inputEnded { return message }
        state = .bodyToEnd(message)
        return nil
      case .done: return nil
      }
    }
  }

  private static func statusLine(_ line: ArraySlice<UInt8>) throws(HTTPParseError) -> HTTPResponseMessage {
    let version = line.prefix { $0 != HTTPSyntax.space }
    let rest = line[version.endIndex...].dropFirst()
    let digits = rest.prefix { $0 != HTTPSyntax.space }
    guard version.endIndex < line.endIndex, digits.count == 3, digits.allSatisfy(ASCII.isDigit) else {
      throw .statusLine
    }
    let status = digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    guard status >= 100 else { throw .statusLine }
    let minorVersion = try HTTPRequestHead.minorVersion(version, malformed: .statusLine)
    return HTTPResponseMessage(status: status, minorVersion: minorVersion)
  }

  private static func body(of message: HTTPResponseMessage, limits: HTTPSizeLimits) throws(HTTPParseError) -> State {
    let lengths = message.fields.all("Content-Length")
    if let coding = message.fields["Transfer-Encoding"] {
      guard lengths.isEmpty else { throw .bothFramings }
      guard HTTPSyntax.isSameName(coding, "chunked") else { throw .transferEncoding }
      return .chunkedBody(message, ChunkedBody())
    }
    guard lengths.count < 2 else { throw .repeatedContentLength }
    guard let length = lengths.first else { return .bodyToEnd(message) }
    guard let count = HTTPSyntax.wholeNumber(length) else { throw .contentLength }
    guard count <= limits.bodyBytes else { throw .bodyTooLarge }
    return .fixedBody(message, remaining: count)
  }
}
