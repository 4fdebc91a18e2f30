package import HTTPWire

/// What a handler says to a request.
package enum HTTPAnswer: Sendable {
  case response(HTTPResponse)
  /// The answer needs work that takes time. The connection begins the work, keeps the request, and asks the handler again when the
  /// work has called the closure that it was given. The work runs on a thread of its own, and ends after a limited time.
  case later(@Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void)
}

/// What answers requests.
package protocol HTTPHandler: Sendable {
  /// Runs on the connection's event loop, so it never waits: what takes time belongs into the answer's `delivery` or `stream`, and
  /// what the answer needs first into `HTTPAnswer.later`. After that work the connection asks again, and `hasWaited` is true: the
  /// handler then answers with what there is. A HEAD request is answered like GET; the connection leaves the body out.
  func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer
}

/// A handler that answers every request at once.
package protocol PromptHandler: HTTPHandler {
  /// Runs on the connection's event loop.
  func respond(to request: HTTPRequest) -> HTTPResponse
}

extension PromptHandler {
  package func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer { .response(respond(to: request)) }
}
