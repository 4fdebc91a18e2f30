import HTTPWire

/// A request whose answer needs work that goes on elsewhere.
final class ParkedRequest: Sendable {
  let request: HTTPRequest
  /// What the answer's encoding follows.
  let head: HTTPRequestHead

  init(request: HTTPRequest, head: HTTPRequestHead) {
    self.request = request
    self.head = head
  }
}
