import Bytes
import Expectations
import Testing

@Suite("Eight bytes at a time") struct WordScanTests {
  /// Every byte at every place of texts about as long as one word, two and three: what stands before and after must not matter.
  @Test("finds what looking at each byte finds", arguments: [1, 7, 8, 9, 16, 23]) func agrees(_ length: Int) {
    for filling: UInt8 in [0x20, 0x61, 0x7E, 0x09, 0xC3] {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: filling, count: length)
          bytes[place] = byte
          // Sixty thousand of them: only what differs is told.
          let isPlain = bytes.span.isPlainJSON
          let control = bytes.span.firstControl(from: 0, to: length)
          if isPlain != bytes.allSatisfy(Self.isPlain) || control != bytes.firstIndex(where: Self.isControl) ?? length {
            Issue.record("\(byte) at \(place) of \(length) between \(filling): plain \(isPlain), control at \(control)")
          }
        }
      }
    }
  }

  /// Every place where two texts can differ first, and whether case counts.
  @Test("tells where two texts part", arguments: [0, 1, 7, 8, 9, 16, 23]) func parts(_ length: Int) {
    let text = String(repeating: "a", count: length)
    #expect(text.hasSameBytes(as: String(repeating: "a", count: length)))
    #expect(!text.hasSameBytes(as: text + "a"))
    #expect(!(text + "a").hasSameBytes(as: text))
    for place in 0..<length {
      for (byte, isLetterA) in [("b", false), ("A", true), ("!", false)] {
        let other = String(repeating: "a", count: place) + byte + String(repeating: "a", count: length - place - 1)
        #expect(!text.hasSameBytes(as: other), "\(byte) at \(place) of \(length)")
        expectEqual(ASCII.equalIgnoringCase(text, other), isLetterA, "\(byte) at \(place) of \(length)")
        expectEqual(ASCII.equalIgnoringCase(other, text), isLetterA, "\(byte) at \(place) of \(length)")
      }
    }
    // The Kelvin sign is three bytes, and 'é' has two spellings.
    #expect(!ASCII.equalIgnoringCase(text + "k", text + "\u{212A}"))
    #expect(!(text + "\u{E9}").hasSameBytes(as: text + "e\u{301}"))
  }

  @Test("stays between its bounds") func bounds() {
    let bytes: [UInt8] = [0x0A] + Array(repeating: 0x61, count: 12) + [0x0D]
    func first(_ range: Range<Int>) -> Int { bytes.span.firstControl(from: range.lowerBound, to: range.upperBound) }
    expectEqual(first(1..<13), 13)
    expectEqual(first(1..<14), 13)
    expectEqual(first(5..<5), 5)
    let isEmptyPlain = [UInt8]().span.isPlainJSON
    #expect(isEmptyPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x80).contains(byte) && byte != 0x22 && byte != 0x5C }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }
}
