/// How the cost of a list grows with its length: what 2n items cost, divided by what n items cost. It is 2 where each item
/// costs the same, and goes to 4 where each is compared with all others.
struct ListCost {
  let ratio: Double
  let seconds: Double

  /// Above that an item costs more the longer the list is. Tables that grow, and other work of the machine, stay below.
  static let limit = 3.0

  /// What 4m items cost, divided by what m items cost, for m = n / 8, up to which a list is clearly linear. A reader whose
  /// ratio at n is 3 or more spends as much on pairs as on items there. Then it has 5.3 or more here, and is looked at again.
  static let clear = 4.7

  static func measure(_ place: ListPlace, count: Int, item: (@Sendable (Int) -> String)? = nil) throws -> ListCost {
    let items = (0..<2 * count).map(item ?? place.item)
    return try measure(count: count) { try place.cost(of: Array(items[..<$0])) }
  }

  /// `cost` says how long that many items take. A disturbance only ever makes it longer, so the least of several counts.
  static func measure(count: Int, cost: (Int) throws -> Double) throws -> ListCost {
    if let glance = try glance(count: count, cost: cost) { return glance }
    var least = ListCost(ratio: .infinity, seconds: .infinity)
    var (short, long) = (Double.infinity, Double.infinity)
    // A ratio that is too large is measured again: what the code itself costs comes out the same each time.
    for _ in 0..<10 where least.ratio > limit {
      // The first one also makes what is made once.
      for _ in 0..<2 { short = min(short, try cost(count)) }
      long = min(long, try cost(2 * count))
      least = ListCost(ratio: long / short, seconds: long)
    }
    return least
  }

  /// A look at shorter lists, without what the request costs by itself. Nil unless the list is clearly linear.
  private static func glance(count: Int, cost: (Int) throws -> Double) throws -> ListCost? {
    let few = max(1, count / 8)
    // The first one also makes what is made once.
    _ = try cost(1)
    let alone = try cost(1)
    var (short, long) = (try cost(few) - alone, Double.infinity)
    for _ in 0..<3 {
      short = min(short, try cost(few) - alone)
      long = min(long, try cost(4 * few) - alone)
      guard short > 0, long > 0 else { return nil }
      // Of one doubling, as the other measurement says it.
      if long < clear * short { return ListCost(ratio: (long / short).squareRoot(), seconds: long) }
    }
    return nil
  }
}
