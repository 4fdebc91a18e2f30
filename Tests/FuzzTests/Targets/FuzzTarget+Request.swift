import Bytes

@testable import HTTPWire

extension FuzzTarget {
  /// Heads, bodies and chunks. One connection has one reading: the same messages end at the same bytes however these arrive,
  /// none ends early, and a message that is written anew says the same.
  static let request = FuzzTarget(
    name: "request", summary: "the bytes that a connection sends to the server", maximumBytes: 2_048
  ) { bytes in
    for limits in [HTTPSizeLimits(), .tight] {
      let whole = Conversation(bytes, in: [bytes.count], limits)
      for sizes in [[1], [3], [bytes.count / 2 + 1], [7, 1, 64]] {
        let pieces = Conversation(bytes, in: sizes, limits)
        try require(pieces == whole, "in pieces of \(sizes) it is \(pieces), whole \(whole)")
      }
      for message in whole.messages {
        try message.checkLimits(limits)
        try message.checkSyntax()
      }
      if let first = whole.messages.first {
        let alone = Conversation(Array(bytes.prefix(first.end)), in: [first.end], limits)
        try require(alone.messages == [first] && alone.error == nil, "cut after its end, the message is \(alone)")
        let short = Conversation(Array(bytes.prefix(first.end - 1)), in: [first.end], limits)
        try require(short.messages.isEmpty && short.error == nil, "without its last byte, the message is \(short)")
      }
      for message in whole.messages { try message.checkRoundTrip() }
    }
  }
}

extension HTTPSizeLimits {
  /// What short inputs reach.
  fileprivate static var tight: HTTPSizeLimits {
    var limits = HTTPSizeLimits()
    limits.headBytes = 96
    limits.fieldCount = 4
    limits.targetBytes = 24
    limits.bodyBytes = 48
    limits.chunkExtensionBytes = 16
    limits.trailerBytes = 32
    return limits
  }
}

/// What the server takes out of the bytes of one connection.
private struct Conversation: Equatable, CustomStringConvertible {
  var messages: [Message] = []
  var error: HTTPParseError?

  /// `sizes` are those of the pieces that arrive, over and over.
  init(_ bytes: [UInt8], in sizes: [Int], _ limits: HTTPSizeLimits) {
    var parser = HTTPRequestParser(limits: limits)
    var arrived = 0
    var piece = 0
    while true {
      switch parser.next() {
      case .complete(let head, let body):
        messages.append(Message(head, body: body, end: arrived - parser.backlog))
      case .failed(let failure):
        error = failure
        return
      case .incomplete:
        guard arrived < bytes.count else { return }
        let end = min(bytes.count, arrived + max(1, sizes[piece % sizes.count]))
        parser.receive(Array(bytes[arrived..<end]))
        arrived = end
        piece += 1
      }
    }
  }

  var description: String { "\(messages.count) messages \(messages) then \(error?.message ?? "more")" }
}

private struct Message: Equatable {
  let method: String
  let target: HTTPRequestTarget
  let minorVersion: Int
  let fields: HTTPFields
  let framing: HTTPRequestHead.Framing
  let authority: String
  let expectsContinue: Bool
  let body: [UInt8]
  /// Bytes of the connection up to its end.
  let end: Int

  init(_ head: HTTPRequestHead, body: [UInt8], end: Int) {
    method = head.method
    target = head.target
    minorVersion = head.minorVersion
    fields = head.fields
    framing = head.framing
    authority = head.authority
    expectsContinue = head.expectsContinue
    self.body = body
    self.end = end
  }

  func checkLimits(_ limits: HTTPSizeLimits) throws(FuzzFinding) {
    try require(body.count <= limits.bodyBytes, "a body of \(body.count) bytes")
    try require(fields.count <= limits.fieldCount, "\(fields.count) fields")
    try require(target.text.utf8.count <= limits.targetBytes + 1, "a target of \(target.text.utf8.count) bytes")
    let size = fields.reduce(method.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    try require(size <= limits.headBytes, "a head of more than \(size) bytes")
    if case .length(let count) = framing { try require(body.count == count, "\(body.count) bytes for \(count)") }
  }

  func checkSyntax() throws(FuzzFinding) {
    for (name, value) in fields {
      try require(HTTPSyntax.isToken(name), "the field name '\(name)'")
      try require(!value.utf8.contains(where: HTTPSyntax.isControl), "a control character in '\(name)'")
      try require(ASCII.trimmed(value).hasSameBytes(as: value), "blanks around '\(name)'")
    }
    let lengths = fields.all("Content-Length").count
    let codings = fields.all("Transfer-Encoding").count
    try require(method == "CONNECT" || lengths + codings <= 1, "\(lengths) lengths and \(codings) codings")
    try require(authority.isEmpty || HTTPAuthority(authority) != nil, "the authority '\(authority)'")
    try require(authority.isEmpty ? minorVersion == 0 : true, "no authority in HTTP/1.1")
  }

  /// Another reader, who meets the message as we pass it on, must not take it for something else.
  func checkRoundTrip() throws(FuzzFinding) {
    guard fields["Host"] != nil, target.text.utf8.count <= HTTPSizeLimits().targetBytes else { return }
    var fields = fields
    fields.remove("Transfer-Encoding")
    guard
      let bytes = HTTPRequestEncoder.encode(
        method: method, target: target.text, authority: "", fields: fields, body: body, closes: false)
    else { throw FuzzFinding("the message cannot be written") }
    let again = Conversation(bytes, in: [bytes.count], HTTPSizeLimits())
    guard let message = again.messages.first, again.messages.count == 1 else {
      throw FuzzFinding("written anew, the message is \(again)")
    }
    try require(
      message.method == method && message.target == target && message.authority == authority && message.body == body,
      "written anew, the message is \(again)")
  }
}

extension HTTPRequestTarget {
  /// As a request line has it.
  fileprivate var text: String {
    guard let authority else { return path + (query.map { "?" + $0 } ?? "") }
    guard let scheme else { return authority }
    return "\(scheme)://\(authority)" + (path == "*" ? "" : path) + (query.map { "?" + $0 } ?? "")
  }
}
