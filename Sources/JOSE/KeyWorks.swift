import Crypto
import Dispatch
import Platform
import Synchronization

/// Makes the keys of a ring and of its copies, on threads outside Dispatch's pool.
///
/// A thread makes a key without knowing for which place. When the key is made, the most urgent place gets it. So where
/// there are two processors, the key that somebody waits for is the first of two: how long a key takes is chance, and the
/// longest wait becomes much shorter. Keys that nobody waits for are made by one thread, which leaves the processors to
/// whoever else wants them. A place that no ring has any more gets no key.
final class KeyWorks: Sendable {
  private struct Order {
    weak var place: PendingKey?
    var isWanted: Bool
  }

  private struct State {
    /// The places without a key, the most urgent first.
    var orders: [Order] = []
    /// How many threads make keys that somebody waits for.
    var hasty = 0
    /// Whether a thread makes keys that nobody waits for.
    var hasPatient = false

    mutating func forgetAbandoned() { orders.removeAll { $0.place == nil } }

    /// How many hasty threads there should be.
    func wantedThreads(of processors: Int) -> Int {
      let wanted = orders.count { $0.isWanted }
      guard wanted > 0 else { return 0 }
      // A place that a patient thread works for already needs no second thread, unless somebody waits for it.
      return min(processors, max(wanted, orders.count - (hasPatient ? 1 : 0)))
    }
  }

  private let state = Mutex(State())
  private let maker: KeyRing.Maker
  private let processors: Int

  /// `processors` is how many keys may be made at one time while somebody waits.
  init(maker: @escaping KeyRing.Maker, processors: Int = min(2, OwnThread.processors)) {
    self.maker = maker
    self.processors = processors
  }

  /// Has keys made for these places, in this order. Somebody waits for the first `wanted` of them.
  func order(_ places: [PendingKey], wanted: Int) {
    state.withLock { state in
      let orders = places.enumerated().map { Order(place: $1, isWanted: $0 < wanted) }
      let end = state.orders.firstIndex { !$0.isWanted } ?? state.orders.endIndex
      state.orders.insert(contentsOf: orders.prefix(wanted), at: end)
      state.orders += orders.dropFirst(wanted)
    }
    startThreads()
  }

  /// Says that somebody waits for the key of this place.
  func want(_ place: PendingKey) {
    let isNew = state.withLock { state in
      guard let at = state.orders.firstIndex(where: { $0.place === place }), !state.orders[at].isWanted else {
        return false
      }
      let end = state.orders.firstIndex { !$0.isWanted } ?? at
      state.orders.remove(at: at)
      state.orders.insert(Order(place: place, isWanted: true), at: end)
      return true
    }
    if isNew { startThreads() }
  }

  private func startThreads() {
    let (hasty, isPatient) = state.withLock { state in
      state.forgetAbandoned()
      let hasty = max(0, state.wantedThreads(of: processors) - state.hasty)
      state.hasty += hasty
      let isPatient = state.hasty == 0 && !state.hasPatient && !state.orders.isEmpty
      if isPatient { state.hasPatient = true }
      return (hasty, isPatient)
    }
    for _ in 0..<hasty { start(isPatient: false) }
    if isPatient { start(isPatient: true) }
  }

  private func start(isPatient: Bool) {
    let body: @Sendable () -> Void = { self.work(isPatient: isPatient) }
    // A system that grants no further thread has one in Dispatch's pool.
    if !OwnThread.start(body) { DispatchQueue.global(qos: .userInitiated).async(execute: body) }
  }

  private func work(isPatient: Bool) {
    var isPatient = isPatient
    if isPatient { OwnThread.giveWay() }
    while true {
      let result: Result<SigningKey, CryptoError>
      do throws(CryptoError) { result = .success(try maker()) } catch { result = .failure(error) }
      takeFirst()?.fill(result)
      switch next(isPatient) {
      case .end: return
      case .hasty: break
      case .patient:
        if !isPatient { OwnThread.giveWay() }
        isPatient = true
      }
    }
  }

  private func takeFirst() -> PendingKey? {
    state.withLock { state in
      state.forgetAbandoned()
      return state.orders.isEmpty ? nil : state.orders.removeFirst().place
    }
  }

  private enum Next { case end, hasty, patient }

  /// What a thread does after a key. It makes another one only for a place that no other thread works for.
  private func next(_ isPatient: Bool) -> Next {
    state.withLock { state in
      state.forgetAbandoned()
      if isPatient {
        state.hasPatient = state.orders.count > state.hasty
        return state.hasPatient ? .patient : .end
      }
      if state.hasty <= state.wantedThreads(of: processors) { return .hasty }
      state.hasty -= 1
      guard !state.hasPatient, state.orders.count > state.hasty else { return .end }
      state.hasPatient = true
      return .patient
    }
  }
}
