import Bytes
import TestSupport

extension FuzzTarget {
  /// Lists in requests: whatever the items are, each costs the same however long the list is. Time is a finding as well as an
  /// outcome here.
  static let lists = FuzzTarget(
    name: "lists", summary: "the place of a list by its name, and what its items begin with, one a line",
    maximumBytes: 256
  ) { bytes in
    let lines = FuzzInput.lines(bytes, 2)
    let number = lines[0].utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let place = ListPlace.all.first { $0.name == lines[0] } ?? ListPlace.all[number % ListPlace.all.count]
    // The words of the input stand before the items of the place, so that a list can have any number of kinds of items.
    let words = lines[1].split(separator: " ").prefix(8).map(String.init)
    let item: @Sendable (Int) -> String = { index in
      let usual = place.item(index)
      return index % 2 == 0 || words.isEmpty ? usual : usual.spliced(with: words[index / 2 % words.count])
    }
    // One look each; only what looks suspicious is measured to the end.
    let items = (0..<1_000).map(item)
    guard try place.cost(of: items) > ListCost.limit * place.cost(of: Array(items[..<500])) else { return }
    let many = try ListCost.measure(place, count: 2_000, item: item)
    try require(
      many.ratio <= ListCost.limit, "\(place): 4000 items take \(many.seconds) s, \(many.ratio) times as long as 2000")
  }
}

extension String {
  /// The text with a word behind its first letter or sign, so that quotes and brackets stay where they are.
  fileprivate func spliced(with word: String) -> String {
    guard let first = unicodeScalars.first else { return word }
    return String(first) + word + String(unicodeScalars.dropFirst())
  }
}
