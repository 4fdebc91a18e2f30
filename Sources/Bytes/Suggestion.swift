/// Finds the known words that a person may have meant with an unknown one.
package enum Suggestion {
  /// A longer word is not a typing error, and the time of a comparison grows with the square of the length.
  private static let maximumBytes = 64

  /// The candidate that is most like `text`. Nil when none is near.
  package static func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    ranked(by: text, among: candidates, limit: 1).first
  }

  /// At most `limit` candidates that are near `text`, the nearest first. A candidate is near when at most a third of
  /// the letters differ, or when it begins with `text`; ASCII case does not count. Of two equally near ones the
  /// longer common beginning decides, then the given order.
  package static func ranked(by text: String, among candidates: some Sequence<String>, limit: Int = 3) -> [String] {
    let wanted = ASCII.lowercased(text).utf8
    guard !wanted.isEmpty, wanted.count <= maximumBytes else { return [] }
    let allowed = max(1, wanted.count / 3)
    var near: [(candidate: String, distance: Int, begins: Int)] = []
    for candidate in candidates {
      let known = ASCII.lowercased(candidate).utf8
      guard known.count <= maximumBytes else { continue }
      let apart = distance(Array(wanted), Array(known))
      let begins = zip(wanted, known).prefix { $0 == $1 }.count
      if apart <= allowed {
        near.append((candidate, apart, begins))
      } else if wanted.count >= 3, begins == wanted.count {
        near.append((candidate, allowed + 1, begins))
      }
    }
    // The sort is stable, so equal ones keep the given order.
    return near.sorted { ($0.distance, -$0.begins) < ($1.distance, -$1.begins) }.prefix(max(0, limit)).map(\.candidate)
  }

  /// How many letters have to be inserted, dropped, changed or swapped with a neighbour until the words are equal
  /// (optimal string alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
