import Dispatch
import Expectations
import Synchronization
import Testing

@testable import HTTPServer

struct ThreadLineTests {
  @Test func aFewRunAtATimeAndAllRun() {
    let places = 4
    let line = ThreadLine(places: places)
    let started = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let ended = DispatchGroup()
    let running = Mutex((now: 0, most: 0))
    let count = places * 3
    for _ in 0..<count {
      ended.enter()
      line.add {
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        started.signal()
        mayEnd.wait()
        running.withLock { $0.now -= 1 }
        ended.leave()
      }
    }
    for _ in 0..<places { started.wait() }
    expectEqual(running.withLock { $0.now }, places)
    for _ in 0..<count { mayEnd.signal() }
    ended.wait()
    expectEqual(running.withLock { $0.most }, places)
  }
}
