import Bytes
import Dispatch
import HTTPClient
import HTTPWire
import Synchronization

/// Why a request has no answer that counts.
package struct SCIMFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Kind: Sendable, Hashable {
    /// The deadline passed.
    case timeout
    /// Nobody listens, the name is unknown, or the connection broke.
    case noConnection
    case tls
    /// The body is longer than the client reads.
    case tooLarge
    /// The answer is not HTTP.
    case badAnswer
    /// A GET was redirected too often, or to a place where nothing may be sent.
    case redirect
    /// The caller's cutoff passed.
    case stopped
  }

  package var kind: Kind
  /// One sentence for people.
  package var description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// Sends requests to one SCIM server and waits for each answer. It blocks its thread, so it runs on none of the event loops. Copies
/// share the open connections; several threads may send at once.
package struct SCIMClient: Sendable {
  package let tenant: SCIMTenant
  /// Sent to the tenant's own host alone. Nil sends none.
  package var token: String?
  /// Nil sends no such field, as Entra does.
  package var userAgent: String?
  /// How long one request may take, with its redirects, in real time.
  package var deadline = Duration.seconds(30)
  /// At most so many redirects of a GET are followed. A write follows none: its answer is the redirect itself.
  package var maximumRedirects = 5
  private let certificateAuthorityPEM: String?
  private let maximumBodyBytes: Int
  private let mayFollow: @Sendable (String) -> Bool
  private let pool = Pool()
  private let deadlines = Deadlines()

  /// `certificateAuthorityPEM` are the only roots to trust; nil trusts the system's. `mayFollow` says whether a redirect to another
  /// origin may be followed.
  package init(
    _ tenant: SCIMTenant, token: String?, certificateAuthorityPEM: String? = nil, maximumBodyBytes: Int = 4 << 20,
    mayFollow: @escaping @Sendable (_ url: String) -> Bool = SCIMClient.isSafe
  ) {
    self.tenant = tenant
    self.token = token
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.maximumBodyBytes = maximumBodyBytes
    self.mayFollow = mayFollow
  }

  /// Whether a redirect may lead there: `https`, or `http` to a loopback name.
  package static func isSafe(_ url: String) -> Bool {
    guard let origin = SCIMTenant.origin(of: url) else { return false }
    if origin.hasPrefix("https://") { return true }
    guard let authority = HTTPAuthority(origin.dropFirst(7)) else { return false }
    return ["localhost", "127.0.0.1", "[::1]"].contains(authority.host) || authority.host.hasSuffix(".localhost")
  }

  /// Sends one request. An answer with status 400 or 500 is not a failure. `stop` ends the wait when another thread stops it.
  package func send(_ request: SCIMRequest, stamp: SCIMStamp?, stop: SCIMStop? = nil) throws(SCIMFailure) -> SCIMAnswer
  {
    try send(
      request.method, tenant.base + request.target, body: request.body, stop: stop,
      fields: { isOwn in request.fields(token: isOwn ? token : nil, stamp: stamp, userAgent: userAgent) })
  }

  /// Asks for a token. No redirect is followed, since the request has a secret.
  package func send(_ request: SCIMTokenRequest, stop: SCIMStop? = nil) throws(SCIMFailure) -> SCIMAnswer {
    try send("POST", request.endpoint, body: Array(request.body.utf8), stop: stop, fields: { _ in request.fields })
  }

  private func send(
    _ method: String, _ first: String, body: [UInt8], stop: SCIMStop?, fields: (_ isOwn: Bool) -> [(String, String)]
  ) throws(SCIMFailure) -> SCIMAnswer {
    let ends = DispatchTime.now() + .milliseconds(Int(deadline / .milliseconds(1)))
    var url = first
    var redirects: [String] = []
    while true {
      let isOwn = url == first || SCIMTenant.origin(of: url) == SCIMTenant.origin(of: first)
      let response = try exchange(method, url, fields(isOwn), body, ends, stop)
      var answer = SCIMAnswer(status: response.status, fields: response.fields, body: response.body)
      answer.redirects = redirects
      guard method == "GET", [301, 302, 303, 307, 308].contains(response.status),
        let place = response.fields["Location"]
      else {
        return answer
      }
      let next = Self.resolve(place, against: url)
      guard redirects.count < maximumRedirects else {
        throw SCIMFailure(.redirect, "\(first) was redirected more than \(maximumRedirects) times.")
      }
      guard let next, SCIMTenant.origin(of: next) == SCIMTenant.origin(of: first) || mayFollow(next) else {
        throw SCIMFailure(.redirect, "\(first) was redirected to \(place), where nothing may be sent.")
      }
      redirects.append(next)
      url = next
    }
  }

  /// The URL that a `Location` means. Nil when it is not one of `http` or `https`.
  static func resolve(_ place: String, against url: String) -> String? {
    if SCIMTenant.origin(of: place) != nil { return place }
    guard let origin = SCIMTenant.origin(of: url), !place.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") else {
      return nil
    }
    if place.hasPrefix("//") { return String(origin.prefix { $0 != "/" }) + place }
    if place.hasPrefix("/") { return origin + place }
    let path = url.dropFirst(origin.count).prefix { $0 != "?" && $0 != "#" }
    if place.hasPrefix("?") { return origin + path + place }
    return origin + (path.lastIndex(of: "/").map { path[...$0] } ?? "/") + place
  }

  private func exchange(
    _ method: String, _ url: String, _ fields: [(String, String)], _ body: [UInt8], _ ends: DispatchTime,
    _ stop: SCIMStop?
  ) throws(SCIMFailure) -> HTTPClientResponse {
    guard DispatchTime.now() < ends else { throw late(url) }
    let origin = SCIMTenant.origin(of: url) ?? url
    let kept = pool.take(origin)
    let cutoff = kept?.cutoff ?? Cutoff()
    let number = deadlines.begin(cutoff, until: ends)
    stop?.add(cutoff)
    defer {
      deadlines.end(number)
      stop?.remove(cutoff)
    }
    do throws(HTTPClientError) {
      let connection: HTTPClientConnection
      if let kept {
        connection = kept.connection
      } else {
        let client = HTTPClient(
          certificateAuthorityPEM: certificateAuthorityPEM, timeout: deadline, maximumBodyBytes: maximumBodyBytes,
          cutoff: cutoff)
        connection = try client.open(url)
      }
      let response = try connection.send(method: method, url: url, fields: fields, body: body)
      if connection.isOpen { pool.give(Pool.Idle(connection: connection, cutoff: cutoff, since: .now()), origin) }
      return response
    } catch {
      if stop?.hasPassed == true { throw SCIMFailure(.stopped, "The request was broken off.") }
      if cutoff.hasPassed { throw late(url) }
      // A server may close a connection just before the next request comes. Only what changes nothing is sent again.
      if kept != nil, method == "GET", error.kind == .connectionLost {
        return try exchange(method, url, fields, body, ends, stop)
      }
      throw SCIMFailure(Self.kind(error.kind), error.description)
    }
  }

  private func late(_ url: String) -> SCIMFailure {
    SCIMFailure(
      .timeout, "\(SCIMTenant.origin(of: url) ?? url) did not answer within \(deadline.components.seconds) s.")
  }

  private static func kind(_ kind: HTTPClientError.Kind) -> SCIMFailure.Kind {
    switch kind {
    case .timeout: .timeout
    case .tls, .badAuthority: .tls
    case .tooLarge: .tooLarge
    case .badAnswer: .badAnswer
    case .badURL, .unknownHost, .refused, .connectionLost: .noConnection
    }
  }

  /// Cuts requests off whose time is over. There is one alarm for all that run, and it is not taken back when they end: a request takes a
  /// fraction of a millisecond, and an alarm of its own would wake a thread for each.
  private final class Deadlines: Sendable {
    private struct State {
      var running: [Int: (ends: DispatchTime, cutoff: Cutoff)] = [:]
      var next = 0
      /// When the next alarm comes. Nil: none is set.
      var alarm: DispatchTime?
    }

    private static let queue = DispatchQueue(label: "mockidp.scim.deadlines")
    private let state = Mutex(State())

    /// Returns a number for `end`.
    func begin(_ cutoff: Cutoff, until ends: DispatchTime) -> Int {
      let (number, isFirst) = state.withLock { state in
        state.next += 1
        state.running[state.next] = (ends, cutoff)
        let isFirst = state.alarm.map { ends < $0 } ?? true
        if isFirst { state.alarm = ends }
        return (state.next, isFirst)
      }
      if isFirst { setAlarm(at: ends) }
      return number
    }

    func end(_ number: Int) { state.withLock { _ = $0.running.removeValue(forKey: number) } }

    private func setAlarm(at time: DispatchTime) {
      Self.queue.asyncAfter(deadline: time) { [weak self] in self?.ring() }
    }

    private func ring() {
      let next = state.withLock { state in
        let now = DispatchTime.now()
        // Under the lock, so that no request that has ended is cut off: its connection may have another one by then.
        for (number, request) in state.running where request.ends <= now {
          request.cutoff.cut()
          state.running[number] = nil
        }
        state.alarm = state.running.values.map(\.ends).min()
        return state.alarm
      }
      if let next { setAlarm(at: next) }
    }
  }

  /// The connections that wait for another request.
  private final class Pool: Sendable {
    /// Sendable because the pool gives a connection to one thread at a time.
    struct Idle: @unchecked Sendable {
      let connection: HTTPClientConnection
      let cutoff: Cutoff
      let since: DispatchTime
    }

    private let idle = Mutex<[String: [Idle]]>([:])

    /// A connection that the server keeps open, as far as this side knows.
    func take(_ origin: String) -> Idle? {
      while let found = idle.withLock({ $0[origin]?.popLast() }) {
        if .now() < found.since + .seconds(1), found.connection.isQuiet { return found }
      }
      return nil
    }

    func give(_ connection: Idle, _ origin: String) { idle.withLock { $0[origin, default: []].append(connection) } }
  }
}

/// Ends the waits of requests that are under way, and of those that follow.
package final class SCIMStop: Sendable {
  private struct State {
    var hasPassed = false
    var cutoffs: [ObjectIdentifier: Cutoff] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package var hasPassed: Bool { state.withLock { $0.hasPassed } }

  /// Ends all waits now and for good.
  package func stop() {
    let cutoffs = state.withLock { state in
      state.hasPassed = true
      return Array(state.cutoffs.values)
    }
    for cutoff in cutoffs { cutoff.cut() }
  }

  func add(_ cutoff: Cutoff) {
    let hasPassed = state.withLock { state in
      state.cutoffs[ObjectIdentifier(cutoff)] = cutoff
      return state.hasPassed
    }
    if hasPassed { cutoff.cut() }
  }

  func remove(_ cutoff: Cutoff) { state.withLock { $0.cutoffs[ObjectIdentifier(cutoff)] = nil } }
}
