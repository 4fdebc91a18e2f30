/// An input cut into the pieces that a check wants.
enum FuzzInput {
  /// The first `count - 1` lines and all the rest, missing ones empty. What is not UTF-8 is replaced.
  static func lines(_ bytes: [UInt8], _ count: Int) -> [String] {
    let parts = bytes.split(separator: 0x0A, maxSplits: count - 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    return texts + Array(repeating: "", count: count - texts.count)
  }

  static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
