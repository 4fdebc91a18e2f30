/// The bytes of answers that the socket has not taken yet.
struct OutputBuffer {
  /// All bytes since the buffer was last empty; the first `sent` of them are on their way. Writers append.
  var bytes: [UInt8] = []
  private var sent = 0

  /// A buffer that grew larger than this is freed when it is empty.
  private static let keptCapacity = 65_536

  /// Bytes that are still to be sent.
  var count: Int { bytes.count - sent }

  var isEmpty: Bool { sent == bytes.count }

  func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
  }

  /// Drops `count` bytes that the socket has taken.
  mutating func remove(_ count: Int) {
    sent += count
    guard isEmpty else { return }
    if bytes.capacity > Self.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    sent = 0
  }
}
