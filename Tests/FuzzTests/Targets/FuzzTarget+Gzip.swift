import Compression

extension FuzzTarget {
  /// Bodies in gzip: what comes out stays within its bound, and is the same each time.
  static let gzip = FuzzTarget(name: "gzip", summary: "a body in gzip", maximumBytes: 1_024) { bytes in
    let bound = 200_000
    let first = try? Gzip.unpack(bytes, maximum: bound)
    try require(first == (try? Gzip.unpack(bytes, maximum: bound)), "unpacked twice, it is another body")
    guard let first else { return }
    try require(first.count <= max(65_536, bytes.count * 100), "\(bytes.count) bytes became \(first.count)")
    try require(bytes.count >= 18 && bytes[0] == 0x1F && bytes[1] == 0x8B, "it is not gzip and was unpacked")
    guard !first.isEmpty else { return }
    var refusal: GzipError?
    do throws(GzipError) { _ = try Gzip.unpack(bytes, maximum: first.count - 1) } catch { refusal = error }
    try require(refusal == .tooLarge(bound: first.count - 1), "with a bound of one byte less: \(refusal as Any)")
  }
}
