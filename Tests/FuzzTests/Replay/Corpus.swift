import Foundation

/// The inputs that are kept for a target: seeds, and what fuzzing found.
struct Corpus {
  struct Input: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  let inputs: [Input]
  /// Words of the target's language, out of its dictionary for libFuzzer.
  let words: [[UInt8]]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  init(of target: FuzzTarget) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: "Corpus/\(target.name)"), includingPropertiesForKeys: nil)
    inputs = try files.sorted { $0.path < $1.path }.map {
      Input(name: $0.lastPathComponent, bytes: Array(try Data(contentsOf: $0)))
    }
    let dictionary = try String(
      contentsOf: Self.folder.appending(path: "Dictionaries/\(target.name).dict"), encoding: .utf8)
    words = dictionary.split(separator: "\n").compactMap(Self.word)
  }

  /// A line such as `"a\x0A\"b"`.
  private static func word(_ line: Substring) -> [UInt8]? {
    guard line.utf8.count > 2, line.utf8.first == 0x22, line.utf8.last == 0x22 else { return nil }
    var word: [UInt8] = []
    var rest = line.utf8.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == 0x5C, let next = rest.popFirst() else {
        word.append(byte)
        continue
      }
      guard next == 0x78 else {
        word.append(next)
        continue
      }
      guard let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else { return nil }
      word.append(value)
      rest = rest.dropFirst(2)
    }
    return word
  }
}
