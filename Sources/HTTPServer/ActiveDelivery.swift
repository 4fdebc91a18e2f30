import HTTPWire

/// An answer whose delivery takes time.
final class ActiveDelivery {
  let response: HTTPResponse
  var encoder: HTTPResponseEncoder
  /// Bytes of the body that are on their way.
  var sentBytes = 0
  var sink: StreamSink?

  init(response: HTTPResponse, encoder: HTTPResponseEncoder) {
    self.response = response
    self.encoder = encoder
  }
}
