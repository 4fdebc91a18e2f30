package import HTTPWire

/// Another server of the cluster: where its HTTPS port is.
package struct RelayPeer: Sendable, Hashable {
  /// A name, or an IPv4 or IPv6 address.
  package let host: String
  package let port: UInt16

  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}

/// A request that another server of the cluster shall answer. The client gets that answer byte for byte as it would get it there, but
/// for `Connection`.
package struct RelayedRequest: Sendable {
  package let peer: RelayPeer
  /// As the client sent it; the other server's handler gets the same.
  package let request: HTTPRequest
  /// What the other server's handler finds in `relayNote`.
  package let note: String
  /// Whether the peer has been found dead meanwhile, so that no answer will come. Asked about twice a second, on the event loop.
  package let isInVain: @Sendable () -> Bool
  /// What is answered instead when the peer's answer does not come. Called on the event loop, so it must not block. It may name another peer.
  package let whenFailed: @Sendable (RelayFailure) -> HTTPAnswer

  package init(
    peer: RelayPeer, request: HTTPRequest, note: String, isInVain: @escaping @Sendable () -> Bool = { false },
    whenFailed: @escaping @Sendable (RelayFailure) -> HTTPAnswer
  ) {
    self.peer = peer
    self.request = request
    self.note = note
    self.isInVain = isInVain
    self.whenFailed = whenFailed
  }
}

/// Why there is no answer of another server.
package enum RelayFailure: Sendable, Hashable {
  /// The peer's handler has surely not seen the request: there was no connection, or it ended before the peer had all of the request, or the
  /// peer said that it would not take it. So the request may be tried elsewhere.
  case notSent
  /// The peer may have carried the request out, and the connection ended before the whole answer was there.
  case unanswered
}

/// What a server has relayed since it started.
package struct RelayFigures: Sendable, Hashable {
  /// Requests that were given to a connection with another server; one that had to be sent again counts twice.
  package var sent = 0
  /// Answers, or heads of streams, that came back.
  package var answered = 0
  /// Requests that failed as `RelayFailure` says.
  package var notSent = 0
  package var unanswered = 0
  /// Requests of other servers that this one took.
  package var taken = 0
  /// Connections with other servers that this one opened, and those of them that are open now.
  package var opened = 0
  package var open = 0
}
