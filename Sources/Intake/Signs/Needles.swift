/// Many texts that are looked for at once, in one walk over a file. Two bytes decide at most places.
struct Needles: Sendable {
  private let texts: [[UInt8]]
  /// The numbers of the texts that begin with two bytes, by those bytes.
  private let starts: [[Int]]

  init(_ texts: [String]) {
    self.texts = texts.map { Array($0.utf8) }
    var starts = [[Int]](repeating: [], count: 1 << 16)
    for (number, text) in self.texts.enumerated() where text.count > 1 {
      starts[Int(text[0]) << 8 | Int(text[1])].append(number)
    }
    self.starts = starts
  }

  /// Where each text stands first, by its number. `only`: whether the first that is found is enough.
  func places(in bytes: [UInt8], only: Bool = false) -> [Int: Int] {
    var found: [Int: Int] = [:]
    guard bytes.count > 1 else { return found }
    var before = Int(bytes[0])
    for index in 1..<bytes.count {
      let byte = Int(bytes[index])
      let numbers = starts[before << 8 | byte]
      before = byte
      guard !numbers.isEmpty else { continue }
      for number in numbers where found[number] == nil && stands(texts[number], in: bytes, at: index - 1) {
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
