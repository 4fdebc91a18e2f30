import HTTPWire
import Time
import Worlds

/// A span that waits to be sent. Its text is made on the thread that sends it.
struct Span: Sendable {
  enum Work: Sendable {
    /// A request that this server answered.
    case served(Exchange, world: String, peer: String?, isSecure: Bool)
    /// A request that this server sent for an exchange, whose span is `parent`. The context's parent is this span itself.
    case sent(TraceContext, parent: String, url: String, status: Int?)
  }

  let work: Work
  /// By the machine's clock, as other programs' spans have it.
  let start: UnixTime
  let end: UnixTime
}
