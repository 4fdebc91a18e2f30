import HTTPWire

/// A request whose answer needs work on another thread first. A class, so that the connection can tell one parked
/// request from another.
final class ParkedRequest: Sendable {
  let request: HTTPRequest
  /// The encoding of the answer depends on the head: method, version, `Connection`.
  let head: HTTPRequestHead

  init(request: HTTPRequest, head: HTTPRequestHead) {
    self.request = request
    self.head = head
  }
}
