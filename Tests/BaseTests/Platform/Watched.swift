import Dispatch
import Synchronization

@testable import Platform

/// Collects what a watch says.
private final class Said: Sendable {
  private let list = Mutex<[Readiness]>([])

  var all: [Readiness] { list.withLock { $0 } }

  func add(_ ready: UnsafeBufferPointer<Readiness>) {
    let more = Array(ready)
    list.withLock { $0 += more }
  }

  func clear() { list.withLock { $0 = [] } }
}

/// A socket that a watch has, and what the watch has said of it. Sendable because only the queue changes the watch.
final class Watched: @unchecked Sendable {
  let socket: Int32
  let peer: Peer
  private let queue = DispatchQueue(label: "watch")
  private let watch: SocketWatch
  private let said = Said()
  /// The number is the system's again.
  var isClosed = false

  init() throws {
    let (own, other) = try SocketPair.make()
    socket = own
    peer = Peer(other)
    watch = try SocketWatch(on: queue)
    watch.begin { [said, unowned watch] in said.add(watch.takeReady()) }
    queue.sync { watch.resume() }
  }

  deinit {
    queue.sync {
      if !isClosed { watch.close(socket) }
      watch.suspend()
    }
  }

  func watch(again: Bool = false, reading: Bool, writing: Bool) {
    queue.sync { watch.watch(socket, isWatched: again, reading: reading, writing: writing) }
  }

  func forget() { queue.sync { watch.forget(socket) } }

  func close(leaving group: DispatchGroup) {
    queue.sync {
      isClosed = true
      watch.close(socket, leaving: group)
    }
  }

  /// Forgets what the watch has said.
  func discard() { queue.sync { said.clear() } }

  /// The next thing it says that fits; nil when it has said none for half a minute.
  func next(_ fits: (Readiness) -> Bool) -> Readiness? {
    discard()
    let end = DispatchTime.now() + 30
    while DispatchTime.now() < end {
      queue.sync { watch.tick() }
      if let found = said.all.first(where: fits) { return found }
      sched_yield()
    }
    return nil
  }

  /// How many things it has said, once another socket, watched later, has had an event.
  func settled() -> Int {
    guard let (own, other) = try? SocketPair.make() else { return -1 }
    defer { Peer(other).close() }
    queue.sync { watch.watch(own, isWatched: false, reading: false, writing: true) }
    let end = DispatchTime.now() + 30
    while DispatchTime.now() < end, !said.all.contains(where: { $0.socket == own }) {
      queue.sync { watch.tick() }
      sched_yield()
    }
    queue.sync { watch.close(own) }
    return said.all.count { $0.socket != own }
  }
}
