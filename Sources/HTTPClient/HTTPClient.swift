import HTTPWire

/// A blocking HTTP/1.1 client for the command line, for fetching documents, and for tests. It always verifies TLS. It
/// follows no redirect and keeps no cookies.
package struct HTTPClient: Sendable {
  private let certificateAuthorityPEM: String?
  private let timeout: Duration
  private let connectTo: String?
  private let proxy: String?
  private let maximumBodyBytes: Int
  private let cutoff: Cutoff?
  /// Header fields that a CONNECT to the proxy has, such as `Proxy-Authorization`.
  package var proxyFields: [(String, String)] = []
  /// Offers no TLS 1.3, for tests of the server.
  var isLimitedToTLS12 = false
  /// The name that the resolver is asked for in the place of another one, for tests of a resolver that changes its mind.
  var lookedUp: @Sendable (String) -> String = { $0 }

  /// - Parameters:
  ///   - certificateAuthorityPEM: the only roots that the client trusts; nil trusts the system's.
  ///   - timeout: the limit for connecting, and for each wait for bytes. It does not limit the whole request.
  ///   - connectTo: the address to connect to in the place of the URL's host; nil asks the system's resolver.
  ///   - proxy: `http://host:port` of a forward proxy. The client reaches `https` URLs through CONNECT, and asks the
  ///     proxy itself for `http` URLs. `connectTo` does not count then.
  ///   - maximumBodyBytes: how long the body of an answer may be.
  ///   - cutoff: ends every wait when another thread cuts it.
  package init(
    certificateAuthorityPEM: String? = nil, timeout: Duration = .seconds(10), connectTo: String? = nil,
    proxy: String? = nil, maximumBodyBytes: Int = 64 << 20, cutoff: Cutoff? = nil
  ) {
    self.cutoff = cutoff
    self.maximumBodyBytes = maximumBodyBytes
    self.proxy = proxy
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.timeout = timeout
    self.connectTo = connectTo
  }

  /// Sends one request on a connection of its own and waits for the answer.
  ///
  /// - Throws: `HTTPClientError` when there is no complete answer. An answer with status 400 or 500 is not an error.
  package func send(
    method: String, url: String, fields: [(String, String)] = [], body: [UInt8] = []
  ) throws(HTTPClientError) -> HTTPClientResponse {
    try open(url).send(method: method, url: url, fields: fields, body: body, closes: true)
  }

  /// Connects to the host of `url`, for several requests.
  ///
  /// - Throws: `HTTPClientError` when the URL is malformed or the connection fails.
  package func open(_ url: String) throws(HTTPClientError) -> HTTPClientConnection {
    guard let parts = HTTPURL(url) else { throw Self.badURL(url) }
    if let proxy, !parts.isSecure {
      guard let proxyParts = HTTPURL(proxy), !proxyParts.isSecure else { throw Self.badURL(proxy) }
      let socket = try ClientSocket(connecting: proxyParts.hostName, to: proxyParts, timeout: timeout, cutoff: cutoff)
      let connection = HTTPClientConnection(socket: socket, tls: nil, to: parts, maximumBodyBytes)
      connection.sendsWholeURLs = true
      return connection
    }
    let socket = try connect(to: parts)
    guard parts.isSecure else { return HTTPClientConnection(socket: socket, tls: nil, to: parts, maximumBodyBytes) }
    let tls = try ClientTLS(
      over: socket, to: parts, certificateAuthorityPEM: certificateAuthorityPEM, isLimitedToTLS12: isLimitedToTLS12)
    return HTTPClientConnection(socket: socket, tls: tls, to: parts, maximumBodyBytes)
  }

  /// Connects to the host, or to the proxy, which then leads to the host.
  private func connect(to parts: HTTPURL) throws(HTTPClientError) -> ClientSocket {
    guard let proxy else {
      return try ClientSocket(
        connecting: connectTo ?? parts.hostName, to: parts, timeout: timeout, cutoff: cutoff, lookedUp: lookedUp)
    }
    guard let proxyParts = HTTPURL(proxy), !proxyParts.isSecure else { throw Self.badURL(proxy) }
    let socket = try ClientSocket(connecting: proxyParts.hostName, to: proxyParts, timeout: timeout, cutoff: cutoff)
    let authority = "\(parts.authority.host):\(parts.port)"
    let answer = try HTTPClientConnection(socket: socket, tls: nil, to: proxyParts, 0).connect(authority, proxyFields)
    guard answer == 200 else {
      throw HTTPClientError(.refused, "The proxy \(proxyParts.place) refused \(parts.place) with status \(answer).")
    }
    return socket
  }

  /// The value of the `Host` field of requests to a URL: with the port only when it is not the scheme's own. Nil for a text that is not one.
  package static func hostField(of url: String) -> String? { HTTPURL(url)?.hostField }

  static func badURL(_ url: String) -> HTTPClientError {
    HTTPClientError(.badURL, "\"\(url)\" is not a URL of the form http://host/path or https://host/path.")
  }
}
