import Dispatch
import HTTPWire
import Platform
import Synchronization

/// One connection with another server, kept from request to request. It verifies that server and proves to it that this one belongs to the
/// same cluster.
///
/// Sendable because all of its state is read and changed on its loop's queue only.
final class RelayLink: LoopMember, @unchecked Sendable {
  private enum Phase {
    case opening
    case handshake
    case idle
    case carrying
    case closed
  }

  private(set) var socket: Int32 = -1
  private(set) var nextDeadline = UInt64.max
  private let links: RelayLinks
  private let loop: EventLoop
  private let core: ServerCore
  private var phase = Phase.opening
  private var hasPlace = false
  private var addresses: SocketOpening?
  private var tls: TLSSession?
  private var exchange: RelayedExchange?
  /// The request, until the system has taken all of it.
  private var output = OutputBuffer()
  /// The connection has carried a request before.
  private var isKept = false
  /// The client is slower than the peer: nothing is read until it has caught up.
  private var isPaused = false
  private var needsWritability = false
  private var watched: (reading: Bool, writing: Bool) = (false, false)

  /// How long a connection without a request is kept. The peer keeps it longer (`HTTPLimits.idleTime`), so this side is the one that ends it.
  private static let idleTime = Duration.seconds(5)
  /// How often it is looked whether the peer, which may take any time for its answer, still lives.
  private static let lookTime = Duration.milliseconds(500)

  init(links: RelayLinks, loop: EventLoop, core: ServerCore) {
    self.links = links
    self.loop = loop
    self.core = core
  }

  // MARK: Opening

  /// Begins to connect. False when that failed at once, which `links` has been told then.
  func open() -> Bool {
    hasPlace = core.takePlace(isSecure: true) == .served
    guard hasPlace else {
      close()
      return false
    }
    if let address = SocketAddress.numeric(links.peer.host, port: links.peer.port) {
      connect(to: [address])
      return phase != .closed
    }
    core.relayLookUps.add { [self, peer = links.peer] in
      let addresses = core.configuration.lookUp(peer.host, peer.port)
      loop.queue.async { [self] in
        loop.refresh()
        connect(to: addresses)
      }
    }
    return true
  }

  private func connect(to addresses: [SocketAddress]) {
    guard links.hasWaiting, let time = core.configuration.relay?.openingTime else { return close() }
    let opening = SocketOpening(to: addresses, timeForEach: time / max(1, addresses.count), loop: loop)
    self.addresses = opening
    nextDeadline = loop.time(after: time)
    opening.begin { [self] socket in
      self.addresses = nil
      guard let socket else { return close() }
      connected(socket)
    }
  }

  private func connected(_ socket: Int32) {
    self.socket = socket
    core.open.enter()
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    mockidp_notice_loss(socket, true)
    loop.add(self)
    guard let trust = core.relay, let session = TLSSession(to: trust, socket: socket) else { return close() }
    tls = session
    phase = .handshake
    continueHandshake()
  }

  private func continueHandshake() {
    switch tls?.handshake() {
    case .bytes:
      needsWritability = false
      guard tls?.hasVerifiedPeer == true else { return close() }
      core.relayCounts.opened.add(1, ordering: .relaxed)
      core.relayCounts.open.add(1, ordering: .relaxed)
      free(wasOpening: true)
    case .wantsRead:
      needsWritability = false
      watch()
    case .wantsWrite:
      needsWritability = true
      watch()
    case .ended, .failed, nil: close()
    }
  }

  // MARK: Carrying

  /// Whether nothing speaks against sending a request: the peer has neither ended the connection nor said anything.
  var isUsable: Bool { phase == .idle && mockidp_peek(socket) == -1 && errno == EAGAIN }

  func carry(_ exchange: RelayedExchange) {
    phase = .carrying
    nextDeadline = loop.time(after: Self.lookTime)
    self.exchange = exchange
    core.relayCounts.sent.add(1, ordering: .relaxed)
    output.bytes = exchange.begin(on: self)
    flush()
  }

  /// The client has caught up with its stream.
  func resume() {
    guard isPaused, phase == .carrying else { return }
    isPaused = false
    watch()
    // TLS may hold bytes that no event of the socket announces.
    readSoon()
  }

  private func free(wasOpening: Bool) {
    phase = .idle
    nextDeadline = loop.time(after: Self.idleTime)
    watch()
    links.isFree(self, wasOpening: wasOpening)
  }

  private func flush() {
    guard let tls, phase == .carrying else { return }
    while !output.isEmpty {
      switch output.withUnsent(tls.write) {
      case .bytes(let count):
        output.remove(count)
        nextDeadline = loop.time(after: Self.lookTime)
      case .wantsRead, .wantsWrite:
        if !needsWritability { nextDeadline = loop.time(after: core.configuration.limits.writeStallTime) }
        needsWritability = true
        return watch()
      // What has not been sent to its end is never begun.
      case .ended, .failed: return lose(.notSent, hasLeft: true)
      }
    }
    needsWritability = false
    watch()
  }

  private func receive() {
    // Bounded, so that a peer that sends without end does not keep the loop from others.
    for _ in 0..<16 {
      guard phase == .carrying, !isPaused, let tls, let exchange else { return }
      switch tls.read(into: loop.buffer) {
      case .bytes(let count):
        let bytes = UnsafeRawBufferPointer(rebasing: loop.buffer[..<count]).bindMemory(to: UInt8.self)
        take(exchange.receive(bytes.span), of: exchange)
        if tls.hasPending == false, count < loop.buffer.count { return }
      case .wantsRead: return
      case .wantsWrite:
        needsWritability = true
        return watch()
      // The peer ends a connection in order only while it has no request: `Connection.close`.
      case .ended: return exchange.hasAnswer ? lose(.unanswered) : lose(.notSent, hasLeft: true)
      case .failed: return lose(tls.wasRefused && !exchange.hasAnswer ? .notSent : .unanswered)
      }
    }
    if tls?.hasPending == true { readSoon() }
  }

  private func take(_ verdict: RelayedExchange.Verdict, of exchange: RelayedExchange) {
    guard phase == .carrying, self.exchange === exchange else { return }
    switch verdict {
    case .more: break
    case .pause:
      isPaused = true
      watch()
    case .refused: lose(.notSent)
    case .broken: lose(.unanswered)
    case .done:
      self.exchange = nil
      if exchange.isReusable, output.isEmpty, tls?.hasPending == false {
        isKept = true
        free(wasOpening: false)
      } else {
        close()
      }
      exchange.finish()
    }
  }

  /// Ends the connection before its request was answered. With `hasLeft`, the peer has ended it in order while it had no request. That
  /// happens to new ones, too: this server may be so busy that its first request comes late.
  private func lose(_ failure: RelayFailure, hasLeft: Bool = false) {
    let isUnsent = !output.isEmpty
    let lost = exchange
    abandon()
    lost?.isLost(isUnsent ? .notSent : failure, mayTryAgain: isKept || hasLeft)
  }

  /// Ends the connection, whose request nobody waits for any more.
  func abandon() {
    exchange = nil
    close()
  }

  private func readSoon() {
    loop.queue.async { [self] in
      loop.refresh()
      receive()
    }
  }

  /// Watches the socket for what is awaited now. The watch of a socket that is wanted for nothing ends: it would announce again and again
  /// that the other side is gone.
  private func watch() {
    guard phase != .closed else { return }
    let wanted = (reading: !isPaused, writing: needsWritability)
    guard watched != wanted else { return }
    let isWatched = watched.reading || watched.writing
    watched = wanted
    if wanted.reading || wanted.writing {
      loop.sockets.watch(socket, isWatched: isWatched, reading: wanted.reading, writing: wanted.writing)
    } else {
      loop.sockets.forget(socket)
    }
  }

  // MARK: Member of the loop

  func handle(_ readiness: Readiness) {
    switch phase {
    case .handshake: continueHandshake()
    // The peer has nothing to say to a connection without a request, but that it ends.
    case .idle: if !isUsable { close() }
    case .carrying:
      if readiness.canWrite || needsWritability { flush() }
      if readiness.canRead || readiness.isBroken { receive() }
    case .opening, .closed: break
    }
  }

  func deadlinePassed() {
    guard phase == .carrying else { return close() }
    guard output.isEmpty, exchange?.isInVain == false else { return lose(.unanswered) }
    nextDeadline = loop.time(after: Self.lookTime)
  }

  func serverStops() {
    switch phase {
    case .opening, .handshake, .idle: close()
    case .carrying, .closed: break
    }
  }

  func close() {
    guard phase != .closed else { return }
    let wasOpening = phase == .opening || phase == .handshake
    phase = .closed
    nextDeadline = .max
    addresses?.cancel()
    addresses = nil
    if socket >= 0 {
      tls?.close()
      if !wasOpening { core.relayCounts.open.subtract(1, ordering: .relaxed) }
      loop.remove(self)
      loop.sockets.close(socket, leaving: core.open)
    }
    if hasPlace { core.givePlaceBack(.served) }
    links.hasEnded(self, wasOpening: wasOpening)
    // The loop has ended the connection in the middle of a request.
    exchange?.isLost(.unanswered, mayTryAgain: false)
    exchange = nil
  }
}
