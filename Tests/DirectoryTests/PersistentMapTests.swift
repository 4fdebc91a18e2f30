import Bytes
import Crypto
import Expectations
import Platform
import Testing

@testable import Directory

@Suite("A map whose copies share") struct PersistentMapTests {
  @Test("answers as a dictionary does, whatever is put and taken") func sameAsDictionary() {
    var map = PersistentMap<String, Int>()
    var dictionary: [String: Int] = [:]
    let chance = SeededEntropy(seed: 3)
    var copies: [(PersistentMap<String, Int>, [String: Int])] = []
    for step in 0..<20_000 {
      let key = "\(chance.uniform(below: 3_000))"
      if chance.uniform(below: 3) == 0 {
        expectEqual(map.removeValue(forKey: key), dictionary.removeValue(forKey: key))
      } else {
        expectEqual(map.updateValue(step, forKey: key), dictionary.updateValue(step, forKey: key))
      }
      if step % 4_000 == 0 { copies.append((map, dictionary)) }
    }
    copies.append((map, dictionary))
    // Copies that were taken on the way are as they were.
    for (map, dictionary) in copies {
      expectEqual(map.count, dictionary.count)
      expectEqual(map.values.sorted(), dictionary.values.sorted())
      #expect(map.keys.allSatisfy { map[$0] == dictionary[$0] } && map.keys.count == dictionary.count)
    }
  }

  @Test("has one order, however it came about") func order() {
    let keys = (0..<500).map { "\($0)" }
    func map(_ keys: [String]) -> PersistentMap<String, Int> {
      var map = PersistentMap<String, Int>()
      for key in keys { map[key] = 1 }
      return map
    }
    expectEqual(map(keys).keys, map(keys).keys)
    expectEqual(Set(map(keys).keys), Set(map(keys.reversed()).keys))
  }

  /// A key that agrees with all others in its bits.
  struct Same: TrieKey {
    let number: Int
    var trieBits: UInt64 { 7 }
  }

  @Test("keeps keys apart whose bits agree") func collisions() {
    var map = PersistentMap<Same, Int>()
    for number in 0..<100 { map[Same(number: number)] = number }
    #expect(map.count == 100 && map[Same(number: 99)] == 99 && map[Same(number: 100)] == nil)
    map[Same(number: 5)] = nil
    #expect(map.count == 99 && map[Same(number: 5)] == nil && map[Same(number: 6)] == 6)
  }

  @Test("A list of chunks keeps its order, and copies keep their end") func chunks() {
    var list = ChunkedList<Int>()
    for number in 0..<1_500 { list.append(number) }
    let copy = list
    list.append(1_500)
    #expect(copy.compactMap { $0 } == Array(0..<1_500) && copy.count == 1_500)
    expectEqual(list.compactMap { $0 % 500 == 0 ? $0 : nil }, [0, 500, 1_000, 1_500])
  }

  @Test("A change of one user among very many costs little more than one among few") func cost() throws {
    /// Of this thread's own time: what else the machine does is not counted.
    func processorTime() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    func cost(_ count: Int) throws -> Duration {
      var state = Sample.seeds().state
      for number in 0..<count {
        state.put(
          User(
            id: User.ID(GUID(random: SHA256.hash(Array("\(number)".utf8)))), tenant: Sample.tenant, alias: "u\(number)",
            userPrincipalName: "u\(number)@contoso.com", displayName: "U", createdAt: Sample.start))
      }
      _ = state.takeChanges()
      let id = try #require(state.user(named: "u7")).id
      var fastest = Duration.seconds(1_000)
      for _ in 0..<5 {
        let start = processorTime()
        for _ in 0..<50 {
          // A reader holds the old one, as a request does.
          let held = state
          state.updateUser(id) { $0.isEnabled.toggle() }
          withExtendedLifetime(held) {}
        }
        fastest = min(fastest, processorTime() - start)
      }
      return fastest
    }
    let (few, many) = (try cost(1_000), try cost(30_000))
    // Copying whole would be thirty times as much.
    #expect(many < few * 8, "\(few) with few, \(many) with many")
  }
}
