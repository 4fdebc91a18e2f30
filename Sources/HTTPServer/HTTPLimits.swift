package import HTTPWire

/// What one client may ask of the server, in bytes, time and connections.
package struct HTTPLimits: Sendable, Hashable {
  package var sizes = HTTPSizeLimits()
  /// From the first byte of a request to the end of its head; past it 408.
  package var headTime = Duration.seconds(10)
  /// From the end of the head to the end of the body; past it 408.
  package var bodyTime = Duration.seconds(30)
  /// From the accepted connection to the end of the TLS handshake; past it the connection is closed.
  package var handshakeTime = Duration.seconds(10)
  /// Without a request; past it the connection is closed.
  package var idleTime = Duration.seconds(75)
  /// Without the client taking a byte of an answer; past it the connection is closed.
  package var writeStallTime = Duration.seconds(30)
  /// For the client to read a last answer while it still sends.
  package var lingerTime = Duration.seconds(2)
  /// Nil takes what the process may open as files, less a reserve.
  package var maximumConnections: Int?

  package init() {}

  /// How often deadlines are looked at: fine enough for the shortest time, never busy.
  var tick: Duration {
    let shortest = [headTime, bodyTime, handshakeTime, idleTime, writeStallTime, lingerTime].min() ?? headTime
    return min(max(shortest / 4, .milliseconds(5)), .milliseconds(250))
  }
}
