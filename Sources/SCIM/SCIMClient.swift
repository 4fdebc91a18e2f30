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
  private let heads = Heads()
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
    let wait = Wait(until: ends, stop)
    let fields = heads.fields(of: self, request, stamp)
    let target = request.target(behind: tenant.path)
    let answer = try exchange(tenant.base, tenant.origin, isRead: request.method == "GET", wait) {
      connection throws(HTTPClientError) in
      try connection.send(method: request.method, target: target, fields, body: request.body)
    }
    return request.method == "GET" ? try followed(answer, to: request, stamp, wait) : answer
  }

  /// Asks for a token. No redirect is followed, since the request has a secret.
  package func send(_ request: SCIMTokenRequest, stop: SCIMStop? = nil) throws(SCIMFailure) -> SCIMAnswer {
    let url = request.endpoint
    return try exchange(url, SCIMTenant.origin(of: url) ?? url, isRead: false, Wait(until: ends, stop)) {
      connection throws(HTTPClientError) in
      try connection.send(method: "POST", url: url, fields: request.fields, body: Array(request.body.utf8))
    }
  }

  /// When a request that begins now is late.
  private var ends: DispatchTime { .now() + .milliseconds(Int(deadline / .milliseconds(1))) }

  /// The answer to a GET at the end of its redirects.
  private func followed(
    _ first: SCIMAnswer, to request: SCIMRequest, _ stamp: SCIMStamp?, _ wait: Wait
  ) throws(SCIMFailure) -> SCIMAnswer {
    var answer = first
    var redirects: [String] = []
    while [301, 302, 303, 307, 308].contains(answer.status), let place = answer.fields["Location"] {
      let asked = tenant.url(of: request)
      guard redirects.count < maximumRedirects else {
        throw SCIMFailure(.redirect, "\(asked) was redirected more than \(maximumRedirects) times.")
      }
      let next = Self.resolve(place, against: redirects.last ?? asked)
      guard let next, let origin = SCIMTenant.origin(of: next), origin == tenant.origin || mayFollow(next) else {
        throw SCIMFailure(.redirect, "\(asked) was redirected to \(place), where nothing may be sent.")
      }
      redirects.append(next)
      let fields = request.fields(
        token: origin == tenant.origin ? token : nil, stamp: stamp, userAgent: userAgent)
      answer = try exchange(next, origin, isRead: true, wait) { connection throws(HTTPClientError) in
        try connection.send(method: "GET", url: next, fields: fields)
      }
      answer.redirects = redirects
    }
    return answer
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

  /// Until when somebody waits for an answer.
  private struct Wait {
    let ends: DispatchTime
    let stop: SCIMStop?

    init(until ends: DispatchTime, _ stop: SCIMStop?) { (self.ends, self.stop) = (ends, stop) }
  }

  /// Has a connection to the host of `url` send a request. One that changes nothing (`isRead`) may be sent twice.
  private func exchange(
    _ url: String, _ origin: String, isRead: Bool, _ wait: Wait,
    _ send: (HTTPClientConnection) throws(HTTPClientError) -> HTTPClientResponse
  ) throws(SCIMFailure) -> SCIMAnswer {
    guard DispatchTime.now() < wait.ends else { throw late(origin) }
    let kept = pool.take(origin)
    let cutoff = kept?.cutoff ?? Cutoff()
    let number = deadlines.begin(cutoff, until: wait.ends)
    wait.stop?.add(cutoff)
    defer {
      deadlines.end(number)
      wait.stop?.remove(cutoff)
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
      let response = try send(connection)
      if connection.isOpen { pool.give(Pool.Idle(connection: connection, cutoff: cutoff, since: .now()), origin) }
      return SCIMAnswer(status: response.status, fields: response.fields, body: response.body)
    } catch {
      if wait.stop?.hasPassed == true { throw SCIMFailure(.stopped, "The request was broken off.") }
      if cutoff.hasPassed { throw late(origin) }
      // A server may close a connection just before the next request comes. Only what changes nothing is sent again.
      if kept != nil, isRead, error.kind == .connectionLost {
        return try exchange(url, origin, isRead: isRead, wait, send)
      }
      throw SCIMFailure(Self.kind(error.kind), error.description)
    }
  }

  private func late(_ origin: String) -> SCIMFailure {
    SCIMFailure(.timeout, "\(origin) did not answer within \(deadline.components.seconds) s.")
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

  /// The header fields of the last request without a body and of the last with one: those of a cycle are all the same.
  private final class Heads: Sendable {
    private struct Key: Equatable {
      let token: String?
      let userAgent: String?
      let stamp: SCIMStamp?
      /// Nil without a body.
      let contentType: String?
    }

    private let last = Mutex<[Bool: (key: Key, fields: HTTPFieldBlock)]>([:])

    func fields(of client: SCIMClient, _ request: SCIMRequest, _ stamp: SCIMStamp?) -> HTTPFieldBlock {
      let hasBody = !request.body.isEmpty
      let key = Key(
        token: client.token, userAgent: client.userAgent, stamp: stamp,
        contentType: hasBody ? request.contentType : nil)
      return last.withLock { last in
        if let known = last[hasBody], known.key == key { return known.fields }
        let fields = request.fields(token: client.token, stamp: stamp, userAgent: client.userAgent)
        let made = HTTPFieldBlock(
          HTTPFields(fields), authority: HTTPClient.hostField(of: client.tenant.base) ?? client.tenant.origin)
        last[hasBody] = (key, made)
        return made
      }
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
