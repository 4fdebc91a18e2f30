import Dispatch
import Platform
import Synchronization

/// Does pieces of work, several at a time, and returns when all have ended. It waits: the caller is a thread that may.
enum Together {
  /// The results are in the order of the work.
  static func run<Result: Sendable>(_ count: Int, atOnce: Int, _ work: @escaping @Sendable (Int) -> Result) -> [Result] {
    guard atOnce > 1, count > 1 else { return (0..<count).map(work) }
    let results = Results<Result>(count)
    let done = DispatchSemaphore(value: 0)
    let box = Shared()
    let threads = min(atOnce, count)
    for _ in 0..<threads {
      let body: @Sendable () -> Void = {
        while true {
          let index = box.next()
          guard index < count else { break }
          results.put(work(index), at: index)
        }
        done.signal()
      }
      // A system that grants no thread makes this one do the work.
      if !OwnThread.start(body) { body() }
    }
    for _ in 0..<threads { done.wait() }
    return results.all
  }

  /// Waits until a place is free.
  static func waitForPlace(_ enter: (@escaping @Sendable () -> Void) -> Bool) {
    let free = DispatchSemaphore(value: 0)
    if !enter({ free.signal() }) { free.wait() }
  }

  private final class Shared: Sendable {
    private let value = Atomic<Int>(0)
    func next() -> Int { value.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue }
  }

  private final class Results<Result: Sendable>: Sendable {
    private let values: Mutex<[Result?]>
    init(_ count: Int) { values = Mutex(Array(repeating: nil, count: count)) }
    func put(_ result: Result, at index: Int) { values.withLock { $0[index] = result } }
    var all: [Result] { values.withLock { $0.compactMap(\.self) } }
  }
}
