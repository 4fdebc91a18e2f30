/// A blocking HTTP/1.1 client for command lines and tests. TLS is always verified; redirects are answers like any other.
package struct HTTPClient: Sendable {
  private let certificateAuthorityPEM: String?
  private let timeout: Duration
  private let connectTo: String?
  /// Speaks no TLS 1.3, for tests of servers.
  var isLimitedToTLS12 = false

  /// - Parameters:
  ///   - certificateAuthorityPEM: the only roots that are trusted; nil trusts the system's.
  ///   - timeout: for connecting and for each wait for bytes.
  ///   - connectTo: an address to connect to in place of the URL's host; nil asks the system's resolver.
  package init(
    certificateAuthorityPEM: String? = nil, timeout: Duration = .seconds(10), connectTo: String? = nil
  ) {
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.timeout = timeout
    self.connectTo = connectTo
  }

  /// Sends one request on a connection of its own.
  package func send(
    method: String, url: String, fields: [(String, String)] = [], body: [UInt8] = []
  ) throws(HTTPClientError) -> HTTPClientResponse {
    try open(url).send(method: method, url: url, fields: fields, body: body, closes: true)
  }

  /// A connection to the host of `url` for several requests.
  package func open(_ url: String) throws(HTTPClientError) -> HTTPClientConnection {
    guard let parts = HTTPURL(url) else { throw Self.badURL(url) }
    let socket = try ClientSocket(connecting: connectTo ?? parts.hostName, to: parts, timeout: timeout)
    guard parts.isSecure else { return HTTPClientConnection(socket: socket, tls: nil, to: parts) }
    let tls = try ClientTLS(
      over: socket, to: parts, certificateAuthorityPEM: certificateAuthorityPEM, isLimitedToTLS12: isLimitedToTLS12)
    return HTTPClientConnection(socket: socket, tls: tls, to: parts)
  }

  static func badURL(_ url: String) -> HTTPClientError {
    HTTPClientError(.badURL, "\"\(url)\" is not a URL of the form http://host/path or https://host/path.")
  }
}
