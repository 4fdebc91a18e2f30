/// Reads the answer to one relayed request, in whatever pieces it arrives. Each request needs a new parser.
package struct RelayedAnswerParser: Sendable {
  /// What `next` found.
  package enum Outcome: Sendable {
    /// All bytes that arrived are used, and the answer is not complete.
    case incomplete
    /// The whole answer. With `hasStream` a stream would make its body, but the client gets none of it.
    case response(HTTPResponse, hasStream: Bool)
    /// The answer without its body, which follows in pieces.
    case stream(HTTPResponse)
    case piece([UInt8])
    /// The stream has ended as it should.
    case end
    /// The other server did not take the request, and says why with this status.
    case refused(Int)
    case failed(HTTPParseError)
  }

  private enum State {
    case head
    case stream
    case done
  }

  private var outer: HTTPResponseParser
  private var state = State.head
  /// What is left of the body on the connection: the record, then what follows it.
  private var body: [UInt8] = []
  /// The answer on the connection has come to its end.
  private var isOver = false
  private var keepsAlive = false

  /// Longer records are not answers.
  private static let maximumRecord = 1_048_576

  /// `maximumBody` is how long a body may be that does not come from a stream.
  package init(maximumBody: Int = 268_435_456) {
    var limits = HTTPSizeLimits()
    limits.bodyBytes = maximumBody
    outer = HTTPResponseParser(limits: limits)
  }

  /// Adds bytes that arrived. `next` reads them.
  package mutating func receive(_ bytes: Span<UInt8>) { outer.receive(bytes) }

  /// Whether the connection can carry another request. Callers ask after the last outcome of an answer.
  package var isReusable: Bool { state == .done && isOver && keepsAlive && outer.backlog == 0 }

  /// Reads on from the bytes that have arrived.
  package mutating func next() -> Outcome {
    do throws(HTTPParseError) {
      switch state {
      case .head: return try readHead()
      case .stream: return try readPiece()
      case .done: return .incomplete
      }
    } catch {
      state = .done
      keepsAlive = false
      return .failed(error)
    }
  }

  private mutating func readHead() throws(HTTPParseError) -> Outcome {
    let head: HTTPResponseMessage
    switch outer.next() {
    case .failed(let error): throw error
    case .complete(let message):
      head = message
      isOver = true
    case .incomplete:
      guard let message = outer.head else { return .incomplete }
      head = message
    }
    guard head.status == 200 else {
      state = .done
      return .refused(head.status)
    }
    let isStream = head.fields["Transfer-Encoding"] != nil
    guard isOver || isStream else { return .incomplete }
    body += isOver ? head.body : outer.takeBody()
    keepsAlive = head.keepsAlive
    guard let end = try RecordReader.end(of: body[...], limit: Self.maximumRecord) else {
      guard !isOver else { throw .relayRecord }
      return .incomplete
    }
    var (response, hasStream) = try RelayedAnswerRecord.decode(body[..<end])
    guard !isStream || hasStream else { throw .relayRecord }
    state = isStream ? .stream : .done
    if isStream { body.removeSubrange(..<end) } else { response.body = Array(body[end...]) }
    return isStream ? .stream(response) : .response(response, hasStream: hasStream)
  }

  private mutating func readPiece() throws(HTTPParseError) -> Outcome {
    if !isOver {
      switch outer.next() {
      case .failed(let error): throw error
      case .complete(let message):
        body += message.body
        isOver = true
      case .incomplete: body += outer.takeBody()
      }
    }
    if !body.isEmpty {
      defer { body = [] }
      return .piece(body)
    }
    guard isOver else { return .incomplete }
    state = .done
    return .end
  }
}
