/// Bytes on their way out.
struct OutputBuffer {
  var bytes: [UInt8] = []
  private var sent = 0

  private static let keptCapacity = 65_536

  var count: Int { bytes.count - sent }

  var isEmpty: Bool { sent == bytes.count }

  func withUnsent<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
  }

  mutating func remove(_ count: Int) {
    sent += count
    guard isEmpty else { return }
    if bytes.capacity > Self.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    sent = 0
  }
}
