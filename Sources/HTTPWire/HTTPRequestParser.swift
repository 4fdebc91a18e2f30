/// Reads the requests of one connection, strictly by RFC 9112 and in whatever pieces they arrive: what two readers could
/// take in two ways is refused. After a failure nothing more can be read.
package struct HTTPRequestParser: Sendable {
  package enum Outcome: Sendable {
    /// Everything that arrived is used up and the request is not complete.
    case incomplete
    case complete(HTTPRequestHead, body: [UInt8])
    case failed(HTTPParseError)
  }

  /// How far the request that comes next has arrived.
  package enum Progress: Sendable, Hashable {
    case nothing
    case head
    case body
  }

  private enum State {
    case requestLine
    case fields(HTTPRequestHead, HeadReader)
    case fixedBody(HTTPRequestHead, [UInt8], remaining: Int)
    case chunkedBody(HTTPRequestHead, ChunkedBody)
    case failed(HTTPParseError)
  }

  private let limits: HTTPSizeLimits
  private var queue = ByteQueue()
  private var state = State.requestLine
  private var continueIsDue = false

  package init(limits: HTTPSizeLimits = HTTPSizeLimits()) { self.limits = limits }

  package var progress: Progress {
    switch state {
    case .requestLine: queue.isEmpty ? .nothing : .head
    case .fields: .head
    case .fixedBody, .chunkedBody: .body
    case .failed: .nothing
    }
  }

  /// Bytes that arrived and were not looked at yet.
  package var backlog: Int { queue.count }

  package mutating func receive(_ bytes: Span<UInt8>) { queue.append(bytes) }

  package mutating func receive(_ bytes: [UInt8]) { queue.append(bytes.span) }

  /// True once for each request whose client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). Ask
  /// after `.incomplete`.
  package mutating func takeContinue() -> Bool {
    defer { continueIsDue = false }
    return continueIsDue
  }

  /// What came after the last complete request, for a connection that goes on in another protocol.
  package mutating func takeBacklog() -> [UInt8] { Array(queue.bytes[queue.take(upTo: queue.count)]) }

  /// The next request as far as the bytes received reach.
  package mutating func next() -> Outcome {
    do throws(HTTPParseError) {
      return try advance()
    } catch {
      state = .failed(error)
      return .failed(error)
    }
  }

  private mutating func advance() throws(HTTPParseError) -> Outcome {
    while true {
      switch state {
      case .requestLine:
        let longest = limits.targetBytes + 64
        guard let line = try queue.line(limit: longest, tooLong: .targetTooLong) else { return .incomplete }
        // RFC 9112 §2.2 lets empty lines go ahead of a request line.
        if line.isEmpty { continue }
        let head = try HTTPRequestHead(requestLine: queue.bytes[line], limits: limits)
        var reader = HeadReader()
        reader.bytesRead = line.count + 2
        state = .fields(head, reader)
      case .fields(var head, var reader):
        // The state gives its storage up first, so that the fields grow in place.
        state = .requestLine
        guard
          try reader.read(
            from: &queue, bytes: limits.headBytes, fieldCount: limits.fieldCount, tooLarge: .headTooLarge)
        else {
          state = .fields(head, reader)
          return .incomplete
        }
        try head.complete(with: reader.fields, limits: limits)
        continueIsDue = head.expectsContinue
        switch head.framing {
        case .length(0): return .complete(head, body: [])
        case .length(let count): state = .fixedBody(head, [], remaining: count)
        case .chunked: state = .chunkedBody(head, ChunkedBody())
        }
      case .fixedBody(let head, var body, let remaining):
        state = .requestLine
        let run = queue.take(upTo: remaining)
        if !run.isEmpty { continueIsDue = false }
        body.append(contentsOf: queue.bytes[run])
        guard run.count == remaining else {
          state = .fixedBody(head, body, remaining: remaining - run.count)
          return .incomplete
        }
        return .complete(head, body: body)
      case .chunkedBody(let head, var body):
        state = .requestLine
        if !queue.isEmpty { continueIsDue = false }
        guard try body.read(from: &queue, limits: limits) else {
          state = .chunkedBody(head, body)
          return .incomplete
        }
        return .complete(head, body: body.bytes)
      case .failed(let error): return .failed(error)
      }
    }
  }
}
