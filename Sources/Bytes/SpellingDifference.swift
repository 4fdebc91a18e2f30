/// How a text that came differs from one that is registered: what a person has to mend, in words, with the letters that differ.
package struct SpellingDifference: Sendable, Hashable {
  /// Nothing longer is compared: what comes is not to cost more than the request that it came with.
  private static let maximumBytes = 1_024

  let came: String
  let registered: String
  /// The bytes that differ on the longer side, between the common beginning and the common end. 0 for the same text.
  package let distance: Int
  private let beginning: Int
  private let end: Int

  package init(came: String, registered: String) {
    (self.came, self.registered) = (came, registered)
    let (left, right) = (Array(came.utf8.prefix(Self.maximumBytes)), Array(registered.utf8.prefix(Self.maximumBytes)))
    let beginning = zip(left, right).prefix { $0 == $1 }.count
    let rest = min(left.count, right.count) - beginning
    let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.prefix(rest).count
    (self.beginning, self.end) = (beginning, end)
    distance = max(left.count, right.count) - beginning - end
  }

  /// A sentence without a full stop, such as `it has one slash more at its end`.
  package var words: String {
    if came.hasSameBytes(as: registered) { return "they are the same" }
    if came.hasSameBytes(as: registered + "/") { return "what came has a slash at its end, which is not registered" }
    if registered.hasSameBytes(as: came + "/") { return "what came lacks the slash at its end" }
    if ASCII.equalIgnoringCase(came, registered) {
      return "small and capital letters differ: \(part(came)) came for \(part(registered))"
    }
    return "\(part(came)) came for \(part(registered))\(place)"
  }

  /// At most `limit` of the registered texts, the nearest first. Of two equally near ones the given order decides.
  package static func nearest(
    to came: String, among registered: some Sequence<String>, limit: Int = 3
  ) -> [SpellingDifference] {
    registered.map { SpellingDifference(came: came, registered: $0) }
      .sorted { ($0.rank, $0.distance) < ($1.rank, $1.distance) }.prefix(limit).map(\.self)
  }

  /// The registered texts for a person, the nearest first, with the letters that differ: `'api://a' (…), 'api://b'`. `none` when there are none.
  package static func listed(
    _ came: String, among registered: some Sequence<String>, none: String, limit: Int = 3
  ) -> String {
    let all = Array(registered)
    guard let nearest = nearest(to: came, among: all, limit: 1).first else { return none }
    let others = Self.nearest(to: came, among: all, limit: limit).dropFirst().map { "'\($0.registered)'" }
    let told = "'\(nearest.registered)'" + (nearest.isNear ? " (\(nearest.words))" : "")
    let left = all.count - 1 - others.count
    return ([told] + others).joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }

  /// Whether it is worth telling the letters: texts of which less than half differs.
  package var isNear: Bool { rank == 0 || distance * 2 < max(came.utf8.count, registered.utf8.count) }

  private var rank: Int { ASCII.equalIgnoringCase(came, registered) ? 0 : 1 }

  /// The part that differs, in whole letters and up to the next mark on both sides, so that one reads words.
  private func part(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var from = min(beginning, bytes.count)
    var to = max(from, min(bytes.count, bytes.count - end))
    while from > 0, Self.isPartOfWord(bytes[from - 1]) { from -= 1 }
    while to < bytes.count, Self.isPartOfWord(bytes[to]) { to += 1 }
    return from == to ? "nothing" : "'\(String(decoding: bytes[from..<to], as: UTF8.self))'"
  }

  private var place: String {
    let bytes = Array(registered.utf8)
    var from = min(beginning, bytes.count)
    while from > 0, Self.isPartOfWord(bytes[from - 1]) { from -= 1 }
    return from == 0 ? "" : " after '\(String(decoding: bytes[..<from], as: UTF8.self))'"
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x5F || byte == 0x2E || byte > 0x7F
  }
}
