import Bytes
package import HTTPClient
import HTTPServer
import HTTPWire
import Synchronization

/// Passes requests on to the app behind a gate, and its answers back: bodies as they come, and what follows a 101.
package final class Relay: Sendable {
  /// `http://localhost:3000`, without a path.
  package let upstream: String
  private let client: @Sendable (Cutoff) -> HTTPClient

  /// Longer bodies, and those whose length nobody knows, are passed on in pieces.
  private static let wholeBytes = 1 << 20
  /// Bytes of a client that may wait for an app that reads slowly, after a 101.
  private static let maximumWaiting = 1 << 20

  /// `client` makes a client whose waits the cutoff ends.
  package init(upstream: String, client: @escaping @Sendable (Cutoff) -> HTTPClient) {
    self.upstream = upstream
    self.client = client
  }

  /// Sends the request with path and query of `target` and with `fields`, which are without those of one connection (`passed`). Gives the
  /// answer once, and returns when its body was passed on too.
  func relay(_ request: HTTPRequest, target: String, fields: HTTPFields, give: (HTTPResponse) -> Void) {
    let cutoff = Cutoff()
    do throws(HTTPClientError) {
      let connection = try client(cutoff).open(upstream)
      let answer = try connection.begin(
        method: request.method, target: target, fields: fields, body: request.body)
      let head = answer.head
      if head.status == 101 { return upgrade(answer, cutoff, give) }
      let length = head.fields["Content-Length"].flatMap { Int($0) }
      if HTTPStatus.isBodiless(head.status) || request.method == "HEAD" || (length ?? .max) <= Self.wholeBytes {
        var response = HTTPResponse(status: head.status, fields: Self.returned(head.fields))
        while let piece = try answer.next() { response.body += piece }
        return give(response)
      }
      stream(answer, cutoff, give)
    } catch {
      give(.plain(error.kind == .timeout ? 504 : 502, "The app at \(upstream) gives no answer: \(error)"))
    }
  }

  private func stream(_ answer: HTTPAnswerParts, _ cutoff: Cutoff, _ give: (HTTPResponse) -> Void) {
    let channel = BodyChannel(cutoff: cutoff)
    do {
      var response = HTTPResponse(status: answer.head.status, fields: Self.returned(answer.head.fields))
      response.stream = RelayedBody(channel)
      give(response)
    }
    guard let sink = channel.sink() else { return }
    while let piece = try? answer.next() { if !sink.send(piece) { return } }
    // An app that breaks off in the middle looks the same to the client only when the connection breaks, too.
    if answer.isComplete { sink.finish() } else { sink.abort() }
  }

  private func upgrade(_ answer: HTTPAnswerParts, _ cutoff: Cutoff, _ give: (HTTPResponse) -> Void) {
    let channel = BodyChannel(cutoff: cutoff)
    guard let writer = answer.writer else {
      return give(.plain(501, "A connection can be upgraded to an app at http:// only, and not at \(upstream)."))
    }
    let line = ThreadLine(places: 1)
    let waiting = WaitingBytes(limit: Self.maximumWaiting)
    do {
      var response = HTTPResponse(status: 101, fields: answer.head.fields)
      response.stream = RelayedUpgrade(channel) { bytes in
        guard waiting.add(bytes.count) else { return false }
        return line.add {
          if !writer.write(bytes) { cutoff.cut() }
          waiting.remove(bytes.count)
        }
      }
      give(response)
    }
    guard let sink = channel.sink() else { return }
    while let piece = try? answer.next() { if !sink.send(piece) { return } }
    sink.finish()
  }

  // MARK: Fields

  /// Fields of one connection (RFC 9110 §7.6.1).
  private static let hopByHop: Set<String> = [
    "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
    "proxy-authorization", "expect",
  ]

  /// The fields of a request that are passed on, without those that `isRemoved` names and with what tells where it came from.
  static func passed(_ request: HTTPRequest, without isRemoved: (String) -> Bool) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in request.fields
    where !hopByHop.contains(ASCII.lowercased(name)) && !request.fields.hasListToken("Connection", name)
      && !isRemoved(name) && !ASCII.equalIgnoringCase(name, "Content-Length")
    {
      fields.append(name, value)
    }
    if !request.body.isEmpty || request.fields["Content-Length"] != nil {
      fields.set("Content-Length", "\(request.body.count)")
    }
    if let upgrade = request.fields["Upgrade"], request.fields.hasListToken("Connection", "Upgrade") {
      fields.set("Connection", "Upgrade")
      fields.set("Upgrade", upgrade)
    } else {
      fields.set("Connection", "close")
    }
    let before = request.fields.all("X-Forwarded-For")
    fields.set("X-Forwarded-For", (before + [request.peer]).joined(separator: ", "))
    fields.set("X-Forwarded-Proto", request.isSecure ? "https" : "http")
    fields.set("X-Forwarded-Host", request.authority)
    return fields
  }

  private static func returned(_ sent: HTTPFields) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in sent
    where !hopByHop.contains(ASCII.lowercased(name)) && !sent.hasListToken("Connection", name) {
      fields.append(name, value)
    }
    return fields
  }
}

/// Counts the bytes that wait for a slow reader.
private final class WaitingBytes: Sendable {
  private let count = Mutex(0)
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func add(_ bytes: Int) -> Bool {
    count.withLock { count in
      count += bytes
      return count <= limit
    }
  }

  func remove(_ bytes: Int) { count.withLock { $0 -= bytes } }
}
