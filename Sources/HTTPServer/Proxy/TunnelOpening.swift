import Bytes
import Dispatch
import HTTPWire
import Platform
import Synchronization

/// A tunnel on its way to its host: looks the name up once, checks each address that the look-up gave, and connects to
/// the first that may be and answers. A name that means another address a moment later changes nothing.
///
/// Sendable because all but `isWanted` is read and changed on the loop's queue only.
final class TunnelOpening: @unchecked Sendable {
  /// Why there is no connection.
  enum Failure: Error {
    case unreachable
    case refused(TunnelRefusal)
  }

  typealias Outcome = Result<Int32, Failure>

  let target: ProxyTarget
  private let permit: TunnelPermit
  private let loop: EventLoop
  private let core: ServerCore
  private let isWanted = Atomic(true)
  /// Nil when the outcome was told, or nobody wants it any more.
  private var whenDone: ((Outcome) -> Void)?
  /// Why an address was left out; nil when none was.
  private var refusal: TunnelRefusal?
  /// The connection on its way to one of the addresses.
  private var socket: SocketOpening?

  /// How long one address may take to answer.
  private static let connectTime = Duration.seconds(5)

  /// Takes over a place for a tunnel (`ServerCore.takeTunnelPlace`). It gives the place back when there is no
  /// connection.
  init(to target: ProxyTarget, permit: TunnelPermit, loop: EventLoop, core: ServerCore) {
    self.target = target
    self.permit = permit
    self.loop = loop
    self.core = core
  }

  /// Begins, and calls `whenDone` once on the loop: with a connected socket, or with the reason why there is none. It has
  /// no limit of time; the caller ends it with `cancel`, and is not called after that.
  func begin(_ whenDone: @escaping (Outcome) -> Void) {
    self.whenDone = whenDone
    core.lookUps.add { [self, host = target.authority.host, port = target.port] in
      // Whoever has given up by now need not wait for the resolver, nor make the others of the line wait.
      guard isWanted.load(ordering: .relaxed) else { return }
      let addresses = core.configuration.lookUp(host, port)
      loop.queue.async { [self] in
        loop.refresh()
        consider(addresses)
      }
    }
  }

  /// Ends the opening without an outcome.
  func cancel() {
    guard whenDone != nil else { return }
    core.giveTunnelPlaceBack()
    whenDone = nil
    socket?.cancel()
    socket = nil
    isWanted.store(false, ordering: .relaxed)
  }

  private func consider(_ found: [SocketAddress]) {
    guard whenDone != nil else { return }
    var addresses: [SocketAddress] = []
    for address in found {
      if !permit.admits(address.place) {
        refusal = .notAdmitted(found.map(\.place).filter { !permit.admits($0) })
      } else if core.listens(on: address.port), address.isOfThisMachine {
        refusal = refusal ?? .ownPort(address.place)
      } else {
        addresses.append(address)
      }
    }
    if !addresses.isEmpty { refusal = nil }
    connect(to: addresses)
  }

  private func connect(to addresses: [SocketAddress]) {
    let socket = SocketOpening(to: addresses, timeForEach: Self.connectTime, loop: loop)
    self.socket = socket
    socket.begin { [self] connected in
      self.socket = nil
      if let connected { return end(.success(connected)) }
      end(.failure(refusal.map { .refused($0) } ?? .unreachable))
    }
  }

  private func end(_ outcome: Outcome) {
    if case .failure = outcome { core.giveTunnelPlaceBack() }
    let tell = whenDone
    whenDone = nil
    tell?(outcome)
  }
}
