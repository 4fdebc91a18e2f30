/// What one call on a socket, in clear or through TLS, came to.
enum TransportResult {
  case bytes(Int)
  case wantsRead
  case wantsWrite
  /// The peer ended its side in an orderly way.
  case ended
  case failed
}
