/// A body that comes into being while it is sent, such as server-sent events. It goes out chunked, to a client of HTTP/1.0
/// until the connection ends.
package protocol ResponseStream: Sendable {
  /// Called once, when the head is on its way. The stream keeps the sink and writes to it from any thread. It must not
  /// block.
  func start(_ sink: any ResponseSink)

  /// Called once, when no more can be sent: the client went away or reads too slowly, the server stops, or the sink was
  /// finished. It must not block.
  func ended()
}

/// Where a stream's bytes go. Safe from any thread; never blocks.
package protocol ResponseSink: Sendable {
  /// Queues bytes. False once nothing more can be sent.
  @discardableResult func write(_ bytes: [UInt8]) -> Bool

  /// Ends the body after what was written.
  func finish()
}
