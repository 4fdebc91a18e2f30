import HTTPWire

extension Connection {
  /// The answer to a CONNECT that is granted (RFC 9110 §9.3.6).
  static let tunnelHead = Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8)

  /// Answers a CONNECT: refuses it, hands the connection to a tunnel, or goes on with the same connection as if it
  /// were one to the host asked for.
  func connect(_ head: HTTPRequestHead) {
    guard let authority = HTTPAuthority(head.target.authority ?? ""), let policy = core.configuration.proxy else {
      return finish(with: .plain(501, "This server is not a proxy; it does not serve CONNECT."))
    }
    var target = ProxyTarget(
      method: head.method, authority: authority, isOwnPort: core.listens(on: authority.port ?? 443))
    target.request = HTTPRequest(head, body: [], isSecure: false, peer: peer)
    let decision = policy.decide(on: target)
    switch decision {
    case .refuse(let response):
      // The bytes after a CONNECT with Content-Length may be a body or the next request; readers disagree. So the
      // connection ends.
      sendWhole(response, HTTPResponseEncoder(closes: !head.keepsAlive || head.announcesBody, date: ""))
    case .serve, .tunnel:
      guard parser.backlog == 0 else {
        return finish(with: .plain(400, "The client did not wait for the answer to its CONNECT."))
      }
      if case .tunnel(let permit) = decision { return openTunnel(to: target, .established, permit, head) }
      output.bytes.append(contentsOf: Self.tunnelHead)
      tunnel = head.fields
      phase = .sniffing
      deadline = loop.time(after: limits.handshakeTime)
    }
  }

  /// Deals with an absolute URL. Clients send a request for another host to a proxy in this form when the URL's
  /// scheme is `http`.
  ///
  /// - Returns: false when this server has to answer the request itself; true when the request is dealt with.
  func passOn(_ head: HTTPRequestHead, _ body: [UInt8]) -> Bool {
    guard !isTunnelled, tls == nil, let policy = core.configuration.proxy,
      let authority = HTTPAuthority(head.target.authority ?? "")
    else { return false }
    let usualPort: UInt16 = head.target.scheme == "https" ? 443 : 80
    var target = ProxyTarget(
      method: head.method, authority: authority, path: head.target.path,
      isOwnPort: core.listens(on: authority.port ?? usualPort), defaultPort: usualPort)
    target.request = HTTPRequest(head, body: [], isSecure: false, peer: peer)
    switch policy.decide(on: target) {
    case .serve: return false
    case .refuse(let response): sendWhole(response, HTTPResponseEncoder(closes: !head.keepsAlive, date: ""))
    case .tunnel(let permit):
      guard head.target.scheme == "http" else {
        finish(with: .plain(501, "A proxy is asked for an https URL with CONNECT."))
        return true
      }
      guard parser.backlog == 0, let request = ForwardedRequest.encode(head, body: body) else {
        finish(with: .plain(400, "The client did not wait for the answer to its request."))
        return true
      }
      openTunnel(to: target, .request(request), permit, head)
    }
    return true
  }

  /// Begins a tunnel. The connection waits, and ends as soon as the tunnel exists; without one it gives the reason.
  private func openTunnel(
    to target: ProxyTarget, _ greeting: Tunnel.Greeting, _ permit: TunnelPermit, _ head: HTTPRequestHead
  ) {
    flush()
    guard output.isEmpty, tls == nil, !core.isStopping else { return close() }
    guard core.takeTunnelPlace() else {
      let response = permit.refuse(.tooMany(limits.maximumTunnels))
      return sendWhole(response, HTTPResponseEncoder(closes: !head.keepsAlive || head.announcesBody, date: ""))
    }
    permit.began()
    phase = .answering
    deadline = loop.time(after: limits.tunnelOpeningTime)
    let opening = TunnelOpening(to: target, permit: permit, loop: loop, core: core)
    self.opening = opening
    opening.begin { [weak self] outcome in
      switch outcome {
      case .success(let server): self?.becomeTunnel(to: server, greeting)
      case .failure(.refused(let refusal)): self?.failToOpen(permit.refuse(refusal))
      case .failure(.unreachable): self?.failToOpen()
      }
    }
  }

  /// Leaves the loop to the tunnel, which takes over the socket and the place.
  private func becomeTunnel(to server: Int32, _ greeting: Tunnel.Greeting) {
    opening = nil
    detach()
    Tunnel(client: socket, server: server, loop: loop, core: core).begin(with: greeting)
  }

  /// Tells the client that there will be no tunnel: 502 when the host was not reached in time.
  func failToOpen(_ response: HTTPResponse? = nil) {
    guard let opening else { return }
    opening.cancel()
    self.opening = nil
    finish(with: response ?? .plain(502, "\(opening.target.authority.host) cannot be reached from here."))
  }
}
