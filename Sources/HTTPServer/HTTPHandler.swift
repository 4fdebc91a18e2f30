package import HTTPWire

/// What answers requests.
package protocol HTTPHandler: Sendable {
  /// Runs on the connection's event loop, so whatever waits belongs in the answer's `delivery` or `stream` and not in here.
  /// A HEAD request is answered like GET; the connection leaves the body out.
  func respond(to request: HTTPRequest) -> HTTPResponse
}
