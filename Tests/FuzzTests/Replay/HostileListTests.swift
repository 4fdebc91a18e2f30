import Platform
import TestSupport
import Testing

/// A list in a request or a file costs as much for each item, however long it is. Before, 30,000 words of a scope held an event
/// loop for seconds, and a file of 8,000 apps was not read within a minute.
///
/// `LIST_ROWS=export` runs the rows whose names begin so, and `LIST_COSTS=1` prints what each row costs and answers.
struct HostileListTests {
  /// The rows that this run measures.
  static let rows = ListPlace.all.filter { row in
    getenv("LIST_ROWS").map { row.name.hasPrefix(String(cString: $0)) } ?? true
  }

  /// The lane of everything has them: they take as long as all other tests of Swift together.
  @Test("costs the same for each item", .enabled(if: Lane.isAll), arguments: rows)
  func isLinear(_ place: ListPlace) throws {
    let count = place.count
    let cost = try ListCost.measure(place, count: count)
    let answer = getenv("LIST_COSTS") == nil ? "" : " \(try place.answer(to: (0..<200).map(place.item)))"
    if !answer.isEmpty { print("LIST \(Int(cost.ratio * 100)) \(Int(cost.seconds * 1_000_000)) \(place) \(answer)") }
    #expect(
      cost.ratio < ListCost.limit,
      "\(2 * count) items take \(cost.seconds) s, \(cost.ratio) times as long as half of them")
  }
}
