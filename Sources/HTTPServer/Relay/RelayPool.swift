/// The connections of one event loop with other servers. Only the loop touches it.
final class RelayPool {
  private var peers: [RelayPeer: RelayLinks] = [:]

  /// Has a request carried as soon as a connection with its peer is free. With `again`, one that was kept has turned out to be at its end.
  func carry(_ exchange: RelayedExchange, again: Bool, loop: EventLoop, core: ServerCore) {
    let links =
      peers[exchange.peer]
      ?? RelayLinks(peer: exchange.peer, loop: loop, core: core) { [unowned self] in peers[$0] = nil }
    peers[exchange.peer] = links
    if again { links.closeIdle() }
    links.carry(exchange)
  }
}

/// The connections of one event loop with one other server, and the requests that wait for one.
///
/// A connection carries one request at a time. Requests wait while a few connections are being opened, so a crowd of short requests shares
/// those there are, and requests that take long, such as streams, still do not keep others from having theirs.
final class RelayLinks {
  let peer: RelayPeer
  private let loop: EventLoop
  private let core: ServerCore
  /// Called when there is neither a connection nor a request left, so that peers which are gone for good take no memory.
  private let whenUnused: (RelayPeer) -> Void
  /// The one that was used last comes last.
  private var idle: [RelayLink] = []
  private var waiting: [RelayedExchange] = []
  /// How many of `waiting` have been taken.
  private var taken = 0
  private var opening = 0
  /// All connections: opening, idle and carrying.
  private var count = 0

  private static let maximumOpening = 2
  private static let maximumIdle = 64
  /// Connections with one peer for each loop.
  private static let maximumCount = 1_024

  init(peer: RelayPeer, loop: EventLoop, core: ServerCore, whenUnused: @escaping (RelayPeer) -> Void) {
    self.peer = peer
    self.loop = loop
    self.core = core
    self.whenUnused = whenUnused
  }

  /// Whether a request waits for a connection.
  var hasWaiting: Bool { waiting[taken...].contains { $0.isWaiting } }

  /// Gives the request to a free connection, or lets it wait for one.
  func carry(_ exchange: RelayedExchange) {
    while let link = idle.popLast() {
      if link.isUsable { return link.carry(exchange) }
      link.close()
    }
    waiting.append(exchange)
    openMore()
  }

  /// Ends the connections that carry nothing.
  func closeIdle() {
    for link in idle { link.close() }
  }

  /// A connection is free: it was opened, or has carried its request.
  func isFree(_ link: RelayLink, wasOpening: Bool) {
    if wasOpening { opening -= 1 }
    if let exchange = nextWaiting() {
      link.carry(exchange)
      // Whoever still waits may wait for requests that take long.
      if wasOpening { openMore() }
      return
    }
    if idle.count < Self.maximumIdle, !core.isStopping { idle.append(link) } else { link.close() }
  }

  /// A connection has ended, or did not come about.
  func hasEnded(_ link: RelayLink, wasOpening: Bool) {
    count -= 1
    if wasOpening { opening -= 1 }
    idle.removeAll { $0 === link }
    if !wasOpening {
      openMore()
    } else if opening == 0 {
      // The peer takes no more connections, and those that are busy may be so for long. Whoever waits may ask another server.
      while let exchange = nextWaiting() { exchange.fail(.notSent) }
    }
    if count == 0, waiting.isEmpty { whenUnused(peer) }
  }

  private func openMore() {
    while opening < min(waiting.count - taken, Self.maximumOpening), count < Self.maximumCount {
      opening += 1
      count += 1
      let link = RelayLink(links: self, loop: loop, core: core)
      // What cannot even begin is told at once, and the others would fare no better.
      guard link.open() else { return }
    }
  }

  private func nextWaiting() -> RelayedExchange? {
    while taken < waiting.count {
      let exchange = waiting[taken]
      taken += 1
      if exchange.isWaiting { return exchange }
    }
    waiting = []
    taken = 0
    return nil
  }
}
