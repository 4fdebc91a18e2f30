import Dispatch
import Platform
import Synchronization

/// Several threads that send at once, as a live service does. The caller waits for all of them: it is a command's main thread.
enum JudgeCrowd {
  /// Sends each list of requests on a thread of its own, one after another with a pause between.
  static func send(
    _ lists: [[SCIMRequest]], by client: SCIMClient, stamp: SCIMStamp?, stop: SCIMStop, pause: Duration = .zero
  ) -> [[Result<SCIMAnswer, SCIMFailure>]] {
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    for (index, list) in lists.enumerated() {
      let work: @Sendable () -> Void = {
        var results: [Result<SCIMAnswer, SCIMFailure>] = []
        for request in list {
          do throws(SCIMFailure) { results.append(.success(try client.send(request, stamp: stamp, stop: stop))) } catch
          {
            results.append(.failure(error))
          }
          if pause > .zero { usleep(UInt32(pause / .microseconds(1))) }
        }
        box.put(results, at: index)
        done.signal()
      }
      // Without a further thread the work is done here: later, and not at once.
      if !OwnThread.start(work) { work() }
    }
    for _ in lists { done.wait() }
    return box.all(lists.count)
  }

  private final class Box: Sendable {
    private let answers = Mutex<[Int: [Result<SCIMAnswer, SCIMFailure>]]>([:])

    func put(_ results: [Result<SCIMAnswer, SCIMFailure>], at index: Int) { answers.withLock { $0[index] = results } }

    func all(_ count: Int) -> [[Result<SCIMAnswer, SCIMFailure>]] {
      answers.withLock { known in (0..<count).map { known[$0] ?? [] } }
    }
  }
}
