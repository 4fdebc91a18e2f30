import Testing

/// The measurement finds readers whose time is quadratic, on a machine that disturbs it.
struct ListCostTests {
  /// A reader in numbers: seconds for the request, for each item and for each pair of items.
  struct Reader: CustomTestStringConvertible {
    let request: Double
    let item: Double
    let pair: Double
    /// How much longer a measurement can be than the reader takes.
    var disturbance = 0.0
    var seed: UInt64 = 1

    var testDescription: String { "\(request) s, \(item) s an item, \(pair) s a pair, +\(disturbance), run \(seed)" }

    func measured(count: Int) throws -> ListCost {
      var mutator = Mutator(seed: seed, words: [])
      return try ListCost.measure(count: count) { number in
        let items = Double(number)
        let time = request + item * items + pair * items * items
        return time * (1 + disturbance * Double(mutator.below(1_000)) / 1_000)
      }
    }
  }

  private static let count = 2_000

  /// Pairs cost one and a half times as much as items, or more.
  static let quadratic: [Reader] = [0.0, 0.001].flatMap { request in
    [1.5, 2, 4, 100].flatMap { share in
      (1...20).map {
        Reader(request: request, item: 1e-5, pair: share * 1e-5 / Double(count), disturbance: 0.02, seed: $0)
      }
    }
  }

  @Test(arguments: quadratic) func aQuadraticReaderIsFound(_ reader: Reader) throws {
    #expect(try reader.measured(count: Self.count).ratio > ListCost.limit)
  }

  static let linear: [Reader] = [0.0, 0.001, 0.02].flatMap { request in
    [0.0, 0.1, 0.2].flatMap { disturbance in
      (1...20).map { Reader(request: request, item: 1e-5, pair: 0, disturbance: disturbance, seed: $0) }
    }
  }

  @Test(arguments: linear) func aLinearReaderIsNot(_ reader: Reader) throws {
    #expect(try reader.measured(count: Self.count).ratio < ListCost.limit)
  }

  /// Nearly all lists are looked at for a tenth of the time that the whole measurement takes.
  @Test func aLinearReaderIsLookedAtOnce() throws {
    var items = 0
    let cost = try ListCost.measure(count: Self.count) { number in
      items += number
      return 0.001 + 1e-5 * Double(number)
    }
    #expect(abs(cost.ratio - 2) < 0.01)
    #expect(items < Self.count)
  }

  /// A real one, through the clock: each word is compared with all words before it. Other work of the machine can hide it in one measurement,
  /// since a short list that was disturbed makes the ratio small; it does not do so five times.
  @Test func aRealQuadraticReaderIsFound() throws {
    let place = ListPlace("words", item: ListPlace.numbered("word")) { words in
      .work {
        var seen: [String] = []
        for word in words where !seen.contains(word) { seen.append(word) }
        return "\(seen.count) words"
      }
    }
    #expect(try (0..<5).contains { _ in try ListCost.measure(place, count: 500).ratio > ListCost.limit })
  }
}
