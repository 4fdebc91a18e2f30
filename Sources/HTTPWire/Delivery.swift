/// How the connection delivers an answer: it waits for `delay`, then sends the answer, or fails to, as `manner` says.
/// Faults of the network are imitated here.
package struct Delivery: Sendable, Hashable {
  /// What happens after the delay.
  package enum Manner: Sendable, Hashable {
    /// Head and body as fast as the client takes them.
    case whole
    /// The head at once, then the body in steps of `bytes` bytes, at least one, with the time `every` between the
    /// steps.
    case slow(bytes: Int, every: Duration)
    /// The head with the full length and so many bytes of the body, then the end of the connection. Over TLS the
    /// closing alert is left out.
    case cut(afterBodyBytes: Int)
    /// A TCP reset and no byte of the answer.
    case reset
    /// No byte at all. The connection is closed when its idle time is over.
    case silent
  }

  /// The time before the first byte, or before the fault. Nothing is sent in it.
  package var delay: Duration
  package var manner: Manner

  /// The whole answer without a delay.
  package static let prompt = Delivery()

  package init(delay: Duration = .zero, manner: Manner = .whole) {
    self.delay = delay
    self.manner = manner
  }
}
