package import HTTPWire

/// What a handler gives back for a request.
package enum HTTPAnswer: Sendable {
  /// The answer is ready. Its `delivery` may still delay it.
  case response(HTTPResponse)
  /// The answer needs work that takes time. The connection calls this closure to begin the work and keeps the
  /// request. The work calls `whenDone` from any thread, and the connection then asks the handler again. The work
  /// must call `whenDone` once, and after a limited time: the connection sets no deadline.
  case later(@Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void)
  /// The same for work without which the handler cannot begin at all, such as making the first signing key. The connection
  /// asks again as it asked the first time, so the handler may then answer `later`.
  case notYet(@Sendable (_ whenDone: @escaping @Sendable () -> Void) -> Void)
  /// The answer is made on another thread, because making it may wait. The connection calls this closure to begin and keeps the request.
  /// The work gives the answer once, from any thread, and after a limited time: the connection sets no deadline.
  case elsewhere(@Sendable (_ give: @escaping @Sendable (HTTPResponse) -> Void) -> Void)
  /// What the answer is must be found out first. The connection calls this closure to begin and keeps the request. The work calls
  /// `goOn` once, from any thread, and after a limited time; the connection then runs on its loop what it was given, in the place of the
  /// handler.
  case after(@Sendable (_ goOn: @escaping @Sendable (@escaping @Sendable () -> HTTPAnswer) -> Void) -> Void)
  /// Another server of the cluster makes the answer. A request that has come from another server is not relayed again: that fails at once.
  case relayed(RelayedRequest)
  /// This server does not answer a request that another one has relayed: it does not have what the request is about, any more. The other
  /// server gets `RelayFailure.notSent`.
  case notTaken
}

/// The part of the program that answers requests. The server calls it for every request that is complete and well
/// formed.
package protocol HTTPHandler: Sendable {
  /// Answers a request. The connection's event loop calls this, so it must not block: a wait belongs into the
  /// answer's `delivery` or `stream`, and work that has to come first into `HTTPAnswer.later`.
  ///
  /// A HEAD request is answered like GET; the connection leaves the body out. `hasWaited` is false the first time,
  /// and true when the connection asks again after the work of `HTTPAnswer.later`. The handler then answers with what
  /// it has.
  func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer
}

/// A handler that answers every request at once.
package protocol PromptHandler: HTTPHandler {
  /// Answers a request. The connection's event loop calls this, so it must not block.
  func respond(to request: HTTPRequest) -> HTTPResponse
}

extension PromptHandler {
  package func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer { .response(respond(to: request)) }
}
