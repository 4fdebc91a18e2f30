/// Finds what a person may have meant by a word that is not known.
package enum Suggestion {
  /// Longer words are nobody's typing slip, and comparing them would cost the square of their length.
  private static let maximumBytes = 64

  /// The candidate most like `text`, or nil when none is near.
  package static func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    ranked(by: text, among: candidates, limit: 1).first
  }

  /// At most `limit` candidates that are near `text`, nearest first. Near are those that at most a third of the letters tell
  /// apart, and those that begin with it; ASCII case does not count. Of equally near ones the longer common beginning
  /// wins, then the order given.
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
    // The sort is stable.
    return near.sorted { ($0.distance, -$0.begins) < ($1.distance, -$1.begins) }.prefix(max(0, limit)).map(\.candidate)
  }

  /// Letters to insert, drop, change or swap with a neighbour until the two are the same (optimal string alignment).
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
