/// Reads the requests of one connection strictly by RFC 9112, in whatever pieces the bytes arrive. It refuses every
/// message that two readers could understand in two ways. After a failure it reads nothing more.
package struct HTTPRequestParser: Sendable {
  /// What `next` found.
  package enum Outcome: Sendable {
    /// All bytes that arrived are used, and the request is not complete.
    case incomplete
    case complete(HTTPRequestHead, body: [UInt8])
    /// The request cannot be read; the connection has to end after the error's answer.
    case failed(HTTPParseError)
  }

  /// How much of the next request has arrived.
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

  /// The server chooses its deadline by this.
  package var progress: Progress {
    switch state {
    case .requestLine: queue.isEmpty ? .nothing : .head
    case .fields: .head
    case .fixedBody, .chunkedBody: .body
    case .failed: .nothing
    }
  }

  /// How many bytes have arrived that were not read yet.
  package var backlog: Int { queue.count }

  /// Adds bytes that arrived. `next` reads them.
  package mutating func receive(_ bytes: Span<UInt8>) { queue.append(bytes) }

  package mutating func receive(_ bytes: [UInt8]) { queue.append(bytes.span) }

  /// True once for each request whose client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
  /// Callers ask after `.incomplete`.
  package mutating func takeContinue() -> Bool {
    defer { continueIsDue = false }
    return continueIsDue
  }

  /// The bytes after the last complete request, for a connection that goes on in another protocol.
  package mutating func takeBacklog() -> [UInt8] { Array(queue.bytes[queue.take(upTo: queue.count)]) }

  /// Reads the next request from the bytes that have arrived. Callers call it again after `.complete`, since several
  /// requests can arrive together.
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
        // RFC 9112 §2.2 allows empty lines before a request line.
        if line.isEmpty { continue }
        let head = try HTTPRequestHead(requestLine: queue.bytes[line], limits: limits)
        var reader = HeadReader()
        reader.bytesRead = line.count + 2
        state = .fields(head, reader)
      case .fields(var head, var reader):
        // The state gives up its storage first. Otherwise the fields, shared with the state, would be copied before
        // they grow.
        state = .requestLine
        guard
          try reader.read(
            from: &queue, bytes: limits.headBytes, fieldCount: limits.fieldCount, tooLarge: .headTooLarge)
        else {
          state = .fields(head, reader)
          return .incomplete
        }
        try head.complete(with: reader.fields, limits: limits.limits(for: head.target.path))
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
        guard try body.read(from: &queue, limits: limits.limits(for: head.target.path)) else {
          state = .chunkedBody(head, body)
          return .incomplete
        }
        return .complete(head, body: body.bytes)
      case .failed(let error): return .failed(error)
      }
    }
  }
}
