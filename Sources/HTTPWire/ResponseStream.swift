/// A body that is produced while it is sent, such as server-sent events. The connection sends it in chunks; to a
/// client of HTTP/1.0 without chunks, until the connection ends.
package protocol ResponseStream: Sendable {
  /// Called once on the event loop, when the head was put into the output. The stream keeps the sink and writes to it
  /// from any thread. This call must not block.
  func start(_ sink: any ResponseSink)

  /// Called once, when nothing more can be sent: the client has left or reads too slowly, the server stops, or the
  /// sink was finished. This call must not block.
  func ended()
}

/// What follows a 101: bytes both ways, until one side ends (RFC 9110 §15.2.2).
package protocol UpgradedStream: ResponseStream {
  /// Takes bytes of the client. Called on the event loop, so it must not block. False ends the connection.
  func receive(_ bytes: [UInt8]) -> Bool
}

/// Takes the bytes of a stream. Callers may call it from any thread; it never blocks.
package protocol ResponseSink: Sendable {
  /// Queues bytes. False when nothing more can be sent, or when more than the sink's limit would wait for the client.
  @discardableResult func write(_ bytes: [UInt8]) -> Bool

  /// Queues bytes and waits until the connection has taken them, so it needs a thread of its own. False when nothing more can
  /// be sent.
  func send(_ bytes: [UInt8]) -> Bool

  /// Ends the body after the bytes that were written. A second call does nothing.
  func finish()

  /// Breaks the connection off, so that the client sees that the body is not complete.
  func abort()
}
