import Synchronization

/// What became of a server's connections, counted since it began. Whoever watches the server makes it and reads it, from any thread.
package final class ServerCounters: Sendable {
  /// Connections that are open and have a place, and the second sockets of tunnels.
  let open = Atomic(0)
  /// Tunnels of the forward proxy that are open.
  let tunnels = Atomic(0)
  /// Connections that were taken in.
  let accepted = Atomic<UInt64>(0)
  /// Connections that were turned away because there were too many.
  let refused = Atomic<UInt64>(0)
  /// TLS handshakes that failed: most often the client does not trust the certificate.
  let failedHandshakes = Atomic<UInt64>(0)
  /// Answers that the server made without its handler: to what is not a request, came too slowly, or is not a proxy's business.
  let ownAnswers = Atomic<UInt64>(0)
  /// What became of requests for other servers of a cluster.
  let relays = RelayCounts()

  package init() {}

  /// The counts at one moment.
  package struct Reading: Sendable, Hashable {
    package let open: Int
    package let tunnels: Int
    package let accepted: UInt64
    package let refused: UInt64
    package let failedHandshakes: UInt64
    package let ownAnswers: UInt64
    package let relays: RelayFigures
  }

  package var reading: Reading {
    Reading(
      open: open.load(ordering: .relaxed), tunnels: tunnels.load(ordering: .relaxed),
      accepted: accepted.load(ordering: .relaxed), refused: refused.load(ordering: .relaxed),
      failedHandshakes: failedHandshakes.load(ordering: .relaxed), ownAnswers: ownAnswers.load(ordering: .relaxed),
      relays: relays.figures)
  }

  static func raise(_ count: borrowing Atomic<UInt64>) { count.wrappingAdd(1, ordering: .relaxed) }
}
