import HTTPWire

/// An answer whose delivery takes time: it is delayed, slow, silent or a stream. A connection has one at most. Only
/// the connection's event loop touches it.
final class ActiveDelivery {
  let response: HTTPResponse
  var encoder: HTTPResponseEncoder
  /// Bytes of the body that were put into the output buffer. Only a slow delivery counts them.
  var sentBytes = 0
  /// What is sent before the bytes of a stream. Only a server that relayed the request gets any.
  var prologue: [UInt8] = []
  /// Where the stream of the answer writes. Nil before the stream has started, and for an answer without a stream.
  var sink: StreamSink?

  /// What takes the client's bytes after a 101. Nil for every other answer.
  let upgraded: (any UpgradedStream)?

  init(response: HTTPResponse, encoder: HTTPResponseEncoder) {
    self.response = response
    self.encoder = encoder
    upgraded = response.status == 101 ? response.stream as? any UpgradedStream : nil
  }
}
