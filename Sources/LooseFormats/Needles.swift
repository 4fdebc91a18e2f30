/// Many texts, each of two bytes or more, that are looked for at once, in one walk over a file. Two bytes decide at most places.
package struct Needles: Sendable {
  private let texts: [[UInt8]]
  /// The texts that begin with the same two bytes, by their numbers. The first group is empty.
  private let groups: [[Int]]
  /// The number of the group of two bytes.
  private let starts: [UInt16]

  package init(_ texts: [String]) {
    let texts = texts.map { Array($0.utf8) }
    self.texts = texts
    let pairs = Dictionary(grouping: texts.indices) { (index: Int) -> Int in Self.pair(texts[index]) }
    groups = [[]] + pairs.values
    var starts = [UInt16](repeating: 0, count: 1 << 16)
    for (number, pair) in pairs.keys.enumerated() { starts[pair] = UInt16(number + 1) }
    self.starts = starts
  }

  private static func pair(_ text: [UInt8]) -> Int {
    let first = Int(text[0]) << 8
    return first | Int(text[1])
  }

  /// Whether any of the texts stands there.
  package func stand(in bytes: [UInt8]) -> Bool { !places(in: bytes, only: true).isEmpty }

  /// Where each text stands first, by its number. `only`: whether the first that is found is enough.
  package func places(in bytes: [UInt8], only: Bool = false) -> [Int: Int] {
    var found: [Int: Int] = [:]
    guard var pair = bytes.first.map(Int.init) else { return found }
    for index in 1..<bytes.count {
      pair = (pair & 0xFF) << 8 | Int(bytes[index])
      guard starts[pair] != 0 else { continue }
      for number in groups[Int(starts[pair])]
      where found[number] == nil && stands(texts[number], in: bytes, at: index - 1) {
        found[number] = index - 1
        if only { return found }
      }
    }
    return found
  }

  private func stands(_ text: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
    guard start + text.count <= bytes.count else { return false }
    for offset in 2..<max(2, text.count) where bytes[start + offset] != text[offset] { return false }
    return true
  }
}
