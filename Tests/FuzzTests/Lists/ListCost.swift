/// How the cost of a list grows with its length: what 2n items cost, divided by what n items cost. It is 2 where each item
/// costs the same, and goes to 4 where each is compared with all others.
struct ListCost {
  let ratio: Double
  let seconds: Double

  /// Above that an item costs more the longer the list is. Tables that grow, and other work of the machine, stay below.
  static let limit = 3.0

  /// The least of several measurements each, since a disturbance only ever makes one longer. A ratio that is too large is
  /// measured again: what the code itself costs comes out the same each time.
  static func measure(_ place: ListPlace, count: Int, item: (@Sendable (Int) -> String)? = nil) throws -> ListCost {
    let items = (0..<2 * count).map(item ?? place.item)
    var least = ListCost(ratio: .infinity, seconds: .infinity)
    var (short, long) = (Double.infinity, Double.infinity)
    for _ in 0..<10 where least.ratio > limit {
      // The first one also makes what is made once.
      for _ in 0..<2 { short = min(short, try place.cost(of: Array(items[..<count]))) }
      long = min(long, try place.cost(of: items))
      least = ListCost(ratio: long / short, seconds: long)
    }
    return least
  }
}
