/// The result of one call on a socket, in clear text or through TLS.
enum TransportResult {
  /// So many bytes were read or written; always more than 0 for a read.
  case bytes(Int)
  /// The call can go on when the socket has bytes.
  case wantsRead
  /// The call can go on when the socket takes bytes.
  case wantsWrite
  /// The peer ended its side in an orderly way.
  case ended
  case failed
}
