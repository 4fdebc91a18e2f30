/// The regular expression that values of an attribute must match as a whole (Graph: `validationRegEx`).
///
/// It is a list of classes of characters, each with a count: what a phone number, a postal code or the number of a member needs. Groups and
/// alternatives are refused when a file is read. So each class needs one look at the value: the time grows with the length of the pattern
/// times the length of the value, whatever the counts are.
package struct AttributePattern: Sendable {
  /// Why a text cannot be such a pattern, with the remedy.
  package struct Fault: Error, Hashable {
    package let text: String
    package init(_ text: String) { self.text = text }
  }

  /// A class of characters, and how often it stands there.
  struct Part: Sendable {
    let characters: CharacterRanges
    let least: Int
    /// Nil: as often as one likes.
    let most: Int?
  }

  /// The most characters of a pattern, and the most bytes of a value.
  package static let longest = 500
  package static let longestValue = 4096

  private let parts: [Part]

  /// Reads a pattern.
  /// - Throws: `Fault` for one that is too long, or is more than a list of classes with counts.
  package init(_ text: String) throws(Fault) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.longest else {
      throw Fault("it has \(scalars.count) characters, and \(Self.longest) is the most; shorten it")
    }
    var reader = PatternReader(scalars)
    parts = try reader.read()
  }

  /// A text that the pattern describes; for customers whom nobody asks.
  package var sample: String {
    parts.reduce(into: "") { text, part in
      for _ in 0..<(part.most == 0 ? 0 : max(part.least, 1)) { text.unicodeScalars.append(part.characters.sample) }
    }
  }

  /// Whether a value matches as a whole. A value with a zero byte, or one that is too long, does not.
  package func matches(_ value: String) -> Bool {
    guard value.utf8.count <= Self.longestValue, !value.utf8.contains(0) else { return false }
    let text = value.unicodeScalars.map(\.value)
    var ends = [true] + [Bool](repeating: false, count: text.count)
    for part in parts { ends = part.ends(in: text, after: ends) }
    return ends[text.count]
  }
}

extension AttributePattern.Part {
  /// Where this part can end, when those before it can end at `starts`: each a place before a character, or behind the last one.
  fileprivate func ends(in text: [UInt32], after starts: [Bool]) -> [Bool] {
    // How many of the starts lie before each place.
    var counts = [0]
    var count = 0
    for isStart in starts {
      count += isStart ? 1 : 0
      counts.append(count)
    }
    // How many characters before the place are of the class, without a gap.
    var run = 0
    return starts.indices.map { place in
      if place > 0 { run = characters.contains(text[place - 1]) ? run + 1 : 0 }
      let farthest = min(run, most ?? run)
      return farthest >= least && counts[place - least + 1] > counts[place - farthest]
    }
  }
}
