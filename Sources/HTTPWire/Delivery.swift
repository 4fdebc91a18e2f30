/// How the connection carries an answer out. This is where faults on the wire are made: first the delay passes, then the
/// answer goes out, or does not, in its manner.
package struct Delivery: Sendable, Hashable {
  package enum Manner: Sendable, Hashable {
    case whole
    /// The head at once, then the body in steps of that many bytes, at least one, with that time between them.
    case slow(bytes: Int, every: Duration)
    /// The head with the full length and that many bytes of the body, then the end of the connection. Over TLS it ends
    /// without the closing alert.
    case cut(afterBodyBytes: Int)
    /// A TCP reset and not one byte of the answer.
    case reset
    /// Nothing; the connection is closed when its idle time is over.
    case silent
  }

  package var delay: Duration
  package var manner: Manner

  package static let prompt = Delivery()

  package init(delay: Duration = .zero, manner: Manner = .whole) {
    self.delay = delay
    self.manner = manner
  }
}
