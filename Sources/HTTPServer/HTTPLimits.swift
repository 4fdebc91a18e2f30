package import HTTPWire

/// What one client may use of the server, in bytes, time and connections. The defaults suit a server for tests.
package struct HTTPLimits: Sendable, Hashable {
  /// How long a request and its parts may be.
  package var sizes = HTTPSizeLimits()
  /// From the first byte of a request to the end of its head. After that time the server answers 408.
  package var headTime = Duration.seconds(10)
  /// From the end of the head to the end of the body. After that time the server answers 408.
  package var bodyTime = Duration.seconds(30)
  /// From the accepted connection to the end of the TLS handshake. After that time the server closes the connection.
  package var handshakeTime = Duration.seconds(10)
  /// How long a connection may stay without a request before the server closes it. A silent delivery also ends after
  /// this time.
  package var idleTime = Duration.seconds(75)
  /// How long a client may take no byte of an answer before the server closes the connection.
  package var writeStallTime = Duration.seconds(30)
  /// How long the server reads on after its last answer, so that a client that still sends can read the answer.
  package var lingerTime = Duration.seconds(2)
  /// Connections at one time; further ones get 503, or are closed when they come to the HTTPS port. Nil takes the
  /// number of files that the process may open, less 96 for other uses, and at least 16.
  package var maximumConnections: Int?

  /// Tunnels of the forward proxy at one time. Further requests for one get 503.
  package var maximumTunnels = 1_000
  /// How long a tunnel may carry no byte in either direction before the server ends it.
  package var tunnelIdleTime = Duration.seconds(300)
  /// From the request for a tunnel to the connection with its host: the look-up of the name, and all addresses that the
  /// look-up gave. After that time the server answers 502.
  package var tunnelOpeningTime = Duration.seconds(20)

  package init() {
    // Mail with attachments, and the slices of their uploads (Microsoft: "Attach large files to Outlook messages").
    sizes.longerBodies = ["/v1.0/", "/beta/", "/api/v2.0/"].map { .init($0, bytes: 5_308_416) }
  }

  /// How often the loop checks deadlines: a quarter of the shortest time, between 5 and 250 milliseconds.
  var tick: Duration {
    let times = [
      headTime, bodyTime, handshakeTime, idleTime, writeStallTime, lingerTime, tunnelIdleTime, tunnelOpeningTime,
    ]
    let shortest = times.min() ?? headTime
    return min(max(shortest / 4, .milliseconds(5)), .milliseconds(250))
  }
}
