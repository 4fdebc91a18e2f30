import Bytes

@testable import HTTPWire

extension FuzzTarget {
  /// What the servers of a cluster say to each other.
  static let relay = FuzzTarget(
    name: "relay", summary: "a relayed request, and the answer of another server", maximumBytes: 1_024
  ) { bytes in
    try checkRequest(bytes)
    try checkAnswer(bytes)
  }

  /// What the handler gets is what the reader of ordinary requests could have read, and is unchanged when it is relayed.
  private static func checkRequest(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let request = try? RelayedRequestRecord.decode(bytes) else { return }
    try require(HTTPSyntax.isToken(request.method), "the method '\(request.method)'")
    let target = request.path + (request.query.map { "?\($0)" } ?? "")
    guard request.path == "*" || HTTPRequestTarget(target, method: "GET") != nil else {
      throw FuzzFinding("the target '\(target)'")
    }
    for (name, value) in Array(request.fields) + Array(request.tunnel ?? [:]) {
      try require(HTTPSyntax.isToken(name), "the field name '\(name)'")
      try require(!value.utf8.contains(where: HTTPSyntax.isControl), "a control character in '\(name)'")
    }
    var parser = HTTPRequestParser()
    parser.receive(RelayedRequestRecord.encode(request, note: request.relayNote ?? "", host: "relay.test"))
    guard case .complete(let head, let body) = parser.next() else {
      throw FuzzFinding("written anew it is not a request")
    }
    try require(head.target.path == RelayedRequestRecord.path, "it is sent to \(head.target.path)")
    guard let again = try? RelayedRequestRecord.decode(body) else {
      throw FuzzFinding("written anew it cannot be read")
    }
    try require("\(again)" == "\(request)", "written anew it is \(again), before \(request)")
  }

  /// An answer means the same in whatever pieces it arrives, as the body of a stream or as a whole.
  private static func checkAnswer(_ bytes: [UInt8]) throws(FuzzFinding) {
    for isStream in [false, true] {
      var framed: [UInt8] = []
      if isStream {
        framed += Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        HTTPResponseEncoder.appendChunk(bytes, to: &framed)
        framed += HTTPResponseEncoder.lastChunk
      } else {
        framed += Array("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
      }
      let whole = Relayed(framed, in: framed.count)
      for size in [1, 7] {
        let pieces = Relayed(framed, in: size)
        try require(pieces == whole, "in pieces of \(size) it is \(pieces), whole \(whole)")
      }
      try require(whole.isOver || whole.hasFailed, "it has no end: \(whole)")
      try require(whole.isReusable == !whole.hasFailed, "whether it can go on: \(whole)")
    }
    // And as what comes over the connection.
    try require(Relayed(bytes, in: 1) == Relayed(bytes, in: bytes.count), "in single bytes it is another one")
  }
}

/// What a server takes out of the bytes of an answer.
private struct Relayed: Equatable {
  var head = ""
  var body: [UInt8] = []
  var isOver = false
  var hasFailed = false
  var refusal: Int?
  var isReusable = false

  init(_ bytes: [UInt8], in size: Int) {
    var parser = RelayedAnswerParser(maximumBody: 65_536)
    var rest = bytes[...]
    while !isOver, !hasFailed, refusal == nil {
      switch parser.next() {
      case .incomplete:
        guard !rest.isEmpty else { return }
        parser.receive(Array(rest.prefix(max(1, size))).span)
        rest = rest.dropFirst(max(1, size))
      case .response(let response, let hasStream):
        note(response)
        head += hasStream ? " stream" : ""
        body = response.body
        isOver = true
      case .stream(let response):
        note(response)
        head += " stream"
      case .piece(let bytes): body += bytes
      case .end: isOver = true
      case .refused(let status): refusal = status
      case .failed:
        // How much of a stream came before depends on the pieces.
        (head, body, hasFailed) = ("", [], true)
      }
    }
    // How much was read of what follows depends on the pieces.
    isReusable = rest.isEmpty && parser.isReusable
  }

  private mutating func note(_ response: HTTPResponse) {
    head = "\(response.status) \(Array(response.fields)) \(response.delivery)"
  }
}
