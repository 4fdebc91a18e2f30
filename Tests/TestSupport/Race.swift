import Dispatch
import Synchronization

/// Runs `body` on that many threads at once and rethrows the first error. A serial queue each: tasks and shared queues would
/// run only as many at once as there are cores.
package func race(_ count: Int, _ body: @escaping @Sendable () throws -> Void) throws {
  let failure = Mutex<(any Error)?>(nil)
  let group = DispatchGroup()
  for index in 0..<count {
    DispatchQueue(label: "race.\(index)").async(group: group) {
      do { try body() } catch { failure.withLock { if $0 == nil { $0 = error } } }
    }
  }
  group.wait()
  if let error = failure.withLock({ $0 }) { throw error }
}
