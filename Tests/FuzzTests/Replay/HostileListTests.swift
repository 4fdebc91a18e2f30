import Glibc
import Testing

/// A list in a request costs as much for each item, however long it is. Before, 30,000 words of a scope held an event loop for
/// seconds.
@Suite struct HostileListTests {
  /// Enough items that a comparison of each with each would be most of the work.
  static let count = 4_000

  @Test("costs the same for each item", arguments: ListPlace.all)
  func isLinear(_ place: ListPlace) throws {
    let cost = try ListCost.measure(place, count: Self.count)
    let answer = getenv("LIST_COSTS") == nil ? "" : " \(try place.answer(to: (0..<200).map(place.item)))"
    if !answer.isEmpty { print("LIST \(Int(cost.ratio * 100)) \(Int(cost.seconds * 1_000_000)) \(place) \(answer)") }
    #expect(
      cost.ratio < ListCost.limit,
      "\(2 * Self.count) items take \(cost.seconds) s, \(cost.ratio) times as long as half of them")
  }
}
