import Synchronization

/// Counters beside each other, which any thread raises without a lock. A count that passes 2^64 begins again at 0.
///
/// Unchecked, because the memory behind a pointer is invisible to the compiler: it is made once, freed by `deinit`, and holds atomics alone.
package final class CounterRow: @unchecked Sendable {
  private let cells: UnsafeMutablePointer<Atomic<UInt64>>
  package let count: Int

  package init(count: Int) {
    self.count = max(0, count)
    cells = .allocate(capacity: max(1, self.count))
    for index in 0..<self.count { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: count)
    cells.deallocate()
  }

  /// Raises one counter. A place that the row does not have counts nothing.
  package func add(_ amount: UInt64 = 1, at index: Int) {
    guard index >= 0, index < count else { return }
    cells[index].wrappingAdd(amount, ordering: .relaxed)
  }

  /// What the counter shows; 0 for a place that the row does not have.
  package subscript(_ index: Int) -> UInt64 {
    guard index >= 0, index < count else { return 0 }
    return cells[index].load(ordering: .relaxed)
  }
}
